// @ts-check
import { Axis, noInset } from '../viewport/pages/Axis.js';
import { checkBounds } from '../viewport/change.js';
import { Layout } from '../viewport/Layout.js';
import { elementList } from '../viewport/pages/elementList.js';
import { limits, pageLengthRange, setting } from '../service/limits.js';
import { checkOptions, described } from '../steps/options.js';
import { FarSections } from './FarSections.js';
import { Page } from '../viewport/pages/Page.js';
import { touchedSections } from '../steps/touchedSections.js';
import { Held } from './Held.js';
import { checkedSizes, measuringStep } from './measurements.js';
import { localProblem } from '../service/localProblem.js';
import { refusing } from './refusing.js';
import { areBounds, parameterFaults } from '../service/parameterFaults.js';
import { stepList } from '../service/stepList.js';
import { unlessAborted } from '../service/Clock.js';

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
const supplementaryKinds = ['header', 'footer'];
const decorationKinds = ['rowSeparator', 'columnSeparator', 'sectionSeparator'];
/** So many elements are read from the module at one time. */
const elementsAtOnce = 10_000;

/** A layout that is held here: it answers at once. */
export class LocalLayout extends Layout {
  #laid;
  #memory;

  /**
   * @param {LocalSnapshot} snapshot
   * @param {ModuleLayout} placed
   * @param {boolean} [ownsSnapshot] whether the snapshot is given back with it
   */
  constructor(snapshot, placed, ownsSnapshot = false) {
    const { scrollDirection, layoutDirection } = snapshot;
    const start = Axis.across(scrollDirection, placed.containerExtent).across(0, 1);
    const pinning = { scrollDirection, layoutDirection, ...placed.pinning(start) };
    super(/** @type {any} */ (snapshot), { id: snapshot.id, contentSize: placed.contentSize, pinning });
    /** @type {LocalSnapshot} */
    this.held = snapshot;
    this.#laid = placed;
    this.#memory = Held.by(this, ownsSnapshot ? [placed, snapshot.owned()] : [placed]);
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
   * Another layout, held as this one is.
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
   * The snapshot as the service has it, which is told of it where it does not know it yet.
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
    await this.#reachSections(this.#sectionsIn(this.#pageRect(number, options.length)), options.signal);
    return this.pageNow(number, options);
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
    for (const elements of this.#lists(rect)) {
      pieces.push(elementList({ elements }));
      count += elements.length;
      if (count > most) throw new RangeError(`Page ${number} has more than ${most} elements; make pages shorter`);
    }
    const { scrollDirection, layoutDirection } = this;
    const pinning = { scrollDirection, layoutDirection, ...refusing(() => this.#placed.pinning(rect)) };
    return new Page(number, rect, pieces, pinning, this.axis);
  }

  /**
   * A page; null where a section of it is not here, or where it cannot be made, which `page` says the reason of.
   *
   * @param {number} number
   * @param {{ length: number, maximumElements: number }} options
   */
  pageIfHere(number, options) {
    try {
      if (this.#farSections(this.#sectionsIn(this.#pageRect(number, options.length))).length > 0) return null;
      return this.pageNow(number, options);
    } catch {
      return null;
    }
  }

  /** @param {Rect} rect */
  * #lists(rect) {
    /** @type {any} */
    let from = null;
    for (;;) {
      const { elements, next } = refusing(() => this.#placed.elements(rect, { limit: elementsAtOnce, from }));
      yield elements;
      if (next === null) return;
      from = next;
    }
  }

  /**
   * The first screen.
   *
   * @param {number} length
   * @returns {import('../../index.js').Screen}
   */
  screen(length) {
    const { axis } = this;
    const bounds = axis.across(axis.startAt(0, length), length);
    return {
      ...(axis.isHorizontal ? { height: axis.containerExtent } : { width: axis.containerExtent }),
      contentSize: this.contentSize, bounds, elements: [...this.#lists(bounds)].flat(),
      special: refusing(() => this.#placed.special(bounds)),
    };
  }

  // MARK: Sections that are not here

  /**
   * The sections that overlap a rectangle, where any are not here.
   *
   * @param {Rect} rect
   * @returns {number[]}
   */
  #sectionsIn(rect) {
    // What is wrong is refused by who asks, by its own name.
    if (!this.held.far || parameterFaults({ rect: rect ?? null }).length > 0) return [];
    return refusing(() => this.#placed.pinning(rect)).sections.map(({ section }) => section);
  }

  /**
   * Those of some sections that are not here, by the numbers that they have and had at the service.
   *
   * @param {Iterable<number>} sections
   */
  #farSections(sections) {
    if (!this.held.far) return [];
    return [...sections].flatMap((section) => {
      const [listed] = section >= 0 && section < this.held.sectionCount ? this.#placed.sections(section, 1) : [];
      const number = listed ? FarSections.number(listed) : -1;
      return number < 0 ? [] : [{ section, number }];
    });
  }

  /**
   * Reads those of some sections that are not here. They are as long as what stood for them, so nothing moves.
   *
   * @param {Iterable<number>} sections
   * @param {AbortSignal} [signal]
   * @param {() => LocalLayout} [now] the layout that they are for when they have come, by the same numbers
   */
  async #reachSections(sections, signal, now = () => this) {
    signal?.throwIfAborted();
    const { far } = this.held;
    const missing = this.#farSections(sections);
    if (!far || missing.length === 0) return;
    const values = await unlessAborted(this.held.complete(missing.map(({ number }) => far.section(number))), signal);
    now().#fill(missing.map(({ section }, place) => ({ section, value: values[place] })));
  }

  /** @param {{ section: number, value: any }[]} sections */
  #fill(sections) {
    if (this.isClosed) throw new DOMException('The layout was given back', 'AbortError');
    // Another one may have read them meanwhile.
    const still = new Set(this.#farSections(sections.map(({ section }) => section)).map(({ section }) => section));
    const entries = sections.filter(({ section }) => still.has(section));
    if (entries.length === 0) return;
    const before = this.#placed;
    this.held.fill(entries);
    this.#lay(before);
  }

  /** In the module. */
  get #placed() {
    // Another layout of the snapshot may have read sections.
    if (this.#laid.snapshot !== this.held.known && !this.isClosed) this.#lay();
    return this.#laid;
  }

  /** @param {ModuleLayout} [earlier] */
  #lay(earlier) {
    const before = this.#laid;
    this.#laid = refusing(() => this.held.known.layout(this.containerExtent, earlier));
    this.#memory.replace(before, this.#laid);
  }

  /**
   * Whether what steps touch is here.
   *
   * @param {Step | readonly Step[]} steps
   * @param {ChangeOptions} [place] an item that stands still, and what is visible, have to be here, too
   */
  hasReached(steps, place) {
    return this.#farSections(this.#touched(steps, place)).length === 0;
  }

  /**
   * Reads what steps touch.
   *
   * @param {Step | readonly Step[]} steps
   * @param {AbortSignal} [signal]
   * @param {() => LocalLayout} [now] the layout that they are for when it has come: sizes may have been measured meanwhile
   * @param {ChangeOptions} [place]
   */
  async reach(steps, signal, now, place) {
    await this.#reachSections(this.#touched(steps, place), signal, now);
  }

  /**
   * The sections that have to be here for steps; none for steps that are refused as they are.
   *
   * @param {Step | readonly Step[]} steps
   * @param {ChangeOptions} place
   */
  #touched(steps, { bounds, anchor } = {}) {
    if (!this.held.far) return [];
    const list = [steps].flat();
    if (this.held.known.stepNumbers(list).faults.length > 0) return [];
    const still = typeof anchor === 'object' && Number.isInteger(anchor?.section) ? [anchor.section] : [];
    return new Set([...touchedSections(list, this.held.sectionCount), ...still, ...areBounds(bounds) ? this.#sectionsIn(bounds) : []]);
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
      ? refusing(() => this.#placed.element(kind, section, index, { bounds, inset })) : null;
    if (!found) throw localProblem('not-found', `There is no ${typeof kind === 'string' ? kind : described(kind)} ${index}${section < 0 ? '' : ` in section ${section}`}.`);
    return found;
  }

  /**
   * @param {number} section
   * @param {number} item
   * @param {{ signal?: AbortSignal }} options
   */
  async item(section, item, options = {}) {
    checkOptions('item', options, ['signal']);
    await this.#reachSections([index('section', section)], options.signal);
    return this.#element(['cell'], 'cell', index('section', section), index('item', item));
  }

  /**
   * @param {'header' | 'footer'} kind
   * @param {number} section
   * @param {number} number
   * @param {PlaceOptions} options
   */
  async supplementary(kind, section, number, options = {}) {
    checkOptions('supplementary', options, ['bounds', 'inset', 'signal']);
    await this.#reachSections([index('section', section)], options.signal);
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
    await this.#reachSections([index('section', section)], options.signal);
    return this.#element(decorationKinds, kind, index('section', section), index('index', number));
  }

  /**
   * @param {Rect} bounds
   * @param {{ inset?: import('../../index.js').EdgeInsets, signal?: AbortSignal }} options
   * @returns {Promise<Element[]>}
   */
  async special(bounds, options = {}) {
    checkOptions('special', options, ['inset', 'signal']);
    await this.#reachSections(this.#sectionsIn(bounds), options.signal);
    return refusing(() => this.#placed.special(bounds, options.inset ?? noInset));
  }

  /**
   * @param {import('../../index.js').Point} point
   * @param {PlaceOptions & { special?: 'rest' }} options
   * @returns {Promise<Element | null>}
   */
  async hit(point, options = {}) {
    checkOptions('hit', options, ['bounds', 'inset', 'signal', 'special']);
    const { bounds, inset, special } = options;
    await this.#reachSections(this.#sectionsIn(bounds ?? { ...point, width: 1, height: 1 }), options.signal);
    return refusing(() => this.#placed.hit(point, { bounds, inset, special }));
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
      for (const section of refusing(() => this.#placed.sections(first, limit))) yield far ? far.record(section) : section;
    }
  }

  // MARK: Changes

  /**
   * @param {Step | readonly Step[]} steps
   * @param {ChangeOptions} [options]
   */
  async change(steps, options = {}) {
    checkOptions('change', options, ['anchor', 'endThreshold', 'transition', 'expect', 'signal', 'bounds', 'inset']);
    await this.reach(steps, options.signal, undefined, options);
    await this.held.changeable(options.signal);
    return this.changeNow(steps, options);
  }

  /**
   * @param {Step | readonly Step[]} steps
   * @param {ChangeOptions} [options]
   * @returns {Change}
   */
  changeNow(steps, options = {}) {
    checkBounds(options);
    const list = stepList(steps);
    refusing(() => this.#placed.checkPlace(options));
    return this.#changed(this.held.changed(list, options.expect), options, false);
  }

  /**
   * What true sizes of items, headers and footers make of it; null where nothing differs. O(sizes · log items)
   *
   * @param {readonly Measurement[]} sizes
   * @param {ChangeOptions} [options]
   * @returns {Change | null}
   */
  measured(sizes, options = {}) {
    const [missing] = this.#farSections(new Set(checkedSizes(sizes).flatMap(({ section }) => section ?? [])));
    if (missing) throw new RangeError(`Section ${missing.section} is not here yet: what is measured was drawn before`);
    const step = measuringStep(
      sizes, this.axis, (kind, section) => refusing(() => this.#placed.stack(kind, section)),
      (kind, section) => this.#listedStack(kind, section));
    if (!step) return null;
    const snapshot = this.held.measured(step, this.containerExtent);
    return snapshot === this.held ? null : this.#changed(snapshot, options, true);
  }

  /**
   * Whether there is such a cell, of an estimated size: its true size makes another layout, whichever it is.
   *
   * @param {any} cell
   */
  isEstimated({ section, item }) {
    return section >= 0 && refusing(() => this.#placed.element('cell', section, item))?.estimated === true;
  }

  /**
   * Headers or footers as they are in the list that nothing was measured of.
   *
   * @param {'header' | 'footer' | 'globalHeader'} kind
   * @param {number} section −1 for global headers
   */
  #listedStack(kind, section) {
    const { list } = this.held;
    if (list === this.held) return [];
    const laid = refusing(() => list.known.layout(this.containerExtent));
    try {
      return refusing(() => laid.stack(kind, section));
    } finally {
      laid.close();
    }
  }

  /**
   * @param {LocalSnapshot} snapshot that steps have made of this layout's
   * @param {ChangeOptions} options
   * @param {boolean} ownsSnapshot
   * @returns {Change}
   */
  #changed(snapshot, { bounds, inset = noInset, anchor, endThreshold, transition }, ownsSnapshot) {
    const placed = refusing(() => snapshot.known.layout(this.containerExtent, this.#placed));
    const layout = new LocalLayout(snapshot, placed, ownsSnapshot);
    try {
      const change = refusing(() => (
        placed.changeFrom(this.#placed, { bounds, inset, anchor: anchor ?? undefined, endThreshold, transition })));
      snapshot.tellSoon(this.held);
      return { bounds: null, scrollDelta: { x: 0, y: 0 }, anchor: null, transition: null, ...change, layout, parent: this };
    } catch (error) {
      layout.close();
      throw error;
    }
  }

  /** Whether its memory was given back; it answers nothing then. */
  get isClosed() {
    return this.#memory.isClosed;
  }

  /** Gives its memory back. */
  close() {
    this.#memory.close();
  }
}

/**
 * @param {string} name
 * @param {number} value
 */
function index(name, value) {
  return setting(name, value ?? NaN, 0, { least: 0, isWhole: true });
}
