import { localProblem } from '../service/localProblem.js';
import { refusal } from '../service/parameterFaults.js';
import { checkOptions, described } from '../steps/options.js';
import { noInset } from './pages/Axis.js';
import { neighborsIn } from './scrolling/neighbors.js';
import { PagesHere } from './scrolling/PagesHere.js';
import { optionNames, positions, questionFaults } from './scrolling/questions.js';
import { ScrollLimits, targetIn } from './scrolling/targets.js';
import { windowIn } from './scrolling/windows.js';
import type {
  EdgeInsets, Neighbors, OfViewport, Rect, ScrollOriginOptions, ViewportTarget, ViewportTargetRequest, ViewportWindow, WindowRequest,
} from '../../types/index.js';
import type { Page } from './pages/Page.js';
import type { PageCache } from './pages/PageCache.js';
import type { PageGrid } from './pages/PageGrid.js';

type Shown = { layout: any, grid: PageGrid, cache: PageCache, maximumPageElements: number, bounds: Rect, inset: EdgeInsets };

/** Frames of a viewport are those of its pages: not rounded. */
const { window: namesOfWindow } = optionNames;
const windowOptionNames = [...namesOfWindow.filter((name) => name !== 'scale'), 'signal'];
const originOptionNames = ['alignment', 'avoidsPinned', 'signal'];

/**
 * Answers of a viewport while it is scrolled, at once, without a request, and equal to those of the service: computed by the module if the
 * layout is computed in the page and the module has what it needs, otherwise from the loaded pages. They are always for the current layout.
 * A wrong request throws the problem `bad-parameter`, which names the option.
 */
export class ScrollQuestions {
  #shown;
  #fetch;

  /**
   * @param viewport `shown`: the state of the viewport; `fetch`: loads the page that contains a coordinate
   * @private
   */
  constructor({ shown, fetch }: { shown: () => Shown, fetch: (start: number, signal?: AbortSignal) => Promise<void> }) {
    this.#shown = shown;
    this.#fetch = fetch;
  }

  /**
   * Where to scroll (docs/rules.md#scroll-target). O(log items) if the layout is computed in the page; from pages O(elements near the
   * target), or O(loaded elements) if there may be estimates.
   *
   * @returns null if that is not known here: the item is on a page that is not loaded, or its section has not been read
   */
  target(request: ViewportTargetRequest): ViewportTarget | null {
    const shown = this.#shown();
    const { bounds = shown.bounds, inset = shown.inset, avoidsPinned = false, ...aim } = request as any;
    const question = { ...aim, bounds, inset };
    refuse('target', question);
    const edges = avoidsPinned ? clear(shown, question) : inset;
    if (!edges) return null;
    return shown.layout.isLocal ? shown.layout.targetNow({ ...question, inset: edges }) : targetIn(pages(shown), aim, bounds, edges);
  }

  /**
   * The same, but sends a request to the service if `target` would return null.
   *
   * @throws Problem `not-found` or `bad-parameter` when the item does not exist
   */
  async reachTarget(request: ViewportTargetRequest & { signal?: AbortSignal }): Promise<ViewportTarget> {
    const { signal, ...question } = request;
    signal?.throwIfAborted();
    const shown = this.#shown();
    const { bounds = shown.bounds, inset = shown.inset, avoidsPinned = false, ...aim } = question as any;
    // Fails at once if there is no such item. Its section may have to be read first.
    if (aim.item && shown.layout.isLocal) await shown.layout.item(aim.item.section, aim.item.item, { signal });
    const target = this.target(question);
    if (target) return target;
    if (!aim.item) return await shown.layout.target({ ...aim, bounds, inset, signal });
    const { frame } = await shown.layout.item(aim.item.section, aim.item.item, { signal });
    await this.#fetch(shown.layout.axis.start(frame), signal);
    const found = this.target(question);
    if (found) return found;
    // A cell without an area is on no page.
    const limits = new ScrollLimits(shown.layout.axis, bounds, avoidsPinned ? clear(shown, { ...aim, inset }) ?? inset : inset);
    const start = limits.clamped(limits.startShowing(pages(shown).along(frame), aim.position ?? 'start'));
    return { bounds: limits.placed(start), estimated: null, anchor: null };
  }

