// @ts-check
import { localProblem } from '../service/localProblem.js';
import { refusal } from '../service/parameterFaults.js';
import { checkOptions, described } from '../steps/options.js';
import { noInset } from './pages/Axis.js';
import { neighborsIn } from './scrolling/neighbors.js';
import { PagesHere } from './scrolling/PagesHere.js';
import { positions, questionFaults } from './scrolling/questions.js';
import { ScrollLimits, targetIn } from './scrolling/targets.js';
import { windowIn } from './scrolling/windows.js';

/** @typedef {import('../../index.js').EdgeInsets} EdgeInsets */
/** @typedef {import('../../index.js').ViewportTarget} ViewportTarget */
/** @typedef {import('../../index.js').ViewportWindow} ViewportWindow */
/** @typedef {{ layout: any, grid: import('./pages/PageGrid.js').PageGrid, cache: import('./pages/PageCache.js').PageCache,
 *   maximumPageElements: number, bounds: import('../../index.js').Rect, inset: EdgeInsets }} Shown */

const originOptionNames = ['alignment', 'avoidsPinned', 'signal'];
const nothing = { entering: [], leaving: [], prefetch: [], cancelled: [] };

/**
 * What a viewport answers while it is scrolled (docs/rules.md#questions-about-scrolling): by the module where the layout is held
 * in the page, else by the pages that are here. It answers of what is shown when it is asked.
 */
export class ScrollQuestions {
  #shown;
  #fetch;

  /**
   * @param {{ shown: () => Shown, fetch: (start: number, signal?: AbortSignal) => Promise<void> }} viewport `shown`: what it shows;
   *   `fetch` has the page here that a coordinate is on
   */
  constructor({ shown, fetch }) {
    this.#shown = shown;
    this.#fetch = fetch;
  }

  /**
   * @param {any} request
   * @returns {ViewportTarget | null}
   */
  target(request) {
    const shown = this.#shown();
    const { bounds = shown.bounds, inset = shown.inset, avoidsPinned = false, ...aim } = request;
    const question = { ...aim, bounds, inset };
    refuse('target', question);
    const edges = avoidsPinned ? clear(shown, question) : inset;
    if (!edges) return null;
    return shown.layout.isLocal ? shown.layout.targetNow({ ...question, inset: edges }) : targetIn(pages(shown), aim, bounds, edges);
  }

  /**
   * @param {any} request
   * @returns {Promise<ViewportTarget>}
   */
  async reachTarget(request) {
    const { signal, ...question } = request;
    signal?.throwIfAborted();
    const shown = this.#shown();
    const { bounds = shown.bounds, inset = shown.inset, avoidsPinned = false, ...aim } = question;
    // Here it is known at once whether there is such an item; its section may have to be read.
    if (aim.item && shown.layout.isLocal) await shown.layout.item(aim.item.section, aim.item.item, { signal });
    const target = this.target(question);
    if (target) return target;
    if (!aim.item) return await shown.layout.target({ ...aim, bounds, inset, signal });
    const { frame } = await shown.layout.item(aim.item.section, aim.item.item, { signal });
    await this.#fetch(shown.layout.axis.start(frame), signal);
    const found = this.target(question);
    if (found) return found;
    // One without an area is on no page.
    const limits = new ScrollLimits(shown.layout.axis, bounds, avoidsPinned ? clear(shown, { ...aim, inset }) ?? inset : inset);
    const start = limits.clamped(limits.startShowing(pages(shown).along(frame), aim.position ?? 'start'));
    return { bounds: limits.placed(start), estimated: null, anchor: null };
  }

  /**
   * The origin that shows an item, within the content.
   *
   * @param {number} section
   * @param {number} item
   * @param {import('../../index.js').ScrollOriginOptions} options
   */
  async origin(section, item, options) {
    checkOptions('scrollOrigin', options, originOptionNames);
    const { alignment = 'nearest', avoidsPinned = true, signal } = options;
    if (!positions.includes(alignment)) throw new RangeError(`${described(alignment)} is no alignment: ${positions.join(', ')}`);
    const { layout: { axis }, bounds: { width } } = this.#shown();
    // Nothing is visible before the first update: then it is where the item begins.
    const first = width > 0 ? {} : { bounds: axis.across(axis.startAt(0, 1), 1) };
    const { bounds } = await this.reachTarget({ item: { section, item }, position: alignment, avoidsPinned, signal, ...first });
    const { x, y } = axis.within(bounds);
    return { x, y };
  }

  /**
   * @param {any} request
   * @returns {ViewportWindow}
   */
  window(request = {}) {
    const shown = this.#shown();
    const { bounds = shown.bounds, inset = shown.inset, ...asked } = request;
    const question = { ...asked, bounds, inset };
    refuse('window', question);
    if (!shown.layout.isLocal) return windowIn(pages(shown), question);
    const window = shown.layout.windowNow(question);
    return { ...(window ?? nothing), isWhole: window !== null };
  }

  /**
   * @param {number} section
   * @param {number} item
   */
  neighbors(section, item) {
    const shown = this.#shown();
    const held = shown.layout.neighborsNow?.(section, item);
    return held ?? neighborsIn(pages(shown).pages, shown.layout.axis, section, item);
  }
}

/** @param {Shown} shown */
function pages({ layout, grid, cache }) {
  return new PagesHere(layout, grid, cache);
}

/**
 * Throws where a question is one that the service refuses, whatever the layout.
 *
 * @param {string} name
 * @param {any} question
 */
function refuse(name, question) {
  const faults = questionFaults(name, question);
  if (faults.length > 0) throw localProblem('bad-parameter', refusal(faults), faults);
}

/**
 * An inset that leaves room for what may pin over an item; null where it is on no page that is here.
 *
 * @param {Shown} shown
 * @param {any} question
 * @returns {EdgeInsets | null}
 */
function clear(shown, { item, bounds, inset }) {
  if (!item) return inset;
  const stacks = pages(shown).stacks(item.section, item.item, shown.layout.isLocal ? madePage(shown, item, bounds) : null);
  if (!stacks) return null;
  const { isHorizontal, isMirrored } = shown.layout.axis;
  const { start, end } = stacks;
  if (!isHorizontal) return { ...inset, top: inset.top + start, bottom: inset.bottom + end };
  const [left, right] = isMirrored ? [end, start] : [start, end];
  return { ...inset, left: inset.left + left, right: inset.right + right };
}

/** Bounds of so many points begin where an item does: they end behind the content only where it has no extent itself. */
const hair = 0.001;

/**
 * The page that an item of a layout that is held here begins on; null where its section is not here.
 *
 * @param {Shown} shown
 * @param {{ section: number, item: number }} item
 * @param {import('../../index.js').Rect} bounds
 * @returns {import('./pages/Page.js').Page | null}
 */
function madePage({ layout, grid, maximumPageElements }, item, bounds) {
  const { axis } = layout;
  const target = layout.targetNow({ item, bounds: { ...bounds, [axis.isHorizontal ? 'width' : 'height']: hair }, inset: noInset });
  const number = target && Math.min(grid.last, grid.at(axis.start(target.bounds)));
  return target && layout.pageIfHere(number, { length: grid.length, maximumElements: maximumPageElements });
}
