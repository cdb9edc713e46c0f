// @ts-check
import { numbered } from './numbered.js';
import { checkFunction, checkList, checkOptions } from './options.js';
import { checkKeyOptions, stepsBetween } from './stepsBetween.js';

/** @typedef {import('../../index.js').Change} Change */
/** @typedef {import('../../index.js').ViewportChangeOptions} ViewportChangeOptions */

/**
 * The items that a section of a viewport shows, by their keys.
 *
 * @template Item
 */
export class KeyedItems {
  #viewport;
  #options;
  /** @type {Promise<unknown>} */
  #updating = Promise.resolve();

  /**
   * @param {{ change: (steps: any, options?: ViewportChangeOptions) => Promise<Change> }} viewport
   * @param {readonly Item[]} items
   * @param {import('../../index.js').KeyOptions<Item>} [options]
   */
  constructor(viewport, items, options = {}) {
    checkOptions('KeyedItems', options, ['key', 'size', 'section']);
    checkFunction('The change of what shows the items', viewport?.change);
    checkList('items', items);
    checkKeyOptions(options);
    this.#viewport = viewport;
    this.#options = options;
    this.items = items;
  }

  /**
   * @param {readonly Item[]} items
   * @param {ViewportChangeOptions} [options]
   * @returns {Promise<Change | null>}
   */
  async update(items, options) {
    checkList('items', items);
    // Mistakes in the keys are reported at once.
    numbered(items, this.#options.key ?? ((item) => /** @type {any} */ (item)));
    const updated = this.#updating.then(async () => {
      const steps = stepsBetween(this.items, items, this.#options);
      const change = steps.length > 0 ? await this.#viewport.change(steps, options) : null;
      this.items = items;
      return change;
    });
    this.#updating = updated.catch(() => {});
    return await updated;
  }
}
