import { ModuleInstance } from './ModuleInstance.js';
import { ModuleProblem } from './ModuleProblem.js';
import { buildOf, compiled, distrust, isRest, ownFiles, pairOf } from './moduleSource.js';
import type { Pair, Source } from './moduleSource.js';

/** The delay before the rest is loaded in browsers without idle callbacks, in milliseconds. */
const idleMilliseconds = 2000;

/** The files from which instances of the module are made: one file, or the first file and the rest, which is loaded later. */
export class ModuleParts {
  #first;
  #restSource;
  /** The compiled rest, if it is loaded and belongs to the first file. */
  #rest: WebAssembly.Module | null = null;
  #loading: Promise<WebAssembly.Module> | null = null;

  /** @param first or the whole */
  constructor(first: WebAssembly.Module, restSource?: Source) {
    this.#first = first;
    this.#restSource = restSource;
  }

  /**
   * @param source by default the package's own files
   * @param loadsRest whether the rest is fetched at the same time
   */
  static async load(source: Source | Pair | undefined, loadsRest: boolean) {
    const pair = source === undefined ? await ownFiles() : pairOf(source);
    if (!pair) return new ModuleParts(firstOf(await compiled(source as Source)));
    const rest = loadsRest ? compiled(pair.rest) : null;
    // Errors are reported where the rest is awaited.
    rest?.catch(() => {});
    const parts = new ModuleParts(firstOf(await compiled(pair.first)), pair.rest);
    if (rest && parts.isDivided) parts.#loading = rest;
    return parts;
  }

  /** Whether there is a rest. */
  get isDivided() {
    return buildOf(this.#first) !== null;
  }

  /** @returns without the rest */
  async instance(): Promise<ModuleInstance> {
    return new ModuleInstance(await WebAssembly.instantiate(this.#first), this.isDivided);
  }

  /** Another instance, synchronously, with the rest if it is loaded. Some browsers cannot make instances of this size synchronously. */
  instanceNow() {
    const made = new ModuleInstance(new WebAssembly.Instance(this.#first), this.isDivided);
    if (this.#rest && !made.isWhole) {
      const rest = this.#rest;
      made.join((imports) => new WebAssembly.Instance(rest, imports));
    }
    return made;
  }

  /**
   * Adds the rest to the current instance. After a failure the next call tries again.
   *
   * @param current returns the current instance, which may be replaced while the rest is being loaded
   */
  async complete(current: () => ModuleInstance) {
    while (!current().isWhole) {
      const rest = await this.#loadedRest();
      const instance = current();
      if (!instance.isWhole) await instance.joinSoon((imports) => WebAssembly.instantiate(rest, imports));
    }
  }

  async #loadedRest() {
    if (this.#rest) return this.#rest;
    if (this.#restSource === undefined) {
      throw new ModuleProblem('module-missing', 'This is the first file of the module alone: give { first, rest }.');
    }
    const loading = this.#loading ?? compiled(this.#restSource);
    this.#loading = loading;
    try {
      const rest = await loading;
      if (!isRest(rest) || buildOf(rest) !== buildOf(this.#first)) {
        distrust(this.#restSource);
        throw new ModuleProblem('module-mismatched', 'This is not the rest of the module, or that of another build than its first file.');
      }
      this.#rest = rest;
      return rest;
    } finally {
      if (this.#loading === loading) this.#loading = null;
    }
  }
}

/** Calls a function when the page is idle. */
export function whenIdle(act: () => void) {
  if (typeof requestIdleCallback === 'function') {
    requestIdleCallback(act, { timeout: idleMilliseconds });
    return;
  }
  const timer = setTimeout(act, idleMilliseconds) as any;
  // The timer does not keep Node running.
  timer.unref?.();
}

function firstOf(part: WebAssembly.Module) {
  if (isRest(part)) {
    throw new ModuleProblem('module-missing', 'This is the rest of the module: give { first, rest }.');
  }
  if (!WebAssembly.Module.exports(part).some(({ name }) => name === 'layoutd_snapshot')) {
    throw new ModuleProblem('module-missing', 'This is another WebAssembly module: give layout.wasm, or { first, rest }.');
  }
  return part;
}
