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
import type {
  Change, ChangeInput, Expectation, FeedItemName, LayoutOptions, LocalOptions, Margins as GivenMargins, Measurement, Rect, Screen, Step,
  Warning,
} from '../../types/index.js';
import type { FarSections } from './FarSections.js';
import type { Lay } from './Measuring.js';
import type { Preferred } from './NodeMeasuring.js';
import type { PlacedLayout } from './PlacedLayout.js';
import type { StepHistory } from './StepHistory.js';
import type { UploadQueue } from './UploadQueue.js';
import type { ResolvedSource } from './sources/ResolvedSource.js';
import type { ModuleSnapshot } from './wasm/LayoutModule.js';
import type { AnsweredSource } from '../service/AnsweredSource.js';
import type { Snapshot } from '../service/Snapshot.js';

/**
 * The sections that have not been read; the id in the service, if nothing was changed since; the container extent for which their extents
 * are valid; and whether a step has set the least length of the content.
 *
 * @internal
 */
export type Far = { sections: FarSections, id: string | null, extent: number, isLengthSet?: boolean };
/** @internal */
interface Parts {
  layoutDirection: 'ltr' | 'rtl';
  history: StepHistory;
  uploads: UploadQueue | null;
  options: LocalOptions;
  far: Far | null;
  list?: { snapshot: LocalSnapshot, extent: number };
}

/** The steps of a change; `source`: after them, if it has two trees; `apply`: if it has one, applies them as those of a user. */
export type TreeSteps = { steps: any, source: ResolvedSource | null, apply: ((known: ModuleSnapshot) => ModuleSnapshot) | null };
/** The pointer to a section in the posted body. */
type PlaceOf = (section: number) => string;

const expectationKeys = new Map([['id', null], ['itemCount', null]]);
const warningsMax = 20;
/** A container extent at which sections are listed. */
const anyExtent = 1000;
/** The most first screens of one call. */
const screensMax = 16;

/** A snapshot in the page. */
export class LocalSnapshot {
  /** The layout id. */
  declare readonly id: string;
  declare readonly sectionCount: number;
  declare readonly itemCount: number;
  /** The number of items with estimated sizes. */
  declare readonly estimatedCount: number;
  declare readonly scrollDirection: 'vertical' | 'horizontal';
  /** @internal */
  declare readonly layoutDirection: "ltr" | "rtl";
  #known;
  #held;
  #parts;
  /** The number of layouts with the last of which it is freed. */
  #owners = 0;
  /** The nodes of the posted source; null if the snapshot was posted without one, or is known by its id. */
  source: AnsweredSource | null = null;
  #warnings: readonly Warning[] = [];
  #laid: PlacedLayout | null = null;
  #place: PlaceOf | null | undefined = null;

  /**
   * @param parts `history`: the data to make it again; `uploads`: sends changes to the service; `options`: those for other layouts; `list`:
   *   if it has measured sizes, the snapshot without them, and the container extent at which they were measured
   * @private
   */
  constructor(known: ModuleSnapshot, parts: Parts) {
    this.#known = known;
    this.#parts = parts;
    this.#held = ModuleHandle.by(this, [known]);
    this.id = parts.far?.id ?? known.id;
    this.sectionCount = known.sectionCount;
    this.itemCount = parts.far ? NaN : known.itemCount;
    this.estimatedCount = parts.far ? NaN : known.estimatedCount;
    this.scrollDirection = known.isHorizontal ? 'horizontal' : 'vertical';
    this.layoutDirection = parts.layoutDirection;
  }

