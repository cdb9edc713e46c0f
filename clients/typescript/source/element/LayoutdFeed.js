// @ts-check
import { Feed } from '../feed/Feed.js';
import { checkNames } from '../feed/items/checkNames.js';
import { foundIn, ItemList, partOf } from '../feed/items/ItemList.js';
import { ItemSizes } from '../feed/items/ItemSizes.js';
import { localService } from '../feed/items/localService.js';
import { NamedItems } from '../feed/items/NamedItems.js';
import { keepPlace, keptPlace } from '../feed/items/places.js';
import { unmeasured } from '../feed/items/unmeasured.js';
import { unlessAborted } from '../service/Clock.js';
import { checkFunction, checkOptions } from '../steps/options.js';
import { rootNames } from '../steps/tables.js';
import { isDecoration } from '../viewport/pages/elementList.js';
import { NodeEvent, StateEvent } from '../viewport/ViewportEvents.js';
import { attributes, readAttribute } from './attributes.js';
import { RenderedNodes } from './RenderedNodes.js';

/** @typedef {import('../../index.js').FeedElement} FeedElement */
/** @typedef {import('../../index.js').FeedPlace} FeedPlace */

/** Properties that are read when they are needed, so that setting them needs no update. */
const readNames = ['arrowKeys', 'crossfades', 'inset', 'margins', 'movable', 'moveWords', 'preferred', 'reach', 'remember', 'snap', 'stickToEnd'];
/** Properties that a feed gets when it is opened: another value opens another feed, at the same place. */
const openingNames = ['fills', 'measures', 'overscan', 'pageLength', 'scrollDirection', 'service', 'window'];
/** Properties that determine the shown list. */
const shownNames = [
  'anchor', 'estimate', 'footers', 'headers', 'items', 'keyOf', 'label', 'placeholder', 'render', 'renderSeparator', 'sections', 'size', 'version',
  ...rootNames.filter((name) => !openingNames.includes(name)),
];
const names = [...readNames, ...openingNames, ...shownNames];

/** The default key of an item. */
const idOf = (/** @type {any} */ item) => item.id;

/** On a server there is no `HTMLElement`, and no element is made. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? EventTarget);

/** A feed as an element. It scrolls itself, or is in a window that scrolls. */
export class LayoutdFeed extends Base {
  static get observedAttributes() {
    return Object.keys(attributes);
  }

