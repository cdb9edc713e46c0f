import { containerQuery } from '../pages/pageQuery.js';
import { localProblem } from '../../service/localProblem.js';
import { refusal } from '../../service/parameterFaults.js';
import { questionFaults, questionQuery } from './questions.js';
import type {
  Rect, ReorderPreview, ReorderRequest, ScrollTarget, ScrollWindow, TargetRequest, Transition, WindowRequest,
} from '../../../types/index.js';
import type { Axis } from '../pages/Axis.js';

type Layout = { axis: Axis, get: (suffix: string, options: { signal?: AbortSignal }) => Promise<any> };

export async function target(layout: Layout, request: TargetRequest): Promise<ScrollTarget> {
  const { bounds, estimated = false, anchor = null } = await asked(layout, 'target', request);
  return { bounds, estimated, anchor };
}

export async function window(layout: Layout, request: WindowRequest): Promise<ScrollWindow> {
  const { entering, leaving, prefetch, cancelled } = await asked(layout, 'window', request);
  return { entering, leaving, prefetch, cancelled };
}

export async function reorder(layout: Layout, request: ReorderRequest): Promise<ReorderPreview> {
  const { target, gap, dragged, elements, special, contentSize, autoScroll } = await asked(layout, 'reorder', request);
  return { target, gap, dragged, elements, special, contentSize, autoScroll };
}

/** Cells of flow that are on other lines than in a layout of the same snapshot at another width. */
export async function crossing(
  layout: Layout, before: Layout, { fromBounds, bounds, signal }: { fromBounds: Rect, bounds: Rect, signal?: AbortSignal },
): Promise<{ section: number, item: number }[]> {
  const { axis: { isHorizontal, margins: [lead], roomExtent } } = before;
  const text = ({ x, y, width, height }: Rect) => `${x},${y},${width},${height}`;
  const from = isHorizontal ? { ...fromBounds, y: fromBounds.y - lead } : { ...fromBounds, x: fromBounds.x - lead };
  const query = `${containerQuery(layout.axis)}&bounds=${text(bounds)}&fromWidth=${roomExtent}&fromBounds=${text(from)}`;
  const { transition } = await layout.get(`/transition?${query}`, { signal });
  return transition.flatMap(({ crossfades, to }: Transition) => (crossfades ? [to] : []));
}

/** The answer of the service. A question with faults is rejected without a request. */
async function asked(layout: Layout, question: 'target' | 'window' | 'reorder', request: any): Promise<any> {
  const faults = questionFaults(question, request);
  if (faults.length > 0) throw localProblem('bad-parameter', refusal(faults), faults);
  // The answer is not cached: the viewport moves on, so the same question is rarely repeated.
  return await layout.get(`/${question}?${containerQuery(layout.axis)}${questionQuery(question, request)}`, { signal: request.signal });
}
