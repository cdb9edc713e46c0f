import { Axis, noInset } from '../viewport/pages/Axis.js';
import { checkBounds } from '../viewport/change.js';
import { Layout } from '../viewport/Layout.js';
import { elementList } from '../viewport/pages/elementList.js';
import { limits, pageLengthRange, setting } from '../service/limits.js';
import { checkOptions, described } from '../steps/options.js';
import { Page } from '../viewport/pages/Page.js';
import { PlacedLayout } from './PlacedLayout.js';
import { touchedSections } from '../steps/touchedSections.js';
import { checkedSizes, measuringStep } from './measurements.js';
import { LocalScrolling } from './LocalScrolling.js';
import { localProblem } from '../service/localProblem.js';
import { explaining, refusing } from './refusing.js';
import { areBounds } from '../service/parameterFaults.js';
import { stepList } from '../service/stepList.js';
import { Effects, withEffects } from '../viewport/effects/loadEffects.js';
import type {
  Change, ChangeInput, ChangeOptions, DecorationKind, EdgeInsets, Element, LocalOptions, Measurement, MeasureOptions, Neighbors,
  PlaceOptions, Point, Rect, ReorderPreview, ReorderRequest, ScrollTarget, ScrollWindow, Section, Step, TargetRequest, WindowRequest,
} from '../../types/index.js';
import type { LocalSnapshot, TreeSteps } from './LocalSnapshot.js';
import type { ModuleLayout } from './wasm/LayoutModule.js';
import type { Snapshot } from '../service/Snapshot.js';
import type { Margins } from '../viewport/Margins.js';

export const localOptionNames = ['module', 'offline', 'tellSeconds', 'maximumItems', 'signal'];
const supplementaryKinds = ['header', 'placeholder', 'footer'];
const decorationKinds = ['rowSeparator', 'columnSeparator', 'sectionSeparator', 'background', 'shelf'];
/** The most elements that are read from the module at one time. */
const elementsAtOnce = 10_000;

/**
 * A layout that is computed in the page. All promises of `Layout` resolve at once, and its viewport never waits. Sizes that are known only
 * after drawing are applied within a frame (docs/rules.md#estimated-sizes).
 */
export class LocalLayout extends Layout {
  declare readonly snapshot: Snapshot & LocalSnapshot;
  /** @internal */
  declare held: LocalSnapshot;
  /** @internal */
  declare placed: PlacedLayout;
  #scrolling;
  #margins;

  /**
   * @param ownsSnapshot whether the snapshot is freed with it
   * @private
   */
  constructor(snapshot: LocalSnapshot, placed: ModuleLayout, ownsSnapshot = false, margins: Margins | null = null) {
    const { scrollDirection, layoutDirection } = snapshot;
    const start = Axis.across(scrollDirection, placed.containerExtent).across(0, 1);
    const pinning = { scrollDirection, layoutDirection, ...placed.pinning(start) };
    super(snapshot as any, { id: snapshot.id, contentSize: placed.contentSize, pinning }, undefined, margins);
    this.held = snapshot;
    this.#margins = margins;
    this.placed = new PlacedLayout(this, snapshot, placed, { others: ownsSnapshot ? [snapshot.owned()] : [], margins });
    this.#scrolling = new LocalScrolling(this.placed, this.axis);
  }

  get isLocal() {
    return true;
  }

  async local(options: LocalOptions = {}): Promise<LocalLayout> {
    checkOptions('local', options, localOptionNames);
    return this;
  }

  /** Another layout, computed in the page with the same options. @internal */
  async likewise(layout: Layout): Promise<LocalLayout> {
    const held = await layout.local(this.held.options);
    if (held.isClosed) throw new TypeError('The layout was given back');
    return held;
  }

  /**
   * The snapshot of this layout in the service, with the same id. Changes that have not been sent yet are sent now.
   *
   * @throws TypeError when the layout is offline
   */
  told(): Promise<Snapshot> {
    return this.held.told();
  }

  // MARK: Elements

