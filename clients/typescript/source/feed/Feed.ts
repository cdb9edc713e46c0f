import { CheckedKeys } from '../steps/CheckedKeys.js';
import { systemClock, unlessAborted } from '../service/Clock.js';
import { deferred } from '../service/deferred.js';
import { FeedFeatures } from './FeedFeatures.js';
import { FeedNames } from './FeedNames.js';
import { checkFeed, fits, laid, posted } from './feedOptions.js';
import { FeedScreen, inShown } from './FeedScreen.js';
import { FeedTravel } from './FeedTravel.js';
import { listId } from '../documents/listId.js';
import { loadLater } from './loadLater.js';
import { checkObject, checkOptions } from '../steps/options.js';
import { Relayout } from './Relayout.js';
import { NodeEvent, StateEvent } from '../viewport/ViewportEvents.js';
import { checkLayout } from '../viewport/viewportSettings.js';
import type {
  AnchorRule, FeedInsertPlace, FeedKeys, FeedPlace, FeedScrollOptions, FeedTarget, FeedUpdateOptions, Step, ViewportStateName,
} from '../../types/index.js';
import type { Making } from './FeedNames.js';
import type { Edit } from './feedEdits.js';
import type { FeedOptions } from './feedOptions.js';
import type { Layout } from '../viewport/Layout.js';
import type { LayoutEvent } from '../viewport/ViewportEvents.js';
import type { Change } from '../viewport/change.js';

export type EditMaker = (edits: typeof import('./feedEdits.js'), names: FeedNames) => Edit;

const editOptionNames = ['anchor', 'endThreshold', 'section', 'signal'];
const updateOptionNames = ['anchor', 'endThreshold', 'keys', 'scrollDirection', 'signal'];

/** Shows a layout in a scroller. */
export class Feed extends EventTarget {
  #options;
  #screen;
  /** The names and the place of the layout that is about to be shown, and the feed's own steps that make it, if there are any. */
  #upcoming: { steps: readonly Step[] | null, names: FeedNames, place: FeedPlace | null, since?: number } | null = null;
  /** Carries names over a change that the feed does not make; null until it is loaded. */
  #carriedNames: typeof import('./carriedNames.js').carriedNames | null = null;
  /** The place at which the first layout is shown. */
  #beginning: FeedPlace | null = null;
  #relayout;
  #checkedKeys = new CheckedKeys();
  /** The state that the last event told. */
  #told = { state: 'loading', error: null };
  /** Whether there is a listener for `startreached`, which may insert items at the start. */
  #isLoading = false;
  /** The last update or turn, which the next one waits for. */
  #last = Promise.resolve(null as unknown);
  #travel: FeedTravel;
  #closing = new AbortController();
  /** Resolves when the scroller is displayed with another extent. */
  #sized = deferred();
  /** Resolves with the first layout. */
  #begun = deferred();

