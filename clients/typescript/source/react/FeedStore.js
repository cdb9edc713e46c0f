// @ts-check
import { flushSync } from 'react-dom';
import { Feed } from '../feed/Feed.js';
import { foundIn } from '../feed/items/ItemList.js';
import { ItemSizes } from '../feed/items/ItemSizes.js';
import { localService } from '../feed/items/localService.js';
import { NamedItems } from '../feed/items/NamedItems.js';
import { keepPlace, keptPlace, placeOnScreen } from '../feed/items/places.js';
import { unmeasured } from '../feed/items/unmeasured.js';

/** @typedef {import('../../index.js').FeedElement} FeedElement */
/** @typedef {import('../../index.js').FeedPlace} FeedPlace */
/** @typedef {import('../feed/FeedNodes.js').FeedNode} FeedNode */
/** @typedef {import('../feed/FeedNodes.js').FeedSection} FeedSection */
/** @typedef {import('../../types/react.js').FeedStatus} FeedStatus */
/** @typedef {import('../../types/react.js').UseFeedOptions<any>} UseFeedOptions */
/** @typedef {import('../feed/items/ItemList.js').ItemList} ItemList */
/** @typedef {import('../../types/react.js').FirstScreen} FirstScreen */
/** @typedef {FirstScreen['sections'][number]['cells'][number] & { found?: { item: any } | null }} FeedView an element that is shown */
/** @typedef {{ globals: FeedView[], sections: { id: string, section: number, sectionId?: string, headers: FeedView[], cells: FeedView[], rest: FeedView[] }[] }} FeedViews */

const nothing = /** @type {FeedViews} */ ({ globals: [], sections: [] });
const closed = /** @type {FeedStatus} */ ({ feed: null, state: 'loading', error: null, isAtStart: false, isAtEnd: false });

/** One feed of a React tree: what it shows, which components read, and the feed that says so. It makes nodes by rendering. */
export class FeedStore {
  /** Of the last render that was committed. */
  options = /** @type {UseFeedOptions} */ ({});
  /** Of what the elements stand in, before the feed places them: React goes on from it, so it stays the same. */
  style;
  #first;
  #views;
  #status = closed;
  #feed = /** @type {Feed | null} */ (null);
  #sizes = new ItemSizes();
  #nodes = /** @type {Map<string, HTMLElement>} */ (new Map());
  #filled = /** @type {Map<string, FeedView>} */ (new Map());
  #listeners = /** @type {Set<() => void>} */ (new Set());
  /** Where the feed is to begin, or to go as soon as there are items. */
  #place = /** @type {FeedPlace | null} */ (null);
  /** What the feed is to show, what it is being given, and what it shows: a cell may be of any of them. */
  #list = /** @type {ItemList | null} */ (null);
  #coming = /** @type {ItemList | null} */ (null);
  #shown = /** @type {ItemList | null} */ (null);
  /** The feed that was to show the list. */
  #updated = /** @type {Feed | null} */ (null);
  /** Why the last update has failed, and why the feed does. */
  #error = /** @type {unknown} */ (null);
  #feedError = /** @type {unknown} */ (null);
  #isUnmeasuredTold = false;
  #isUpdating = false;
  #isOutdated = false;
  #isArranging = false;
  #isLate = false;

  /** @param {FirstScreen | undefined} first */
  constructor(first) {
    this.style = first?.style;
    this.#first = first ?? null;
    this.#views = first ?? nothing;
  }

  // MARK: What components read

  /** @param {() => void} listener */
  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  views = () => this.#views;

  status = () => this.#status;

