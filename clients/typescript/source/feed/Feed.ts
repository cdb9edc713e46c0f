import { CheckedKeys } from '../steps/CheckedKeys.js';
import { systemClock, unlessAborted } from '../service/Clock.js';
import { deferred } from '../service/deferred.js';
import { FeedFeatures } from './FeedFeatures.js';
import { FeedNames, type Making } from './FeedNames.js';
import { checkFeed, editOptionNames, fits, laid, posted, updateOptionNames, type HostedFeedOptions } from './feedOptions.js';
import { FeedScreen, inShown } from './FeedScreen.js';
import { FeedTravel } from './FeedTravel.js';
import { listId } from '../documents/listId.js';
import { loadLater, restAfter } from './loadLater.js';
import { checkObject, checkOptions } from '../steps/options.js';
import { Relayout } from './Relayout.js';
import { NodeEvent, StateEvent, type LayoutEvent } from '../viewport/ViewportEvents.js';
import { checkLayout } from '../viewport/viewportSettings.js';
import type {
  AnchorRule, Change, FeedEditOptions, FeedEventMap, FeedInsertPlace, FeedItemName, FeedKeys, FeedOptions, FeedPlace, FeedScrollOptions,
  FeedSearch, FeedTarget, FeedUpdateOptions, FindOptions, FlowItems, Key, PostedSnapshot, SnapshotBody, Step, ViewportStateName,
  WaterfallItems,
} from '../../types/index.js';
import type { EditMaker } from './feedEdits.js';
import type { FirstRows } from './first/FirstRows.js';
import type { Layout } from '../viewport/Layout.js';
import type { Viewport } from '../viewport/Viewport.js';

/**
 * Shows a layout in a scroller: an element that scrolls, or the window. The visible items stay in place on the screen while the content
 * changes, is measured, or is laid out for another width; also while the scroller is hidden or out of the page, or something above the
 * content grows.
 *
 * Nodes are in reading order, section by section: headers, a list of the cells, footers. A node belongs to its element as long as that is
 * shown.
 */
export class Feed extends EventTarget {
  #options;
  #screen;
  /** The names and the place of the layout that is about to be shown, and the feed's own steps that make it, if there are any. */
  #upcoming: { steps: readonly Step[] | null, names: FeedNames, place: FeedPlace | null, since?: number } | null = null;
  /** Carries names over a change that the feed does not make; null until it is loaded. */
  #carriedNames: typeof import('./carriedNames.js').carriedNames | null = null;
  #beginning: FeedPlace | null = null;
  #relayout;
  #checkedKeys = new CheckedKeys();
  #told = { state: 'loading', error: null };
  /** Whether there is a listener for `startreached`, which may insert items at the start. */
  #isLoading = false;
  /** The last update or turn, which the next one waits for. */
  #last = Promise.resolve(null as unknown);
  #first: FirstRows | null;
  #travel: FeedTravel;
  #closing = new AbortController();
  #sized = deferred();
  #begun = deferred();