  constructor(scroller: HTMLElement | Window, options: FeedOptions) {
    super();
    checkFeed(scroller, options);
    this.#options = options;
    this.#screen = new FeedScreen(scroller, options, {
      removed: (node, key) => this.dispatchEvent(new NodeEvent(node, key)),
      tell: (name) => this.#tell(new Event(name)), resized: () => this.#resized(), touched: () => this.#touched(),
    });
    this.#travel = new FeedTravel(this.#screen);
    this.#screen.features = new FeedFeatures({
      feed: this, screen: this.#screen, travel: this.#travel, options, signal: this.#closing.signal,
      edit: (make, how) => this.#edit(make, how),
    });
    this.#relayout = new Relayout({
      clock: systemClock, again: () => this.#resized(), told: () => this.#tellState(),
      failed: (error) => (options.onError ?? console.error)(error),
    });
    this.#resized();
  }

  addEventListener(type: string, listener: any, options?: any) {
    if (type === 'startreached') this.#isLoading = true;
    super.addEventListener(type, listener, options);
  }

  get viewport() {
    return this.#screen.viewport;
  }

  get layout(): Layout | null {
    return this.viewport?.layout ?? null;
  }

  get content() {
    return this.#screen.scroller.content;
  }

  get state() {
    return this.viewport ? this.#relayout.state ?? this.viewport.state : 'loading';
  }

  get place() {
    return this.viewport && this.#screen.placeWithin;
  }

  get isAtStart() {
    return this.viewport !== null && this.#screen.isAtStart;
  }

  get isAtEnd() {
    return this.viewport !== null && this.#screen.isAtEnd;
  }

  async update(snapshot: any, options: FeedUpdateOptions = {}): Promise<Change | null> {
    checkOptions('update', options, updateOptionNames);
    const { keys, signal } = options;
    if (typeof snapshot === 'function') return await this.#enqueue(() => this.#updateMade({ make: snapshot, ...options }), signal);
    const value = typeof snapshot === 'string' ? JSON.parse(snapshot) : snapshot;
    const isKnown = Array.isArray(value?.sections);
    if (keys && !isKnown) throw new TypeError(value?.source ? 'A source says the keys of its items itself' : 'With keys the snapshot has to be a value or a string');
    // Mistakes in the keys are reported at once, not in turn.
    const names = isKnown ? FeedNames.from(value, keys, this.#checkedKeys) : new FeedNames(null);
    return await this.#enqueue(() => this.#update(snapshot, names, options), signal);
  }

  async #updateMade({ make, keys, scrollDirection, ...options }: Making & FeedUpdateOptions) {
    const extent = await this.#containerExtent(scrollDirection === 'horizontal', options.signal);
    const names = this.#made({ make, keys }, extent);
    return await this.#update(names.snapshot, names, options);
  }

  /** The names of the snapshot that a function makes for an extent. */
  #made(making: Making, extent: number) {
    const names = FeedNames.from(making.make(extent), making.keys, this.#checkedKeys);
    names.making = { ...making, extent };
    return names;
  }

  async insert(at: FeedInsertPlace, items: any, options: any = {}) {
    checkOptions('insert', options, [...editOptionNames, 'keys']);
    return await this.#edit(({ insertion }, names) => insertion(names, at, items, options, this.#checkedKeys), options);
  }

  async remove(which: any, options: any = {}) {
    checkOptions('remove', options, editOptionNames);
    return await this.#edit(({ removal }, names) => removal(names, which, options, this.#checkedKeys), options);
  }

  async #edit(make: EditMaker, options: any): Promise<Change | null> {
    return await this.#enqueue(async () => {
      // Loaded on first use.
      const edits = await import('./feedEdits.js');
      this.#goesOn(options.signal);
      const { names, steps } = make(edits, this.#screen.names);
      return await this.#update(names.snapshot, names, options, steps);
    }, options.signal);
  }

  async show(layout: Layout, options: { keys?: FeedKeys } = {}): Promise<Change | null> {
    checkOptions('show', options, ['keys']);
    checkLayout(layout);
    const names = FeedNames.of(layout.snapshot, options.keys);
    return await this.#enqueue(() => this.#show(layout, names));
  }

  refill() {
    const { layout } = this;
    if (layout && (this.#relayout.error || !fits(this.#options, layout, layout.containerExtent))) this.#relayout.renew();
    this.#screen.draw({ isRefilled: true });
  }

  async whenWhole(options: { signal?: AbortSignal } = {}) {
    checkOptions('whenWhole', options, ['signal']);
    await unlessAborted(this.#begun.promise, options.signal);
    this.#closing.signal.throwIfAborted();
    do {
      await this.#relayout.whenDone(options.signal);
      await this.viewport.whenWhole(options);
    } while (this.#relayout.state);
    this.#screen.draw();
  }

  async restore(place: FeedPlace) {
    checkObject('The place', place);
    const signal = this.#travel.start();
    this.#beginning = place;
    if (!this.viewport) return await this.#begun.promise;
    const origin = await inShown(this.#screen, (layout) => this.#screen.originOf(layout, place));
    // The user or another call may have scrolled meanwhile.
    if (!signal.aborted) this.#screen.go(origin, place);
  }

  async scrollTo(target: FeedTarget, options: FeedScrollOptions = {}) {
    checkOptions('scrollTo', options, ['alignment', 'behavior']);
    if (target !== 'start' && target !== 'end') checkObject('The target', target);
    const signal = this.#travel.start();
    await this.#begun.promise;
    return await this.#travel.go(target, options, signal);
  }

  close() {
    if (this.#closing.signal.aborted) return;
    const reason = new DOMException('The feed is closed', 'AbortError');
    this.#closing.abort(reason);
    this.#travel.stop();
    this.#relayout.close(reason);
    this.#screen.close();
    for (const waiting of [this.#begun, this.#sized]) waiting.reject(reason);
  }

  /** Runs a function after all earlier updates and turns have ended, even if they failed. */
  #enqueue<Value>(act: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    const acting = this.#last.catch(() => {}).then(async () => {
      this.#goesOn(signal);
      return await act();
    }).finally(() => void (this.#upcoming = null));
    this.#last = acting;
    return unlessAborted(acting, this.#closing.signal);
  }

  /** Throws if the feed has been closed or the signal is aborted. */
  #goesOn(signal?: AbortSignal) {
    this.#closing.signal.throwIfAborted();
    signal?.throwIfAborted();
  }

  /** @param known the steps that lead to the snapshot, if they are known */
  async #update(
    snapshot: any, names: FeedNames, { anchor, endThreshold, signal }: FeedUpdateOptions, known: Step[] | null = null,
  ): Promise<Change | null> {
    const isKeyed = () => this.viewport && this.#screen.names.snapshot && this.#screen.names.keys && names.keys;
    const steady = !known && isKeyed() ? await import('../steps/snapshotSteps.js') : null;
    this.#goesOn(signal);
    const before = this.#screen.names;
    const steps = known ?? (steady && isKeyed() ? steady.snapshotSteps(before as any, names as any) : null);
    const show = async () => await this.#show(await this.#post(snapshot, names, signal), names, { anchor, signal });
    if (!steps) return await show();
    if (steps.length === 0) {
      this.#screen.rename(names);
      return null;
    }
    const rule = anchor ?? (this.#options.stickToEnd ? 'end' : this.#isStartKept ? 'first' : undefined);
    // Another change may have replaced the list before this one runs. Then the steps do not fit.
    const isOutdated = () => this.#screen.names !== before;
    this.#upcoming = { steps, names, place: null };
    const change = await this.viewport.change(() => (isOutdated() ? [] : steps), { anchor: rule, endThreshold, signal });
    return this.#screen.names === names || this.#closing.signal.aborted ? change : await show();
  }

  async #post(snapshot: any, names: FeedNames, signal: AbortSignal | undefined): Promise<Layout> {
    const held = names.snapshot ? null : await posted(this.#options, snapshot, null, signal);
    const isHorizontal = (held ?? names.snapshot).scrollDirection === 'horizontal';
    const extent = await this.#containerExtent(isHorizontal, signal);
    return await (held ? laid(this.#options, held, extent, signal) : posted(this.#options, snapshot, { isHorizontal, extent }, signal));
  }

  /** The container extent of the scroller, once it is displayed; that of the layout, if one is shown and the scroller is hidden. */
  async #containerExtent(isHorizontal: boolean, signal?: AbortSignal) {
    const { scroller } = this.#screen;
    const { layout } = this;
    // Checked first, since the next line changes the scroller.
    if (layout && layout.axis.isHorizontal !== isHorizontal) throw new RangeError('The layout scrolls in another direction');
    scroller.isHorizontal = isHorizontal;
    while (!scroller.isDisplayed) {
      if (layout) return layout.containerExtent;
      await unlessAborted(this.#sized.promise, signal);
    }
    return scroller.containerExtent;
  }

  async #show(
    layout: Layout, names: FeedNames, { anchor, signal }: { anchor?: AnchorRule, signal?: AbortSignal } = {},
  ): Promise<Change | null> {
    // Preferred members are set by steps.
    if (this.#options.preferred && layout.isLocal) await (layout as any).held.changeable(signal);
    if (!this.viewport) return await this.#begin(layout, names, signal);
    const { viewport } = this;
    const { layout: shown } = viewport;
    const isAlike = listId(layout) === listId(shown) && fits(layout as any, shown, layout.containerExtent);
    if (layout === shown || isAlike && names.isFor(this.#screen.names)) {
      this.#screen.rename(names);
      return null;
    }
    const change = await viewport.show(layout, {
      signal,
      bounds: (next: Layout) => {
        const place = anchor === 'none' ? null : this.#screen.place;
        return this.#boundsOf(next, names, place, anchor === undefined ? this.#isStartKept : anchor === 'first', signal);
      },
    });
    this.#resized();
    return change;
  }

  /** Whether the visible items stay in place even at the start: the new items may be inserted before them because of `startreached`. */
  get #isStartKept() {
    return this.#isLoading && this.#screen.isStartTold;
  }

  /**
   * The bounds at which the viewport shows a layout.
   *
   * @param brought names that belong to the layout; null to keep those of the screen
   * @param place to keep; null to keep the origin
   */
  async #boundsOf(layout: Layout, brought: FeedNames | null, place: FeedPlace | null, isKept?: boolean, signal?: AbortSignal) {
    const { origin: since } = this.#screen;
    const origin = place ? await this.#screen.originOf(layout, place, brought ?? this.#screen.names, isKept, signal) : since;
    signal?.throwIfAborted();
    this.#upcoming = { steps: null, names: brought ?? this.#screen.names, place, since };
    return this.#screen.boundsAt(layout, origin);
  }

  /** Shows the first layout, at the place at which it is to begin. */
  async #begin(layout: Layout, names: FeedNames, signal?: AbortSignal) {
    const screen = this.#screen;
    const extent = await this.#containerExtent(layout.axis.isHorizontal, signal);
    const first = fits(this.#options, layout, extent) ? layout : await laid(this.#options, layout.snapshot, extent, signal);
    // The scroller may have been hidden meanwhile.
    await this.#containerExtent(layout.axis.isHorizontal, signal);
    screen.resize(screen.scroller.viewportExtent);
    const { overscan = screen.extent / 2, pageLength, stickToEnd = false } = this.#options;
    const place = this.#beginning ?? { offset: 0, lead: -Infinity, isAtEnd: stickToEnd };
    const origin = await screen.originOf(first, place, names, false, signal);
    this.#goesOn(signal);
    const viewport = first.viewport({ overscan, ...(pageLength !== undefined && { pageLength }) });
    viewport.prepare = async (steps) => {
      // Loaded on first use.
      if (steps?.length !== 0 && this.#upcoming?.steps !== steps) this.#carriedNames ??= (await import('./carriedNames.js')).carriedNames;
    };
    viewport.addEventListener('state', () => this.#tellState());
    viewport.addEventListener('layout', (event: any) => this.#take(event));
    screen.begin(viewport, names, origin, this.#beginning);
    this.#begun.resolve();
    this.#resized();
    loadLater(screen.scroller.view);
    return null;
  }

  #take({ change, steps, trees }: LayoutEvent) {
    const [{ isMeasuring, names, held }, upcoming] = [this.#screen, this.#upcoming];
    const { snapshot } = change.layout;
    // A change has steps or trees, and was prepared; measuring keeps the list, and any other layout has another one.
    const carried = () => (steps?.length === 0 ? names : this.#carriedNames?.(names, steps, trees?.keys, snapshot) ?? new FeedNames(null));
    if (upcoming && upcoming.steps === steps) this.#screen.take(change, upcoming.names, upcoming.place, upcoming.since);
    else this.#screen.take(change, carried(), isMeasuring ? held : null);
  }

  #touched() {
    this.#travel.stop();
    this.#screen.features?.touched();
  }

  #resized() {
    const screen = this.#screen;
    const { extent, scroller: { viewportExtent, containerExtent, isDisplayed } } = screen;
    if (!isDisplayed && !this.viewport) screen.scroller.warn();
    if (!isDisplayed || this.#closing.signal.aborted) return;
    this.#sized.resolve();
    this.#sized = deferred();
    if (!this.viewport) return;
    const place = screen.held ?? screen.place;
    const isTurned = !fits(this.#options, this.viewport.layout, containerExtent)
      || containerExtent !== (screen.names.making?.extent ?? containerExtent);
    if (viewportExtent !== extent) screen.resize(viewportExtent);
    if (isTurned || viewportExtent !== extent) screen.held = place;
    if (isTurned) this.#turn();
    else this.#relayout.rest();
  }

  /** Dispatches an event, unless a listener has closed the feed. */
  #tell(event: Event) {
    if (!this.#closing.signal.aborted) this.dispatchEvent(event);
  }

  /** Dispatches a `state` event if the state has changed. */
  #tellState() {
    if (!this.viewport || this.#closing.signal.aborted) return;
    const state = this.state as ViewportStateName;
    const error = this.#relayout.error ?? this.viewport.error;
    if (state === this.#told.state && error === this.#told.error) return;
    this.#told = { state, error };
    this.content.setAttribute('aria-busy', `${state !== 'whole'}`);
    this.#tell(new StateEvent({ name: state, error }));
  }

  /** Lays the list out for the new extent of the scroller, and shows it at the place to which the user has scrolled. */
  #turn() {
    const screen = this.#screen;
    void this.#relayout.to(screen.scroller.containerExtent, () => this.#enqueue(() => {
      let brought: FeedNames | null = null;
      return this.viewport.show((shown: Layout) => {
        const extent = screen.scroller.containerExtent || shown.containerExtent;
        const { making } = screen.names;
        if (!making) return laid(this.#options, shown.snapshot, extent);
        brought = this.#made(making, extent);
        return posted(this.#options, brought.snapshot, { isHorizontal: shown.axis.isHorizontal, extent });
      }, {
        bounds: async (next: Layout) => {
          const bounds = await this.#boundsOf(next, brought, screen.held ?? screen.place);
          await screen.features?.turning(next, bounds);
          return bounds;
        },
      });
    }));
  }
}
