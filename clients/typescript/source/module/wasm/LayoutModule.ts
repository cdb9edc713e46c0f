import { anchored, transitions, pinningRecords, sectionMembers, sectionNumbers, shortages } from './moduleAnswers.js';
import { measuredNumbers } from './measuredNumbers.js';
import { ModuleInstance } from './ModuleInstance.js';
import { ModuleParts, whenIdle } from './ModuleParts.js';
import { ModuleProblem } from './ModuleProblem.js';
import { checkObject, checkOptions, described } from '../../steps/options.js';
import { anchorRules, appearScaleOf, fault, parameterFaults } from '../../service/parameterFaults.js';
import {
  anchoredAlone, edges, list, neighbors, noInset, numberMax, refuse, reorder, roundNext, scrollWindow, target,
} from './scrolling.js';
import { SnapshotNumbers } from './SnapshotNumbers.js';
import { StepNumbers } from './StepNumbers.js';
import type {
  DecorationKind, EdgeInsets, Element, ModuleSource, Neighbors, Point, Rect, ReorderPreview, ReorderRequest, ScrollTarget, ScrollWindow,
  Section, Size, SnapshotInput, StackKind, Step, SupplementaryKind, TargetRequest, Warning, WindowRequest,
} from '../../../types/index.js';
import type {
  ModuleChange, ModuleChangeOptions, ModuleCursor, ModuleElements, ModuleLoadOptions, ModulePlace,
} from '../../../types/module.js';
import type { ParameterFault } from '../../service/parameterFaults.js';

export { ModuleProblem };

const noBounds = { x: 0, y: 0, width: 0, height: 0 };
/** Insets with which nothing pins. */
const atRest = { top: -Infinity, left: -Infinity, bottom: -Infinity, right: -Infinity };
/** The most restarts: a module that fails again and again is not reliable. */
const maximumRestarts = 10;

/**
 * The loaded module. It has its own memory, at most 1 GiB, for all of its snapshots and layouts: `close` those that are no longer needed.
 */
export class LayoutModule {
  #instance;
  #parts;
  #restarts = 0;

  /** @param compiled used to make another instance if this one fails; without it the module stays broken */
  constructor(instance: WebAssembly.Instance, compiled?: WebAssembly.Module) {
    this.#instance = instance instanceof ModuleInstance ? instance : new ModuleInstance(instance);
    this.#parts = compiled && new ModuleParts(compiled);
  }

  /**
   * Loads the module. A page with a `Content-Security-Policy` has to allow `'wasm-unsafe-eval'`.
   *
   * @param source the bytes or the address of the whole module, layout.wasm, or of both of its files. Default: the two files in `module`
   *   of this package. Node does not fetch files: pass the bytes there.
   * @throws ModuleProblem `module-missing` when a file does not exist, cannot be fetched, has a `file:` address, or is not WebAssembly or
   *   another module; `module-mismatched` when the two files are of different builds
   * @throws TypeError when the source is neither a URL nor bytes
   */
  static async load(source?: ModuleSource, options: ModuleLoadOptions = {}): Promise<LayoutModule> {
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

  /**
   * Loads the rest of the module if it is not loaded yet. May be called any number of times: it is loaded once, and again after a failure.
   *
   * @throws ModuleProblem `module-missing`, `module-mismatched` as `load` does
   */
  async complete(): Promise<void> {
    await this.#parts?.complete(() => this.instance);
  }

  /** Whether all of the module is loaded, as `change`, transitions, `window`, `neighbors` and `reorder` need it. */
  get isComplete(): boolean {
    return this.instance.isWhole;
  }

  /**
   * Whether it has failed permanently. A module made by `load` restarts after a failure, up to ten times, with new memory: it then accepts
   * snapshots again, and earlier ones throw `module-broken`.
   */
  get isBroken(): boolean {
    return this.instance.isBroken;
  }

  /** The size of the module's memory, in bytes. It only grows, and is freed with the module. */
  get byteCount(): number {
    return this.instance.byteCount;
  }

  /** The version of the rules, on which ids depend. A service of the same version gives the same ids. */
  get rulesVersion(): number {
    return this.instance.rulesVersion;
  }

  /** The current instance. If it has failed, another one replaces it, up to the limit of restarts. @internal */
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
   * Reads a snapshot, and computes its id. O(items)
   *
   * @throws ModuleProblem `invalid-snapshot` with a pointer to each mistake, also above 10⁹ items
   */
  snapshot(snapshot: SnapshotInput): ModuleSnapshot {
    const { instance } = this;
    const numbers = new SnapshotNumbers(instance.vocabulary);
    numbers.snapshot(snapshot);
    numbers.check('snapshot', snapshot);
    const made = this.made(instance.call('invalid-snapshot', 'layoutd_snapshot', ...instance.write(numbers)), numbers.isHorizontal);
    made.hasUnread = numbers.hasUnread;
    return made;
  }

  /** The snapshot that the module has just made. @internal */
  made(handle: number, isHorizontal: boolean) {
    const { instance } = this;
    return new ModuleSnapshot(instance, handle, isHorizontal, instance.texts(), instance.output());
  }
}

/** A snapshot in the module. It never changes. */
export class ModuleSnapshot {
  /** Whether it scrolls horizontally. */
  declare readonly isHorizontal: boolean;
  /** The layout id, the same as in the service. */
  declare readonly id: string;
  declare readonly sectionCount: number;
  declare readonly itemCount: number;
  /** The number of items with an estimated size. */
  declare readonly estimatedCount: number;
  #instance;
  #handle;
  /** Whether the snapshot has members that its engines do not read. @internal */
  hasUnread = false;

