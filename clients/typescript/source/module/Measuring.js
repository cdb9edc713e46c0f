// @ts-check
import { Leaving } from '../viewport/Leaving.js';
import { checkedSizes, hasMembers } from './measurements.js';
import { anchorRules, isNumber } from '../service/parameterFaults.js';
import { stillItem } from '../viewport/stillItem.js';

/** @typedef {import('../../index.js').Measurement} Measurement */
/** @typedef {import('../../index.js').MeasureOptions} MeasureOptions */
/** @typedef {import('../viewport/change.js').Change} Change */
/** @typedef {import('./LocalLayout.js').LocalLayout} LocalLayout */
/** @typedef {(sizes: readonly Measurement[], options: MeasureOptions) => Change | null} Lay */

const members = ['layout', 'parent', 'changed', 'bounds', 'scrollDelta', 'anchor', 'transition'];
/** Anchors that need no item to be located first. */
const rules = /** @type {any[]} */ ([undefined, ...anchorRules]);

/** Lays out measured sizes: those of several calls together, when a property is read, or at the end of the task. */
export class Measuring {
  #lay;
  #show;
  #batch = /** @type {Batch | null} */ (null);
  /** The layouts of earlier measurements, which the viewport no longer shows. */
  leaving = new Leaving();
  /** Finds the item that stays in place when sizes are measured. */
  stillItem = stillItem;

  /**
   * @param {Lay} lay
   * @param {(change: Change) => void} show
   */
  constructor(lay, show) {
    this.#lay = lay;
    this.#show = show;
  }

  /**
   * @param {readonly Measurement[]} sizes
   * @param {MeasureOptions} options
   * @param {LocalLayout} layout that was measured
   */
  measure(sizes, options, layout) {
    checkedSizes(sizes);
    this.#batch ??= this.#begin(options);
    if (this.#batch.take(sizes, options, layout)) return this.#batch.change;
    this.settle();
    return this.#shown(this.#lay(sizes, options));
  }

  /** Lays out the collected sizes. */
  settle() {
    const batch = this.#batch;
    this.#batch = null;
    if (batch) this.#shown(batch.lay(this.#lay));
  }

  /** Lays out the collected sizes while their layout still exists. */
  close() {
    try {
      this.settle();
    } catch {
      // Reading the change throws the error.
    }
  }

  /** @param {Change | null} change */
  #shown(change) {
    if (change) this.#show(change);
    return change;
  }

  /** @param {MeasureOptions} options */
  #begin(options) {
    queueMicrotask(() => this.settle());
    return new Batch(options, () => this.settle());
  }
}

/** Sizes that are laid out together. */
class Batch {
  #sizes = /** @type {Measurement[]} */ ([]);
  #items = new Set();
  #anchor;
  #outcome = /** @type {(() => any) | null} */ (null);
  /** The change, which is made when a member of it is read. */
  change;

  /**
   * @param {MeasureOptions} options
   * @param {() => void} settle lays the batch out
   */
  constructor({ anchor }, settle) {
    this.#anchor = anchor;
    const get = (/** @type {string} */ name) => {
      if (!this.#outcome) settle();
      return /** @type {() => any} */ (this.#outcome)()[name];
    };
    const getters = members.map((name) => [name, { enumerable: true, get: () => get(name) }]);
    this.change = /** @type {Change} */ (Object.defineProperties({}, Object.fromEntries(getters)));
  }

  /**
   * Adds sizes that are certain to make another layout: those of estimated cells, each once, without members. Returns whether it has added
   * them.
   *
   * @param {readonly Measurement[]} sizes
   * @param {MeasureOptions} options
   * @param {LocalLayout} layout
   */
  take(sizes, { anchor, endThreshold }, layout) {
    if (anchor !== this.#anchor || !rules.includes(anchor) || endThreshold !== undefined) return false;
    const items = new Set();
    for (const size of sizes) {
      const item = 'kind' in size ? '' : `${size.section}/${size.item}`;
      if (this.#items.has(item) || items.has(item) || !isSize(size) || hasMembers(size) || !layout.isEstimated(size)) return false;
      items.add(item);
    }
    for (const item of items) this.#items.add(item);
    // Copied, since the caller may modify them later.
    for (const size of sizes) this.#sizes.push({ ...size });
    return sizes.length > 0;
  }

  /** @param {Lay} lay */
  lay(lay) {
    if (this.#sizes.length === 0) return null;
    try {
      const change = lay(this.#sizes, { anchor: this.#anchor });
      // Listeners may read it.
      this.#outcome = () => change;
      return change;
    } catch (error) {
      this.#outcome = () => { throw error; };
      throw error;
    }
  }
}

/** @param {Measurement} size */
function isSize({ width, height }) {
  const extents = [width, height].filter((extent) => extent !== undefined);
  return extents.length > 0 && extents.every((extent) => isNumber(extent) && extent >= 0);
}