  /** The origin that shows an item, within the content. @internal */
  async origin(section: number, item: number, options: ScrollOriginOptions) {
    checkOptions('scrollOrigin', options, originOptionNames);
    const { alignment = 'nearest', avoidsPinned = true, signal } = options;
    if (!positions.includes(alignment)) throw new RangeError(`${described(alignment)} is no alignment: ${positions.join(', ')}`);
    const { layout: { axis }, bounds: { width } } = this.#shown();
    // Before the first update there are no bounds. The origin is then the start of the item.
    const first = width > 0 ? {} : { bounds: axis.across(axis.startAt(0, 1), 1) };
    const { bounds } = await this.reachTarget({ item: { section, item }, position: alignment, avoidsPinned, signal, ...first });
    const { x, y } = axis.within(bounds);
    // Mirrored content that is shorter than the bounds ends at their end.
    return { x: Math.max(0, x), y };
  }

  /** The elements that enter, leave and come next (docs/rules.md#scroll-window), as far as they are loaded. O(n log n) for n elements */
  window(request: OfViewport<WindowRequest> = {}): ViewportWindow {
    const shown = this.#shown();
    checkOptions('window', request, windowOptionNames);
    const { bounds = shown.bounds, inset = shown.inset, ...asked } = request;
    const question = { ...asked, bounds, inset };
    refuse('window', question);
    const window = shown.layout.windowNow?.(question);
    return window ? { ...window, isWhole: true } : windowIn(pages(shown), question);
  }

  /**
   * The cell on each side of an item (docs/rules.md#neighbors), null if there is none; undefined if it may be on a page that is not loaded.
   * O(cells from the item to its neighbors, and the loaded pages)
   */
  neighbors(section: number, item: number): { [Side in keyof Neighbors]: Neighbors[Side] | undefined } {
    const shown = this.#shown();
    const held = shown.layout.neighborsNow?.(section, item);
    return held ?? neighborsIn(pages(shown).pages, shown.layout.axis, section, item);
  }
}

function pages({ layout, grid, cache }: Shown) {
  return new PagesHere(layout, grid, cache);
}

/** Throws if the service would reject a question for every layout. */
function refuse(name: string, question: any) {
  const faults = questionFaults(name, question);
  if (faults.length > 0) throw localProblem('bad-parameter', refusal(faults), faults);
}

/** The inset, enlarged by the elements that may be pinned over an item; null if the item is on no loaded page. */
function clear(shown: Shown, { item, bounds, inset }: any): EdgeInsets | null {
  if (!item) return inset;
  const stacks = pages(shown).stacks(item.section, item.item, shown.layout.isLocal ? madePage(shown, item, bounds) : null);
  if (!stacks) return null;
  const { isHorizontal, isMirrored } = shown.layout.axis;
  const { start, end } = stacks;
  if (!isHorizontal) return { ...inset, top: inset.top + start, bottom: inset.bottom + end };
  const [left, right] = isMirrored ? [end, start] : [start, end];
  return { ...inset, left: inset.left + left, right: inset.right + right };
}

/** The extent of bounds that begin at the start of an item, in points: they end after the content only if that has no extent. */
const hair = 0.001;

/** The page on which an item begins, for a layout computed in the page; null if the item's section has not been read. */
function madePage({ layout, grid, maximumPageElements }: Shown, item: { section: number, item: number }, bounds: Rect): Page | null {
  const { axis } = layout;
  const target = layout.targetNow({ item, bounds: { ...bounds, [axis.isHorizontal ? 'width' : 'height']: hair }, inset: noInset });
  const number = target && Math.min(grid.last, grid.at(axis.start(target.bounds)));
  return target && layout.pageIfHere(number, { length: grid.length, maximumElements: maximumPageElements });
}