  /** The descriptions of its properties. */
  static get properties() {
    return Object.fromEntries(names.map((name) => [name, /** @type {PropertyDescriptor & ThisType<LayoutdFeed>} */ ({
      configurable: true, enumerable: true,
      get() { return this.#options[name]; },
      set(value) { this.#set(name, value); },
    })]));
  }

  /** The properties that were set. */
  #options = /** @type {any} */ ({});
  #feed = /** @type {Feed | null} */ (null);
  #content = /** @type {HTMLElement | null} */ (null);
  #closing = new AbortController();
  #rendered = /** @type {RenderedNodes | null} */ (null);
  /** The list of the update in progress, and the one that is shown. A cell may be of either. */
  #list = /** @type {ItemList | null} */ (null);
  #shown = /** @type {ItemList | null} */ (null);
  #sizes = new ItemSizes();
  /** The place at which the feed begins, or to which it scrolls as soon as there are items. */
  #place = /** @type {FeedPlace | null} */ (null);
  /** The style that this element has set on itself, so that it scrolls. */
  #overflow = /** @type {'overflowX' | 'overflowY' | null} */ (null);
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
  #showing = /** @type {Promise<void> | null} */ (null);
  /** The error because of which the last properties are not shown. */
  #failure = /** @type {{ error: unknown } | null} */ (null);

  /** The feed; null while the element is not in a page. */
  get feed() {
    return this.#feed;
  }

  /** @param {{ signal?: AbortSignal }} [options] */
  async whenWhole(options = {}) {
    checkOptions('whenWhole', options, ['signal']);
    // Properties set in this task are then being applied.
    await Promise.resolve();
    await unlessAborted(this.#showing ?? Promise.resolve(), options.signal);
    if (this.#failure && !this.#feed?.viewport) throw this.#failure.error;
    await this.#feed?.whenWhole(options);
  }

  /**
   * @param {string} type
   * @param {any} listener
   * @param {any} [options]
   */
  addEventListener(type, listener, options) {
    super.addEventListener(type, listener, options);
    this.#isPrefetching ||= type === 'prefetch' || type === 'cancel';
    if (type !== 'startreached' || this.#isLoading) return;
    this.#isLoading = true;
    this.#loadAtStart();
  }

  // MARK: What the page calls

  connectedCallback() {
    // Properties set before the element was defined would hide its accessors.
    for (const name of names) {
      if (!Object.hasOwn(this, name)) continue;
      const value = /** @type {any} */ (this)[name];
      delete /** @type {any} */ (this)[name];
      /** @type {any} */ (this)[name] = value;
    }
    this.#soon();
  }

  disconnectedCallback() {
    this.#soon();
  }

  /** Called when the element is moved in the page; the feed handles that itself. */
  connectedMoveCallback() {}

  adoptedCallback() {
    this.#isReopened = true;
  }

  /**
   * @param {string} name
   * @param {string | null} _
   * @param {string | null} value
   */
  attributeChangedCallback(name, _, value) {
    try {
      this.#set(attributes[name][0], readAttribute(name, value));
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * @param {string} name
   * @param {any} value
   */
  #set(name, value) {
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
    const moved = (/** @type {import('../../index.js').FeedMove} */ move) => this.#moved(move);
    const { fills, measures, overscan, pageLength, remember, window: isInWindow } = options();
    const view = /** @type {Window & typeof globalThis} */ (this.ownerDocument.defaultView);
    const content = this.#content ??= this.#contentOf();
    this.#style(view, isInWindow);
    const scroller = isInWindow ? view : this;
    this.#isReopened = false;
    const named = new NamedItems();
    const isPrefetching = () => this.#isPrefetching;
    const tell = (/** @type {string} */ type, /** @type {any[]} */ all) => this.dispatchEvent(Object.assign(new Event(type), { items: all }));
    const prefetch = (/** @type {any[]} */ all) => tell('prefetch', named.name(all, this.#list));
    const preferred = (/** @type {any} */ cell, /** @type {HTMLElement} */ node) => {
      const found = foundIn([this.#list, this.#shown], cell);
      return found && options().preferred?.(found.item, node);
    };
    const cancel = (/** @type {any[]} */ all) => tell('cancel', named.items(all));
    const feed = new Feed(scroller, {
      service: { post: (/** @type {any} */ snapshot, /** @type {any} */ extent) => this.#post(scroller, snapshot, extent) },
      node: (element, reused) => this.#node(element, reused),
      label: (section, id) => options().label?.(section, id),
      content, fills, measures, overscan, pageLength,
      get inset() { return options().inset; },
      get margins() { return options().margins; },
      get reach() { return options().reach; },
      get stickToEnd() { return options().stickToEnd; },
      get preferred() { return options().preferred && preferred; },
      get crossfades() { return options().crossfades; },
      get arrowKeys() { return options().arrowKeys; },
      get snap() { return options().snap; },
      get prefetch() { return isPrefetching() ? prefetch : undefined; },
      get cancel() { return isPrefetching() ? cancel : undefined; },
      get movable() { return options().movable; },
      get moveWords() { return options().moveWords; },
      get onMove() { return options().movable ? moved : undefined; },
      onError: (error) => this.#fail(error),
    });
    this.#feed = feed;
    this.#closing = new AbortController();
    this.#isOutdated = true;
    this.#place ??= keptPlace(remember);
    feed.addEventListener('endreached', () => this.dispatchEvent(new Event('endreached')));
    feed.addEventListener('state', (/** @type {any} */ { state, error }) => this.dispatchEvent(new StateEvent({ name: state, error })));
    feed.addEventListener('noderemoved', (/** @type {any} */ { node, key }) => this.dispatchEvent(new NodeEvent(node, key)));
    feed.addEventListener('movecancelled', (/** @type {any} */ { key }) => this.dispatchEvent(Object.assign(new Event('movecancelled'), { key })));
    view.addEventListener('pagehide', () => keepPlace(options().remember, feed.place), { signal: this.#closing.signal });
    this.#loadAtStart();
  }

  /** Once there is a listener, items inserted near the start do not move the visible ones. */
  #loadAtStart() {
    if (this.#isLoading) this.#feed?.addEventListener('startreached', () => this.dispatchEvent(new Event('startreached')));
  }

  /** The element with `data-content`, which contains nodes rendered by a server, or copied with another feed's element. */
  #contentOf() {
    const rendered = /** @type {HTMLElement | null} */ (this.querySelector(':scope > [data-content]'));
    if (rendered) this.#rendered = new RenderedNodes(rendered);
    const content = rendered ?? this.appendChild(this.ownerDocument.createElement('div'));
    content.dataset.content = '';
    return content;
  }

  /**
   * Makes the element a block that scrolls, unless the page has set other styles.
   *
   * @param {Window} view
   * @param {boolean} isInWindow
   */
  #style(view, isInWindow) {
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
    this.#place = feed.place ?? this.#place;
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

  /** @param {Feed} feed */
  async #update(feed) {
    if (!feed.viewport) {
      const fail = (/** @type {any} */ error) => {
        if (!this.#toldNames.has(error.message)) this.#fail(error);
        this.#toldNames.add(error.message);
      };
      checkNames('attribute', this.getAttributeNames(), Object.keys(attributes), fail, names);
      checkNames('property', Object.keys(this), names, fail);
    }
    const { items, sections, keyOf = idOf, render, anchor, scrollDirection, ...options } = this.#options;
    if (items === undefined && sections === undefined) return;
    checkFunction('render', render);
    // Copied, since the page may change its lists and set them again.
    const list = this.#list = new ItemList({
      ...options, scrollDirection, keyOf, ...(items && { items: [...items] }),
      ...(sections && { sections: sections.map((/** @type {any} */ section) => ({ ...section, items: [...section.items] })) }),
    });
    const place = list.count > 0 ? this.#place : null;
    const isFirst = !feed.viewport;
    this.#isPlaced = place !== null;
    if (place) {
      this.#place = null;
      if (isFirst) feed.restore(place).catch(() => {});
    }
    await feed.update((/** @type {number} */ extent) => list.snapshot(extent, this.#sizes), { keys: list.keys, anchor, scrollDirection });
    this.#shown = list;
    if (place && !isFirst) await feed.restore(place);
    // Nodes that were not used have been removed.
    this.#rendered?.end();
    this.#rendered = null;
    const error = this.#isUnmeasuredTold ? null : unmeasured(list, feed);
    this.#isUnmeasuredTold ||= error !== null;
    if (error) this.#fail(error);
  }

  /**
   * @param {HTMLElement | Window} scroller
   * @param {any} snapshot
   * @param {any} extent
   */
  async #post(scroller, snapshot, extent) {
    const service = await (this.#options.service ?? localService());
    const layout = await service.post(snapshot, extent);
    const feed = this.#feed;
    if (this.#rendered && feed && !feed.viewport) {
      // The user may have scrolled the content that a server rendered: the feed begins at that place.
      const place = this.#rendered.begin(this.#list?.keys ?? [], scroller);
      if (place && !this.#isPlaced) feed.restore(place).catch(() => {});
    }
    return layout;
  }

  /**
   * @param {FeedElement} element
   * @param {HTMLElement | null} reused
   * @returns {HTMLElement}
   */
  #node(element, reused) {
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

  /**
   * Dispatches the event by which the page accepts or rejects the move of an item.
   *
   * @param {import('../../index.js').FeedMove} move
   */
  async #moved(move) {
    const waited = /** @type {Promise<void | boolean>[]} */ ([]);
    const waitUntil = (/** @type {Promise<void | boolean>} */ answer) => void waited.push(answer);
    const event = Object.assign(new Event('move', { cancelable: true }), move, this.#list?.arranged(move.keys ?? []), { waitUntil });
    return this.dispatchEvent(event) && !(await Promise.all(waited)).includes(false);
  }

  /** @param {unknown} error */
  #fail(error) {
    const event = Object.assign(new Event('error', { cancelable: true }), { error });
    if (this.dispatchEvent(event)) console.error(error);
  }
}

Object.defineProperties(LayoutdFeed.prototype, LayoutdFeed.properties);
