import { Feed } from '../feed/Feed.js';
import { itemOptions } from '../feed/first/itemOptions.js';
import { checkNames } from '../feed/items/checkNames.js';
import { foundIn, ItemList, partOf } from '../feed/items/ItemList.js';
import { ItemSizes } from '../feed/items/ItemSizes.js';
import { localService } from '../feed/items/localService.js';
import { keepPlace, keptPlace } from '../feed/items/places.js';
import { unmeasured } from '../feed/items/unmeasured.js';
import { unlessAborted } from '../service/Clock.js';
import { checkFunction, checkOptions } from '../steps/options.js';
import { rootNames } from '../steps/tables.js';
import { isDecoration } from '../viewport/pages/elementList.js';
import { NodeEvent, StateEvent } from '../viewport/ViewportEvents.js';
import { attributes, readAttribute } from './attributes.js';
import { RenderedNodes } from './RenderedNodes.js';
import type {
  AnchorRule, EdgeInsets, FeedElement, FeedItemName, FeedMove, FeedPlace, FeedService, FindWords, ItemMembers, Key, Margins, MoveWords,
  PrintWords,
} from '../../types/index.js';
import type { LayoutdFeedEventMap, Listed } from '../../types/element.js';

/** Properties that are read when they are needed, so that setting them needs no update. */
const readNames = [
  'arrowKeys', 'crossfades', 'find', 'findText', 'findWords', 'inset', 'margins', 'movable', 'moveWords', 'preferred', 'printItems',
  'printWords', 'reach', 'remember', 'snap', 'stickToEnd',
];
/** Properties that a feed gets when it is opened: another value opens another feed, at the same place. */
const openingNames = ['fills', 'keepsColumns', 'measures', 'overscan', 'pageLength', 'scrollDirection', 'service', 'window'];
/** Properties that determine the shown list. */
const shownNames = [
  'anchor', 'estimate', 'footers', 'headers', 'items', 'keyOf', 'label', 'placeholder', 'render', 'renderSeparator', 'sections', 'size', 'version',
  ...rootNames.filter((name) => !openingNames.includes(name)),
];
const names = [...readNames, ...openingNames, ...shownNames];

/** The default key of an item. */
const idOf = (item: any) => item.id;

/** On a server there is no `HTMLElement`, and no element is made. */
const Base = (globalThis.HTMLElement ?? EventTarget);

/**
 * Shows items, and scrolls. It is a block to which the page has to give a height. If the page sets `overflow` or `display`, those apply.
 *
 * All properties set in a task are applied together at its end. The visible items stay in place, as with `Feed`, also while the element is
 * moved in the page or is out of it.
 *
 * An attribute sets the property of its name: `arrow-keys`, `crossfades`, `engine`, `estimate`, `fills`, `find`, `keeps-columns`, `label`,
 * `layout-direction`, `margins` (JSON), `measures`, `metrics` (JSON), `overscan`, `page-length`, `print-items`,
 * `reach`, `remember`, `scroll-direction`, `service` (an address), `size`, `snap`, `stick-to-end`, `window`; `key` names the member of an item that is its key.
 *
 * Content that a server rendered in a child with `data-content` is reused: nodes with the keys of their cells in `data-key` are passed to
 * `render` as `reused`, the others are removed with the first drawing. The same holds for the content of a copied element.
 */
export class LayoutdFeed<Item = any> extends Base {
  /** @internal */
  static get observedAttributes() {
    return Object.keys(attributes);
  }

