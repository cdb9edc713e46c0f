// @ts-check
import { Axis } from '../viewport/pages/Axis.js';
import { checkList, checkOptions, layoutOptionNames } from '../steps/options.js';
import { CheckedNumbers } from './wasm/CheckedNumbers.js';
import { NodeMeasuring } from './NodeMeasuring.js';
import { ModuleHandle, taskEnd } from './ModuleHandle.js';
import { LocalLayout } from './LocalLayout.js';
import { limits, pageLengthRange } from '../service/limits.js';
import { localProblem } from '../service/localProblem.js';
import { Margins } from '../viewport/Margins.js';
import { explaining, refusing } from './refusing.js';
import { Measuring } from './Measuring.js';
import { checkExpectation, hasTree, stepList } from '../service/stepList.js';
import { unlessAborted } from '../service/Clock.js';

/** @typedef {import('../../index.js').Step} Step */
/** @typedef {import('../../index.js').Expectation} Expectation */
/** @typedef {import('./wasm/LayoutModule.js').ModuleSnapshot} ModuleSnapshot */
/** @typedef {import('./StepHistory.js').StepHistory} StepHistory */
/** @typedef {import('./UploadQueue.js').UploadQueue} UploadQueue */
/** @typedef {{ sections: import('./FarSections.js').FarSections, id: string | null, extent: number, isLengthSet?: boolean }} Far the sections
 *   that have not been read; the id in the service, if nothing was changed since; the container extent for which their extents are valid; and
 *   whether a step has set the least length of the content */
/** @typedef {{ layoutDirection: 'ltr' | 'rtl', history: StepHistory, uploads: UploadQueue | null, options: import('../../index.js').LocalOptions,
 *   far: Far | null, list?: { snapshot: LocalSnapshot, extent: number } }} Parts */

/** @typedef {{ steps: any, source: import('./sources/ResolvedSource.js').ResolvedSource | null,
 *   apply: ((known: ModuleSnapshot) => ModuleSnapshot) | null }} TreeSteps the steps of a change; `source`: after them, if it has two trees;
 *   `apply`: if it has one, applies them as those of a user */
/** @typedef {(section: number) => string} PlaceOf the pointer to a section in the posted body */

const expectationKeys = new Map([['id', null], ['itemCount', null]]);
const warningsMax = 20;
/** A container extent at which sections are listed. */
const anyExtent = 1000;
/** The most first screens of one call. */
const screensMax = 16;

/** A snapshot in the page. */
export class LocalSnapshot {
  #known;
  #held;
  #parts;
  /** The number of layouts with the last of which it is freed. */
  #owners = 0;
  /** @type {import('../../index.js').AnsweredSource | null} */
  source = null;
  #warnings = /** @type {readonly import('../../index.js').Warning[]} */ ([]);
  #laid = /** @type {import('./PlacedLayout.js').PlacedLayout | null} */ (null);
  #place = /** @type {PlaceOf | null | undefined} */ (null);

  /**
   * @param {ModuleSnapshot} known
   * @param {Parts} parts `history`: the data to make it again; `uploads`: sends changes to the service; `options`: those for other layouts;
   *   `list`: if it has measured sizes, the snapshot without them, and the container extent at which they were measured
   */
  constructor(known, parts) {
    this.#known = known;
    this.#parts = parts;
    this.#held = ModuleHandle.by(this, [known]);
    this.id = parts.far?.id ?? known.id;
    this.sectionCount = known.sectionCount;
    this.itemCount = parts.far ? NaN : known.itemCount;
    this.estimatedCount = parts.far ? NaN : known.estimatedCount;
    /** @type {'vertical' | 'horizontal'} */
    this.scrollDirection = known.isHorizontal ? 'horizontal' : 'vertical';
    this.layoutDirection = parts.layoutDirection;
  }

