import { noInset } from './pages/Axis.js';
import { boundsNow, changeOptionNames, replacement } from './change.js';
import { ChangeQueue } from './ChangeQueue.js';
import { PrefetchRange } from './PrefetchRange.js';
import { limits } from '../service/limits.js';
import { checkOptions } from '../steps/options.js';
import { PageCache } from './pages/PageCache.js';
import { PageGrid, pagesIn } from './pages/PageGrid.js';
import { PageLoader } from './pages/PageLoader.js';
import { pageOrder } from './pages/pageOrder.js';
import { ScrolledElements } from './effects/ScrolledElements.js';
import { ScrollVelocity } from './ScrollVelocity.js';
import { copyInset, copyRect, copyStretched } from './rects.js';
import { ShownPages } from './pages/ShownPages.js';
import { makePages, soughtPages } from './pages/soughtPages.js';
import { hasTree } from '../service/stepList.js';
import { PageEvent, StateEvent, tellLayout } from './ViewportEvents.js';
import { ViewportState } from './ViewportState.js';
import { checkLayout, checkPlace, viewportSettings } from './viewportSettings.js';
import type {
  Change, ChangeInput, ChangeOptions, EdgeInsets, EffectElement, Measurement, MeasureOptions, Point, Rect, ScrollOriginOptions,
  SpecialElement, Step, UpdateOptions, ViewportChangeOptions, ViewportOptions, ViewportStateEvent, ViewportStateName,
} from '../../types/index.js';
import type { Layout } from './Layout.js';
import type { ScrollQuestions } from './ScrollQuestions.js';
import type { LayoutEvent, Told } from './ViewportEvents.js';
import type { Page } from './pages/Page.js';
import type { LayoutHere } from './viewportSettings.js';

const updateOptionNames = ['inset', 'velocity', 'time'];
const measureOptionNames = ['anchor', 'endThreshold'];

/** Loaded on first use. */
const loadKeys = () => import('../tree/treeKeys.js');
const nothingAhead = { before: 0, after: 0 };

/**
 * The visible part of a layout. It stores the pages that the bounds overlap, requests those ahead in the direction of the scroll, aborts
 * requests for pages that are no longer wanted, and evicts the least recently used pages.
 */
export class Viewport extends EventTarget {
  #layout;
  /** The parts that belong to the current layout. */
  #grid;
  #scrolled;
  #shown;
  #maximumPages;
  #maximumPageElements;
  #overscan;
  #cache;
  #loader;
  #velocity;
  #prefetchRange;
  #bounds: Rect = { x: 0, y: 0, width: 0, height: 0 };
  #inset: EdgeInsets = { ...noInset };
  /** The bounds with the overscan, which are shown. */
  #shownRect = { ...this.#bounds };
  /** That for which pages are loaded. */
  #soughtRect = { ...this.#bounds };
  /** The first and the last page that overlap it; none before the first update. */
  #first = 0;
  #last = -1;
  /** The pages of the bounds and those to load, as a text to compare. */
  #range = '';
  #queue = new ChangeQueue(() => this.layout);
  #isClosed = false;
  /** The layout that is shown, if this viewport has made it from measurements: it is closed when the next one is shown. */
  #own: LayoutHere | null = null;
  /** Measurements that are not shown yet. They are applied before any property is read. Null until something is measured. */
  #measuring: ReturnType<LayoutHere['held']['measuring']> | null = null;
  #state = new ViewportState();
  #questions: ScrollQuestions | null = null;
  /** Called before each change with its steps or trees: loads what listeners need for it. @internal */
  prepare: ((change: any) => Promise<void>) | null = null;