  /** @private */
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

  /** Its number in the module. Throws if that has failed: another instance uses the same numbers for other objects. @internal */
  get handle() {
    this.#instance.check();
    return this.#handle;
  }

  /**
   * Lays it out. O(items); with `earlier` O(changed items)
   *
   * @param containerExtent the container's width, or its height if scrolling is horizontal: above 0, up to 2^53
   * @param earlier the layout of the snapshot from which steps made this one: its unchanged parts are reused
   * @throws ModuleProblem `cannot-lay-out` when it cannot be laid out at this width
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
   * @internal
   */
  stepNumbers(steps: any, isOfUser = false) {
    const numbers = new StepNumbers(this.#instance.vocabulary, this.isHorizontal);
    numbers.isOfUser = isOfUser;
    numbers.steps(steps);
    return numbers;
  }

  /**
   * Applies steps. Returns a new snapshot.
   *
   * @throws ModuleProblem `invalid-change` with a pointer to each mistake; nothing is done then. `module-incomplete` when the rest of the
   *   module is not loaded yet
   */
  change(steps: Step | readonly Step[]): ModuleSnapshot;
  /** @internal */
  change(steps: Step | readonly Step[], source?: ModuleSnapshot): ModuleSnapshot;
  change(steps: Step | readonly Step[], source?: ModuleSnapshot): ModuleSnapshot {
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
   * @internal
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

  /** Whether its instance has failed: it answers nothing any more. @internal */
  get isLost() {
    return this.#instance.isBroken;
  }

  /** Frees its memory; its layouts stay. Every other call of it is rejected from then on. */
  close(): void {
    this.#instance.call('bad-parameter', 'layoutd_remove_snapshot', this.handle);
  }
}

/** A layout in the module. It never changes. */
export class ModuleLayout {
  /** The snapshot that is laid out. */
  declare readonly snapshot: ModuleSnapshot;
  /** The container's width, or its height if scrolling is horizontal. */
  declare readonly containerExtent: number;
  declare readonly contentSize: Size;
  #instance;
  #handle;

  /** @private */
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

  /** Its number in the module. Throws if that has failed: another instance uses the same numbers for other objects. @internal */
  get handle() {
    this.#instance.check();
    return this.#handle;
  }

  /**
   * The elements in a rectangle, without special ones.
   *
   * @param options `limit`: the most elements, 10 000 by default; `from`: the `next` of the last list
   */
  elements(rect: Rect, options: { limit?: number; from?: ModuleCursor | null } = {}): ModuleElements {
    checkObject('What elements is given as options', options);
    const { limit = 10_000, from = null } = options;
    refuse(parameterFaults({ rect: rect ?? null }));
    this.#query('layoutd_elements', ...list(rect), from?.kind ?? -1, from?.section ?? 0, from?.index ?? 0, Math.min(limit, numberMax));
    return this.#instance.elements();
  }

  /**
   * The special elements that overlap bounds.
   *
   * @param inset the insets of the bounds for pinning, 0 by default; with null the elements are at their positions at rest
   * @param options `scale`: device pixels for a point, to whose edges frames are rounded
   */
  special(bounds: Rect, inset: EdgeInsets | null = noInset, { scale }: { scale?: number } = {}): Element[] {
    refuse(parameterFaults({ bounds: bounds ?? null, inset: inset ?? undefined, scale }));
    roundNext(this.#instance, scale);
    this.#query('layoutd_special', ...list(bounds), ...edges(inset ?? atRest));
    return this.#instance.elements().elements;
  }

  /**
   * The topmost element at a point; null if there is none. Special elements are included with `bounds`, placed for these, or with
   * `special: 'rest'`, at their positions at rest.
   */
  hit(point: Point, options: ModulePlace & { special?: 'rest' } = {}): Element | null {
    checkObject('What hit is given as options', options);
    const { bounds, inset = noInset, special, scale } = options;
    const faults = parameterFaults({ point: point ?? null, bounds, inset, scale });
    if (special === 'rest' && bounds) faults.push(fault('special', 'not-allowed', 'cannot stand beside bounds'));
    else if (special !== undefined && special !== 'rest') faults.push(fault('special', 'out-of-range', 'must be rest'));
    refuse(faults);
    roundNext(this.#instance, scale);
    this.#query('layoutd_hit', point.x, point.y, bounds ? 1 : 0, ...list(bounds ?? noBounds), ...edges(inset), special === 'rest' ? 1 : 0);
    return this.#instance.element();
  }

  /**
   * One element; null if it does not exist.
   *
   * @param section −1 for global headers
   * @param index for a cell, its item
   */
  element(kind: 'cell' | SupplementaryKind | DecorationKind, section: number, index: number, options: ModulePlace = {}): Element | null {
    checkObject('What element is given as options', options);
    const { bounds, inset = noInset, scale } = options;
    refuse(parameterFaults({ bounds, inset, scale }));
    if (!isNumber(section, -1) || !isNumber(index, 0)) return null;
    const kindNumber = this.#kind(kind);
    roundNext(this.#instance, scale);
    this.#query('layoutd_element', kindNumber, section, index, bounds ? 1 : 0, ...list(bounds ?? noBounds), ...edges(inset));
    return this.#instance.element();
  }

  /**
   * Where to scroll, as in `Layout.target`. O(log items), with `keep` and another `previousExtent` O(items)
   *
   * @throws ModuleProblem `bad-parameter` if an option is wrong, or the item or header does not exist
   */
  target(request: TargetRequest): ScrollTarget {
    return target(this.#instance, this, request);
  }

  /**
   * The elements that enter and leave the bounds, and the cells that come next, as in `Layout.window`.
   *
   * @throws ModuleProblem `bad-parameter` as `target` does; `module-incomplete` when the rest of the module is not loaded yet
   */
  window(request: WindowRequest): ScrollWindow {
    return scrollWindow(this.#instance, this, request);
  }

  /**
   * The layout while an item is dragged, as in `Layout.reorder`. The first call for a target costs as much as a change with the move. Only
   * the last preview is stored, so the same target again costs less.
   *
   * @throws ModuleProblem `bad-parameter` as `target` does; `invalid-change` as the move; `module-incomplete` when the rest of the module
   *   is not loaded yet
   */
  reorder(request: ReorderRequest): ReorderPreview {
    return reorder(this.#instance, this, request);
  }

  /**
   * The next cell on each side of an item; null if the item does not exist. O(log items)
   *
   * @throws ModuleProblem `module-incomplete` when the rest of the module is not loaded yet
   */
  neighbors(section: number, item: number, options?: { scale?: number }): Neighbors | null {
    const scale = options?.scale;
    refuse(parameterFaults({ scale }));
    return neighbors(this.#instance, this, { section, item, scale });
  }

  /** The line of a cell of flow; −1 for any other cell. @internal */
  line(section: number, item: number): number {
    return isNumber(section, 0) && isNumber(item, 0) ? this.#query('layoutd_line', section, item) - 1 : -1;
  }

  /**
   * The difference of this layout to an earlier one. `change` must have made its snapshot from the earlier one's, and both must have the
   * same container extent.
   */
  changeFrom(before: ModuleLayout, options: ModuleChangeOptions = {}): ModuleChange {
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

  /** Throws if options of a change of this layout are invalid. @internal */
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

  /** The pinning records of a rectangle, as in answers of the service with `pinning=true`. */
  pinning(rect: Rect): { globalHeaders: Element[]; globalHeaderBackground?: { color: string; end: number }; sections: object[]; } {
    refuse(parameterFaults({ rect: rect ?? null }));
    const sectionCount = this.#query('layoutd_pinning', ...list(rect));
    const { elements, end } = this.#instance.elements(0, true);
    return pinningRecords(elements, this.#instance.output().subarray(end), this.#instance.textBytes(), sectionCount, this.snapshot, this.#instance.vocabulary);
  }

  /**
   * All headers or footers of a section, or the global headers, at their positions at rest.
   *
   * @param section −1 for global headers
   */
  stack(kind: StackKind, section: number): Element[] {
    this.#query('layoutd_stack', this.#kind(kind), section);
    return this.#instance.elements(0, true).elements;
  }

  /**
   * Probable mistakes at this width, where there is too little space, with the service's messages.
   *
   * @param pointerTo a section, if it is not in the body's list
   * @internal
   */
  warnings(limit: number, pointerTo?: ((section: number) => string) | null): Warning[] {
    this.#query('layoutd_shortages', limit);
    return shortages(this.#instance.output(), this.snapshot.isHorizontal, pointerTo);
  }

  /** The sections from a number on, at most `limit` of them. The snapshot must not be closed. */
  sections(from: number, limit: number, { scale }: { scale?: number } = {}): Section[] {
    refuse(parameterFaults({ scale }));
    const { vocabulary } = this.#instance;
    const width = sectionNumbers(vocabulary);
    const most = Math.min(limit, numberMax);
    if (from <= numberMax) roundNext(this.#instance, scale);
    const count = from > numberMax ? 0 : this.#query('layoutd_sections', this.snapshot.handle, from, most);
    const numbers = this.#instance.output();
    const bytes = this.#instance.textBytes();
    return Array.from({ length: count }, (_, place) => (
      sectionMembers(from + place, numbers.subarray(place * width), bytes, vocabulary)));
  }

  /** Frees its memory; its snapshot stays. Every other call of it is rejected from then on. */
  close(): void {
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
