import { anchored, transitions, pinningRecords, sectionMembers, sectionNumbers, shortages } from './moduleAnswers.js';
import { measuredNumbers } from './measuredNumbers.js';
import { ModuleInstance } from './ModuleInstance.js';
import { ModuleParts, whenIdle } from './ModuleParts.js';
import { ModuleProblem } from './ModuleProblem.js';
import { checkObject, checkOptions, described } from '../../steps/options.js';
import { anchorRules, appearScaleOf, fault, parameterFaults } from '../../service/parameterFaults.js';
import { anchoredAlone, edges, list, neighbors, noInset, numberMax, refuse, reorder, scrollWindow, target } from './scrolling.js';
import { SnapshotNumbers } from './SnapshotNumbers.js';
import { StepNumbers } from './StepNumbers.js';
import type { Warning } from '../../../types/index.js';
import type { Pair, Source } from './moduleSource.js';
import type { ParameterFault } from '../../service/parameterFaults.js';

export { ModuleProblem };

type Rect = { x: number, y: number, width: number, height: number };
type Insets = { top: number, left: number, bottom: number, right: number };

const noBounds = { x: 0, y: 0, width: 0, height: 0 };
/** Insets with which nothing pins. */
const atRest = { top: -Infinity, left: -Infinity, bottom: -Infinity, right: -Infinity };
/** The most restarts: a module that fails again and again is not reliable. */
const maximumRestarts = 10;

/** The service's core as WebAssembly: lays out without a network. */
export class LayoutModule {
  #instance;
  #parts;
  #restarts = 0;

  /** @param compiled used to make another instance if this one fails */
  constructor(instance: WebAssembly.Instance, compiled?: WebAssembly.Module) {
    this.#instance = instance instanceof ModuleInstance ? instance : new ModuleInstance(instance);
    this.#parts = compiled && new ModuleParts(compiled);
  }

  /**
   * Loads the module.
   *
   * @param source the bytes or the address of the whole module or of both files. Default: the files in this package, which Node does not
   *   fetch
   * @param options `waitsForRest`: whether to wait for the rest; otherwise it is loaded when the page is idle, or by `complete`
   */
  static async load(source?: Source | Pair, options: { waitsForRest?: boolean } = {}) {
    checkOptions('load', options, ['waitsForRest']);
    const { waitsForRest = true } = options;
    const parts = await ModuleParts.load(source, waitsForRest);
    const made = new LayoutModule(await parts.instance() as any);
    made.#parts = parts;
    if (waitsForRest) await made.complete();
    // If it fails, calls that need the rest throw.
    else if (parts.isDivided) whenIdle(() => void made.complete().catch(() => {}));
    return made;
  }

  /** Loads the rest of the module if it is not loaded yet: changes, transitions, windows, neighbors and moves in progress need it. */
  async complete() {
    await this.#parts?.complete(() => this.instance);
  }

  /** Whether all of the module is loaded. */
  get isComplete() {
    return this.instance.isWhole;
  }

  /** Whether it has failed permanently. */
  get isBroken() {
    return this.instance.isBroken;
  }

  /** The size of the module's memory, in bytes. It only grows, and is freed with the module. */
  get byteCount() {
    return this.instance.byteCount;
  }

  /** The version of the rules, on which ids depend. */
  get rulesVersion() {
    return this.instance.rulesVersion;
  }

  /** The current instance. If it has failed, another one replaces it, up to the limit of restarts. */
  get instance() {
    if (this.#instance.isBroken && this.#parts && this.#restarts < maximumRestarts) {
      this.#restarts += 1;
      try {
        this.#instance = this.#parts.instanceNow();
      } catch {
        this.#parts = undefined;
      }
    }
    return this.#instance;
  }

  /**
   * Reads a snapshot and computes its id.
   *
   * @param snapshot as in a post
   */
  snapshot(snapshot: any): ModuleSnapshot {
    const { instance } = this;
    const numbers = new SnapshotNumbers(instance.vocabulary);
    numbers.snapshot(snapshot);
    numbers.check('snapshot', snapshot);
    const made = this.made(instance.call('invalid-snapshot', 'layoutd_snapshot', ...instance.write(numbers)), numbers.isHorizontal);
    made.hasUnread = numbers.hasUnread;
    return made;
  }

