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
  AnswerOptions, ChangeInput, ChangeOptions, DecorationKind, EdgeInsets, Element, LayoutAnswer, LayoutOptions, LocalOptions, Neighbors,
  PlaceOptions, Point, Rect, ReorderPreview, ReorderRequest, ScrollTarget, ScrollWindow, Section, TargetRequest, ViewportOptions,
  WindowRequest,
} from '../../types/index.js';
import type { Snapshot } from '../service/Snapshot.js';
import type { LayoutService } from './LayoutService.js';
import type { Margins } from './Margins.js';
import type { Change } from './change.js';

const placeOptionNames = ['bounds', 'inset', 'signal'];

/** A snapshot laid out at a container width. */
export class Layout {
  margins;
  pinning;
  snapshot;
  id;
  contentSize;
  scrollDirection;
  layoutDirection;
  globalHeaders;
  /** The colour of the background of the global headers, and the end of those that neither pin nor wait; undefined without one. */
  globalHeaderBackground;
  axis;
  seed;
  #answer;
  #margins;

  /**
   * @param answer to a call with a container width and `pinning=true`
   * @param rect the rectangle of its elements
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

  /** Whether it is computed in the page, and so answers at once. */
  get isLocal() {
    return false;
  }

  /** The same layout, computed in the page. */
  async local(options?: LocalOptions): Promise<any> {
    return await this.snapshot.hold(this, options);
  }

  get containerExtent() {
    return this.axis.containerExtent;
  }

  /**
   * Requests the pages that the bounds overlap, or a thin stretch at the start of the content: that one answer has all properties of the
   * layout.
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

  /** The JSON at a path below the layout's own, as `Snapshot.get`, in coordinates of the whole container. */
  async get(suffix: string, options: { signal?: AbortSignal, isKept?: boolean }) {
    const margins = this.#margins;
    const answer = await this.snapshot.get(margins?.query(suffix) ?? suffix, options);
    return margins?.answer(answer) ?? answer;
  }

  static fromAnswer(answer: LayoutAnswer, options: AnswerOptions) {
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

  /** The JSON from which `fromAnswer` makes the layout again. */
  toJSON() {
    return this.#answer;
  }

  async page(number: number, options: { length?: number, maximumElements?: number, signal?: AbortSignal } = {}) {
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

  async item(section: number, item: number, options: PlaceOptions = {}): Promise<Element> {
    checkOptions('item', options, placeOptionNames);
    return await this.#ask(`/items/${index('section', section)}/${index('item', item)}`, options);
  }

  async supplementary(
    kind: 'header' | 'placeholder' | 'footer', section: number, number: number, options: PlaceOptions = {},
  ): Promise<Element> {
    checkOptions('supplementary', options, placeOptionNames);
    return await this.#ask(`/supplementary/${kind}/${index('section', section)}/${index('index', number)}`, options);
  }

  async globalHeader(number: number, options: PlaceOptions = {}): Promise<Element> {
    checkOptions('globalHeader', options, placeOptionNames);
    return await this.#ask(`/supplementary/globalHeader/${index('index', number)}`, options);
  }

  async decoration(kind: DecorationKind, section: number, number: number, options: { signal?: AbortSignal } = {}): Promise<Element> {
    checkOptions('decoration', options, ['signal']);
    return await this.#ask(`/decorations/${kind}/${index('section', section)}/${index('index', number)}`, options);
  }

  async special(bounds: Rect, options: { inset?: EdgeInsets, signal?: AbortSignal } = {}): Promise<Element[]> {
    checkOptions('special', options, ['inset', 'signal']);
    return (await this.#ask('/special', { ...options, bounds })).special;
  }

  async hit(point: Point, options: PlaceOptions & { special?: 'rest' } = {}): Promise<Element | null> {
    checkOptions('hit', options, [...placeOptionNames, 'special']);
    checkObject('point', point);
    const special = options.special === undefined ? '' : `&special=${options.special}`;
    const at = async ({ x, y }: Point) => (await this.#ask('/hit', options, `&point=${x},${y}${special}`)).element;
    return await (this.#margins?.hit(point, at) ?? at(point));
  }

  async target(request: TargetRequest): Promise<ScrollTarget> {
    return (await remote()).target(this, request);
  }

  async window(request: WindowRequest): Promise<ScrollWindow> {
    return (await remote()).window(this, request);
  }

  async reorder(request: ReorderRequest): Promise<ReorderPreview> {
    return (await remote()).reorder(this, request);
  }

  async neighbors(section: number, item: number, options: { signal?: AbortSignal } = {}): Promise<Neighbors> {
    checkOptions('neighbors', options, ['signal']);
    const { up, down, left, right } = await this.#ask(
      `/items/${index('section', section)}/${index('item', item)}/neighbors`, options);
    return { up, down, left, right };
  }

  /**
   * The cells that are better faded than moved when this layout replaces that of the same list at another width (docs/rules.md#transition).
   */
  async crossing(
    before: Layout, places: { fromBounds: Rect, bounds: Rect, signal?: AbortSignal },
  ): Promise<{ section: number, item: number }[]> {
    return (await remote()).crossing(this, before, places);
  }

  sections(options: { limit?: number, signal?: AbortSignal } = {}): AsyncGenerator<Section, void, undefined> {
    checkOptions('sections', options, ['limit', 'signal']);
    const limit = setting('limit', options.limit, 10_000, { least: 1, most: 10_000, isWhole: true });
    return this.#sections(limit, options.signal);
  }

  async *#sections(limit: number, signal: AbortSignal | undefined) {
    let number = 0;
    let cursor = '';
    do {
      const answer = await this.get(`/sections?${containerQuery(this.axis)}&limit=${limit}${cursor}`, { signal });
      for (const section of answer.sections) {
        // Older services do not send the number.
        yield { section: number, ...section };
        number += 1;
      }
      cursor = answer.next === null ? '' : `&cursor=${answer.next}`;
    } while (cursor !== '');
  }

  /** Requests a small answer. It is cached unless it depends on bounds, since such a request is rarely repeated. */
  #ask(path: string, { bounds, inset, signal }: PlaceOptions, query = '') {
    let suffix = `${path}?${containerQuery(this.axis)}${query}`;
    if (bounds) suffix += `&bounds=${bounds.x},${bounds.y},${bounds.width},${bounds.height}`;
    if (inset) suffix += `&inset=${inset.top},${inset.left},${inset.bottom},${inset.right}`;
    return this.get(suffix, { signal, isKept: !bounds });
  }

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

  viewport(options?: ViewportOptions) {
    return new Viewport(this, options);
  }
}

/** The margins of an axis, loaded on first use; null if none are given. */
export async function marginsOf(axis: Axis, given: import('../../types/index.js').Margins | undefined) {
  return given === undefined || given === null ? null : new (await import('./Margins.js')).Margins(axis, given);
}

/** Requests about scrolling, loaded on first use. */
const remote = () => import('./scrolling/remote.js');

function index(name: string, value: number) {
  return setting(name, value ?? NaN, 0, { least: 0, isWhole: true });
}
