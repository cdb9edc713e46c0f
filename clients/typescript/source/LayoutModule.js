// @ts-check
import { kinds, moved, sectionMembers } from './moduleAnswers.js';
import { ModuleInstance } from './ModuleInstance.js';
import { ModuleProblem } from './ModuleProblem.js';
import { checkObject, described } from './options.js';
import { anchorRules, fault, parameterFaults } from './parameterFaults.js';
import { SnapshotNumbers } from './SnapshotNumbers.js';
import { StepNumbers } from './StepNumbers.js';

export { ModuleProblem };

/** @typedef {{ x: number, y: number, width: number, height: number }} Rect */
/** @typedef {{ top: number, left: number, bottom: number, right: number }} Insets */

const noInset = { top: 0, left: 0, bottom: 0, right: 0 };
const noBounds = { x: 0, y: 0, width: 0, height: 0 };
/** Insets with which nothing pins. */
const atRest = { top: -Infinity, left: -Infinity, bottom: -Infinity, right: -Infinity };
/** One that fails again and again is not to be relied on. */
const maximumRestarts = 10;
const transitionNumbers = 19;
const sectionNumbers = 13;
/** Whole numbers of the module have 32 bits. */
const numberMax = 2 ** 31 - 1;

/** The service's core as WebAssembly: lays out without a network. */
export class LayoutModule {
  #instance;
  #compiled;
  #restarts = 0;

  /**
   * @param {WebAssembly.Instance} instance
   * @param {WebAssembly.Module} [compiled] what another instance is made of, where this one fails
   */
  constructor(instance, compiled) {
    this.#instance = new ModuleInstance(instance);
    this.#compiled = compiled;
  }

  /**
   * Loads the module.
   *
   * @param {string | URL | BufferSource} [source] its bytes, as who runs in node reads them, or where they are; layout.wasm
   *   beside this package's index.js where nothing is said, which node does not fetch
   */
  static async load(source = new URL('../layout.wasm', import.meta.url)) {
    const isAddress = typeof source === 'string' || source instanceof URL;
    const { instance, module: compiled } = await WebAssembly.instantiate(isAddress ? await fetched(source) : checkedBytes(source), {});
    return new LayoutModule(instance, compiled);
  }

  /** Whether it has failed, and does nothing any more. */
  get isBroken() {
    return this.instance.isBroken;
  }

  /** How much memory the module has, in bytes. It grows, and goes with the module. */
  get byteCount() {
    return this.instance.byteCount;
  }

  /** The version of the rules that ids are of. */
  get rulesVersion() {
    return this.instance.rulesVersion;
  }

  /** What answers now: another one in place of one that has failed, as far as that goes. */
  get instance() {
    if (this.#instance.isBroken && this.#compiled && this.#restarts < maximumRestarts) {
      this.#restarts += 1;
      try {
        this.#instance = new ModuleInstance(new WebAssembly.Instance(this.#compiled, {}));
      } catch {
        // Some browsers make no instance of this size at once.
        this.#compiled = undefined;
      }
    }
    return this.#instance;
  }

  /**
   * Takes a snapshot.
   *
   * @param {any} snapshot as it would be posted
   * @returns {ModuleSnapshot}
   */
  snapshot(snapshot) {
    const numbers = new SnapshotNumbers();
    numbers.snapshot(snapshot);
    if (numbers.faults.length > 0) throw new ModuleProblem('invalid-snapshot', 'The snapshot is wrong.', numbers.faults);
    const { instance } = this;
    const handle = instance.call('invalid-snapshot', 'layoutd_snapshot', ...instance.write(numbers));
    return new ModuleSnapshot(instance, handle, numbers.isHorizontal, instance.texts(), instance.output());
  }
}

/** A snapshot in the module. */
export class ModuleSnapshot {
  #instance;
  #handle;

  /**
   * @param {ModuleInstance} instance
   * @param {number} handle
   * @param {boolean} isHorizontal
   * @param {string} id
   * @param {Float64Array} counts
   */
  constructor(instance, handle, isHorizontal, id, [sectionCount, itemCount, estimatedCount]) {
    this.#instance = instance;
    this.#handle = handle;
    this.isHorizontal = isHorizontal;
    this.id = id;
    this.sectionCount = sectionCount;
    this.itemCount = itemCount;
    this.estimatedCount = estimatedCount;
  }

  /** Its number in the module, where that has not failed: another instance has others by the same numbers. */
  get handle() {
    this.#instance.check();
    return this.#handle;
  }

