// @ts-check
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

/** @typedef {import('../../index.js').ChangeOptions} ChangeOptions */
/** @typedef {import('../../index.js').Element} Element */
/** @typedef {import('../../index.js').Measurement} Measurement */
/** @typedef {import('../../index.js').PlaceOptions} PlaceOptions */
/** @typedef {import('../../index.js').Rect} Rect */
/** @typedef {import('../../index.js').Step} Step */
/** @typedef {import('../viewport/change.js').Change} Change */
/** @typedef {import('./wasm/LayoutModule.js').ModuleLayout} ModuleLayout */
/** @typedef {import('./LocalSnapshot.js').LocalSnapshot} LocalSnapshot */

export const localOptionNames = ['module', 'offline', 'tellSeconds', 'maximumItems', 'signal'];
const supplementaryKinds = ['header', 'placeholder', 'footer'];
const decorationKinds = ['rowSeparator', 'columnSeparator', 'sectionSeparator', 'background', 'shelf'];
/** The most elements that are read from the module at one time. */
const elementsAtOnce = 10_000;

/** A layout that is computed in the page: it answers at once. */
export class LocalLayout extends Layout {
  #scrolling;
  #margins;

  /**
   * @param {LocalSnapshot} snapshot
   * @param {ModuleLayout} placed
   * @param {boolean} [ownsSnapshot] whether the snapshot is freed with it
   * @param {import('../viewport/Margins.js').Margins | null} [margins]
   */
  constructor(snapshot, placed, ownsSnapshot = false, margins = null) {
    const { scrollDirection, layoutDirection } = snapshot;
    const start = Axis.across(scrollDirection, placed.containerExtent).across(0, 1);
    const pinning = { scrollDirection, layoutDirection, ...placed.pinning(start) };
    super(/** @type {any} */ (snapshot), { id: snapshot.id, contentSize: placed.contentSize, pinning }, undefined, margins);
    /** @type {LocalSnapshot} */
    this.held = snapshot;
    this.#margins = margins;
    this.placed = new PlacedLayout(this, snapshot, placed, { others: ownsSnapshot ? [snapshot.owned()] : [], margins });
    this.#scrolling = new LocalScrolling(this.placed, this.axis);
  }

  get isLocal() {
    return true;
  }

  /**
   * @param {import('../../index.js').LocalOptions} [options]
   * @returns {Promise<any>}
   */
  async local(options = {}) {
    checkOptions('local', options, localOptionNames);
    return this;
  }

  /**
   * Another layout, computed in the page with the same options.
   *
   * @param {Layout} layout
   * @returns {Promise<LocalLayout>}
   */
  async likewise(layout) {
    const held = await layout.local(this.held.options);
    if (held.isClosed) throw new TypeError('The layout was given back');
    return held;
  }

  /**
   * The snapshot in the service, to which it is sent if necessary.
   *
   * @returns {Promise<import('../service/Snapshot.js').Snapshot>}
   */
  told() {
    return this.held.told();
  }

  // MARK: Elements