  /** The snapshot that the module has just made. */
  made(handle: number, isHorizontal: boolean) {
    const { instance } = this;
    return new ModuleSnapshot(instance, handle, isHorizontal, instance.texts(), instance.output());
  }
}

/** A snapshot in the module. */
export class ModuleSnapshot {
  isHorizontal;
  id;
  sectionCount;
  itemCount;
  estimatedCount;
  #instance;
  #handle;
  /** Whether the snapshot has members that its engines do not read. */
  hasUnread = false;

  constructor(
    instance: ModuleInstance, handle: number, isHorizontal: boolean, id: string, [sectionCount, itemCount, estimatedCount]: Float64Array,
  ) {
    this.#instance = instance;
    this.#handle = handle;
    this.isHorizontal = isHorizontal;
    this.id = id;
    this.sectionCount = sectionCount;
    this.itemCount = itemCount;
    this.estimatedCount = estimatedCount;
  }

  /** Its number in the module. Throws if that has failed: another instance uses the same numbers for other objects. */
  get handle() {
    this.#instance.check();
    return this.#handle;
  }

  /**
   * Lays it out.
   *
   * @param earlier the layout of the snapshot from which steps made this one: its unchanged parts are reused
   */
  layout(containerExtent: number, earlier?: ModuleLayout): ModuleLayout {
    const handle = this.#instance.call('bad-parameter', 'layoutd_layout', this.handle, containerExtent, earlier?.handle ?? 0);
    const [width, height] = this.#instance.output();
    return new ModuleLayout(this.#instance, handle, this, containerExtent, { width, height });
  }

  /**
   * Steps as numbers, and the mistakes in their form.
   *
   * @param steps one or several
   */
  stepNumbers(steps: any, isOfUser = false) {
    const numbers = new StepNumbers(this.#instance.vocabulary, this.isHorizontal);
    numbers.isOfUser = isOfUser;
    numbers.steps(steps);
    return numbers;
  }

  /**
   * Applies steps.
   *
   * @param steps one or several
   * @param source posted with a source, for steps of a user, which do only what that allows
   */
  change(steps: any, source?: ModuleSnapshot): ModuleSnapshot {
    const instance = this.#instance;
    const numbers = this.stepNumbers(steps);
    numbers.check('steps', [steps].flat());
    const given = instance.write(numbers);
    const handle = source ? instance.call('invalid-change', 'layoutd_user_change', this.handle, source.handle, ...given)
      : instance.call('invalid-change', 'layoutd_change', this.handle, ...given);
    return new ModuleSnapshot(instance, handle, this.isHorizontal, instance.texts(), instance.output());
  }

  /**
   * Sets true sizes. The result is that of `change` for the step, but does not need the rest of the module.
   *
   * @param step that resizes items by their numbers, and sets headers and footers
   */
  measure(step: any): ModuleSnapshot {
    const instance = this.#instance;
    const numbers = instance.isWhole ? null : measuredNumbers(step, instance.vocabulary, this.isHorizontal);
    // Mistakes are reported as by a change.
    if (!numbers) return this.change(step);
    const handle = instance.callOrRefuse('layoutd_measure', this.handle, ...instance.write(numbers));
    if (handle < 0) return this.change(step);
    return new ModuleSnapshot(instance, handle, this.isHorizontal, instance.texts(), instance.output());
  }

  /** Whether its instance has failed: it answers nothing any more. */
  get isLost() {
    return this.#instance.isBroken;
  }

  /** Frees it; its layouts stay. */
  close() {
    this.#instance.call('bad-parameter', 'layoutd_remove_snapshot', this.handle);
  }
}

/** A layout in the module. */
export class ModuleLayout {
  snapshot;
  containerExtent;
  contentSize;
  #instance;
  #handle;

  constructor(
    instance: ModuleInstance, handle: number, snapshot: ModuleSnapshot, containerExtent: number,
    contentSize: { width: number, height: number },
  ) {
    this.#instance = instance;
    this.#handle = handle;
    this.snapshot = snapshot;
    this.containerExtent = containerExtent;
    this.contentSize = contentSize;
  }

  /** Its number in the module. Throws if that has failed: another instance uses the same numbers for other objects. */
  get handle() {
    this.#instance.check();
    return this.#handle;
  }

  /**
   * The elements in a rectangle.
   *
   * @param options `from`: `next` of the last list
   */
  elements(rect: Rect, options: { limit?: number, from?: { kind: number, section: number, index: number } | null } = {}) {
    checkObject('What elements is given as options', options);
    const { limit = 10_000, from = null } = options;
    refuse(parameterFaults({ rect: rect ?? null }));
    this.#query('layoutd_elements', ...list(rect), from?.kind ?? -1, from?.section ?? 0, from?.index ?? 0, Math.min(limit, numberMax));
    return this.#instance.elements();
  }

  /** The pinning elements for bounds; at rest with `null`. */
  special(bounds: Rect, inset: Insets | null = noInset): any[] {
    refuse(parameterFaults({ bounds: bounds ?? null, inset: inset ?? undefined }));
    this.#query('layoutd_special', ...list(bounds), ...edges(inset ?? atRest));
    return this.#instance.elements().elements;
  }

  /**
   * The topmost element at a point.
   *
   * @returns null if there is none
   */
  hit(point: { x: number, y: number }, options: { bounds?: Rect, inset?: Insets, special?: 'rest' } = {}): any {
    checkObject('What hit is given as options', options);
    const { bounds, inset = noInset, special } = options;
    const faults = parameterFaults({ point: point ?? null, bounds, inset });
    if (special === 'rest' && bounds) faults.push(fault('special', 'not-allowed', 'cannot stand beside bounds'));
    else if (special !== undefined && special !== 'rest') faults.push(fault('special', 'out-of-range', 'must be rest'));
    refuse(faults);
    this.#query('layoutd_hit', point.x, point.y, bounds ? 1 : 0, ...list(bounds ?? noBounds), ...edges(inset), special === 'rest' ? 1 : 0);
    return this.#instance.element();
  }

  /**
   * One element.
   *
   * @param section −1 for global headers
   * @returns null if there is none
   */
  element(kind: string, section: number, index: number, options: { bounds?: Rect, inset?: Insets } = {}): any {
    checkObject('What element is given as options', options);
    const { bounds, inset = noInset } = options;
    refuse(parameterFaults({ bounds, inset }));
    if (!isNumber(section, -1) || !isNumber(index, 0)) return null;
    this.#query('layoutd_element', this.#kind(kind), section, index, bounds ? 1 : 0, ...list(bounds ?? noBounds), ...edges(inset));
    return this.#instance.element();
  }

  /** @param request as for `Layout.target` */
  target(request: any) {
    return target(this.#instance, this, request);
  }

  /** @param request as for `Layout.window` */
  window(request: any) {
    return scrollWindow(this.#instance, this, request);
  }

  /** @param request as for `Layout.reorder` */
  reorder(request: any) {
    return reorder(this.#instance, this, request);
  }

  /** The next cell on each side of an item; null if the item does not exist. */
  neighbors(section: number, item: number) {
    return neighbors(this.#instance, this, section, item);
  }

  /** The line of a cell of flow; −1 for any other cell. */
  line(section: number, item: number): number {
    return isNumber(section, 0) && isNumber(item, 0) ? this.#query('layoutd_line', section, item) - 1 : -1;
  }

  /** The difference of this layout to an earlier one, from whose snapshot steps have made this one's. */
  changeFrom(
    before: ModuleLayout,
    options: {
      bounds?: Rect, inset?: Insets, anchor?: string | { section: number, item: number }, endThreshold?: number,
      transition?: boolean | { appearScale?: number },
    } = {},
  ) {
    if (!(before instanceof ModuleLayout)) throw new TypeError(`The layout before is ${described(before)}: not a ModuleLayout`);
    checkObject('What changeFrom is given as options', options);
    const { bounds, inset = noInset, endThreshold = 1, transition = false } = options;
    const anchor = options.anchor ?? 'auto';
    before.checkPlace({ bounds, inset, anchor, endThreshold, transition });
    const item = typeof anchor === 'string' ? { section: 0, item: 0 } : anchor;
    const rule = typeof anchor === 'string' ? anchorRules.indexOf(anchor) : anchorRules.length;
    const handles = [this.snapshot.handle, before.handle, this.handle];
    const place = [...list(bounds ?? noBounds), ...edges(inset), rule, item.section, item.item, endThreshold];
    if (!this.#instance.isWhole && !transition) return anchoredAlone(this.#instance, before, this, bounds ? place : null);
    const count = this.#instance.call(
      'bad-parameter', 'layoutd_motion', ...handles, bounds ? 1 : 0, ...place, appearScaleOf(transition));
    const numbers = this.#instance.output();
    const [differs, start, end, startAfter, endAfter] = numbers;
    const change: any = {
      parent: before.snapshot.id,
      changed: differs === 0 ? null : { before: { start, end }, after: { start: startAfter, end: endAfter } },
    };
    if (!bounds) return change;
    Object.assign(change, anchored(numbers.subarray(5)));
    if (transition) {
      change.transition = transitions(numbers, 14, count, this.#instance.vocabulary);
    }
    return change;
  }

  /** Throws if options of a change of this layout are invalid. */
  checkPlace(
    { bounds, inset, anchor, endThreshold, transition }: { bounds?: any, inset?: any, anchor?: any, endThreshold?: any, transition?: any },
  ) {
    refuse([...parameterFaults({ bounds, inset, endThreshold, transition }), ...this.#anchorFaults(anchor ?? 'auto')]);
  }

  /** @param anchor that is to stay in place */
  #anchorFaults(anchor: any): ParameterFault[] {
    if (anchorRules.includes(anchor)) return [];
    const { section, item } = anchor ?? {};
    if (![section, item].every((number) => Number.isSafeInteger(number) && number >= 0)) {
      return [fault('anchor', 'bad-syntax', `must be ${anchorRules.join(', ')}, or the numbers of a section and an item`)];
    }
    const [listed] = section < this.snapshot.sectionCount ? this.sections(section, 1) : [];
    return listed && item < listed.itemCount ? [] : [fault('anchor', 'out-of-range', `has no item ${section},${item}`)];
  }

  /** The pinning records of a rectangle, as in the service's answers with `pinning=true`. */
  pinning(rect: Rect): { globalHeaders: any[], globalHeaderBackground?: { color: string, end: number }, sections: any[] } {
    refuse(parameterFaults({ rect: rect ?? null }));
    const sectionCount = this.#query('layoutd_pinning', ...list(rect));
    const { elements, end } = this.#instance.elements(0, true);
    return pinningRecords(elements, this.#instance.output().subarray(end), this.#instance.textBytes(), sectionCount, this.snapshot, this.#instance.vocabulary);
  }

  /**
   * All headers or footers of a section, or the global headers, at rest.
   *
   * @param section −1 for global headers
   */
  stack(kind: 'header' | 'footer' | 'globalHeader', section: number): any[] {
    this.#query('layoutd_stack', this.#kind(kind), section);
    return this.#instance.elements(0, true).elements;
  }

  /**
   * Probable mistakes at this width, where there is too little space, with the service's messages.
   *
   * @param pointerTo a section, if it is not in the body's list
   */
  warnings(limit: number, pointerTo?: ((section: number) => string) | null): Warning[] {
    this.#query('layoutd_shortages', limit);
    return shortages(this.#instance.output(), this.snapshot.isHorizontal, pointerTo);
  }

  /**
   * Sections in order, as the service lists them.
   *
   * @param from the first one
   */
  sections(from: number, limit: number): any[] {
    const { vocabulary } = this.#instance;
    const width = sectionNumbers(vocabulary);
    const most = Math.min(limit, numberMax);
    const count = from > numberMax ? 0 : this.#query('layoutd_sections', this.snapshot.handle, from, most);
    const numbers = this.#instance.output();
    const bytes = this.#instance.textBytes();
    return Array.from({ length: count }, (_, place) => (
      sectionMembers(from + place, numbers.subarray(place * width), bytes, vocabulary)));
  }

  /** Frees it. */
  close() {
    this.#query('layoutd_remove_layout');
  }

  /** @param name of a kind of elements */
  #kind(name: string) {
    return this.#instance.vocabulary.kinds.findIndex(([kind]) => kind === name);
  }

  #query(name: string, ...values: number[]) {
    return this.#instance.call('bad-parameter', name, this.handle, ...values);
  }
}

/** Whether a number of a section or element is valid: the module would read another number as an existing one. */
function isNumber(number: number, least: number) {
  return Number.isInteger(number) && number >= least && number <= numberMax;
}
