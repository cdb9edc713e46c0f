import { Axis } from './pages/Axis.js';
import { changeOptionNames, changeQuery, checkBounds } from './change.js';
import { elementList } from './pages/elementList.js';
import { firstScreen } from './firstScreen.js';
import { limits, pageLengthRange, setting } from '../service/limits.js';
import { checkObject, checkOptions, described } from '../steps/options.js';
import { Page } from './pages/Page.js';
import { containerQuery, pageQuery } from './pages/pageQuery.js';
import { InitialElements } from './pages/InitialElements.js';
import { Viewport } from './Viewport.js';
import { withEffects, withEffectsOfSeed } from './effects/loadEffects.js';
import type {
  AnswerOptions, Change, ChangeInput, ChangeOptions, DecorationKind, EdgeInsets, Element, LayoutAnswer, LayoutDirection, LayoutOptions,
  LocalOptions, Margins as GivenMargins, Neighbors, PlaceOptions, Point, Rect, ReorderPreview, ReorderRequest, ScrollDirection,
  ScrollTarget, ScrollWindow, Section, Size, TargetRequest, ViewportOptions, WindowRequest,
} from '../../types/index.js';
import type { LayoutService } from './LayoutService.js';
import type { Margins } from './Margins.js';
import type { LocalLayout } from '../module/LocalLayout.js';
import type { Snapshot } from '../service/Snapshot.js';

const placeOptionNames = ['bounds', 'inset', 'scale', 'signal'];

/** A snapshot laid out at a container width. It never changes. */
export class Layout {
  /** The margins that it was laid out with; null for none. Its viewports have them, too. */
  declare readonly margins: GivenMargins | null;
  /** @internal */
  pinning;
  /**
   * The snapshot of the layout, which can be laid out at other extents. If the layout was made from an answer without counts, they are NaN.
   */
  declare readonly snapshot: Snapshot;
  declare readonly id: string;
  declare readonly contentSize: Size;
  declare readonly scrollDirection: ScrollDirection;
  declare readonly layoutDirection: LayoutDirection;
  /** The global headers that pin or wait, at rest. */
  declare readonly globalHeaders: readonly Element[];
  /** The colour of the background of the global headers, and the end of those that neither pin nor wait; missing without one. */
  declare readonly globalHeaderBackground?: { readonly color: string; readonly end: number };
  /** @internal */
  declare axis: Axis;
  /** @internal */
  declare seed: InitialElements | null;
  #answer;
  #margins;

  /**
   * @param answer to a call with a container width and `pinning=true`
   * @param rect the rectangle of its elements
   * @private
   */
  constructor(snapshot: Snapshot, answer: any, rect?: Rect, margins: Margins | null = null) {
    const shown = margins?.answer(answer) ?? answer;
    const { contentSize, pinning } = shown;
    this.#answer = { ...answer, rect: rect && (margins?.asked(rect) ?? rect) };
    this.#margins = margins;
    this.margins = margins?.given ?? null;
    this.pinning = pinning;
    this.snapshot = snapshot;
    this.id = snapshot.id;
    this.contentSize = contentSize;
    this.scrollDirection = pinning.scrollDirection;
    this.layoutDirection = pinning.layoutDirection;
    this.globalHeaders = pinning.globalHeaders;
    this.globalHeaderBackground = pinning.globalHeaderBackground;
    this.axis = new Axis(pinning.scrollDirection, pinning.layoutDirection, contentSize, this.margins);
    this.seed = InitialElements.of(shown, rect, this.axis);
  }

  /** Whether it is computed in the page: a `LocalLayout`. */
  get isLocal(): boolean {
    return false;
  }

  /**
   * The same layout, computed in the page: for sizes that are known only after drawing, and for answers without a network. If this client
   * has posted its snapshot, no request is sent.
   *
   * @throws IdChanged when the module and the service have different rules
   */
  async local(options?: LocalOptions): Promise<LocalLayout> {
    return await this.snapshot.hold(this, options);
  }

  /** The container's width, or its height if scrolling is horizontal. */
  get containerExtent(): number {
    return this.axis.containerExtent;
  }

