import { flushSync } from 'react-dom';
import { Feed } from '../feed/Feed.js';
import { itemOptions } from '../feed/first/itemOptions.js';
import { fits } from '../feed/feedOptions.js';
import { foundIn } from '../feed/items/ItemList.js';
import { ItemSizes } from '../feed/items/ItemSizes.js';
import { localService } from '../feed/items/localService.js';
import { keepPlace, keptPlace, placeOnScreen } from '../feed/items/places.js';
import { unmeasured } from '../feed/items/unmeasured.js';
import type { FeedElement, FeedPlace } from '../../types/index.js';
import type { FeedStatus, FirstScreen } from '../../types/react.js';
import type { FeedNode, FeedSection } from '../feed/FeedNodes.js';
import type { ItemList } from '../feed/items/ItemList.js';

type UseFeedOptions = import('../../types/react.js').UseFeedOptions<any>;
/** An element that is shown. */
export type FeedView = FirstScreen['sections'][number]['cells'][number] & { found?: { item: any } | null };
interface FeedViews {
  globals: FeedView[];
  sections: { id: string, section: number, sectionId?: string, headers: FeedView[], cells: FeedView[], rest: FeedView[] }[];
}

const nothing: FeedViews = { globals: [], sections: [] };
const closed: FeedStatus = { feed: null, state: 'loading', error: null, isAtStart: false, isAtEnd: false };

/**
 * The state of one feed in a React tree: the feed itself, and the elements that it shows, which components read. Nodes are made by
 * rendering components.
 */
export class FeedStore {
  /** The options of the last committed render. */
  options = {} as UseFeedOptions;
  /** The style of the content element before the feed places the elements. React compares with it, so it never changes. */
  style;
  #first;
  #views;
  #status = closed;
  #feed: Feed | null = null;
  #sizes = new ItemSizes();
  #nodes: Map<string, HTMLElement> = new Map();
  #filled: Map<string, FeedView> = new Map();
  #listeners: Set<() => void> = new Set();
  /** The place at which the feed begins, or to which it scrolls as soon as there are items. */
  #place: FeedPlace | null = null;
  /** The last list that was set, the list of the update in progress, and the list that is shown. A cell may be of any of them. */
  #list: ItemList | null = null;
  #coming: ItemList | null = null;
  #shown: ItemList | null = null;
  /** The feed for which the list was set. */
  #updated: Feed | null = null;
  /** The error of the last update, and the error of the feed. */
  #error: unknown = null;
  #feedError: unknown = null;
  #isUnmeasuredTold = false;
  #isUpdating = false;
  #isOutdated = false;
  #isArranging = false;
  #isLate = false;

  constructor(first: FirstScreen | undefined) {
    this.style = first?.style;
    this.#first = first ?? null;
    this.#views = first ?? nothing;
  }

  // MARK: What components read

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  views = () => this.#views;

  status = () => this.#status;