  /** @private */
  constructor(layout: Layout, options: ViewportOptions = {}) {
    super();
    const settings = viewportSettings(options);
    const { clock, maximumElements, maximumRequests } = settings;
    this.#layout = layout;
    this.#grid = new PageGrid(layout.axis, settings.pageLength);
    this.#maximumPages = settings.maximumPages;
    this.#maximumPageElements = settings.maximumPageElements;
    this.#overscan = settings.overscan;
    this.#prefetchRange = new PrefetchRange({
      pageLength: settings.pageLength, seconds: settings.prefetchSeconds, maximumPages: settings.maximumPrefetchPages,
    });
    this.#cache = new PageCache(this.#maximumPages, maximumElements);
    this.#shown = new ShownPages(layout, this.#grid, this.#cache, settings.keepsColumns);
    this.#loader = new PageLoader({
      cache: this.#cache, clock, maximumElements, isHere: (number) => this.#cache.has(number) || this.#isSeeded(number),
      maximumRequests, maximumRecoverySeconds: limits.maximumRecoverySeconds,
      load: (number, signal) => this.#ask(number, signal),
      arrived: (page) => this.#arrived(page),
      failed: (number, error) => this.#failed(number, error),
    });
    this.#velocity = new ScrollVelocity(clock);
    this.#scrolled = new ScrolledElements(layout);
  }

  /** The layout that is shown. */
  get layout(): Layout {
    this.#measuring?.settle();
    return this.#layout;
  }

  /** Whether the layout is computed in the page: all of it is then available at once, and sizes can be measured. */
  get isLocal(): boolean {
    return this.#layout.isLocal;
  }

  /** The bounds of the last update. */
  get bounds(): Readonly<Rect> {
    this.#measuring?.settle();
    return this.#bounds;
  }

  /** The velocity of the bounds at the last update, in points per second; 0 after a rest, and after a jump of more than two viewports. */
  get velocity(): Point {
    this.#measuring?.settle();
    const { speed } = this.#velocity;
    return this.#layout.axis.isHorizontal ? { x: speed, y: 0 } : { x: 0, y: speed };
  }

  get pageCount(): number {
    this.#measuring?.settle();
    return this.#cache.count;
  }

  get elementCount(): number {
    this.#measuring?.settle();
    return this.#cache.elements;
  }

  get requestCount(): number {
    return this.#loader.requestCount;
  }

  /**
   * Sets the visible bounds. Call it for every frame. It sends requests but does not wait for them.
   *
   * @param bounds the scroll origin and the size of the viewport
   * @throws RangeError when the bounds are empty, not finite, or cover more than `maximumPages` with the overscan
   */
  update(bounds: Rect, options: UpdateOptions = {}): void {
    checkOptions('update', options, updateOptionNames);
    this.#measuring?.settle();
    const { inset = noInset, velocity, time } = options;
    const { axis } = this.#layout;
    checkPlace(bounds, inset);
    const [start, extent] = [axis.start(bounds), axis.extent(bounds)];
    if (!(bounds.width > 0 && bounds.height > 0 && Number.isFinite(start + extent))) {
      throw new RangeError('Bounds have a width and a height above 0, and finite coordinates');
    }
    this.#sought(bounds, inset);
    copyRect(bounds, this.#bounds);
    copyInset(inset, this.#inset);
    copyStretched(bounds, axis.isHorizontal, this.#overscan, this.#shownRect);
    this.#seek(this.#velocity.at(start, extent, time, velocity));
    this.#scrolled.moved();
  }

  /** Looks up and requests the pages of the bounds, of the overscan, and of cells that effects may show. */
  #seek(velocity: number) {
    const { first, last, seen, rect } = this.#sought(this.#bounds, this.#inset);
    this.#soughtRect = rect;
    // A layout computed in the page makes pages when they become visible.
    const horizon = this.isLocal ? nothingAhead : this.#prefetchRange.at(velocity, first, last);
    const [before, after] = [Math.min(first, horizon.before), Math.min(this.#grid.last - last, horizon.after)];
    const range = [first, last, ...seen, before, after].join();
    const isMoved = range !== this.#range;
    if (!isMoved && !this.#layout.seed) return;
    [this.#first, this.#last, this.#range] = [first, last, range];
    if (this.isLocal) makePages(this.#local, this.#cache, this.#grid, { first, last, maximumElements: this.#maximumPageElements });
    this.#show();
    if (isMoved) this.#loader.want(pageOrder({ first, last, before, after, seen, isForward: velocity > 0 }), last - first + 1);
    this.#judge();
    if (this.#learn()) this.#seek(velocity);
  }

  #sought(bounds: Rect, inset: EdgeInsets) {
    return soughtPages(this.#grid, this.#layout.axis, bounds, {
      overscan: this.#overscan, reach: this.#scrolled.reach(bounds, inset), maximumPages: this.#maximumPages,
    });
  }

  #learn() {
    return this.#scrolled.learn(this.#shown, (number) => this.#tell(number));
  }

  /** @param number of a page that has arrived, or whose effects have */
  #tell(number: number) {
    this.#scrolled.moved();
    if (this.#learn()) this.#seek(this.#velocity.speed);
    this.dispatchEvent(new PageEvent('change', number, null));
    this.#judge();
  }

  /**
   * Visits once every loaded element that overlaps the bounds or the overscan, without special elements. Elements outside the container are
   * on no page. O(elements in the bounds + log elements of their pages) for elements in rows or columns.
   */
  forEach(visitor: (page: Page, index: number) => void): void {
    this.#measuring?.settle();
    this.#shown.visit(this.#shownRect, visitor);
  }

  /**
   * The elements that pin or wait, and the background of the global headers, if they overlap the bounds: placed for them, in the service's
   * order. The array and its objects are reused, and valid until the next update. Sections that begin in a missing page are not known yet.
   */
  get special(): readonly SpecialElement[] {
    this.#measuring?.settle();
    return this.#scrolled.special(this.#bounds, this.#inset, this.#shown);
  }

  /**
   * The cells of sections with an effect that are seen in the bounds, as the service answers them, in its order. They are computed from the
   * loaded pages, which are at most `maximumPages`. Pages have no cells outside of the container, and those with a transform where that
   * shows them. `forEach` visits these cells, too, at rest: draw them from here alone, those of sections of which `hasEffect` is true.
   */
  get effects(): readonly EffectElement[] {
    this.#measuring?.settle();
    return this.#scrolled.effects(this.#bounds, this.#inset, this.#shown);
  }

  /** Whether cells of a section have an effect, as far as pages are loaded. */
  hasEffect(section: number): boolean {
    return this.#scrolled.hasEffect(section);
  }

  /** The rectangles of pages in the bounds and the overscan that are not loaded yet, in content coordinates. */
  get missing(): readonly Rect[] {
    this.#measuring?.settle();
    return this.#shown.missing;
  }

  /**
   * The scroll origin that shows an item, from 0 to the content's extent minus that of the bounds. Otherwise as `reachTarget`, which may
   * also scroll beyond the content by the insets.
   *
   * @throws Problem `not-found` when the item does not exist
   */
  async scrollOrigin(section: number, item: number, options: ScrollOriginOptions = {}): Promise<Point> {
    this.#measuring?.settle();
    return await (await this.questions()).origin(section, item, options);
  }

  /** The object that answers questions about scrolling. The first call loads it. */
  async questions(): Promise<ScrollQuestions> {
    // Loaded on first use.
    const { ScrollQuestions } = await import('./ScrollQuestions.js');
    return this.#questions ??= new ScrollQuestions({
      shown: () => ({ layout: this.layout, grid: this.#grid, cache: this.#cache, maximumPageElements: this.#maximumPageElements, ...this.#place }),
      fetch: (start, signal) => this.#fetch(start, signal),
    });
  }

  get state(): ViewportStateName {
    this.#measuring?.settle();
    return this.#state.name;
  }

  /** The error of the first page of the bounds whose request has failed; null if none has. Usually a `Problem`. */
  get error(): any {
    this.#measuring?.settle();
    return this.#state.error;
  }

  /** Resolves when all pages of the bounds are loaded. Rejects if one of them fails permanently, or if the viewport is closed before. */
  async whenWhole(options: { signal?: AbortSignal } = {}): Promise<void> {
    checkOptions('whenWhole', options, ['signal']);
    this.#measuring?.settle();
    await this.#state.whole(options.signal);
  }

  /**
   * Changes the layout that is shown, after all earlier changes, and shows the result. Loaded pages before the changed stretch stay, those
   * after it are moved, those in between are requested. The bounds are then `change.bounds`, which still show the same items; scroll there
   * before the next frame: when the promise resolves, or at the event `layout`. The user may scroll meanwhile. When a change fails, the
   * changes that wait for it fail, too. A function is called with the layout that is then shown, and returns the change; its change does not
   * fail with an earlier one.
   *
   * @throws Problem `invalid-change` with a pointer to each mistake; nothing is done then
   */
  change(change: ChangeInput | ((shown: Layout) => ChangeInput), options: ViewportChangeOptions = {}): Promise<Change> {
    checkOptions('change', options, changeOptionNames);
    return this.#queue.add(change, (made) => this.#change(made, options));
  }

  /**
   * Shows any other layout with the same scroll direction, after all earlier changes, as soon as its visible pages are loaded. The bounds
   * do not change, except to stay within its content; the event `layout` is dispatched as for a change. A function is called with the
   * layout that is then shown: `viewport.show((shown) => shown.snapshot.layout(744))` shows the same list at another width, after any
   * earlier changes. `bounds`, or a function that computes them, are the new bounds.
   */
  show(
    layout: Layout | ((shown: Layout) => Layout | Promise<Layout>),
    options: { bounds?: Rect | ((layout: Layout) => Rect | Promise<Rect>); signal?: AbortSignal } = {},
  ): Promise<Change> {
    checkOptions('show', options, ['bounds', 'signal']);
    return this.#queue.add(layout, async (made) => this.#replace(await made, options));
  }

  /**
   * Sets the true sizes of items, headers and footers that were estimated, and shows the result: when a property of the viewport or of the
   * change is read, or else at the end of the current task, in any case before the next frame. So several calls are laid out together: they
   * return the same change, and there is one event `layout`. The bounds are then `change.bounds`, which still show the same items; scroll
   * there before the next frame. Call it where sizes are read, such as in a ResizeObserver. A layout made this way is closed when another
   * one is shown.
   *
   * @returns null if no size differs
   * @throws TypeError when the layout is not computed in the page
   * @throws Problem `invalid-change` if an element does not exist or a size is invalid. Errors of the layout, such as `cannot-lay-out`, are
   *   thrown when it is read
   */
  measure(sizes: readonly Measurement[], options: MeasureOptions = {}): Change | null {
    checkOptions('measure', options, measureOptionNames);
    if (!this.isLocal) throw new TypeError('Sizes are measured on a layout that is held here: layout.local()');
    const layout = this.#layout as LayoutHere;
    this.#measuring ??= layout.held.measuring((all, rule) => this.#measured(all, rule), (change) => {
      if (!this.#isClosed) this.#showChanged(change, [], [], null, change.layout as LayoutHere);
    });
    return this.#measuring.measure(sizes, options, layout);
  }

  #measured(sizes: readonly Measurement[], options: MeasureOptions): Change | null {
    const layout = this.#layout as LayoutHere;
    const anchor = options.anchor ?? this.#measuring?.stillItem(this.#shown, this.#bounds, this.#inset, layout.axis);
    return layout.measured([...sizes, ...this.#shown.columns], this.#isShown ? { ...options, anchor, ...this.#place } : {});
  }

  /** Aborts all requests, and sends no more. */
  close(): void {
    this.#isClosed = true;
    this.#loader.close();
    this.#state.close();
    this.#measuring?.close();
  }

  async #change(given: ChangeInput, options: ViewportChangeOptions) {
    if (this.prepare) await this.prepare(given);
    const { expect, signal, anchor } = options;
    const { from, to } = (given ?? {}) as any;
    // A wrong tree is refused below.
    const naming = to && loadKeys().then(({ treeKeys }) => treeKeys(to)).catch(() => null);
    if (this.isLocal) await this.#local.held.changeable(signal);
    // If nothing is visible, there is no anchor and no motion.
    let asked: ChangeOptions = this.#isShown ? { ...options, ...this.#place } : { expect, signal };
    if (this.isLocal) {
      const { steps, ...told } = await this.#local.placed.stepsOf(given, () => this.#local.placed);
      const trees = to && { from, to, keys: await naming };
      // While sections are read, the user may scroll and sizes may be measured.
      while (!this.#local.hasReached(steps, { anchor })) await this.#local.reach(steps, signal, () => this.#local, { anchor });
      if (this.#shown.columns.length > 0) this.measure(this.#shown.columns);
      asked = this.#isShown ? { ...options, ...this.#place } : asked;
      const change = this.#local.changeNow(steps, asked, told);
      // For rejected steps `changeNow` returns a promise.
      if (!this.#isClosed && 'layout' in change) this.#showChanged(change, [], steps, trees);
      return change;
    }
    // Loaded on first use. If that fails, pages are requested again.
    const keeping = asked.bounds ? import('./keptPages.js').catch(() => null) : null;
    const answered = await this.#layout.change(given, asked);
    const steps = hasTree(given) ? (given as any).steps ?? null : given;
    const kept = await keeping;
    const trees = to && { from, to, keys: await naming };
    if (this.#isClosed) return answered;
    const change = asked.bounds ? { ...answered, bounds: boundsNow(answered, asked.bounds, this.#bounds, this.#inset) } : answered;
    const pages = kept && steps && change.bounds && kept.keptPages(change, steps, this.#cache.pages, this.#grid.length, change.bounds);
    this.#showChanged(change, pages || [], steps, trees);
    return change;
  }

  /** The layout that is computed in the page, with all measurements. */
  get #local() {
    return this.layout as LayoutHere;
  }

  /** Whether anything is visible. */
  get #isShown() {
    return this.#bounds.width > 0;
  }

  /** The current bounds and inset. */
  get #place() {
    return { bounds: { ...this.#bounds }, inset: { ...this.#inset } };
  }

  /**
   * Shows the layout that a change has made.
   *
   * @param pages of it that are here
   * @param own the layout, if it is to be closed when the next one is shown
   */
  #showChanged(change: Change, pages: Page[], steps: Step | readonly Step[] | null, trees: Told | null, own: LayoutHere | null = null) {
    const { layout, bounds } = change;
    const distance = bounds ? layout.axis.start(bounds) - layout.axis.start(this.#bounds) : 0;
    this.#turn(layout, pages);
    // A listener may measure again.
    this.#own = own ?? this.#own;
    if (bounds) this.update(bounds, { inset: this.#inset, velocity: this.#velocity.moved(distance), time: this.#velocity.time });
    tellLayout(this, change, steps, trees);
  }

  /** Shows any other layout, as soon as its visible pages are loaded. */
  async #replace(layout: Layout, { bounds, signal }: { bounds?: any, signal?: AbortSignal }) {
    checkLayout(layout);
    if (this.isLocal) layout = await this.#local.likewise(layout);
    if (layout.scrollDirection !== this.#layout.scrollDirection) throw new RangeError('The layout scrolls in another direction');
    const target = typeof bounds === 'function' ? await bounds(layout) : bounds ?? this.#bounds;
    const pages = this.#isShown && !layout.isLocal ? await pagesIn(layout, layout.axis.within(target, this.#inset), {
      length: this.#grid.length, maximumElements: this.#maximumPageElements, signal,
    }) : [];
    const change = replacement(layout, this.layout, this.#isShown ? this.#bounds : null, layout.axis.within(target, this.#inset));
    if (this.#isClosed) return change;
    this.#turn(layout, pages);
    if (change.bounds) this.update(change.bounds, { inset: this.#inset, velocity: 0, time: this.#velocity.time });
    tellLayout(this, change, null);
    return change;
  }

  /**
   * Replaces the current layout.
   *
   * @param pages of it that are here
   */
  #turn(layout: Layout, pages: Page[]) {
    this.#loader.want([], 0);
    this.#cache.replace(pages);
    // Listeners for the change may still use it.
    if (this.#own && this.#own !== layout) this.#measuring?.leaving.add(this.#own);
    if (this.#own !== layout) this.#own = null;
    this.#layout = layout;
    this.#grid = new PageGrid(layout.axis, this.#grid.length);
    this.#shown = this.#shown.of(layout, this.#grid);
    this.#scrolled = new ScrolledElements(layout);
    this.#range = '';
  }

  /** Updates the state from the pages of the bounds, and dispatches an event if it has changed. */
  #judge() {
    let failure;
    for (const number of this.#shown.missingNumbers) failure ??= this.#loader.failure(number);
    const name = this.missing.length === 0 ? 'whole' : failure ? 'failing' : 'loading';
    if (this.#state.set(name, failure?.error ?? null, failure?.isFinal ?? false)) this.dispatchEvent(new StateEvent(this.#state));
  }

  /** Looks up which of the shown pages are loaded. */
  #show() {
    this.#shown.update(this.#first, this.#last, this.#soughtRect);
  }

  #isSeeded(number: number) {
    const [start, end] = this.#grid.stretch(number);
    return this.#layout.seed?.covers(start, end) ?? false;
  }

  #ask(number: number, signal: AbortSignal | undefined) {
    return this.#layout.page(number, { length: this.#grid.length, maximumElements: this.#maximumPageElements, signal });
  }

  #arrived(page: Page) {
    if (page.number < this.#first || page.number > this.#last) return;
    this.#show();
    this.#tell(page.number);
  }

  #failed(number: number, error: any) {
    this.dispatchEvent(new PageEvent('error', number, error));
    this.#judge();
  }

  /** Loads the page that contains a coordinate, which is about to be visible. */
  async #fetch(start: number, signal: AbortSignal | undefined) {
    const number = Math.min(this.#grid.at(start), this.#grid.last);
    if (this.#cache.has(number) || this.#isSeeded(number)) return;
    const { layout } = this;
    const page = await this.#ask(number, signal);
    if (layout !== this.layout) return;
    this.#loader.keep(page);
    this.#arrived(page);
  }
}

export interface Viewport {
  addEventListener(
    type: 'change' | 'error', listener: ((event: PageEvent) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: 'state', listener: ((event: ViewportStateEvent) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: 'layout', listener: ((event: LayoutEvent) => void) | EventListenerObject | null, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}