  /**
   * Requests the pages that the bounds overlap, or a thin stretch at the start of the content: that one answer has all properties of the
   * layout.
   * @internal
   */
  static async of(snapshot: Snapshot, containerExtent: number, { margins: given, bounds, pageLength, signal }: LayoutOptions) {
    const { scrollDirection, sectionCount, itemCount } = snapshot;
    const across = scrollDirection === 'horizontal' ? 'height' : 'width';
    const screen = bounds ? firstScreen({ [across]: containerExtent, margins: given, bounds, pageLength }) : null;
    const axis = screen?.axis ?? Axis.across(scrollDirection, containerExtent, given);
    const margins = await marginsOf(axis, given);
    const suffix = `/elements${screen?.query ?? `?${pageQuery(axis, 0, 1)}&limit=1`}`;
    const answer = await snapshot.get(margins?.query(suffix) ?? suffix, { signal, isKept: !screen });
    return await withEffectsOfSeed(new Layout(snapshot, { sectionCount, itemCount, scrollDirection, ...answer }, screen?.rect, margins));
  }

  /** The JSON at a path below the layout's own, as `Snapshot.get`, in coordinates of the whole container. @internal */
  async get(suffix: string, options: { signal?: AbortSignal, isKept?: boolean }) {
    const margins = this.#margins;
    const answer = await this.snapshot.get(margins?.query(suffix) ?? suffix, options);
    return margins?.answer(answer) ?? answer;
  }

  /**
   * Makes a layout from an answer, for example one that a server has put into a page, without a request. Its elements are shown until their
   * pages are loaded, if the answer has all elements across the container.
   *
   * @throws TypeError when the answer was requested without a width, or without `pinning=true`
   */
  static fromAnswer(answer: LayoutAnswer, options: AnswerOptions): Layout {
    checkOptions('fromAnswer', options, ['service', 'restore', 'rect']);
    if (!answer?.contentSize || !answer.pinning) {
      throw new TypeError('The answer has no contentSize and no pinning records: ask with a width and pinning=true');
    }
    const service = options.service as LayoutService;
    if (typeof service?.known !== 'function') throw new TypeError(`service is ${described(service)}: not a LayoutService`);
    const snapshot = service.known(answer, options.restore);
    try {
      return new Layout(snapshot, answer, options.rect ?? answer.rect);
    } catch (cause) {
      throw Object.assign(new TypeError('The answer, or the rect that it was asked for with, is not as the service has it'), { cause });
    }
  }

  /** The answer for `fromAnswer`, without margins: a server that uses this client puts `JSON.stringify(layout)` into the page. */
  toJSON(): LayoutAnswer {
    return this.#answer;
  }

  /**
   * Requests a page: the elements in an aligned stretch of the content. It is not stored here; answers are immutable, so the browser caches
   * them. One request for every 10 000 elements.
   *
   * @param number of the page, which begins at number · length along the scroll axis
   * @throws RangeError when it has more than `maximumElements`
   */
  async page(number: number, options: { length?: number; maximumElements?: number; signal?: AbortSignal } = {}): Promise<Page> {
    checkOptions('page', options, ['length', 'maximumElements', 'signal']);
    const { length, maximumElements, signal } = options;
    const extent = setting('length', length, limits.pageLength, pageLengthRange);
    const start = setting('number', number, 0, { least: 0, isWhole: true }) * extent;
    const most = setting(
      'maximumElements', maximumElements, limits.maximumPageElements, { least: 1, isWhole: true });
    const query = pageQuery(this.axis, start, extent);
    const pieces = [];
    let count = 0;
    let cursor = '';
    let pinning = null;
    do {
      const answer = await this.get(`/elements?${query}${cursor}`, { signal });
      const piece = elementList(answer);
      pieces.push(piece);
      pinning ??= answer.pinning;
      count += piece.cells.item.length + piece.others.length;
      if (count > most) throw new RangeError(`Page ${number} has more than ${most} elements; make pages shorter`);
      cursor = answer.next === null ? '' : `&cursor=${answer.next}`;
    } while (cursor !== '');
    return await withEffects(new Page(number, this.axis.across(start, extent), pieces, pinning, this.axis));
  }

