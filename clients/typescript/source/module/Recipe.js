// @ts-check
import { giveBack } from './Held.js';
import { ModuleProblem } from './wasm/ModuleProblem.js';
import { gathered } from './Telling.js';

/** @typedef {import('../../index.js').Step} Step */
/** @typedef {import('./wasm/LayoutModule.js').LayoutModule} LayoutModule */
/** @typedef {import('./wasm/LayoutModule.js').ModuleSnapshot} ModuleSnapshot */

/** The module applies no more steps at one time. */
const stepsAtOnce = 1000;
/**
 * What is longer is not kept: sizes of items one by one, steps beside those of what was measured, and values in steps, of which
 * a size has two.
 */
const [maximumSizes, maximumSteps, maximumValues] = [1_000_000, 10_000, 2_000_000];

/** How a snapshot that is held here comes about again, where the module has failed: what it was made of, and the steps since. */
export class Recipe {
  #module;
  #body;
  #parent = /** @type {Recipe | null} */ (null);
  #steps = /** @type {readonly Step[]} */ ([]);
  /** How many values are in these steps, and how many values and steps there are in all. */
  #weight = Infinity;
  #total = 0;
  #count = 0;

  /**
   * @param {LayoutModule} layoutModule
   * @param {any} body null where it is not kept
   */
  constructor(layoutModule, body) {
    this.#module = layoutModule;
    this.#body = body;
  }

  /**
   * Of a snapshot as a value, which stays as it is.
   *
   * @param {LayoutModule} layoutModule
   * @param {any} body that can be laid out
   */
  static of(layoutModule, body) {
    return new Recipe(layoutModule, sizeCount(body.sections) <= maximumSizes ? body : null);
  }

  /** Loads all of the module. */
  async complete() {
    await this.#module.complete();
  }

  /** Whether all of the module is there. */
  get isComplete() {
    return this.#module.isComplete;
  }

  /**
   * Of what steps make of it.
   *
   * @param {readonly Step[]} steps that were applied, and stay as they are
   */
  after(steps) {
    if (this.#body === null) return this;
    let all = steps;
    let weight = weightOf(all);
    let parent = /** @type {Recipe} */ (this);
    // Each time with at least as much: so nothing is gathered often.
    for (; parent.#weight <= weight; parent = /** @type {Recipe} */ (parent.#parent)) {
      all = gathered([...parent.#steps, ...all]);
      weight = weightOf(all);
    }
    const next = new Recipe(this.#module, this.#body);
    [next.#parent, next.#steps, next.#weight] = [parent, all, weight];
    [next.#total, next.#count] = [parent.#total + weight, parent.#count + all.length];
    return next.#total > maximumValues || next.#count > maximumSteps ? new Recipe(this.#module, null) : next;
  }

  #all() {
    const chain = [];
    for (let link = /** @type {Recipe | null} */ (this); link; link = link.#parent) chain.push(link.#steps);
    return gathered(chain.reverse().flat());
  }

  /**
   * The snapshot, once more.
   *
   * @param {string} id that it had
   * @returns {ModuleSnapshot}
   */
  make(id) {
    const { instance } = this.#module;
    if (instance.isBroken || this.#body === null) throw lost();
    let known = this.#module.snapshot(this.#body);
    instance.forgetInput();
    const steps = this.#all();
    // Without the rest of the module no step is applied; it is there when this is asked for once more.
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
    // Somebody has gone on with the value that was given.
    known.close();
    throw lost();
  }
}

/**
 * How many values are in one, and it.
 *
 * @param {any} value as in JSON
 * @returns {number}
 */
function weightOf(value) {
  if (typeof value !== 'object' || value === null) return 1;
  let weight = 1;
  for (const name in value) weight += weightOf(value[name]);
  return weight;
}

function lost() {
  return new ModuleProblem('module-broken', 'The module has failed, and what it held is not here to be laid out again: post it anew.');
}

/**
 * How many items have a size of their own.
 *
 * @param {readonly any[]} sections
 */
function sizeCount(sections) {
  return sections.reduce((sum, { items }) => sum + (items?.length ?? items?.heights?.length ?? items?.widths?.length ?? 0), 0);
}
