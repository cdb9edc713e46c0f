// @ts-check
import { ModuleProblem } from './ModuleProblem.js';
import { gathered } from './Telling.js';

/** @typedef {import('../index.js').Step} Step */
/** @typedef {import('./LayoutModule.js').LayoutModule} LayoutModule */
/** @typedef {import('./LayoutModule.js').ModuleSnapshot} ModuleSnapshot */

/** The module applies no more steps at one time. */
const stepsAtOnce = 1000;
/** What is longer is not kept: sizes of items one by one, and steps beside those of what was measured. */
const [maximumSizes, maximumSteps] = [1_000_000, 10_000];

/** How a snapshot that is held here comes about again, where the module has failed: what it was made of, and the steps since. */
export class Recipe {
  #module;
  #body;
  #parent = /** @type {Recipe | null} */ (null);
  #steps = /** @type {readonly Step[]} */ ([]);
  /** How much is in these steps, and how many steps there are in all. */
  #weight = Infinity;
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

  /**
   * Of what steps make of it.
   *
   * @param {readonly Step[]} steps that were applied
   */
  after(steps) {
    const next = new Recipe(this.#module, this.#body);
    if (this.#body === null) return next;
    // As they are now: who has made them may go on with them.
    let all = steps.map((step) => JSON.parse(JSON.stringify(step)));
    let weight = all.reduce((sum, step) => sum + weightOf(step), 1);
    let parent = /** @type {Recipe} */ (this);
    // Each time with at least as much: so nothing is gathered often.
    for (; parent.#weight <= weight; parent = /** @type {Recipe} */ (parent.#parent)) {
      all = gathered([...parent.#steps, ...all]);
      weight += parent.#weight;
    }
    [next.#parent, next.#steps, next.#weight, next.#count] = [parent, all, weight, parent.#count + all.length];
    if (next.#count > maximumSteps) next.#body = null;
    return next;
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
    for (let first = 0; first < steps.length; first += stepsAtOnce) {
      const before = known;
      known = before.change(steps.slice(first, first + stepsAtOnce));
      before.close();
    }
    if (known.id === id) return known;
    // Somebody has gone on with the value that was given.
    known.close();
    throw lost();
  }
}

/** @param {Step} step */
function weightOf({ resize = [] }) {
  return resize.reduce((sum, entry) => sum + ('at' in entry ? entry.at.length : 1), 1);
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