  /**
   * The root of a page, and its body unless that scrolls by itself, stand for the window.
   *
   * @throws RangeError, TypeError when an option is out of range or unknown
   */
  constructor(scroller: HTMLElement | Window, options: FeedOptions);
  /** @internal */
  constructor(scroller: HTMLElement | Window, options: HostedFeedOptions);
  constructor(scroller: HTMLElement | Window, options: HostedFeedOptions) {
    super();
    checkFeed(scroller, options);
    this.#options = options;
    this.#screen = new FeedScreen(scroller, options, {
      removed: (node, key) => this.dispatchEvent(new NodeEvent(node, key)),
      tell: (name) => this.#tell(new Event(name)), resized: () => this.#resized(), touched: () => this.#touched(),
    });
    this.#first = options.firstRows ? new options.firstRows(this.#screen, options, this.#checkedKeys) : null;
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

  addEventListener<Name extends keyof FeedEventMap>(
    type: Name, listener: ((event: FeedEventMap[Name]) => void) | EventListenerObject | null, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: any, options?: any) {
    if (type === 'startreached') this.#isLoading = true;
    super.addEventListener(type, listener, options);
  }

  /** Null before the first layout is shown; then always the same object. */
  get viewport(): Viewport | null {
    const { viewport } = this.#screen;
    return viewport?.isFirst ? null : viewport;
  }

  get layout(): Layout | null {
    return this.viewport?.layout ?? null;
  }

  /** The parent of the nodes. */
  get content(): HTMLElement {
    return this.#screen.scroller.content;
  }

  /**
   * The state of the viewport; also `loading` or `failing` while the layout that is shown is not for the scroller's width. After a
   * temporary failure, the layout for that width is requested again until it is loaded, after growing pauses.
   */
  get state(): ViewportStateName {
    return this.viewport ? this.#relayout.state ?? this.viewport.state : 'loading';
  }

  /** The current place; null before the first layout is shown. */
  get place(): FeedPlace | null {
    return this.viewport && this.#screen.placeWithin;
  }

  /** The place of what is shown, also before there is a layout; the one at which it is to begin, if nothing is. @internal */
  get shownPlace() {
    return this.#screen.viewport ? this.#screen.placeWithin : this.#beginning;
  }

  get isAtStart(): boolean {
    return this.viewport !== null && this.#screen.isAtStart;
  }

  get isAtEnd(): boolean {
    return this.viewport !== null && this.#screen.isAtEnd;
  }

  /**
   * Shows a snapshot, after all earlier updates: lays it out for the scroller, as soon as that has an extent. If keys tell how it differs
   * from the last one, the difference is sent as steps. All nodes that are shown are filled again. The change is null if the layout is the
   * first one or does not change. Do not modify the snapshot or the keys afterwards.
   *
   * After steps of `viewport.change`, such as those of a followed document, items keep their keys; new items have none until the next
   * update gives them keys.
   *
   * A function makes the snapshot for the container's width, or its height if scrolling is horizontal; use it for sizes that depend on
   * that, such as those of texts. It is called again when this extent changes.
   *
   * A snapshot with a source is shown without keys: it replaces the layout, and items have no names besides their numbers.
   *
   * @throws TypeError when keys are given beside a source, the number of keys is not that of the items, or a key occurs twice; Problem as `post` and `change` do
   */
  async update(
    snapshot: SnapshotBody | ((containerExtent: number) => PostedSnapshot), options: FeedUpdateOptions = {},
  ): Promise<Change | null> {
    checkOptions('update', options, updateOptionNames);
    const { keys, signal } = options;
    if (typeof snapshot === 'function') return await this.#enqueue(() => this.#updateMade({ make: snapshot, ...options }), signal);
    const names = FeedNames.read(snapshot, keys, this.#checkedKeys);
    return await this.#enqueue(() => this.#update(snapshot, names, options), signal);
  }

  async #updateMade({ make, keys, scrollDirection, ...options }: Making & FeedUpdateOptions) {
    const extent = await this.#containerExtent(scrollDirection === 'horizontal', options.signal);
    const names = FeedNames.made({ make, keys }, extent, this.#checkedKeys);
    return await this.#update(names.snapshot, names, options);
  }

  /**
   * Inserts items with their keys, after all earlier updates. The feed has to know the current snapshot and its keys: after steps of a
   * followed document it does not, until the next update. Snapshot and keys are copied, not changed. O(items) to copy them, O(inserted
   * items) for the rest.
   *
   * @throws TypeError when the number of keys is not that of the items, a key exists already, or the current snapshot is not known;
   *   RangeError when the place does not exist; Problem as `change` does
   */
  async insert(
    at: FeedInsertPlace, items: FlowItems | WaterfallItems, options: FeedEditOptions & { keys: readonly Key[] },
  ): Promise<Change | null> {
    checkOptions('insert', options, [...editOptionNames, 'keys']);
    return await this.#edit(({ insertion }, names) => insertion(names, at, items, options, this.#checkedKeys), options);
  }

  /**
   * Removes items by their keys, or a range of items, as `insert` does.
   *
   * @throws TypeError when the current snapshot is not known; RangeError when an item does not exist; Problem as `change` does
   */
  async remove(which: readonly Key[] | { item: number; count?: number }, options: FeedEditOptions = {}): Promise<Change | null> {
    checkOptions('remove', options, editOptionNames);
    return await this.#edit(({ removal }, names) => removal(names, which, options, this.#checkedKeys), options);
  }

  async #edit(make: EditMaker, options: any): Promise<Change | null> {
    return await this.#enqueue(async () => {
      // Loaded on first use.
      const edits = await import('./feedEdits.js');
      this.#goesOn(options.signal);
      const { names, steps } = make(edits, this.viewport ? this.#screen.names : new FeedNames(null));
      return await this.#update(names.snapshot, names, options, steps);
    }, options.signal);
  }

  /**
   * Shows a layout, after all earlier updates. A layout for another width is laid out again. `keys` are the keys of its items; for the
   * layout that is already shown, only the keys are set.
   *
   * @throws TypeError when a key occurs twice; for a single section, also when the number of keys is not that of the items
   */
  async show(layout: Layout, options: { keys?: FeedKeys } = {}): Promise<Change | null> {
    checkOptions('show', options, ['keys']);
    checkLayout(layout);
    const names = FeedNames.of(layout.snapshot, options.keys);
    return await this.#enqueue(() => this.#show(layout, names));
  }

  /** Fills all nodes that are shown again, and lays the content out again if the margins are others. */
  refill(): void {
    const { layout } = this;
    if (layout && (this.#relayout.error || !fits(this.#options, layout, layout.containerExtent))) this.#relayout.renew();
    this.#screen.draw({ isRefilled: true });
  }

  /** Resolves when all visible elements are loaded and drawn. */
  async whenWhole(options: { signal?: AbortSignal } = {}): Promise<void> {
    checkOptions('whenWhole', options, ['signal']);
    await unlessAborted(this.#begun.promise, options.signal);
    this.#closing.signal.throwIfAborted();
    do {
      await this.#relayout.whenDone(options.signal);
      await this.viewport!.whenWhole(options);
    } while (this.#relayout.state);
    this.#screen.draw();
  }

  /**
   * Draws the rows that are to be printed, and resolves when the pictures in them are loaded or have failed: call it before
   * `window.print()`. They stay until the print has ended, the user scrolls, or the layout changes. A print that is not prepared has the
   * same rows if the layout is computed in the page, else those that are loaded. Rejects with a `Problem` if they cannot be loaded.
   */
  async preparePrint(options: { signal?: AbortSignal } = {}): Promise<void> {
    await this.#begun.promise;
    await (await this.#screen.features!.printing()).prepare(options);
  }

  /**
   * Scrolls to a place; before the first update, sets the place at which that begins. If no cell has its key, it scrolls to the cell with
   * its number; if there is none either, to the same distance from the start. A scroll or another call ends it before it has reached the
   * place.
   */
  async restore(place: FeedPlace): Promise<void> {
    checkObject('The place', place);
    const signal = this.#travel.start();
    this.#beginning = place;
    this.#first?.replace(place, undefined, place);
    if (!this.viewport) return await this.#begun.promise;
    const origin = await inShown(this.#screen, (layout) => this.#screen.originOf(layout, place));
    // The user or another call may have scrolled meanwhile.
    if (!signal.aborted) this.#screen.go(origin, place);
  }

  /**
   * Scrolls to a target. Resolves with true when it is reached, or with false when the user, another call or `close` ends the scroll
   * before. The target is located again when the content changes; the result is false if it has moved away ten times. Once it is reached,
   * it stays in its place while sizes are measured, unless the alignment is `nearest`: the end is that of the row that is then the last.
   *
   * @throws Problem `not-found`, or RangeError for a key, when the item does not exist
   */
  async scrollTo(target: FeedTarget, options: FeedScrollOptions = {}): Promise<boolean> {
    checkOptions('scrollTo', options, ['alignment', 'behavior']);
    if (target !== 'start' && target !== 'end') checkObject('The target', target);
    const signal = this.#travel.start();
    await this.#begun.promise;
    return await this.#travel.go(target, options, signal);
  }

  /**
   * Finds a text in the items, without regard to capital letters, once a layout is shown. A feed has one search: another one ends it, and so
   * does closing the feed.
   *
   * @throws TypeError when the text is no string, or an option is wrong
   */
  async find<Item = FeedItemName>(text: string, options: FindOptions<Item>): Promise<FeedSearch> {
    // Loaded on first use.
    const { find } = await import('./finding/find.js');
    return await find(this.#screen.features!.parts, this.#begun.promise, text, options);
  }

  /** Removes its nodes and listeners. Styles and attributes of nodes that the feed has not made are restored. */
  close(): void {
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
    if (steady) await restAfter(names);
    this.#goesOn(signal);
    const before = this.#screen.names;
    const steps = known ?? (steady && isKeyed() ? steady.snapshotSteps(before as any, names as any) : null);
    const show = async () => await this.#show(await this.#post(snapshot, names, signal), names, { anchor, signal });
    if (!steps) return await show();
    if (steps.length === 0) {
      this.#screen.rename(names);
      return null;
    }
    if (steady) await restAfter(names);
    this.#goesOn(signal);
    const rule = anchor ?? (this.#options.stickToEnd ? 'end' : this.#isStartKept ? 'first' : undefined);
    // Another change may have replaced the list before this one runs. Then the steps do not fit.
    const isOutdated = () => this.#screen.names !== before;
    this.#upcoming = { steps, names, place: null };
    const change = await this.viewport!.change(() => (isOutdated() ? [] : steps), { anchor: rule, endThreshold, signal });
    return this.#screen.names === names || this.#closing.signal.aborted ? change : await show();
  }

  async #post(snapshot: any, names: FeedNames, signal: AbortSignal | undefined): Promise<Layout> {
    const held = names.snapshot ? null : await posted(this.#options, snapshot, null, signal);
    const isHorizontal = (held ?? names.snapshot).scrollDirection === 'horizontal';
    const extent = await this.#containerExtent(isHorizontal, signal);
    const posting = held ? laid(this.#options, held, extent, signal) : posted(this.#options, snapshot, { isHorizontal, extent }, signal);
    if (!this.viewport && names.snapshot) void this.#first?.soon(names, extent, this.#beginning, posting);
    return await posting.catch((error) => this.#first?.failed(error) ?? Promise.reject(error));
  }

  /** Shows the first rows of a list that is to be set after the one that waits for its layout. @internal */
  sketch = (making: Making) => this.#first?.replace(this.#beginning, making);

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
    const { viewport, viewport: { layout: shown } } = this;
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
  async #begin(layout: Layout, names: FeedNames, signal?: AbortSignal): Promise<null> {
    const screen = this.#screen;
    const extent = await this.#containerExtent(layout.axis.isHorizontal, signal);
    const first = fits(this.#options, layout, extent) ? layout : await laid(this.#options, layout.snapshot, extent, signal);
    await this.#containerExtent(layout.axis.isHorizontal, signal);
    screen.resize(screen.scroller.viewportExtent);
    const { overscan = screen.extent / 2, pageLength, keepsColumns, stickToEnd = false } = this.#options;
    const place = this.#beginning ?? { offset: 0, lead: -Infinity, isAtEnd: stickToEnd };
    if (screen.viewport && this.#first?.isAhead) return this.#first.skip(() => this.#begin(layout, names, signal));
    const [since, begun] = [screen.origin, this.#first?.over(first, place, names) ?? { layout: first, place }];
    const origin = await screen.originOf(begun.layout, begun.place, names, begun.place !== place, signal);
    this.#goesOn(signal);
    const viewport = begun.layout.viewport({ overscan, keepsColumns, ...(pageLength !== undefined && { pageLength }) });
    viewport.prepare = async (steps) => {
      // Loaded on first use.
      if (steps?.length !== 0 && this.#upcoming?.steps !== steps) this.#carriedNames ??= (await import('./carriedNames.js')).carriedNames;
    };
    viewport.addEventListener('state', () => this.#tellState());
    viewport.addEventListener('layout', (event: any) => this.#take(event));
    screen.begin(viewport, names, origin, this.#beginning, since);
    this.#begun.resolve();
    this.#resized();
    loadLater(screen.scroller.view, screen.features!);
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
    if (!this.viewport) return this.#first?.replace(this.#beginning);
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
      return this.viewport!.show((shown: Layout) => {
        const extent = screen.scroller.containerExtent || shown.containerExtent;
        const { making } = screen.names;
        if (!making) return laid(this.#options, shown.snapshot, extent);
        brought = FeedNames.made(making, extent, this.#checkedKeys);
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
