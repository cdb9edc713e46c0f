// @ts-check
import { containerQuery } from '../pages/pageQuery.js';
import { localProblem } from '../../service/localProblem.js';
import { refusal } from '../../service/parameterFaults.js';
import { questionFaults, questionQuery } from './questions.js';

/** @typedef {import('../../../index.js').Rect} Rect */
/** @typedef {{ axis: import('../pages/Axis.js').Axis, get: (suffix: string, options: { signal?: AbortSignal }) => Promise<any> }} Layout */

/**
 * @param {Layout} layout
 * @param {import('../../../index.js').TargetRequest} request
 * @returns {Promise<import('../../../index.js').ScrollTarget>}
 */
export async function target(layout, request) {
  const { bounds, estimated = false, anchor = null } = await asked(layout, 'target', request);
  return { bounds, estimated, anchor };
}

/**
 * @param {Layout} layout
 * @param {import('../../../index.js').WindowRequest} request
 * @returns {Promise<import('../../../index.js').ScrollWindow>}
 */
export async function window(layout, request) {
  const { entering, leaving, prefetch, cancelled } = await asked(layout, 'window', request);
  return { entering, leaving, prefetch, cancelled };
}

/**
 * @param {Layout} layout
 * @param {import('../../../index.js').ReorderRequest} request
 * @returns {Promise<import('../../../index.js').ReorderPreview>}
 */
export async function reorder(layout, request) {
  const { target, gap, dragged, elements, special, contentSize, autoScroll } = await asked(layout, 'reorder', request);
  return { target, gap, dragged, elements, special, contentSize, autoScroll };
}

/**
 * Cells of flow that are on other lines than in a layout of the same snapshot at another width.
 *
 * @param {Layout} layout
 * @param {Layout} before
 * @param {{ fromBounds: Rect, bounds: Rect, signal?: AbortSignal }} places
 * @returns {Promise<{ section: number, item: number }[]>}
 */
export async function crossing(layout, before, { fromBounds, bounds, signal }) {
  const { axis: { isHorizontal, margins: [lead], roomExtent } } = before;
  const text = (/** @type {Rect} */ { x, y, width, height }) => `${x},${y},${width},${height}`;
  const from = isHorizontal ? { ...fromBounds, y: fromBounds.y - lead } : { ...fromBounds, x: fromBounds.x - lead };
  const query = `${containerQuery(layout.axis)}&bounds=${text(bounds)}&fromWidth=${roomExtent}&fromBounds=${text(from)}`;
  const { transition } = await layout.get(`/transition?${query}`, { signal });
  return transition.flatMap((/** @type {import('../../../index.js').Transition} */ { crossfades, to }) => (crossfades ? [to] : []));
}

/**
 * The answer of the service. A question with faults is rejected without a request.
 *
 * @param {Layout} layout
 * @param {'target' | 'window' | 'reorder'} question
 * @param {any} request
 * @returns {Promise<any>}
 */
async function asked(layout, question, request) {
  const faults = questionFaults(question, request);
  if (faults.length > 0) throw localProblem('bad-parameter', refusal(faults), faults);
  // The answer is not cached: the viewport moves on, so the same question is rarely repeated.
  return await layout.get(`/${question}?${containerQuery(layout.axis)}${questionQuery(question, request)}`, { signal: request.signal });
}