  /** Probable mistakes in the posted snapshot, also those that depend on the width at which it was first laid out. */
  get warnings(): readonly Warning[] {
    const [laid, place] = [this.#laid, this.#place];
    [this.#laid, this.#place] = [null, null];
    if (laid && !laid.isClosed) this.#warnings = [...this.#warnings, ...refusing(() => laid.laid.warnings(warningsMax - this.#warnings.length, place))];
    return this.#warnings;
  }

  /**
   * @param laid layout whose warnings are computed when they are read
   * @param place if the sections are not in the body
   * @internal
   */
  warn(warnings: readonly Warning[], laid: PlacedLayout | null, place?: PlaceOf | null) {
    [this.#warnings, this.#laid, this.#place] = [warnings, laid, place];
  }

  /** The snapshot in the module. If the module has failed, the snapshot is made again in the restarted one. @internal */
  get known() {
    if (this.#known.isLost && !this.isClosed) this.#become(refusing(() => this.#parts.history.make(this.#known.id)));
    return this.#known;
  }

  /** @param known the same snapshot in the module */
  #become(known: ModuleSnapshot) {
    this.#held.replace(this.#known, known);
    this.#known = known;
  }

  /** The far sections, if there may be any. @internal */
  get far() {
    return this.#parts.far?.sections ?? null;
  }

  /** Replaces far sections by sections that were read. The list is the same, only more of it is known. @internal */
  fill(reloadSections: readonly { section: number, value: any }[]) {
    // If the module fails, the section is requested again as long as it is far here, and then filled into the list, too.
    if (this.list !== this) this.list.fill(reloadSections);
    const { far } = this.#parts;
    const minimumContentLength = far?.isLengthSet ? 0 : far?.sections.contentLength;
    const steps = [{ reloadSections, ...(minimumContentLength && { set: { minimumContentLength } }) }];
    this.#become(refusing(() => this.known.change(steps)));
    this.#parts = { ...this.#parts, history: this.#parts.history.after(steps) };
  }

  /** The options with which another layout is computed in the page as this one is. @internal */
  get options() {
    return this.#parts.options;
  }

  /** The snapshot without measured sizes. */
  get list(): LocalSnapshot {
    return this.#parts.list?.snapshot ?? this;
  }

  /** From now on sends its changes to the service. @internal */
  tell(uploads: UploadQueue) {
    this.#parts = { ...this.#parts, uploads };
  }

  /** The snapshot in the service, to which it is sent if necessary. @internal */
  async told(): Promise<Snapshot> {
    const { uploads } = this.#parts;
    if (!uploads) throw new TypeError('The service is not told of this layout: it is held offline');
    return await uploads.told();
  }

  /** Lays it out, without the `bounds` of options. Measured sizes apply only at the extent at which they were measured. */
  async layout(containerExtent: number, options: LayoutOptions = {}): Promise<LocalLayout> {
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
   * @returns a LocalLayout
   * @internal
   */
  layoutNow(containerExtent: number, given?: GivenMargins): any {
    const axis = Axis.across(this.scrollDirection, containerExtent, given);
    const { roomExtent } = axis;
    const { list } = this.#parts;
    if (list && list.extent !== roomExtent) return list.snapshot.layoutNow(containerExtent, given);
    const margins = given === undefined || given === null ? null : new Margins(axis, given);
    return new LocalLayout(this, refusing(() => this.known.layout(roomExtent)), this.#owners > 0, margins);
  }

  /**
   * The first screen at each of up to 16 container widths, or heights if scrolling is horizontal, in one answer: for rendering without
   * knowing the device.
   *
   * @param options `length`: the extent of a screen along the scroll axis. Default: that of the content, at most 1000.
   */
  async screens(extents: readonly number[], options: { length?: number, signal?: AbortSignal } = {}) {
    checkOptions('screens', options, ['length', 'signal']);
    checkList('What screens is given', extents);
    options.signal?.throwIfAborted();
    if (this.far) return await (await this.told()).screens(extents, options);
    const { length = 1000 } = options;
    const isLength = (extent: unknown) => typeof extent === 'number' && extent > 0 && extent <= 2 ** 53;
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
   * Applies a change. If the service has forgotten the snapshot, the one that was posted last is posted again, and then the changes since.
   * After two trees, the result has the `source` of the second one.
   *
   * @throws Problem `invalid-change` with a pointer to each mistake; nothing is done then
   */
  async change(
    change: ChangeInput, options: { expect?: { id?: string; itemCount?: number }; signal?: AbortSignal } = {},
  ): Promise<LocalSnapshot> {
    checkOptions('change', options, ['expect', 'signal']);
    options.signal?.throwIfAborted();
    await this.changeable(options.signal);
    const { steps, ...trees } = hasTree(change) ? await this.#stepsOf(change) : { steps: change, source: null, apply: null };
    options.signal?.throwIfAborted();
    const changed = () => this.changed(steps, options.expect, trees).tellSoon(this);
    return await explaining(() => (trees.source ? trees.source.pointing(changed) : changed()));
  }

  /** @param change with trees */
  async #stepsOf(change: ChangeInput) {
    const layout = this.layoutNow(this.#parts.list?.extent ?? anyExtent);
    try {
      return await layout.placed.stepsOf(change);
    } finally {
      layout.close();
    }
  }

  /** Waits for the rest of the module, and for the end of this task if garbage-collected objects should be freed. @internal */
  async changeable(signal?: AbortSignal) {
    await unlessAborted(this.complete([taskEnd()]), signal);
  }

  /**
   * Loads the rest of the module, which changes need, if it is not loaded yet.
   *
   * @param others promises to await together with it
   * @internal
   */
  async complete<Value>(others: readonly (Value | PromiseLike<Value>)[] = []) {
    const [, ...values] = await Promise.all([this.#parts.history.complete(), ...others]);
    return values;
  }

  /** The module that has it. @internal */
  get module() {
    return this.#parts.history.module;
  }

  /** Whether the rest of the module is loaded. @internal */
  get isComplete() {
    return this.#parts.history.isComplete;
  }

  /**
   * Applies steps of the list. Equal content has the same id, even if its items are different ones.
   *
   * @param trees of the change
   * @internal
   */
  changed(steps: Step | readonly Step[], expect?: Expectation, trees?: Omit<TreeSteps, 'steps'>): LocalSnapshot {
    const changed = this.#after(stepList(steps), expect, trees?.apply);
    changed.source = trees?.source?.answer ?? null;
    return changed;
  }

  /**
   * The same list with sizes that were measured at a container extent.
   *
   * @param step a resize
   * @returns this one if nothing differs
   * @internal
   */
  measured(step: Step, extent: number): LocalSnapshot {
    const { list = { snapshot: this, extent } } = this.#parts;
    const snapshot = this.#made([step], undefined, list, () => this.known.measure(step));
    if (!this.#isAlike(snapshot.known)) return snapshot;
    snapshot.close();
    return this;
  }

  /**
   * Sends it to the service after a while, unless its parent has the same id.
   *
   * @param parent from which it was made
   * @returns this one
   * @internal
   */
  tellSoon(parent: LocalSnapshot): LocalSnapshot {
    if (!parent.#isAlike(this.#known)) this.#parts.uploads?.soon();
    return this;
  }

  #isAlike(known: ModuleSnapshot) {
    return known.id === this.#known.id;
  }

  #after(steps: readonly Step[], expect?: Expectation, apply?: TreeSteps['apply']): LocalSnapshot {
    const { list } = this.#parts;
    // Measuring changes no index.
    return this.#made(steps, expect, list && { ...list, snapshot: list.snapshot.#after(steps, undefined, apply) }, apply ? () => apply(this.known) : undefined);
  }

  /** @param list of the result */
  #made(
    steps: readonly Step[], expect: Expectation | undefined, list: Parts['list'],
    make: () => ModuleSnapshot = () => this.known.change(steps),
  ): LocalSnapshot {
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

  /** Deletes it in the service. Caches may still answer; a later call that needs it posts it again if it can. */
  async delete(options: { signal?: AbortSignal } = {}) {
    checkOptions('delete', options, ['signal']);
    this.close();
  }

  /** Applies the sizes that a viewport measures. It is loaded with layouts that are computed in the page. @internal */
  measuring(lay: Lay, show: (change: Change) => void) {
    return new Measuring(lay, show);
  }

  /** Measures the nodes of a feed. It is loaded with them, too. @internal */
  nodeMeasuring(
    view: Window & typeof globalThis, report: (sizes: Measurement[]) => void,
    preferred?: (cell: FeedItemName, node: any) => Preferred | null,
  ) {
    return new NodeMeasuring(view, report, preferred);
  }

  /** An object for each layout that owns it: closing the last one frees the snapshot. @internal */
  owned() {
    this.#owners += 1;
    return {
      close: () => {
        this.#owners -= 1;
        if (this.#owners === 0) this.close();
      },
    };
  }

  /** Whether its memory was freed. @internal */
  get isClosed() {
    return this.#held.isClosed;
  }

  /**
   * Frees its memory. Its layouts can still be read, but cannot be changed, and do not list their sections. The memory of unreferenced
   * snapshots is freed by the garbage collector, too.
   */
  close(): void {
    this.#held.close();
  }
}

/** The faults for which the service rejects an expectation. */
function expectationFaults(expect: any) {
  if ((expect ?? null) === null) return [];
  const numbers = new CheckedNumbers();
  const members = numbers.members(expect, '/expect', expectationKeys);
  if (members?.has('itemCount')) numbers.number({ form: 'whole', detail: [0, 2 ** 53] }, members.get('itemCount'), '/expect/itemCount');
  if (members?.has('id')) numbers.string(members.get('id'), '/expect/id', [64, 64]);
  return numbers.faults;
}

/** The first screen of a layout. */
async function screenOf(layout: LocalLayout, length: number): Promise<Screen> {
  const { axis, contentSize } = layout;
  const bounds = axis.across(axis.startAt(0, length), length);
  const { laid } = layout.placed;
  return {
    ...(axis.isHorizontal ? { height: axis.containerExtent } : { width: axis.containerExtent }),
    contentSize, bounds, elements: [...layout.lists(bounds)].flat(), special: refusing(() => laid.special(bounds)),
    ...(refusing(() => laid.pinning(axis.across(0, Math.max(1, axis.contentExtent)))).sections.some(({ effect }: any) => effect)
      && { effects: await effectsIn(layout, bounds) }),
  };
}

/** The cells that effects show in some bounds. */
async function effectsIn(layout: LocalLayout, bounds: Rect) {
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