  /** Called when React has made or removed the node of an element. */
  attach(id: string, node: HTMLElement | null) {
    if (!node) {
      this.#nodes.delete(id);
      return;
    }
    this.#nodes.set(id, node);
    // React has made the node after the drawing that needed it.
    if (this.#isArranging || this.#isLate || !this.#feed) return;
    this.#isLate = true;
    queueMicrotask(() => {
      this.#isLate = false;
      this.#feed?.refill();
    });
  }

  // MARK: What the feed's drawings call

  fill({ id, count }: FeedNode, element: FeedElement) {
    const lists = element.kind === 'cell' ? [this.#list, this.#coming, this.#shown] : [];
    const found = foundIn(lists, element) ?? this.#filled.get(id)?.found ?? null;
    this.#filled.set(id, { id, count, element, found });
  }

  arrange(globals: FeedNode[], sections: FeedSection[]) {
    const viewsOf = (all: FeedNode[]) => all.flatMap(({ id }) => this.#filled.get(id) ?? []);
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

  /** Makes React render before this returns: the caller then places and measures the nodes. */
  #render(views: FeedViews) {
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

  /** Does nothing: the next render removes elements that are no longer shown. */
  retire() {}

  /** Does nothing: rendered elements stay, for a feed that is opened again. */
  close() {}

  // MARK: The feed

  /** Opens a feed. Returns a function that closes it. */
  open(scroller: HTMLElement | Window, content: HTMLElement) {
    const { overscan, pageLength, keepsColumns, measures, fills, remember } = this.options;
    const options = () => this.options;
    const feed = this.#feed = new Feed(scroller, itemOptions(options, {
      nodes: this, content, overscan, pageLength, keepsColumns, measures, fills, onError: (error) => this.#fail(error),
    }, {
      post: (snapshot, extent) => this.#post(scroller, content, snapshot, extent),
      moved: (move) => options().onMove?.({ ...move, ...this.#list?.arranged(move.keys ?? []) } as any),
      isPrefetching: () => Boolean(options().onPrefetch ?? options().onCancel),
      prefetch: (items) => options().onPrefetch?.(items), cancel: (items) => options().onCancel?.(items),
    }, () => [this.#list, this.#coming, this.#shown]));
    this.#place ??= keptPlace(remember);
    this.#feedError = null;
    feed.addEventListener('scroll', () => this.#look());
    feed.addEventListener('state', ({ error }: any) => {
      this.#feedError = error;
      this.#look();
    });
    feed.addEventListener('endreached', () => options().onEndReached?.());
    const keep = () => keepPlace(options().remember, feed.shownPlace);
    const closing = new AbortController();
    const view = content.ownerDocument.defaultView as Window;
    view.addEventListener('pagehide', keep, { signal: closing.signal });
    this.#look();
    return () => {
      // A feed that is opened again begins here.
      this.#place = feed.shownPlace ?? this.#place;
      keep();
      closing.abort();
      this.#feed = null;
      this.#isOutdated = false;
      feed.close();
      this.#set(closed);
    };
  }

  /**
   * From now on, items inserted near the start do not move the visible ones. Returns a function that ends this.
   *
   * @param isLoading whether items are loaded at the start
   */
  loadAtStart(isLoading: boolean) {
    const feed = this.#feed;
    if (!feed || !isLoading) return undefined;
    const reached = () => this.options.onStartReached?.();
    feed.addEventListener('startreached', reached);
    return () => feed.removeEventListener('startreached', reached);
  }

  /**
   * Sets the list to show. A list equal to one that has failed is not tried again: a component may make a new equal list at each render,
   * and the failure causes a render.
   *
   * @param list to show
   */
  update(list: ItemList) {
    const isLike = this.#error !== null && this.#list !== null && this.#updated === this.#feed && list.isLike(this.#list);
    [this.#list, this.#updated] = [list, this.#feed];
    // Later, since this is called while React commits, when it cannot render nodes.
    if (!isLike && this.#isUpdating && !this.#feed?.viewport) queueMicrotask(() => this.#sketch(list));
    if (!isLike) this.retry();
  }

  /** Shows the first rows of a list, while the one before waits for its layout. */
  #sketch(list: ItemList) {
    this.#feed?.sketch({ make: (extent) => list.snapshot(extent, this.#sizes), keys: list.keys });
  }

  /** Called when the margins may have changed, at each render if it gives another function that returns them. */
  frame() {
    // Later, as in `cover`.
    queueMicrotask(() => {
      const layout = this.#feed?.layout;
      if (layout) {
        if (!fits(this.options as any, layout, layout.containerExtent)) this.#feed?.refill();
      } else if (this.#error !== null && typeof this.options.margins !== 'function') this.retry();
    });
  }

  /** Called when the inset has changed. */
  cover() {
    // Later, since this is called while React commits, when it cannot render nodes.
    queueMicrotask(() => this.#feed?.refill());
  }

  retry = () => {
    if (!this.#list) return;
    this.#isOutdated = true;
    void this.#goOn();
  };

  /** Shows the last list that was set. Lists set during an update are skipped, except the last one. */
  async #goOn() {
    if (this.#isUpdating) return;
    this.#isUpdating = true;
    try {
      while (this.#isOutdated && this.#feed) {
        this.#isOutdated = false;
        await this.#show(this.#feed, this.#list as ItemList);
      }
    } finally {
      this.#isUpdating = false;
    }
  }

  async #show(feed: Feed, list: ItemList) {
    const { anchor, scrollDirection } = this.options;
    const place = list.count > 0 ? this.#place : null;
    const isFirst = !feed.viewport;
    this.#coming = list;
    if (place) {
      this.#place = null;
      if (isFirst) feed.restore(place).catch(() => {});
    }
    try {
      await feed.update((extent: number) => list.snapshot(extent, this.#sizes), { keys: list.keys, anchor, scrollDirection });
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

  #fail(error: unknown) {
    (this.options.onError ?? console.error)(error);
  }

  async #post(scroller: HTMLElement | Window, content: HTMLElement, snapshot: any, extent: any) {
    const service = await (this.options.service ?? localService(this.retry));
    const layout = await service.post(snapshot, extent);
    // The user may have scrolled the content that a server rendered: the feed begins at that place.
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

  #set(status: FeedStatus) {
    const names = Object.keys(status) as (keyof FeedStatus)[];
    if (names.every((name) => status[name] === this.#status[name])) return;
    this.#status = status;
    this.#tell();
  }

  #tell() {
    for (const listener of [...this.#listeners]) listener();
  }
}

function isSame(one: FeedViews, other: FeedViews) {
  return isSameList(one.globals, other.globals) && one.sections.length === other.sections.length
    && one.sections.every((section, place) => {
      const after = other.sections[place];
      return section.id === after.id && section.section === after.section && isSameList(section.headers, after.headers)
        && isSameList(section.cells, after.cells) && isSameList(section.rest, after.rest);
    });
}

function isSameList(one: readonly FeedView[], other: readonly FeedView[]) {
  return one.length === other.length && one.every((view, place) => view === other[place]);
}