  /**
   * Probable mistakes in the posted snapshot, also those that depend on the width at which it was first laid out.
   *
   * @returns {readonly import('../../index.js').Warning[]}
   */
  get warnings() {
    const [laid, place] = [this.#laid, this.#place];
    [this.#laid, this.#place] = [null, null];
    if (laid && !laid.isClosed) this.#warnings = [...this.#warnings, ...refusing(() => laid.laid.warnings(warningsMax - this.#warnings.length, place))];
    return this.#warnings;
  }

  /**
   * @param {readonly import('../../index.js').Warning[]} warnings
   * @param {import('./PlacedLayout.js').PlacedLayout | null} laid layout whose warnings are computed when they are read
   * @param {PlaceOf | null} [place] if the sections are not in the body
   */
  warn(warnings, laid, place) {
    [this.#warnings, this.#laid, this.#place] = [warnings, laid, place];
  }

  /** The snapshot in the module. If the module has failed, the snapshot is made again in the restarted one. */
  get known() {
    if (this.#known.isLost && !this.isClosed) this.#become(refusing(() => this.#parts.history.make(this.#known.id)));
    return this.#known;
  }

  /** @param {ModuleSnapshot} known the same snapshot in the module */
  #become(known) {
    this.#held.replace(this.#known, known);
    this.#known = known;
  }

  /** The far sections, if there may be any. */
  get far() {
    return this.#parts.far?.sections ?? null;
  }

  /**
   * Replaces far sections by sections that were read. The list is the same, only more of it is known.
   *
   * @param {readonly { section: number, value: any }[]} reloadSections
   */
  fill(reloadSections) {
    // If the module fails, the section is requested again as long as it is far here, and then filled into the list, too.
    if (this.list !== this) this.list.fill(reloadSections);
    const { far } = this.#parts;
    const minimumContentLength = far?.isLengthSet ? 0 : far?.sections.contentLength;
    const steps = [{ reloadSections, ...(minimumContentLength && { set: { minimumContentLength } }) }];
    this.#become(refusing(() => this.known.change(steps)));
    this.#parts = { ...this.#parts, history: this.#parts.history.after(steps) };
  }

  /** The options with which another layout is computed in the page as this one is. */
  get options() {
    return this.#parts.options;
  }

  /**
   * The snapshot without measured sizes.
   *
   * @returns {LocalSnapshot}
   */
  get list() {
    return this.#parts.list?.snapshot ?? this;
  }

  /**
   * From now on sends its changes to the service.
   *
   * @param {UploadQueue} uploads
   */
  tell(uploads) {
    this.#parts = { ...this.#parts, uploads };
  }

  /**
   * The snapshot in the service, to which it is sent if necessary.
   *
   * @returns {Promise<import('../service/Snapshot.js').Snapshot>}
   */
  async told() {
    const { uploads } = this.#parts;
    if (!uploads) throw new TypeError('The service is not told of this layout: it is held offline');
    return await uploads.told();
  }

  /**
   * @param {number} containerExtent
   * @param {import('../../index.js').LayoutOptions} options
   */
  async layout(containerExtent, options = {}) {
    checkOptions('layout', options, layoutOptionNames);
    const { margins, signal } = options;
    signal?.throwIfAborted();
    await taskEnd();
    const { far } = this.#parts;
    if (!far || far.extent === Axis.across(this.scrollDirection, containerExtent, margins).roomExtent) return this.layoutNow(containerExtent, margins);
    // Only the service knows the extents of far sections at another width.
    const served = await this.list.told();
    return await (await served.layout(containerExtent, options)).local({ ...this.options, signal });
  }

  /**
   * Lays it out. Sizes measured at another extent are left out.
   *
   * @param {number} containerExtent
   * @param {import('../../index.js').Margins} [given]
   * @returns {any} a LocalLayout
   */
  layoutNow(containerExtent, given) {
    const axis = Axis.across(this.scrollDirection, containerExtent, given);
    const { roomExtent } = axis;
    const { list } = this.#parts;
    if (list && list.extent !== roomExtent) return list.snapshot.layoutNow(containerExtent, given);
    const margins = given === undefined || given === null ? null : new Margins(axis, given);
    return new LocalLayout(this, refusing(() => this.known.layout(roomExtent)), this.#owners > 0, margins);
  }

  /**
   * @param {readonly number[]} extents
   * @param {{ length?: number, signal?: AbortSignal }} options
   */
  async screens(extents, options = {}) {
    checkOptions('screens', options, ['length', 'signal']);
    checkList('What screens is given', extents);
    options.signal?.throwIfAborted();
    if (this.far) return await (await this.told()).screens(extents, options);
    const { length = 1000 } = options;
    const isLength = (/** @type {unknown} */ extent) => typeof extent === 'number' && extent > 0 && extent <= 2 ** 53;
    const name = this.scrollDirection === 'horizontal' ? 'heights' : 'widths';
    const faults = [];
    if (extents.length > screensMax) faults.push({ parameter: name, code: 'too-many' });
    else if (extents.length === 0) faults.push({ parameter: name, code: 'bad-syntax' });
    else if (!extents.every(isLength)) faults.push({ parameter: name, code: 'out-of-range' });
    if (!isLength(length)) faults.push({ parameter: 'length', code: 'out-of-range' });
    if (faults.length > 0) {
      const range = 'numbers above 0 and at most 2^53';
      throw localProblem('bad-parameter', `There are 1 to ${screensMax} ${name}, which are ${range}, as the length is.`, faults);
    }
    return await Promise.all(extents.map((extent) => screenOf(this.layoutNow(extent), length)));
  }

  /**
   * @param {import('../../index.js').ChangeInput} change
   * @param {{ expect?: Expectation, signal?: AbortSignal }} options
   */
  async change(change, options = {}) {
    checkOptions('change', options, ['expect', 'signal']);
    options.signal?.throwIfAborted();
    await this.changeable(options.signal);
    const { steps, ...trees } = hasTree(change) ? await this.#stepsOf(change) : { steps: change, source: null, apply: null };
    options.signal?.throwIfAborted();
    const changed = () => this.changed(steps, options.expect, trees).tellSoon(this);
    return await explaining(() => (trees.source ? trees.source.pointing(changed) : changed()));
  }

  /** @param {import('../../index.js').ChangeInput} change with trees */
  async #stepsOf(change) {
    const layout = this.layoutNow(this.#parts.list?.extent ?? anyExtent);
    try {
      return await layout.placed.stepsOf(change);
    } finally {
      layout.close();
    }
  }

  /**
   * Waits for the rest of the module, and for the end of this task if garbage-collected objects should be freed.
   *
   * @param {AbortSignal} [signal]
   */
  async changeable(signal) {
    await unlessAborted(this.complete([taskEnd()]), signal);
  }

  /**
   * Loads the rest of the module, which changes need, if it is not loaded yet.
   *
   * @template Value
   * @param {readonly (Value | PromiseLike<Value>)[]} others promises to await together with it
   */
  async complete(others = []) {
    const [, ...values] = await Promise.all([this.#parts.history.complete(), ...others]);
    return values;
  }

  /** The module that has it. */
  get module() {
    return this.#parts.history.module;
  }

  /** Whether the rest of the module is loaded. */
  get isComplete() {
    return this.#parts.history.isComplete;
  }

  /**
   * Applies steps of the list. Equal content has the same id, even if its items are different ones.
   *
   * @param {Step | readonly Step[]} steps
   * @param {Expectation} [expect]
   * @param {Omit<TreeSteps, 'steps'>} [trees] of the change
   * @returns {LocalSnapshot}
   */
  changed(steps, expect, trees) {
    const changed = this.#after(stepList(steps), expect, trees?.apply);
    changed.source = trees?.source?.answer ?? null;
    return changed;
  }

  /**
   * The same list with sizes that were measured at a container extent.
   *
   * @param {Step} step a resize
   * @param {number} extent
   * @returns {LocalSnapshot} this one if nothing differs
   */
  measured(step, extent) {
    const { list = { snapshot: this, extent } } = this.#parts;
    const snapshot = this.#made([step], undefined, list, () => this.known.measure(step));
    if (!this.#isAlike(snapshot.known)) return snapshot;
    snapshot.close();
    return this;
  }

  /**
   * Sends it to the service after a while, unless its parent has the same id.
   *
   * @param {LocalSnapshot} parent from which it was made
   * @returns {LocalSnapshot} this one
   */
  tellSoon(parent) {
    if (!parent.#isAlike(this.#known)) this.#parts.uploads?.soon();
    return this;
  }

  /** @param {ModuleSnapshot} known */
  #isAlike(known) {
    return known.id === this.#known.id;
  }

  /**
   * @param {readonly Step[]} steps
   * @param {Expectation} [expect]
   * @param {TreeSteps['apply']} [apply]
   * @returns {LocalSnapshot}
   */
  #after(steps, expect, apply) {
    const { list } = this.#parts;
    // Measuring changes no index.
    return this.#made(steps, expect, list && { ...list, snapshot: list.snapshot.#after(steps, undefined, apply) }, apply ? () => apply(this.known) : undefined);
  }

  /**
   * @param {readonly Step[]} steps
   * @param {Expectation | undefined} expect
   * @param {Parts['list']} list of the result
   * @param {() => ModuleSnapshot} [make]
   * @returns {LocalSnapshot}
   */
  #made(steps, expect, list, make = () => this.known.change(steps)) {
    if (expect && this.far) throw new TypeError('What is expected cannot be checked where sections are not here');
    checkExpectation(expect);
    const faults = expectationFaults(expect);
    if (faults.length > 0) throw localProblem('invalid-change', `${faults[0].pointer} is wrong.`, faults);
    const known = refusing(make);
    const isExpected = (expect?.id ?? known.id) === known.id && (expect?.itemCount ?? known.itemCount) === known.itemCount;
    if (!isExpected) {
      known.close();
      throw localProblem('unexpected-result', `They make the layout ${known.id} of ${known.itemCount} items.`);
    }
    // Copied, since the caller may modify them later.
    const own = JSON.parse(JSON.stringify(steps));
    const history = this.#parts.history.after(own);
    if (this.#isAlike(known)) return new LocalSnapshot(known, { ...this.#parts, history, list });
    const { far } = this.#parts;
    const uploads = this.#parts.uploads?.after(own, far ? null : known.id) ?? null;
    const isLengthSet = far?.isLengthSet || steps.some(({ set }) => set?.minimumContentLength !== undefined);
    return new LocalSnapshot(known, { ...this.#parts, history, uploads, list, far: far && { ...far, id: null, isLengthSet } });
  }

  /** @param {{ signal?: AbortSignal }} options */
  async delete(options = {}) {
    checkOptions('delete', options, ['signal']);
    this.close();
  }

  /**
   * Applies the sizes that a viewport measures. It is loaded with layouts that are computed in the page.
   *
   * @param {import('./Measuring.js').Lay} lay
   * @param {(change: import('../viewport/change.js').Change) => void} show
   */
  measuring(lay, show) {
    return new Measuring(lay, show);
  }

  /**
   * Measures the nodes of a feed. It is loaded with them, too.
   *
   * @param {Window & typeof globalThis} view
   * @param {(sizes: import('../../index.js').Measurement[]) => void} report
   * @param {(cell: import('../../index.js').FeedItemName, node: any) => import('./NodeMeasuring.js').Preferred | null} [preferred]
   */
  nodeMeasuring(view, report, preferred) {
    return new NodeMeasuring(view, report, preferred);
  }

  /** An object for each layout that owns it: closing the last one frees the snapshot. */
  owned() {
    this.#owners += 1;
    return {
      close: () => {
        this.#owners -= 1;
        if (this.#owners === 0) this.close();
      },
    };
  }

  /** Whether its memory was freed. */
  get isClosed() {
    return this.#held.isClosed;
  }

  /** Frees its memory; its layouts stay. */
  close() {
    this.#held.close();
  }
}

/**
 * The faults for which the service rejects an expectation.
 *
 * @param {any} expect
 */
function expectationFaults(expect) {
  if ((expect ?? null) === null) return [];
  const numbers = new CheckedNumbers();
  const members = numbers.members(expect, '/expect', expectationKeys);
  if (members?.has('itemCount')) numbers.number({ form: 'whole', detail: [0, 2 ** 53] }, members.get('itemCount'), '/expect/itemCount');
  if (members?.has('id')) numbers.string(members.get('id'), '/expect/id', [64, 64]);
  return numbers.faults;
}

/**
 * The first screen of a layout.
 *
 * @param {LocalLayout} layout
 * @param {number} length
 * @returns {Promise<import('../../index.js').Screen>}
 */
async function screenOf(layout, length) {
  const { axis, contentSize } = layout;
  const bounds = axis.across(axis.startAt(0, length), length);
  const { laid } = layout.placed;
  return {
    ...(axis.isHorizontal ? { height: axis.containerExtent } : { width: axis.containerExtent }),
    contentSize, bounds, elements: [...layout.lists(bounds)].flat(), special: refusing(() => laid.special(bounds)),
    ...(refusing(() => laid.pinning(axis.across(0, Math.max(1, axis.contentExtent)))).sections.some(({ effect }) => effect)
      && { effects: await effectsIn(layout, bounds) }),
  };
}

/**
 * The cells that effects show in some bounds.
 *
 * @param {LocalLayout} layout
 * @param {import('../../index.js').Rect} bounds
 */
async function effectsIn(layout, bounds) {
  const length = Math.ceil(Math.max(limits.pageLength, layout.axis.extent(bounds)));
  const viewport = layout.viewport({ pageLength: Math.min(length, pageLengthRange.most) });
  try {
    viewport.update(bounds);
    await viewport.whenWhole();
    return viewport.effects.map((cell) => ({ ...cell }));
  } finally {
    viewport.close();
  }
}