  async page(number: number, options: { length?: number, maximumElements?: number, signal?: AbortSignal } = {}) {
    checkOptions('page', options, ['length', 'maximumElements', 'signal']);
    await this.placed.reach(this.placed.sectionsIn(this.#pageRect(number, options.length)), options.signal);
    return await withEffects(this.pageNow(number, options));
  }

  #pageRect(number: number, length: number | undefined) {
    const extent = setting('length', length, limits.pageLength, pageLengthRange);
    return this.axis.across(setting('number', number, 0, { least: 0, isWhole: true }) * extent, extent);
  }

  /** @internal */
  pageNow(number: number, { length, maximumElements }: { length?: number, maximumElements?: number }) {
    const most = setting(
      'maximumElements', maximumElements, limits.maximumPageElements, { least: 1, isWhole: true });
    const rect = this.#pageRect(number, length);
    const pieces = [];
    let count = 0;
    for (const elements of this.lists(rect)) {
      pieces.push(elementList({ elements }));
      count += elements.length;
      if (count > most) throw new RangeError(`Page ${number} has more than ${most} elements; make pages shorter`);
    }
    const { scrollDirection, layoutDirection } = this;
    const pinning: any = { scrollDirection, layoutDirection, ...refusing(() => this.placed.laid.pinning(rect)) };
    return new Page(number, rect, pieces, pinning, this.axis);
  }

  /**
   * A page; null if a section of it or the code of its effects has not been read, or if it cannot be made; `page` then throws the reason. @internal
   */
  pageIfHere(number: number, options: { length: number, maximumElements: number }) {
    try {
      if (this.placed.far(this.placed.sectionsIn(this.#pageRect(number, options.length))).length > 0) return null;
      const page = this.pageNow(number, options);
      return page.effects.length > 0 && !Effects ? null : page;
    } catch {
      return null;
    }
  }

  /** The elements in a rectangle, without special ones, in lists. @internal */
  * lists(rect: Rect) {
    let from: any = null;
    for (;;) {
      const { elements, next } = refusing(() => this.placed.laid.elements(rect, { limit: elementsAtOnce, from }));
      yield elements;
      if (next === null) return;
      from = next;
    }
  }

  // MARK: Far sections

  /**
   * Whether all sections that steps change have been read.
   *
   * @param place the anchor item and the visible part, whose sections are needed, too
   * @internal
   */
  hasReached(steps: Step | readonly Step[], place?: ChangeOptions) {
    return this.placed.far(this.#touched(steps, place)).length === 0;
  }

  /**
   * Reads the sections that steps change.
   *
   * @param now returns the layout for the steps after the reading, since sizes may have been measured meanwhile
   * @internal
   */
  async reach(steps: Step | readonly Step[], signal?: AbortSignal, now?: () => LocalLayout, place?: ChangeOptions) {
    await this.placed.reach(this.#touched(steps, place), signal, now && (() => now().placed));
  }

  /** The sections that steps need; none for invalid steps. */
  #touched(steps: Step | readonly Step[], { bounds, anchor }: ChangeOptions = {}) {
    if (!this.held.far) return [];
    const list = [steps].flat();
    if (this.held.known.stepNumbers(list).faults.length > 0) return [];
    const still = typeof anchor === 'object' && Number.isInteger(anchor?.section) ? [anchor.section] : [];
    return new Set([...touchedSections(list, this.held.sectionCount), ...still, ...areBounds(bounds) ? this.placed.sectionsIn(bounds) : []]);
  }

  // MARK: Single elements

  #element(among: readonly string[], kind: any, section: number, index: number, { bounds, inset, scale }: PlaceOptions = {}): Element {
    const found = among.includes(kind)
      ? refusing(() => this.placed.laid.element(kind, section, index, { bounds, inset, scale })) : null;
    if (!found) throw localProblem('not-found', `There is no ${typeof kind === 'string' ? kind : described(kind)} ${index}${section < 0 ? '' : ` in section ${section}`}.`);
    return found;
  }

  async item(section: number, item: number, options: PlaceOptions = {}) {
    checkOptions('item', options, ['bounds', 'inset', 'scale', 'signal']);
    await this.placed.reach([index('section', section)], options.signal);
    return this.#element(['cell'], 'cell', index('section', section), index('item', item), options);
  }

  async supplementary(kind: 'header' | 'placeholder' | 'footer', section: number, number: number, options: PlaceOptions = {}) {
    checkOptions('supplementary', options, ['bounds', 'inset', 'scale', 'signal']);
    await this.placed.reach([index('section', section)], options.signal);
    return this.#element(supplementaryKinds, kind, index('section', section), index('index', number), options);
  }

  async globalHeader(number: number, options: PlaceOptions = {}) {
    checkOptions('globalHeader', options, ['bounds', 'inset', 'scale', 'signal']);
    options.signal?.throwIfAborted();
    return this.#element(['globalHeader'], 'globalHeader', -1, index('index', number), options);
  }

  async decoration(kind: DecorationKind, section: number, number: number, options: { scale?: number, signal?: AbortSignal } = {}) {
    checkOptions('decoration', options, ['scale', 'signal']);
    await this.placed.reach([index('section', section)], options.signal);
    return this.#element(decorationKinds, kind, index('section', section), index('index', number), options);
  }

  async special(bounds: Rect, options: { inset?: EdgeInsets, scale?: number, signal?: AbortSignal } = {}): Promise<Element[]> {
    checkOptions('special', options, ['inset', 'scale', 'signal']);
    await this.placed.reach(this.placed.sectionsIn(bounds), options.signal);
    return refusing(() => this.placed.laid.special(bounds, options.inset ?? noInset, { scale: options.scale }));
  }

  async hit(point: Point, options: PlaceOptions & { special?: 'rest' } = {}): Promise<Element | null> {
    checkOptions('hit', options, ['bounds', 'inset', 'scale', 'signal', 'special']);
    const { bounds, inset, special, scale } = options;
    await this.placed.reach(this.placed.sectionsIn(bounds ?? { ...point, width: 1, height: 1 }), options.signal);
    return refusing(() => this.placed.laid.hit(point, { bounds, inset, special, scale }));
  }

  // MARK: Questions about scrolling

  async target(request: TargetRequest): Promise<ScrollTarget> {
    const question = this.#scrolling.target(request);
    if (!this.#scrolling.takesOtherWidth(request)) return await this.#scrolling.soon(question, request.signal);
    const served = await this.told();
    return await (await served.layout(this.containerExtent, { margins: this.margins ?? undefined, signal: request.signal })).target(request);
  }

  /**
   * `target`, synchronously; null if a section that it needs has not been read yet. It throws the same errors. In sections that have not
   * been read, estimated items count for `estimated`, estimated headers and footers do not.
   */
  targetNow(request: TargetRequest): ScrollTarget | null {
    const question = this.#scrolling.target(request);
    return this.#scrolling.takesOtherWidth(request) ? null : this.#scrolling.now(question);
  }

  async window(request: WindowRequest) {
    return await this.#scrolling.whole(this.#scrolling.window(request), request.signal);
  }

  /** `window`, synchronously, as `targetNow`; null also before the rest of the module is loaded. */
  windowNow(request: WindowRequest): ScrollWindow | null {
    return this.#scrolling.wholeNow(this.#scrolling.window(request));
  }

  async neighbors(section: number, item: number, options: { scale?: number, signal?: AbortSignal } = {}) {
    checkOptions('neighbors', options, ['scale', 'signal']);
    const question = this.#scrolling.neighbors(index('section', section), index('item', item), options.scale);
    return await this.#scrolling.whole(question, options.signal);
  }

  /** `neighbors`, synchronously, as `targetNow`; null also before the rest of the module is loaded. */
  neighborsNow(section: number, item: number): Neighbors | null {
    return this.#scrolling.wholeNow(this.#scrolling.neighbors(index('section', section), index('item', item)));
  }

  async reorder(request: ReorderRequest) {
    return await this.#scrolling.whole(this.#scrolling.reorder(request), request.signal);
  }

  /** `reorder`, synchronously, as `targetNow`; null also before the rest of the module is loaded. */
  reorderNow(request: ReorderRequest): ReorderPreview | null {
    return this.#scrolling.wholeNow(this.#scrolling.reorder(request));
  }

  /** @internal */
  async crossing({ placed: before }: any, { bounds }: { bounds: Rect }): Promise<any[]> {
    await this.held.complete();
    return [...this.lists(bounds)].flat().filter(({ category, section, item = -1 }) => {
      const [from, to] = [before, this.placed].map(({ laid }) => (category === 'cell' ? laid.line(section ?? -1, item) : -1));
      return from !== to && from >= 0 && to >= 0;
    });
  }

  sections(options: { limit?: number, scale?: number, signal?: AbortSignal } = {}): AsyncGenerator<Section, void, undefined> {
    checkOptions('sections', options, ['limit', 'scale', 'signal']);
    const limit = setting('limit', options.limit, 10_000, { least: 1, most: 10_000, isWhole: true });
    return this.#sections(limit, options);
  }

  async* #sections(limit: number, { scale, signal }: { scale?: number, signal?: AbortSignal }) {
    for (let first = 0; first < this.held.sectionCount; first += limit) {
      signal?.throwIfAborted();
      const { far } = this.held;
      for (const section of refusing(() => this.placed.laid.sections(first, limit, { scale }))) yield far ? far.record(section) : section;
    }
  }

  // MARK: Changes

  async change(change: ChangeInput, options: ChangeOptions = {}) {
    checkOptions('change', options, ['anchor', 'endThreshold', 'transition', 'expect', 'signal', 'bounds', 'inset']);
    const { steps, ...trees } = await this.placed.stepsOf(change);
    await this.reach(steps, options.signal, undefined, options);
    await this.held.changeable(options.signal);
    return await this.changeNow(steps, options, trees);
  }

  /**
   * A change, synchronously. Errors reject a promise, since their messages may have to be loaded.
   *
   * @param trees of the change
   * @internal
   */
  changeNow(steps: Step | readonly Step[], options: ChangeOptions = {}, trees?: Omit<TreeSteps, 'steps'>): Change | Promise<never> {
    return explaining(() => {
      checkBounds(options);
      const list = stepList(steps);
      refusing(() => this.placed.laid.checkPlace(options));
      const made = () => this.#changed(this.held.changed(list, options.expect, trees), options, false);
      return trees?.source ? trees.source.pointing(made) : made();
    });
  }

  /**
   * The layout with the true sizes of items, headers and footers, which then are no estimates any more; null if no size differs. With
   * bounds, the change has the bounds to scroll to. `viewport.measure` does the same for the layout that is shown. O(sizes · log items)
   *
   * @throws Problem `invalid-change` if an element does not exist, or a size is invalid
   * @throws RangeError if a section has not been read yet
   */
  measured(sizes: readonly Measurement[], options: MeasureOptions & { bounds?: Rect } = {}): Change | null {
    const [missing] = this.placed.far(new Set(checkedSizes(sizes).flatMap(({ section }) => section ?? [])));
    if (missing) throw new RangeError(`Section ${missing.section} is not here yet: what is measured was drawn before`);
    const step = measuringStep(
      sizes, this.axis, (kind, section) => refusing(() => this.placed.laid.stack(kind, section)),
      (kind, section) => this.#listedStack(kind, section));
    if (!step) return null;
    const snapshot = this.held.measured(step, this.axis.roomExtent);
    return snapshot === this.held ? null : this.#changed(snapshot, options, true);
  }

  /** Whether a cell exists and has an estimated size: any true size then makes another layout. @internal */
  isEstimated({ section, item }: any) {
    return section >= 0 && refusing(() => this.placed.laid.element('cell', section, item))?.estimated === true;
  }

  /** A cell that exists. @internal */
  cellNow(section: number, item: number) {
    return this.#element(['cell'], 'cell', section, item, {});
  }

  /**
   * Headers or footers of the list without measured sizes.
   *
   * @param section −1 for global headers
   */
  #listedStack(kind: 'header' | 'footer' | 'globalHeader', section: number) {
    const { list } = this.held;
    if (list === this.held) return [];
    const laid = refusing(() => list.known.layout(this.axis.roomExtent));
    try {
      return refusing(() => laid.stack(kind, section));
    } finally {
      laid.close();
    }
  }

  /** @param snapshot that steps have made from this layout's */
  #changed(
    snapshot: LocalSnapshot, { bounds, inset = noInset, anchor, endThreshold, transition }: ChangeOptions, ownsSnapshot: boolean,
  ): Change {
    const placed = refusing(() => snapshot.known.layout(this.axis.roomExtent, this.placed.laid));
    const layout = new LocalLayout(snapshot, placed, ownsSnapshot, this.#margins);
    snapshot.warn([], layout.placed);
    try {
      const change = refusing(() => (
        layout.placed.laid.changeFrom(this.placed.laid, { bounds, inset, anchor: anchor ?? undefined, endThreshold, transition })));
      snapshot.tellSoon(this.held);
      return { bounds: null, scrollDelta: { x: 0, y: 0 }, anchor: null, transition: null, ...change, layout, parent: this };
    } catch (error) {
      layout.close();
      throw error;
    }
  }

  /** Whether its memory was freed; it then answers nothing. */
  get isClosed(): boolean {
    return this.placed.isClosed;
  }

  /** Frees its memory. The memory of unreferenced layouts is freed by the garbage collector, too. */
  close(): void {
    this.placed.close();
  }
}

function index(name: string, value: number) {
  return setting(name, value ?? NaN, 0, { least: 0, isWhole: true });
}