  /**
   * Lays it out.
   *
   * @param {number} containerExtent
   * @param {ModuleLayout} [earlier] the layout of the snapshot that steps made this one of: what it has is not made again
   * @returns {ModuleLayout}
   */
  layout(containerExtent, earlier) {
    const handle = this.#instance.call('bad-parameter', 'layoutd_layout', this.handle, containerExtent, earlier?.handle ?? 0);
    const [width, height] = this.#instance.output();
    return new ModuleLayout(this.#instance, handle, this, containerExtent, { width, height });
  }

  /**
   * What steps make of it.
   *
   * @param {any} steps one or several
   * @returns {ModuleSnapshot}
   */
  change(steps) {
    const numbers = new StepNumbers(this.isHorizontal);
    numbers.steps(steps);
    if (numbers.faults.length > 0) throw new ModuleProblem('invalid-change', 'The steps are wrong.', numbers.faults);
    const instance = this.#instance;
    const handle = instance.call('invalid-change', 'layoutd_change', this.handle, ...instance.write(numbers));
    return new ModuleSnapshot(instance, handle, this.isHorizontal, instance.texts(), instance.output());
  }

  /** Whether what held it has failed: it answers nothing any more. */
  get isLost() {
    return this.#instance.isBroken;
  }

  /** Gives it back; layouts of it stay. */
  close() {
    this.#instance.call('bad-parameter', 'layoutd_remove_snapshot', this.handle);
  }
}

/** A layout in the module. */
export class ModuleLayout {
  #instance;
  #handle;

  /**
   * @param {ModuleInstance} instance
   * @param {number} handle
   * @param {ModuleSnapshot} snapshot
   * @param {number} containerExtent
   * @param {{ width: number, height: number }} contentSize
   */
  constructor(instance, handle, snapshot, containerExtent, contentSize) {
    this.#instance = instance;
    this.#handle = handle;
    this.snapshot = snapshot;
    this.containerExtent = containerExtent;
    this.contentSize = contentSize;
  }

  /** Its number in the module, where that has not failed: another instance has others by the same numbers. */
  get handle() {
    this.#instance.check();
    return this.#handle;
  }

  /**
   * The elements in a rectangle.
   *
   * @param {Rect} rect
   * @param {{ limit?: number, from?: { kind: number, section: number, index: number } | null }} options `from`: `next` of
   *   the list before
   */
  elements(rect, options = {}) {
    checkObject('What elements is given as options', options);
    const { limit = 10_000, from = null } = options;
    refuse(parameterFaults({ rect: rect ?? null }));
    this.#query('layoutd_elements', ...list(rect), from?.kind ?? -1, from?.section ?? 0, from?.index ?? 0, Math.min(limit, numberMax));
    return this.#instance.elements();
  }

  /**
   * The pinning elements of bounds; `null` for where they rest.
   *
   * @param {Rect} bounds
   * @param {Insets | null} [inset]
   * @returns {any[]}
   */
  special(bounds, inset = noInset) {
    refuse(parameterFaults({ bounds: bounds ?? null, inset: inset ?? undefined }));
    this.#query('layoutd_special', ...list(bounds), ...edges(inset ?? atRest));
    return this.#instance.elements().elements;
  }

  /**
   * The topmost element at a point.
   *
   * @param {{ x: number, y: number }} point
   * @param {{ bounds?: Rect, inset?: Insets, special?: 'rest' }} options
   * @returns {any} null where there is none
   */
  hit(point, options = {}) {
    checkObject('What hit is given as options', options);
    const { bounds, inset = noInset, special } = options;
    const faults = parameterFaults({ point: point ?? null, bounds, inset });
    if (special === 'rest' && bounds) faults.push(fault('special', 'not-allowed', 'cannot stand beside bounds'));
    else if (special !== undefined && special !== 'rest') faults.push(fault('special', 'out-of-range', 'must be rest'));
    refuse(faults);
    this.#query('layoutd_hit', point.x, point.y, bounds ? 1 : 0, ...list(bounds ?? noBounds), ...edges(inset), special === 'rest' ? 1 : 0);
    return this.#instance.elements().elements[0] ?? null;
  }

