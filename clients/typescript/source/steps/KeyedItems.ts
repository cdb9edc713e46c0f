import { numbered } from './numbered.js';
import { checkFunction, checkList, checkOptions } from './options.js';
import { checkKeyOptions, stepsBetween } from './stepsBetween.js';
import type { Change, KeyOptions, ViewportChangeOptions } from '../../types/index.js';
import type { Viewport } from '../viewport/Viewport.js';

/** The items that a section of a viewport shows, by their keys. */
export class KeyedItems<Item> {
  /** The items of the last successful change. */
  declare readonly items: readonly Item[];
  #viewport;
  #options;
  #updating: Promise<unknown> = Promise.resolve();

  constructor(viewport: Viewport, items: readonly Item[], options: KeyOptions<Item> = {}) {
    checkOptions('KeyedItems', options, ['key', 'size', 'section']);
    checkFunction('The change of what shows the items', viewport?.change);
    checkList('items', items);
    checkKeyOptions(options);
    this.#viewport = viewport;
    this.#options = options;
    this.items = items;
  }

  /**
   * Makes the section show these items, after all earlier updates. The change is null if there is no difference.
   *
   * @throws Problem as `viewport.change` does; `items` is then unchanged.
   */
  async update(items: readonly Item[], options?: ViewportChangeOptions): Promise<Change | null> {
    checkList('items', items);
    // Mistakes in the keys are reported at once.
    numbered(items, this.#options.key ?? ((item) => item as any));
    const updated = this.#updating.then(async () => {
      const steps = stepsBetween(this.items, items, this.#options);
      const change = steps.length > 0 ? await this.#viewport.change(steps, options) : null;
      (this as { items: readonly Item[] }).items = items;
      return change;
    });
    this.#updating = updated.catch(() => {});
    return await updated;
  }
}