  /**
   * @param {number} number
   * @param {{ length?: number, maximumElements?: number, signal?: AbortSignal }} options
   */
  async page(number, options = {}) {
    checkOptions('page', options, ['length', 'maximumElements', 'signal']);
    await this.placed.reach(this.placed.sectionsIn(this.#pageRect(number, options.length)), options.signal);
    return await withEffects(this.pageNow(number, options));
  }

  /**
   * @param {number} number
   * @param {number | undefined} length
   */
  #pageRect(number, length) {
    const extent = setting('length', length, limits.pageLength, pageLengthRange);
    return this.axis.across(setting('number', number, 0, { least: 0, isWhole: true }) * extent, extent);
  }

  /**
   * @param {number} number
   * @param {{ length?: number, maximumElements?: number }} options
   */
  pageNow(number, { length, maximumElements }) {
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
    const pinning = { scrollDirection, layoutDirection, ...refusing(() => this.placed.laid.pinning(rect)) };
    return new Page(number, rect, pieces, pinning, this.axis);
  }

  /**
   * A page; null if a section of it or the code of its effects has not been read, or if it cannot be made; `page` then throws the reason.
   *
   * @param {number} number
   * @param {{ length: number, maximumElements: number }} options
   */
  pageIfHere(number, options) {
    try {
      if (this.placed.far(this.placed.sectionsIn(this.#pageRect(number, options.length))).length > 0) return null;
      const page = this.pageNow(number, options);
      return page.effects.length > 0 && !Effects ? null : page;
    } catch {
      return null;
    }
  }

  /**
   * The elements in a rectangle, without special ones, in lists.
   *
   * @param {Rect} rect
   */
  * lists(rect) {
    /** @type {any} */
    let from = null;
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
   * @param {Step | readonly Step[]} steps
   * @param {ChangeOptions} [place] the anchor item and the visible part, whose sections are needed, too
   */
  hasReached(steps, place) {
    return this.placed.far(this.#touched(steps, place)).length === 0;
  }

  /**
   * Reads the sections that steps change.
   *
   * @param {Step | readonly Step[]} steps
   * @param {AbortSignal} [signal]
   * @param {() => LocalLayout} [now] returns the layout for the steps after the reading, since sizes may have been measured meanwhile
   * @param {ChangeOptions} [place]
   */
  async reach(steps, signal, now, place) {
    await this.placed.reach(this.#touched(steps, place), signal, now && (() => now().placed));
  }

  /**
   * The sections that steps need; none for invalid steps.
   *
   * @param {Step | readonly Step[]} steps
   * @param {ChangeOptions} place
   */
  #touched(steps, { bounds, anchor } = {}) {
    if (!this.held.far) return [];
    const list = [steps].flat();
    if (this.held.known.stepNumbers(list).faults.length > 0) return [];
    const still = typeof anchor === 'object' && Number.isInteger(anchor?.section) ? [anchor.section] : [];
    return new Set([...touchedSections(list, this.held.sectionCount), ...still, ...areBounds(bounds) ? this.placed.sectionsIn(bounds) : []]);
  }

  // MARK: Single elements

  /**
   * @param {readonly string[]} among
   * @param {string} kind
   * @param {number} section
   * @param {number} index
   * @param {PlaceOptions} options
   * @returns {Element}
   */
  #element(among, kind, section, index, { bounds, inset } = {}) {
    const found = among.includes(kind)
      ? refusing(() => this.placed.laid.element(kind, section, index, { bounds, inset })) : null;
    if (!found) throw localProblem('not-found', `There is no ${typeof kind === 'string' ? kind : described(kind)} ${index}${section < 0 ? '' : ` in section ${section}`}.`);
    return found;
  }

  /**
   * @param {number} section
   * @param {number} item
   * @param {PlaceOptions} options
   */
  async item(section, item, options = {}) {
    checkOptions('item', options, ['bounds', 'inset', 'signal']);
    await this.placed.reach([index('section', section)], options.signal);
    return this.#element(['cell'], 'cell', index('section', section), index('item', item), options);
  }

  /**
   * @param {'header' | 'placeholder' | 'footer'} kind
   * @param {number} section
   * @param {number} number
   * @param {PlaceOptions} options
   */
  async supplementary(kind, section, number, options = {}) {
    checkOptions('supplementary', options, ['bounds', 'inset', 'signal']);
    await this.placed.reach([index('section', section)], options.signal);
    return this.#element(supplementaryKinds, kind, index('section', section), index('index', number), options);
  }

  /**
   * @param {number} number
   * @param {PlaceOptions} options
   */
  async globalHeader(number, options = {}) {
    checkOptions('globalHeader', options, ['bounds', 'inset', 'signal']);
    options.signal?.throwIfAborted();
    return this.#element(['globalHeader'], 'globalHeader', -1, index('index', number), options);
  }

  /**
   * @param {import('../../index.js').DecorationKind} kind
   * @param {number} section
   * @param {number} number
   * @param {{ signal?: AbortSignal }} options
   */
  async decoration(kind, section, number, options = {}) {
    checkOptions('decoration', options, ['signal']);
    await this.placed.reach([index('section', section)], options.signal);
    return this.#element(decorationKinds, kind, index('section', section), index('index', number));
  }

  /**
   * @param {Rect} bounds
   * @param {{ inset?: import('../../index.js').EdgeInsets, signal?: AbortSignal }} options
   * @returns {Promise<Element[]>}
   */
  async special(bounds, options = {}) {
    checkOptions('special', options, ['inset', 'signal']);
    await this.placed.reach(this.placed.sectionsIn(bounds), options.signal);
    return refusing(() => this.placed.laid.special(bounds, options.inset ?? noInset));
  }

  /**
   * @param {import('../../index.js').Point} point
   * @param {PlaceOptions & { special?: 'rest' }} options
   * @returns {Promise<Element | null>}
   */
  async hit(point, options = {}) {
    checkOptions('hit', options, ['bounds', 'inset', 'signal', 'special']);
    const { bounds, inset, special } = options;
    await this.placed.reach(this.placed.sectionsIn(bounds ?? { ...point, width: 1, height: 1 }), options.signal);
    return refusing(() => this.placed.laid.hit(point, { bounds, inset, special }));
  }

  // MARK: Questions about scrolling

  /**
   * @param {import('../../index.js').TargetRequest} request
   * @returns {Promise<import('../../index.js').ScrollTarget>}
   */
  async target(request) {
    const question = this.#scrolling.target(request);
    if (!this.#scrolling.takesOtherWidth(request)) return await this.#scrolling.soon(question, request.signal);
    const served = await this.told();
    return await (await served.layout(this.containerExtent, { margins: this.margins ?? undefined, signal: request.signal })).target(request);
  }

  /** @param {import('../../index.js').TargetRequest} request */
  targetNow(request) {
    const question = this.#scrolling.target(request);
    return this.#scrolling.takesOtherWidth(request) ? null : this.#scrolling.now(question);
  }

  /** @param {import('../../index.js').WindowRequest} request */
  async window(request) {
    return await this.#scrolling.whole(this.#scrolling.window(request), request.signal);
  }

  /** @param {import('../../index.js').WindowRequest} request */
  windowNow(request) {
    return this.#scrolling.wholeNow(this.#scrolling.window(request));
  }

  /**
   * @param {number} section
   * @param {number} item
   * @param {{ signal?: AbortSignal }} options
   */
  async neighbors(section, item, options = {}) {
    checkOptions('neighbors', options, ['signal']);
    return await this.#scrolling.whole(this.#scrolling.neighbors(index('section', section), index('item', item)), options.signal);
  }

  /**
   * @param {number} section
   * @param {number} item
   */
  neighborsNow(section, item) {
    return this.#scrolling.wholeNow(this.#scrolling.neighbors(index('section', section), index('item', item)));
  }

  /** @param {import('../../index.js').ReorderRequest} request */
  async reorder(request) {
    return await this.#scrolling.whole(this.#scrolling.reorder(request), request.signal);
  }

  /** @param {import('../../index.js').ReorderRequest} request */
  reorderNow(request) {
    return this.#scrolling.wholeNow(this.#scrolling.reorder(request));
  }

  /** @type {(before: any, places: { bounds: Rect }) => Promise<any[]>} */
  async crossing({ placed: before }, { bounds }) {
    await this.held.complete();
    return [...this.lists(bounds)].flat().filter(({ category, section, item = -1 }) => {
      const [from, to] = [before, this.placed].map(({ laid }) => (category === 'cell' ? laid.line(section ?? -1, item) : -1));
      return from !== to && from >= 0 && to >= 0;
    });
  }

  /**
   * @param {{ limit?: number, signal?: AbortSignal }} options
   * @returns {AsyncGenerator<import('../../index.js').Section, void, undefined>}
   */
  sections(options = {}) {
    checkOptions('sections', options, ['limit', 'signal']);
    const limit = setting('limit', options.limit, 10_000, { least: 1, most: 10_000, isWhole: true });
    return this.#sections(limit, options.signal);
  }

  /**
   * @param {number} limit
   * @param {AbortSignal | undefined} signal
   */
  async* #sections(limit, signal) {
    for (let first = 0; first < this.held.sectionCount; first += limit) {
      signal?.throwIfAborted();
      const { far } = this.held;
      for (const section of refusing(() => this.placed.laid.sections(first, limit))) yield far ? far.record(section) : section;
    }
  }

  // MARK: Changes

  /**
   * @param {import('../../index.js').ChangeInput} change
   * @param {ChangeOptions} [options]
   */
  async change(change, options = {}) {
    checkOptions('change', options, ['anchor', 'endThreshold', 'transition', 'expect', 'signal', 'bounds', 'inset']);
    const { steps, ...trees } = await this.placed.stepsOf(change);
    await this.reach(steps, options.signal, undefined, options);
    await this.held.changeable(options.signal);
    return await this.changeNow(steps, options, trees);
  }

  /**
   * A change, synchronously. Errors reject a promise, since their messages may have to be loaded.
   *
   * @param {Step | readonly Step[]} steps
   * @param {ChangeOptions} [options]
   * @param {Omit<import('./LocalSnapshot.js').TreeSteps, 'steps'>} [trees] of the change
   * @returns {Change | Promise<never>}
   */
  changeNow(steps, options = {}, trees = undefined) {
    return explaining(() => {
      checkBounds(options);
      const list = stepList(steps);
      refusing(() => this.placed.laid.checkPlace(options));
      const made = () => this.#changed(this.held.changed(list, options.expect, trees), options, false);
      return trees?.source ? trees.source.pointing(made) : made();
    });
  }

  /**
   * The layout with the true sizes of items, headers and footers; null if no size differs. O(sizes · log items)
   *
   * @param {readonly Measurement[]} sizes
   * @param {ChangeOptions} [options]
   * @returns {Change | null}
   */
  measured(sizes, options = {}) {
    const [missing] = this.placed.far(new Set(checkedSizes(sizes).flatMap(({ section }) => section ?? [])));
    if (missing) throw new RangeError(`Section ${missing.section} is not here yet: what is measured was drawn before`);
    const step = measuringStep(
      sizes, this.axis, (kind, section) => refusing(() => this.placed.laid.stack(kind, section)),
      (kind, section) => this.#listedStack(kind, section));
    if (!step) return null;
    const snapshot = this.held.measured(step, this.axis.roomExtent);
    return snapshot === this.held ? null : this.#changed(snapshot, options, true);
  }

  /**
   * Whether a cell exists and has an estimated size: any true size then makes another layout.
   *
   * @param {any} cell
   */
  isEstimated({ section, item }) {
    return section >= 0 && refusing(() => this.placed.laid.element('cell', section, item))?.estimated === true;
  }

  /**
   * A cell that exists.
   *
   * @param {number} section
   * @param {number} item
   */
  cellNow(section, item) {
    return this.#element(['cell'], 'cell', section, item, {});
  }

  /**
   * Headers or footers of the list without measured sizes.
   *
   * @param {'header' | 'footer' | 'globalHeader'} kind
   * @param {number} section −1 for global headers
   */
  #listedStack(kind, section) {
    const { list } = this.held;
    if (list === this.held) return [];
    const laid = refusing(() => list.known.layout(this.axis.roomExtent));
    try {
      return refusing(() => laid.stack(kind, section));
    } finally {
      laid.close();
    }
  }

  /**
   * @param {LocalSnapshot} snapshot that steps have made from this layout's
   * @param {ChangeOptions} options
   * @param {boolean} ownsSnapshot
   * @returns {Change}
   */
  #changed(snapshot, { bounds, inset = noInset, anchor, endThreshold, transition }, ownsSnapshot) {
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
  get isClosed() {
    return this.placed.isClosed;
  }

  /** Frees its memory. */
  close() {
    this.placed.close();
  }
}

/**
 * @param {string} name
 * @param {number} value
 */
function index(name, value) {
  return setting(name, value ?? NaN, 0, { least: 0, isWhole: true });
}