  /**
   * One element.
   *
   * @param {string} kind
   * @param {number} section −1 for global headers
   * @param {number} index
   * @param {{ bounds?: Rect, inset?: Insets }} options
   * @returns {any} null where there is none
   */
  element(kind, section, index, options = {}) {
    checkObject('What element is given as options', options);
    const { bounds, inset = noInset } = options;
    refuse(parameterFaults({ bounds, inset }));
    if (!isNumber(section, -1) || !isNumber(index, 0)) return null;
    const number = kinds.indexOf(kind);
    this.#query('layoutd_element', number, section, index, bounds ? 1 : 0, ...list(bounds ?? noBounds), ...edges(inset));
    return this.#instance.elements().elements[0] ?? null;
  }

  /**
   * What the steps that made this layout's snapshot of another one's are in two layouts.
   *
   * @param {ModuleLayout} before
   * @param {{ bounds?: Rect, inset?: Insets, anchor?: string | { section: number, item: number }, endThreshold?: number,
   *   transition?: boolean }} options
   */
  changeFrom(before, options = {}) {
    if (!(before instanceof ModuleLayout)) throw new TypeError(`The layout before is ${described(before)}: not a ModuleLayout`);
    checkObject('What changeFrom is given as options', options);
    const { bounds, inset = noInset, endThreshold = 1, transition = false } = options;
    const anchor = options.anchor ?? 'auto';
    before.checkPlace({ bounds, inset, anchor, endThreshold });
    const item = typeof anchor === 'string' ? { section: 0, item: 0 } : anchor;
    const rule = typeof anchor === 'string' ? anchorRules.indexOf(anchor) : anchorRules.length;
    const count = this.#instance.call(
      'bad-parameter', 'layoutd_motion', this.snapshot.handle, before.handle, this.handle, bounds ? 1 : 0,
      ...list(bounds ?? noBounds), ...edges(inset), rule, item.section, item.item, endThreshold, transition ? 1 : 0);
    const numbers = this.#instance.output();
    const [differs, start, end, startAfter, endAfter] = numbers;
    /** @type {any} */
    const change = {
      parent: before.snapshot.id,
      changed: differs === 0 ? null : { before: { start, end }, after: { start: startAfter, end: endAfter } },
    };
    if (!bounds) return change;
    const [x, y, width, height, dx, dy, edge, section, index] = numbers.subarray(5);
    change.anchor = edge === 0 ? null : { section, item: index, edge: edge === 1 ? 'leading' : 'trailing' };
    change.bounds = { x: x + 0, y: y + 0, width, height };
    change.scrollDelta = { x: dx + 0, y: dy + 0 };
    if (transition) {
      change.transition = Array.from({ length: count }, (_, place) => (
        moved(numbers.subarray(14 + place * transitionNumbers))));
    }
    return change;
  }

  /**
   * Refuses what a change of this layout cannot be asked about.
   *
   * @param {{ bounds?: any, inset?: any, anchor?: any, endThreshold?: any }} options
   */
  checkPlace({ bounds, inset, anchor, endThreshold }) {
    refuse([...parameterFaults({ bounds, inset, endThreshold }), ...this.#anchorFaults(anchor ?? 'auto')]);
  }

  /**
   * @param {any} anchor what is to stand still
   * @returns {import('./parameterFaults.js').ParameterFault[]}
   */
  #anchorFaults(anchor) {
    if (anchorRules.includes(anchor)) return [];
    const { section, item } = anchor ?? {};
    if (![section, item].every((number) => Number.isSafeInteger(number) && number >= 0)) {
      return [fault('anchor', 'bad-syntax', `must be ${anchorRules.join(', ')}, or the numbers of a section and an item`)];
    }
    const [listed] = section < this.snapshot.sectionCount ? this.sections(section, 1) : [];
    return listed && item < listed.itemCount ? [] : [fault('anchor', 'out-of-range', `has no item ${section},${item}`)];
  }

  /**
   * What places the pinning elements of a rectangle, as the service's answers with `pinning=true` say it.
   *
   * @param {Rect} rect
   * @returns {{ globalHeaders: any[], sections: any[] }}
   */
  pinning(rect) {
    refuse(parameterFaults({ rect: rect ?? null }));
    const sectionCount = this.#query('layoutd_pinning', ...list(rect));
    const { elements, end } = this.#instance.elements();
    const numbers = this.#instance.output().subarray(end + 1);
    const records = Array.from({ length: sectionCount }, (_, place) => numbers.slice(place * 7, place * 7 + 7));
    const own = records.reduce((count, record) => count + record[6], 0);
    let first = elements.length - own;
    const globalHeaders = elements.slice(0, first);
    const { isHorizontal } = this.snapshot;
    const sections = records.map(([section, x, y, width, height, headersExtent, count]) => {
      first += count;
      const stretch = isHorizontal ? { minX: x, maxX: x + width, headersWidth: headersExtent }
        : { minY: y, maxY: y + height, headersHeight: headersExtent };
      return { section, ...stretch, elements: elements.slice(first - count, first) };
    });
    return { globalHeaders, sections };
  }

  /**
   * All headers or footers of a section, or the global headers, where they rest.
   *
   * @param {'header' | 'footer' | 'globalHeader'} kind
   * @param {number} section −1 for global headers
   * @returns {any[]}
   */
  stack(kind, section) {
    this.#query('layoutd_stack', kinds.indexOf(kind), section);
    return this.#instance.elements().elements;
  }

  /**
   * Sections in order, as the service lists them.
   *
   * @param {number} from the first one
   * @param {number} limit
   * @returns {any[]}
   */
  sections(from, limit) {
    const most = Math.min(limit, numberMax);
    const count = from > numberMax ? 0 : this.#query('layoutd_sections', this.snapshot.handle, from, most);
    const numbers = this.#instance.output();
    const bytes = this.#instance.textBytes();
    return Array.from({ length: count }, (_, place) => (
      sectionMembers(from + place, numbers.subarray(place * sectionNumbers), bytes)));
  }

  /** Gives it back. */
  close() {
    this.#query('layoutd_remove_layout');
  }

  /**
   * @param {string} name
   * @param {...number} values
   */
  #query(name, ...values) {
    return this.#instance.call('bad-parameter', name, this.handle, ...values);
  }
}

