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
  ChangeInput, ChangeOptions, EdgeInsets, EffectElement, MeasureOptions, Measurement, Rect, ScrollOriginOptions, SpecialElement, Step,
  UpdateOptions, ViewportChangeOptions, ViewportOptions,
} from '../../types/index.js';
import type { Layout } from './Layout.js';
import type { ScrollQuestions } from './ScrollQuestions.js';
import type { Told } from './ViewportEvents.js';
import type { Change } from './change.js';
import type { Page } from './pages/Page.js';
import type { LayoutHere } from './viewportSettings.js';

const updateOptionNames = ['inset', 'velocity', 'time'];
const measureOptionNames = ['anchor', 'endThreshold'];

/** Loaded on first use. */
const loadKeys = () => import('../tree/treeKeys.js');
const nothingAhead = { before: 0, after: 0 };

/** The visible part of a layout. */
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
  /** Called before each change with its steps or trees: loads what listeners need for it. */
  prepare: ((change: any) => Promise<void>) | null = null;

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
    this.#shown = new ShownPages(layout.axis, this.#grid, this.#cache, layout.seed);
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

  get layout() {
    this.#measuring?.settle();
    return this.#layout;
  }

  /** Whether the layout is computed in the page, so that all of it is available at once. */
  get isLocal() {
    return this.#layout.isLocal;
  }

  get bounds() {
    this.#measuring?.settle();
    return this.#bounds;
  }

  /** The velocity of the bounds at the last update. */
  get velocity() {
    this.#measuring?.settle();
    const { speed } = this.#velocity;
    return this.#layout.axis.isHorizontal ? { x: speed, y: 0 } : { x: 0, y: speed };
  }

  get pageCount() {
    this.#measuring?.settle();
    return this.#cache.count;
  }

  get elementCount() {
    this.#measuring?.settle();
    return this.#cache.elements;
  }

  get requestCount() {
    return this.#loader.requestCount;
  }

  update(bounds: Rect, options: UpdateOptions = {}) {
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

  forEach(visitor: (page: Page, index: number) => void) {
    this.#measuring?.settle();
    this.#shown.visit(this.#shownRect, visitor);
  }

  get special(): readonly SpecialElement[] {
    this.#measuring?.settle();
    return this.#scrolled.special(this.#bounds, this.#inset, this.#shown);
  }

  get effects(): readonly EffectElement[] {
    this.#measuring?.settle();
    return this.#scrolled.effects(this.#bounds, this.#inset, this.#shown);
  }

  hasEffect(section: number) {
    return this.#scrolled.hasEffect(section);
  }

  get missing(): readonly Rect[] {
    this.#measuring?.settle();
    return this.#shown.missing;
  }

  async scrollOrigin(section: number, item: number, options: ScrollOriginOptions = {}) {
    this.#measuring?.settle();
    return await (await this.questions()).origin(section, item, options);
  }

  /** Answers questions about scrolling, for the layout that is shown at the time of each call. */
  async questions() {
    // Loaded on first use.
    const { ScrollQuestions } = await import('./ScrollQuestions.js');
    return this.#questions ??= new ScrollQuestions({
      shown: () => ({ layout: this.layout, grid: this.#grid, cache: this.#cache, maximumPageElements: this.#maximumPageElements, ...this.#place }),
      fetch: (start, signal) => this.#fetch(start, signal),
    });
  }

  get state() {
    this.#measuring?.settle();
    return this.#state.name;
  }

  get error() {
    this.#measuring?.settle();
    return this.#state.error;
  }

  async whenWhole(options: { signal?: AbortSignal } = {}) {
    checkOptions('whenWhole', options, ['signal']);
    this.#measuring?.settle();
    await this.#state.whole(options.signal);
  }

  /** @param change or a function that makes it for the layout that is then shown */
  change(change: any, options: ViewportChangeOptions = {}): Promise<Change> {
    checkOptions('change', options, changeOptionNames);
    return this.#queue.add(change, (made) => this.#change(made, options));
  }

  /** @param layout a layout, or a function that makes it from the one that is then shown */
  show(layout: any, options: { bounds?: any, signal?: AbortSignal } = {}): Promise<Change> {
    checkOptions('show', options, ['bounds', 'signal']);
    return this.#queue.add(layout, async (made) => this.#replace(await made, options));
  }

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
    return layout.measured(sizes, this.#isShown ? { ...options, anchor, ...this.#place } : {});
  }

  close() {
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
    this.#shown = new ShownPages(layout.axis, this.#grid, this.#cache, layout.seed);
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