  /** Requests a cell. Cells never pin; with `bounds` one is answered as the effect of its section shows it for these. */
  async item(section: number, item: number, options: PlaceOptions = {}): Promise<Element> {
    checkOptions('item', options, placeOptionNames);
    return await this.#ask(`/items/${index('section', section)}/${index('item', item)}`, options);
  }

  /**
   * Requests a header or a footer of a section: at its position at rest, or with `bounds` placed for these.
   *
   * @throws Problem `not-found` when there is none
   */
  async supplementary(
    kind: 'header' | 'placeholder' | 'footer', section: number, number: number, options: PlaceOptions = {},
  ): Promise<Element> {
    checkOptions('supplementary', options, placeOptionNames);
    return await this.#ask(`/supplementary/${kind}/${index('section', section)}/${index('index', number)}`, options);
  }

  /** Requests a global header, as `supplementary` does. */
  async globalHeader(number: number, options: PlaceOptions = {}): Promise<Element> {
    checkOptions('globalHeader', options, placeOptionNames);
    return await this.#ask(`/supplementary/globalHeader/${index('index', number)}`, options);
  }

  /** Requests a separator. */
  async decoration(
    kind: DecorationKind, section: number, number: number, options: { scale?: number; signal?: AbortSignal } = {},
  ): Promise<Element> {
    checkOptions('decoration', options, ['scale', 'signal']);
    return await this.#ask(`/decorations/${kind}/${index('section', section)}/${index('index', number)}`, options);
  }

  /** Requests the pinning elements that overlap bounds, placed for these. A viewport has them without a request. */
  async special(bounds: Rect, options: { inset?: EdgeInsets; scale?: number; signal?: AbortSignal } = {}): Promise<Element[]> {
    checkOptions('special', options, ['inset', 'scale', 'signal']);
    return (await this.#ask('/special', { ...options, bounds })).special;
  }

  /**
   * Requests the topmost element at a point of the content; null if there is none. Pinning elements are included with `bounds`, placed for
   * these, or with `special: 'rest'`, at their positions at rest.
   */
  async hit(point: Point, options: PlaceOptions & { special?: 'rest' } = {}): Promise<Element | null> {
    checkOptions('hit', options, [...placeOptionNames, 'special']);
    checkObject('point', point);
    const special = options.special === undefined ? '' : `&special=${options.special}`;
    const at = async ({ x, y }: Point) => (await this.#ask('/hit', options, `&point=${x},${y}${special}`)).element;
    return await (this.#margins?.hit(point, at) ?? at(point));
  }

  /**
   * Requests where to scroll: to an item or a header, to the nearest item or page, or to the part that was visible before a rotation. If
   * the answer is `estimated`, call again when more is measured.
   *
   * @throws Problem `bad-parameter` if an option is wrong, before a request is sent, or if the item or header does not exist
   */
  async target(request: TargetRequest): Promise<ScrollTarget> {
    return (await remote()).target(this, request);
  }

  /**
   * Requests which elements enter and leave the bounds, and which cells to load ahead.
   *
   * @throws Problem `bad-parameter`, also if more than 10 000 elements are in the bounds or in the stretch ahead of them
   */
  async window(request: WindowRequest): Promise<ScrollWindow> {
    return (await remote()).window(this, request);
  }

  /**
   * Requests a preview of the layout while an item is dragged. A drop is a change: a move of the item to the `target` of the answer.
   *
   * @throws Problem `bad-parameter`, also if the item or target does not exist; `invalid-change` as the move
   */
  async reorder(request: ReorderRequest): Promise<ReorderPreview> {
    return (await remote()).reorder(this, request);
  }

  /**
   * Requests the next cell on each side of an item, to which an arrow key leads.
   *
   * @throws Problem `not-found` when there is no such item
   */
  async neighbors(section: number, item: number, options: { scale?: number; signal?: AbortSignal } = {}): Promise<Neighbors> {
    checkOptions('neighbors', options, ['scale', 'signal']);
    const { up, down, left, right } = await this.#ask(
      `/items/${index('section', section)}/${index('item', item)}/neighbors`, options);
    return { up, down, left, right };
  }

  /**
   * The cells that are better faded than moved when this layout replaces that of the same list at another width (docs/rules.md#transition). @internal
   */
  async crossing(
    before: Layout, places: { fromBounds: Rect, bounds: Rect, signal?: AbortSignal },
  ): Promise<{ section: number, item: number }[]> {
    return (await remote()).crossing(this, before, places);
  }

  /**
   * Requests all sections in order, `limit` (10 000) at a time, as they are needed:
   * `for await (const { section, frame } of layout.sections())`.
   */
  sections(options: { limit?: number; scale?: number; signal?: AbortSignal } = {}): AsyncGenerator<Section, void, undefined> {
    checkOptions('sections', options, ['limit', 'scale', 'signal']);
    const limit = setting('limit', options.limit, 10_000, { least: 1, most: 10_000, isWhole: true });
    return this.#sections(limit, options);
  }

  async *#sections(limit: number, { scale, signal }: { scale?: number, signal?: AbortSignal }) {
    let number = 0;
    let cursor = '';
    do {
      const answer = await this.get(`/sections?${containerQuery(this.axis)}&limit=${limit}${scaleQuery(scale)}${cursor}`, { signal });
      for (const section of answer.sections) {
        // Older services do not send the number.
        yield { section: number, ...section };
        number += 1;
      }
      cursor = answer.next === null ? '' : `&cursor=${answer.next}`;
    } while (cursor !== '');
  }

  /** Requests a small answer. It is cached unless it depends on bounds, since such a request is rarely repeated. */
  #ask(path: string, { bounds, inset, scale, signal }: PlaceOptions, query = '') {
    let suffix = `${path}?${containerQuery(this.axis)}${query}${scaleQuery(scale)}`;
    if (bounds) suffix += `&bounds=${bounds.x},${bounds.y},${bounds.width},${bounds.height}`;
    if (inset) suffix += `&inset=${inset.top},${inset.left},${inset.bottom},${inset.right}`;
    return this.get(suffix, { signal, isKept: !bounds });
  }