  /**
   * The node of an element is there, or gone.
   *
   * @param {string} id
   * @param {HTMLElement | null} node
   */
  attach(id, node) {
    if (!node) {
      this.#nodes.delete(id);
      return;
    }
    this.#nodes.set(id, node);
    // It has come later than the drawing that asked for it.
    if (this.#isArranging || this.#isLate || !this.#feed) return;
    this.#isLate = true;
    queueMicrotask(() => {
      this.#isLate = false;
      this.#feed?.refill();
    });
  }

  // MARK: What the feed's drawings call

  /**
   * @param {FeedNode} shown
   * @param {FeedElement} element
   */
  fill({ id, count }, element) {
    const lists = element.kind === 'cell' ? [this.#list, this.#coming, this.#shown] : [];
    const found = foundIn(lists, element) ?? this.#filled.get(id)?.found ?? null;
    this.#filled.set(id, { id, count, element, found });
  }

  /**
   * @param {FeedNode[]} globals
   * @param {FeedSection[]} sections
   */
  arrange(globals, sections) {
    const viewsOf = (/** @type {FeedNode[]} */ all) => all.flatMap(({ id }) => this.#filled.get(id) ?? []);
    const next = {
      globals: viewsOf(globals),
      sections: sections.map(({ headers, cells, rest, ...section }) => (
        { ...section, headers: viewsOf(headers), cells: viewsOf(cells), rest: viewsOf(rest) })),
    };
    if (!isSame(this.#views, next)) this.#render(next);
    for (const shown of [...globals, ...sections.flatMap(({ headers, cells, rest }) => [...headers, ...cells, ...rest])]) {
      const node = this.#nodes.get(shown.id);
      if (node && node !== shown.node) shown.take(node);
      else if (!node) shown.node = null;
    }
  }

  /**
   * Has React draw it before this returns: nodes are placed and measured behind.
   *
   * @param {FeedViews} views
   */
  #render(views) {
    this.#views = views;
    this.#filled = new Map([...views.globals, ...views.sections.flatMap(({ headers, cells, rest }) => [...headers, ...cells, ...rest])]
      .map((view) => [view.id, view]));
    this.#isArranging = true;
    try {
      flushSync(() => this.#tell());
    } finally {
      this.#isArranging = false;
    }
  }

  /** What is not shown any more leaves with what is rendered next. */
  retire() {}

  /** What was rendered stays, for a feed that opens again. */
  close() {}

  // MARK: The feed

  /**
   * Opens a feed. Returns what closes it.
   *
   * @param {HTMLElement | Window} scroller
   * @param {HTMLElement} content
   */
  open(scroller, content) {
    const { overscan, pageLength, measures, remember } = this.options;
    const options = () => this.options;
    const named = new NamedItems();
    const prefetch = (/** @type {any[]} */ names) => options().onPrefetch?.(named.name(names, this.#list));
    const cancel = (/** @type {any[]} */ names) => options().onCancel?.(named.items(names));
    const moved = (/** @type {any} */ move) => options().onMove?.({ ...move, ...this.#list?.arranged(move.keys) });
    const feed = this.#feed = new Feed(scroller, {
      service: { post: (/** @type {any} */ snapshot, /** @type {any} */ extent) => this.#post(scroller, content, snapshot, extent) },
      nodes: this, content, overscan, pageLength, measures,
      get inset() { return options().inset; },
      get reach() { return options().reach; },
      get stickToEnd() { return options().stickToEnd; },
      get arrowKeys() { return options().arrowKeys; },
      get snap() { return options().snap; },
      get prefetch() { return options().onPrefetch ?? options().onCancel ? prefetch : undefined; },
      get cancel() { return options().onPrefetch ?? options().onCancel ? cancel : undefined; },
      get movable() { return options().movable; },
      get moveWords() { return options().moveWords; },
      get onMove() { return options().movable ? moved : undefined; },
      onError: (/** @type {unknown} */ error) => this.#fail(error),
    });
    this.#place ??= keptPlace(remember);
    this.#feedError = null;
    feed.addEventListener('scroll', () => this.#look());
    feed.addEventListener('state', (/** @type {any} */ { error }) => {
      this.#feedError = error;
      this.#look();
    });
    feed.addEventListener('endreached', () => options().onEndReached?.());
    const keep = () => keepPlace(options().remember, feed.place);
    const closing = new AbortController();
    const view = /** @type {Window} */ (content.ownerDocument.defaultView);
    view.addEventListener('pagehide', keep, { signal: closing.signal });
    this.#look();
    return () => {
      // One that opens again begins here.
      this.#place = feed.place ?? this.#place;
      keep();
      closing.abort();
      this.#feed = null;
      this.#isOutdated = false;
      feed.close();
      this.#set(closed);
    };
  }

  /**
   * From now on, what comes near the start leaves what is visible where it is. Returns what ends the listening.
   *
   * @param {boolean} isLoading whether anything is loaded there
   */
  loadAtStart(isLoading) {
    const feed = this.#feed;
    if (!feed || !isLoading) return undefined;
    const reached = () => this.options.onStartReached?.();
    feed.addEventListener('startreached', reached);
    return () => feed.removeEventListener('startreached', reached);
  }

  /**
   * A list that is like one that has failed is not tried again: a component may make it anew each time that it is rendered, and it
   * is rendered because the list has failed.
   *
   * @param {ItemList} list what is to be shown
   */
  update(list) {
    const isLike = this.#error !== null && this.#list !== null && this.#updated === this.#feed && list.isLike(this.#list);
    [this.#list, this.#updated] = [list, this.#feed];
    if (!isLike) this.retry();
  }

  /** What covers the visible part has changed. */
  cover() {
    // A node that is rendered now is too early: this is called while React commits.
    queueMicrotask(() => this.#feed?.refill());
  }

  retry = () => {
    if (!this.#list) return;
    this.#isOutdated = true;
    void this.#goOn();
  };

  /** Shows the last list that was given: those that came while another one was on its way are passed over. */
  async #goOn() {
    if (this.#isUpdating) return;
    this.#isUpdating = true;
    try {
      while (this.#isOutdated && this.#feed) {
        this.#isOutdated = false;
        await this.#show(this.#feed, /** @type {ItemList} */ (this.#list));
      }
    } finally {
      this.#isUpdating = false;
    }
  }

  /**
   * @param {Feed} feed
   * @param {ItemList} list
   */
  async #show(feed, list) {
    const { anchor, scrollDirection } = this.options;
    const place = list.count > 0 ? this.#place : null;
    const isFirst = !feed.viewport;
    this.#coming = list;
    if (place) {
      this.#place = null;
      if (isFirst) feed.restore(place).catch(() => {});
    }
    try {
      await feed.update((/** @type {number} */ extent) => list.snapshot(extent, this.#sizes), { keys: list.keys, anchor, scrollDirection });
      this.#shown = list;
      if (place && !isFirst) await feed.restore(place);
      this.#error = null;
    } catch (error) {
      if (this.#feed !== feed) return;
      this.#error = error;
      this.#fail(error);
    }
    this.#look();
    const error = this.#isUnmeasuredTold ? null : unmeasured(list, feed);
    this.#isUnmeasuredTold ||= error !== null;
    if (error) this.#fail(error);
  }

  /** @param {unknown} error */
  #fail(error) {
    (this.options.onError ?? console.error)(error);
  }

  /**
   * @param {HTMLElement | Window} scroller
   * @param {HTMLElement} content
   * @param {any} snapshot
   * @param {any} extent
   */
  async #post(scroller, content, snapshot, extent) {
    const service = await (this.options.service ?? localService());
    const layout = await service.post(snapshot, extent);
    // What a server rendered may have been scrolled meanwhile: the feed begins there.
    if (this.#first && this.#feed && !this.#feed.viewport) {
      const { isHorizontal, sections } = this.#first;
      const cells = isHorizontal ? [] : sections.flatMap((section) => section.cells.map(({ id, element: { section: number, item, key } }) => (
        { node: this.#nodes.get(id), section: number, item, key })));
      const place = isHorizontal ? null : placeOnScreen(cells, scroller, content);
      this.#first = null;
      if (place) this.#feed.restore(place).catch(() => {});
    }
    return layout;
  }

  #look() {
    const feed = this.#feed;
    if (!feed) return;
    const { state, isAtStart, isAtEnd } = feed;
    const error = this.#error ?? this.#feedError;
    this.#set({ feed, state: this.#error ? 'failing' : state, error, isAtStart, isAtEnd });
  }

  /** @param {FeedStatus} status */
  #set(status) {
    const names = /** @type {(keyof FeedStatus)[]} */ (Object.keys(status));
    if (names.every((name) => status[name] === this.#status[name])) return;
    this.#status = status;
    this.#tell();
  }

  #tell() {
    for (const listener of [...this.#listeners]) listener();
  }
}

/**
 * @param {FeedViews} one
 * @param {FeedViews} other
 */
function isSame(one, other) {
  return isSameList(one.globals, other.globals) && one.sections.length === other.sections.length
    && one.sections.every((section, place) => {
      const after = other.sections[place];
      return section.id === after.id && section.section === after.section && isSameList(section.headers, after.headers)
        && isSameList(section.cells, after.cells) && isSameList(section.rest, after.rest);
    });
}

/**
 * @param {readonly FeedView[]} one
 * @param {readonly FeedView[]} other
 */
function isSameList(one, other) {
  return one.length === other.length && one.every((view, place) => view === other[place]);
}