  /** The descriptions of its properties. @internal */
  static get properties() {
    const described = (name: string): PropertyDescriptor & ThisType<LayoutdFeed> => ({
      configurable: true, enumerable: true,
      get() { return this.#options[name]; },
      set(value) { this.#set(name, value); },
    });
    return Object.fromEntries(names.map((name) => [name, described(name)]));
  }

  /** The properties that were set. */
  #options: any = {};
  #feed: Feed | null = null;
  #content: HTMLElement | null = null;
  #closing = new AbortController();
  #rendered: RenderedNodes | null = null;
  /** The list of the update in progress, and the one that is shown. A cell may be of either. */
  #list: ItemList | null = null;
  #shown: ItemList | null = null;
  #sizes = new ItemSizes();
  /** The place at which the feed begins, or to which it scrolls as soon as there are items. */
  #place: FeedPlace | null = null;
  /** The style that this element has set on itself, so that it scrolls. */
  #overflow: 'overflowX' | 'overflowY' | null = null;
  #isPlaced = false;
  #isLoading = false;
  /** Whether there is a listener for items that come next. */
  #isPrefetching = false;
  #isDue = false;
  #isOutdated = false;
  #isReopened = false;
  #isUnmeasuredTold = false;
  /** What was told of unknown names. */
  #toldNames = new Set();
  #showing: Promise<void> | null = null;
  /** The error because of which the last properties are not shown. */
  #failure: { error: unknown } | null = null;

  /**
   * The feed, for scrolling and reading its place. Null while the element is not in a page, and until the end of the task that put it
   * there.
   */
  get feed(): Feed | null {
    return this.#feed;
  }

  /**
   * Resolves when all set properties are applied, and all visible elements are loaded and drawn; at once while the element is not in a
   * page.
   *
   * @throws the error of the event `error`, if it prevents the items from being shown
   */
  async whenWhole(options: { signal?: AbortSignal } = {}): Promise<void> {
    checkOptions('whenWhole', options, ['signal']);
    // Properties set in this task are then being applied.
    await Promise.resolve();
    await unlessAborted(this.#showing ?? Promise.resolve(), options.signal);
    if (this.#failure && !this.#feed?.viewport) throw this.#failure.error;
    await this.#feed?.whenWhole(options);
  }

  addEventListener<Name extends keyof LayoutdFeedEventMap>(
    type: Name, listener: (event: LayoutdFeedEventMap[Name]) => void, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: any, options?: any) {
    super.addEventListener(type, listener, options);
    this.#isPrefetching ||= type === 'prefetch' || type === 'cancel';
    if (type !== 'startreached' || this.#isLoading) return;
    this.#isLoading = true;
    this.#loadAtStart();
  }

  // MARK: What the page calls

  /** @internal */
  connectedCallback() {
    // Properties set before the element was defined would hide its accessors.
    for (const name of names) {
      if (!Object.hasOwn(this, name)) continue;
      const value = (this as any)[name];
      delete (this as any)[name];
      (this as any)[name] = value;
    }
    this.#soon();
  }

  /** @internal */
  disconnectedCallback() {
    this.#soon();
  }

  /** Called when the element is moved in the page; the feed handles that itself. @internal */
  connectedMoveCallback() {}

  /** @internal */
  adoptedCallback() {
    this.#isReopened = true;
  }

  /** @internal */
  attributeChangedCallback(name: string, _: string | null, value: string | null) {
    try {
      this.#set(attributes[name][0], readAttribute(name, value));
    } catch (error) {
      this.#fail(error);
    }
  }

  #set(name: string, value: any) {
    this.#options[name] = value;
    if (readNames.includes(name)) {
      // Pinned headers are placed below the inset, and cells between the margins.
      if (name === 'inset' || name === 'margins') queueMicrotask(() => this.#feed?.refill());
      if (name !== 'margins' || !this.#failure) return;
      // The first post may have failed because of the margins.
      this.#isOutdated = true;
      this.#soon();
      return;
    }
    this.#isReopened ||= openingNames.includes(name);
    this.#isOutdated = true;
    this.#soon();
  }

  // MARK: The feed

  /**
   * Applies all changes of the properties and the element at the end of the current task: an element that is moved is first removed from
   * the page.
   */
  #soon() {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (!this.isConnected || this.#isReopened) this.#close();
      if (!this.isConnected) return;
      try {
        if (!this.#feed) this.#open();
        if (this.#showing && this.#isOutdated && !this.#feed?.viewport) this.#sketch();
        this.#showing ??= this.#show().finally(() => {
          this.#showing = null;
          if (this.#isOutdated) this.#soon();
        });
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  #open() {
    const options = () => this.#options;
    const { fills, keepsColumns, measures, overscan, pageLength, remember, window: isInWindow } = options();
    const view = this.ownerDocument.defaultView as Window & typeof globalThis;
    const content = this.#content ??= this.#contentOf();
    this.#style(view, isInWindow);
    const scroller = isInWindow ? view : this;
    this.#isReopened = false;
    const tell = (type: string, items: any[]) => this.dispatchEvent(Object.assign(new Event(type), { items }));
    const feed = new Feed(scroller, itemOptions(options, {
      node: (element, reused) => this.#node(element, reused),
      label: (section, id) => options().label?.(section, id),
      content, fills, keepsColumns, measures, overscan, pageLength, onError: (error) => this.#fail(error),
    }, {
      post: (snapshot, extent) => this.#post(scroller, snapshot, extent), moved: (move) => this.#moved(move),
      isPrefetching: () => this.#isPrefetching, prefetch: (items) => tell('prefetch', items), cancel: (items) => tell('cancel', items),
    }, () => [this.#list, this.#shown]));
    this.#feed = feed;
    this.#closing = new AbortController();
    this.#isOutdated = true;
    this.#place ??= keptPlace(remember);
    feed.addEventListener('endreached', () => this.dispatchEvent(new Event('endreached')));
    feed.addEventListener('state', ({ state, error }: any) => this.dispatchEvent(new StateEvent({ name: state, error })));
    feed.addEventListener('noderemoved', ({ node, key }: any) => this.dispatchEvent(new NodeEvent(node, key)));
    feed.addEventListener('movecancelled', ({ key }: any) => this.dispatchEvent(Object.assign(new Event('movecancelled'), { key })));
    view.addEventListener('pagehide', () => keepPlace(options().remember, feed.shownPlace), { signal: this.#closing.signal });
    this.#loadAtStart();
  }

  /** Once there is a listener, items inserted near the start do not move the visible ones. */
  #loadAtStart() {
    if (this.#isLoading) this.#feed?.addEventListener('startreached', () => this.dispatchEvent(new Event('startreached')));
  }

  /** The element with `data-content`, which contains nodes rendered by a server, or copied with another feed's element. */
  #contentOf() {
    const rendered = this.querySelector(':scope > [data-content]') as HTMLElement | null;
    if (rendered) this.#rendered = new RenderedNodes(rendered);
    const content = rendered ?? this.appendChild(this.ownerDocument.createElement('div'));
    content.dataset.content = '';
    return content;
  }

  /** Makes the element a block that scrolls, unless the page has set other styles. */
  #style(view: Window, isInWindow: boolean) {
    // A style that an earlier feed has set is not a style of the page.
    if (this.#overflow) this.style[this.#overflow] = '';
    this.#overflow = null;
    const { display, overflowX, overflowY } = view.getComputedStyle(this);
    if (display === 'inline') this.style.display = 'block';
    if (isInWindow || overflowX !== 'visible' || overflowY !== 'visible') return;
    this.#overflow = this.#options.scrollDirection === 'horizontal' ? 'overflowX' : 'overflowY';
    this.style[this.#overflow] = 'scroll';
  }

  #close() {
    const feed = this.#feed;
    if (!feed) return;
    // A feed that is opened again begins here.
    this.#place = feed.shownPlace ?? this.#place;
    keepPlace(this.#options.remember, this.#place ?? null);
    this.#closing.abort();
    this.#feed = null;
    feed.close();
  }

  /** Shows the last list that was set. Lists set during an update are skipped, except the last one. */
  async #show() {
    while (this.#isOutdated && this.#feed) {
      this.#isOutdated = false;
      const feed = this.#feed;
      try {
        await this.#update(feed);
        this.#failure = null;
      } catch (error) {
        if (this.#feed !== feed) continue;
        this.#failure = { error };
        this.#fail(error);
      }
    }
  }

  /** The list that is set now; null if there is none. */
  #given() {
    const { items, sections, keyOf = idOf, render, anchor, ...options } = this.#options;
    if (items === undefined && sections === undefined) return null;
    checkFunction('render', render);
    // Copied, since the page may change its lists and set them again.
    return new ItemList({
      ...options, keyOf, ...(items && { items: [...items] }),
      ...(sections && { sections: sections.map((section: any) => ({ ...section, items: [...section.items] })) }),
    });
  }

  /** Shows the first rows of the list that is set now, while the one before waits for its layout. The update reports mistakes. */
  #sketch() {
    try {
      const list = this.#given();
      if (!list) return;
      this.#list = list;
      this.#feed?.sketch({ make: (extent) => list.snapshot(extent, this.#sizes), keys: list.keys });
    } catch {}
  }

  async #update(feed: Feed) {
    if (!feed.viewport) {
      const fail = (error: any) => {
        if (!this.#toldNames.has(error.message)) this.#fail(error);
        this.#toldNames.add(error.message);
      };
      checkNames('attribute', this.getAttributeNames(), Object.keys(attributes), fail, names);
      checkNames('property', Object.keys(this), names, fail);
    }
    const { anchor, scrollDirection } = this.#options;
    const list = this.#list = this.#given();
    if (!list) return;
    const place = list.count > 0 ? this.#place : null;
    const isFirst = !feed.viewport;
    this.#isPlaced = place !== null;
    if (place) {
      this.#place = null;
      if (isFirst) feed.restore(place).catch(() => {});
    }
    await feed.update((extent: number) => list.snapshot(extent, this.#sizes), { keys: list.keys, anchor, scrollDirection });
    this.#shown = list;
    if (place && !isFirst) await feed.restore(place);
    // Nodes that were not used have been removed.
    this.#rendered?.end();
    this.#rendered = null;
    const error = this.#isUnmeasuredTold ? null : unmeasured(list, feed);
    this.#isUnmeasuredTold ||= error !== null;
    if (error) this.#fail(error);
  }

  async #post(scroller: HTMLElement | Window, snapshot: any, extent: any) {
    const service = await (this.#options.service ?? localService(() => {
      // The module has come after the update had failed.
      this.#isOutdated = true;
      this.#soon();
    }));
    const layout = await service.post(snapshot, extent);
    const feed = this.#feed;
    if (this.#rendered && feed && !feed.viewport) {
      // The user may have scrolled the content that a server rendered: the feed begins at that place.
      const place = this.#rendered.begin(this.#list?.keys ?? [], scroller);
      if (place && !this.#isPlaced) feed.restore(place).catch(() => {});
    }
    return layout;
  }

  #node(element: FeedElement, reused: HTMLElement | null): HTMLElement {
    const { render, renderSeparator } = this.#options;
    const made = () => reused ?? this.ownerDocument.createElement('div');
    if (element.kind !== 'cell') {
      const draw = isDecoration(element.kind) ? renderSeparator : partOf(this.#options, element)?.render;
      return draw ? draw(element, reused) : made();
    }
    const found = foundIn([this.#list, this.#shown], element);
    // The item was removed before it was shown.
    if (!found) return made();
    return render(found.item, element, this.#rendered?.take(element.key) ?? reused);
  }

  /** Dispatches the event by which the page accepts or rejects the move of an item. */
  async #moved(move: FeedMove) {
    const waited: Promise<void | boolean>[] = [];
    const waitUntil = (answer: Promise<void | boolean>) => void waited.push(answer);
    const event = Object.assign(new Event('move', { cancelable: true }), move, this.#list?.arranged(move.keys ?? []), { waitUntil });
    return this.dispatchEvent(event) && !(await Promise.all(waited)).includes(false);
  }

  #fail(error: unknown) {
    const event = Object.assign(new Event('error', { cancelable: true }), { error });
    if (this.dispatchEvent(event)) console.error(error);
  }
}

Object.defineProperties(LayoutdFeed.prototype, LayoutdFeed.properties);

export interface LayoutdFeed<Item = any> {
  /** The items, or the sections with items. To change them, set a new list. Nothing is shown before one of them is set. */
  items: readonly Item[] | undefined;
  /** Items in sections. As for `items`, set a new list to change them. */
  sections: Listed<Item>['sections'];
  /** The headers of the list, which are placed above its items. */
  headers: Listed<Item>['headers'];
  /** Shown if there are no items. */
  placeholder: Listed<Item>['placeholder'];
  /** The footers of the list. */
  footers: Listed<Item>['footers'];
  /** The least extent of the content along the scroll axis, in points. */
  minimumContentLength: number | undefined;
  /** The headers above all sections. */
  globalHeaders: Listed<Item>['globalHeaders'];
  /** The colour behind the global headers. */
  globalHeaderBackgroundColor: string | null | undefined;
  /** The key of an item. Default: its `id`. */
  keyOf: ((item: Item, place: number, items: readonly Item[]) => Key) | undefined;
  /** The size of each item: a number, or a function that is called for new objects, at another width, and when `version` changes. */
  size: Listed<Item>['size'];
  /** An estimated size; rendered items are measured. */
  estimate: Listed<Item>['estimate'];
  /** The version of the values on which `size` and `estimate` depend, such as the font size. */
  version: string | number | undefined;
  /** Default `column`. */
  engine: Listed<Item>['engine'];
  metrics: object | undefined;
  scrollDirection: 'vertical' | 'horizontal' | undefined;
  layoutDirection: 'ltr' | 'rtl' | undefined;
  /** Makes the node of an item, or fills `reused`, as `node` of a `Feed` does. Headers and footers have their own `render`. */
  render: ((item: Item, element: FeedElement, reused: HTMLElement | null) => HTMLElement) | undefined;
  /** Also renders the background of global headers. */
  renderSeparator: ((element: FeedElement, reused: HTMLElement | null) => HTMLElement) | undefined;
  /** Default: the module, which lays out in the page. */
  service: FeedService | Promise<FeedService> | undefined;
  /** The name under which the place is stored in the tab's session. The next feed with the same name begins there. */
  remember: string | undefined;
  /** Whether the window scrolls instead of the element. */
  window: boolean | undefined;
  anchor: AnchorRule | undefined;
  label: ((section: number, id: string | undefined) => string) | undefined;
  /** As of a `Feed`. */
  overscan: number | undefined;
  pageLength: number | undefined;
  keepsColumns: boolean | undefined;
  inset: EdgeInsets | undefined;
  /**
   * The margins of the content, or a function that returns them for the content's extent across the scroll axis. If others are set, the
   * content is laid out again, and the visible items stay in place.
   */
  margins: Margins | ((containerExtent: number) => Margins) | undefined;
  reach: number | undefined;
  stickToEnd: boolean | undefined;
  /** Whether the content is at least as long as the visible part: placeholders and remainders end with it. */
  fills: boolean | undefined;
  measures: 'extent' | 'size' | undefined;
  preferred: ((item: Item, node: HTMLElement) => Omit<ItemMembers, 'hidden'> | null | undefined) | undefined;
  crossfades: boolean | undefined;
  arrowKeys: boolean | undefined;
  snap: 'item' | 'page' | undefined;
  find: 'bar' | undefined;
  findText: ((item: Item) => string | undefined) | undefined;
  findWords: FindWords | undefined;
  movable: boolean | ((cell: FeedItemName) => boolean) | undefined;
  moveWords: MoveWords | undefined;
  /** The most rows that are printed, as of a `Feed`. */
  printItems: number | undefined;
  printWords: PrintWords | undefined;
}