/** @param {import('./parameterFaults.js').ParameterFault[]} faults */
function refuse(faults) {
  if (faults.length === 0) return;
  const [{ parameter, detail }] = faults;
  throw new ModuleProblem('bad-parameter', `The parameter "${parameter}" ${detail}.`, faults);
}

/** @param {string | URL} url */
async function fetched(url) {
  // Neither node nor a page that is a file itself fetches files.
  const isFile = String(url).startsWith('file:');
  checkAddress(url);
  const response = await fetch(url).catch((error) => {
    throw isFile ? new ModuleProblem('module-missing', `${url} cannot be fetched: give its bytes in place of its address.`) : error;
  });
  const cure = 'Say where layout.wasm is, with { module: url }: a bundler may have left it out';
  if (!response.ok) throw new ModuleProblem('module-missing', `${url} answers ${response.status}. ${await detailOf(response) ?? `${cure}.`}`);
  const bytes = await response.arrayBuffer();
  if (!isWebAssembly(bytes)) {
    const type = response.headers.get('Content-Type') ?? 'something';
    throw new ModuleProblem('module-missing', `${url} answers ${type}, which is no WebAssembly. ${cure}.`);
  }
  return bytes;
}

/**
 * What the service says of a module that it was built without; undefined where something else answers.
 *
 * @param {Response} response
 * @returns {Promise<string | undefined>}
 */
async function detailOf(response) {
  if (response.headers.get('Content-Type') !== 'application/problem+json') return undefined;
  const problem = await response.json().catch(() => undefined);
  return typeof problem?.detail === 'string' ? problem.detail : undefined;
}

/** @param {string | URL} url relative to the page, where there is one */
function checkAddress(url) {
  try {
    new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href);
  } catch {
    throw new TypeError(`The module's address is ${described(url)}: not a URL`);
  }
}

/** @param {BufferSource} bytes */
function checkedBytes(bytes) {
  // Those of another window are no instances of this one's classes.
  if (!(bytes?.byteLength >= 0)) throw new TypeError(`The module is ${described(bytes)}: not an address, and not bytes`);
  if (!isWebAssembly(bytes)) throw new ModuleProblem('module-missing', 'The bytes are no WebAssembly: give those of layout.wasm.');
  return bytes;
}

/** @param {BufferSource} bytes */
function isWebAssembly(bytes) {
  const first = 'buffer' in bytes ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
  return [0, 0x61, 0x73, 0x6d].every((byte, place) => first[place] === byte);
}

/**
 * Whether there can be such a section or element: the module would take another number for one that it has.
 *
 * @param {number} number
 * @param {number} least
 */
function isNumber(number, least) {
  return Number.isInteger(number) && number >= least && number <= numberMax;
}

/** @param {Rect} rect */
function list({ x, y, width, height }) {
  return [x, y, width, height];
}

/** @param {Insets} insets */
function edges({ top, left, bottom, right }) {
  return [top, left, bottom, right];
}