  /**
   * Applies a change, as `Snapshot.change` does. With bounds, the change has the bounds to scroll to. `Viewport.change` also keeps loaded
   * pages.
   */
  async change(change: ChangeInput, options: ChangeOptions = {}): Promise<Change> {
    checkOptions('change', options, [...changeOptionNames, 'bounds', 'inset']);
    checkBounds(options);
    const { expect, signal } = options;
    const query = changeQuery(this.axis, options);
    const margins = this.#margins;
    const { snapshot, answer } = await this.snapshot.changed(change, margins?.query(query) ?? query, { expect, signal });
    const { change: made, ...members } = answer;
    const { changed, bounds, scrollDelta, anchor, transition } = margins?.answer(made) ?? made;
    return {
      layout: await withEffectsOfSeed(new Layout(snapshot, members, bounds, margins)), parent: this, changed, bounds: bounds ?? null,
      scrollDelta: scrollDelta ?? { x: 0, y: 0 }, anchor: anchor ?? null, transition: transition ?? null,
    };
  }

  /** @throws RangeError when an option is out of range */
  viewport(options?: ViewportOptions): Viewport {
    return new Viewport(this, options);
  }
}

/** The margins of an axis, loaded on first use; null if none are given. */
export async function marginsOf(axis: Axis, given: GivenMargins | undefined) {
  return given === undefined || given === null ? null : new (await import('./Margins.js')).Margins(axis, given);
}

/** Requests about scrolling, loaded on first use. */
const remote = () => import('./scrolling/remote.js');

function scaleQuery(scale: number | undefined) {
  return scale === undefined ? '' : `&scale=${scale}`;
}

function index(name: string, value: number) {
  return setting(name, value ?? NaN, 0, { least: 0, isWhole: true });
}
