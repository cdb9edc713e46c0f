import { giveBack } from './ModuleHandle.js';
import { ModuleProblem } from './wasm/ModuleProblem.js';
import { gathered } from './UploadQueue.js';
import type { Step } from '../../types/index.js';
import type { LayoutModule, ModuleSnapshot } from './wasm/LayoutModule.js';

/** The most steps that the module applies at one time. */
const stepsAtOnce = 1000;
/**
 * Longer recipes are not stored. The most individual sizes of items, the most steps besides measurements, and the most values in steps; a
 * size has two values.
 */
const [maximumSizes, maximumSteps, maximumValues] = [1_000_000, 10_000, 2_000_000];

/** The data from which a snapshot is made again after the module has failed: the posted snapshot, and the steps since. */
export class StepHistory {
  #module;
  #body;
  #read;
  #parent: StepHistory | null = null;
  #steps: readonly Step[] = [];
  /** The number of values in these steps; the numbers of values and of steps in all. */
  #weight = Infinity;
  #total = 0;
  #count = 0;

  /**
   * @param body null if it is not stored
   * @param read reads it into the module
   */
  constructor(layoutModule: LayoutModule, body: any, read: () => ModuleSnapshot) {
    this.#module = layoutModule;
    this.#body = body;
    this.#read = read;
  }

  /** The module that has the snapshot. */
  get module() {
    return this.#module;
  }

  /**
   * The history of a snapshot given as a value, which must not be modified.
   *
   * @param body that can be laid out
   * @param sizeCount the number of items with individual sizes
   */
  static of(
    layoutModule: LayoutModule, body: any, sizeCount: number = listedCount(body.sections),
    read: () => ModuleSnapshot = () => layoutModule.snapshot(body),
  ) {
    return new StepHistory(layoutModule, sizeCount <= maximumSizes ? body : null, read);
  }

  /** Loads all of the module. */
  async complete() {
    await this.#module.complete();
  }

  /** Whether all of the module is loaded. */
  get isComplete() {
    return this.#module.isComplete;
  }

  /**
   * The history of the snapshot after steps.
   *
   * @param steps that were applied, and must not be modified
   */
  after(steps: readonly Step[]) {
    if (this.#body === null) return this;
    let all = steps;
    let weight = weightOf(all);
    let parent = this as StepHistory;
    // Combines with shorter links only, so that no step is combined often.
    for (; parent.#weight <= weight; parent = parent.#parent as StepHistory) {
      all = gathered([...parent.#steps, ...all]);
      weight = weightOf(all);
    }
    const next = new StepHistory(this.#module, this.#body, this.#read);
    [next.#parent, next.#steps, next.#weight] = [parent, all, weight];
    [next.#total, next.#count] = [parent.#total + weight, parent.#count + all.length];
    return next.#total > maximumValues || next.#count > maximumSteps ? new StepHistory(this.#module, null, this.#read) : next;
  }

  #all() {
    const chain = [];
    for (let link = this as StepHistory | null; link; link = link.#parent) chain.push(link.#steps);
    return gathered(chain.reverse().flat());
  }

  /**
   * Makes the snapshot again.
   *
   * @param id that it had
   */
  make(id: string): ModuleSnapshot {
    const { instance } = this.#module;
    if (instance.isBroken || this.#body === null) throw lost();
    let known = this.#read();
    instance.forgetInput();
    const steps = this.#all();
    // Steps need the rest of the module. If it is not loaded, this fails, and succeeds at a later call.
    if (steps.length > 0) void this.complete().catch(() => {});
    for (let first = 0; first < steps.length; first += stepsAtOnce) {
      const before = known;
      try {
        known = before.change(steps.slice(first, first + stepsAtOnce));
      } finally {
        giveBack(before);
      }
    }
    if (known.id === id) return known;
    // The page has modified the posted value.
    known.close();
    throw lost();
  }
}

/**
 * The number of values in a value, itself included.
 *
 * @param value as in JSON
 */
function weightOf(value: any): number {
  if (typeof value !== 'object' || value === null) return 1;
  let weight = 1;
  for (const name in value) weight += weightOf(value[name]);
  return weight;
}

function lost() {
  return new ModuleProblem('module-broken', 'The module has failed, and what it held is not here to be laid out again: post it anew.');
}

/** The number of items with individual sizes. */
function listedCount(sections: readonly any[]) {
  return sections.reduce((sum, { items }) => sum + (items?.length ?? items?.heights?.length ?? items?.widths?.length ?? 0), 0);
}
