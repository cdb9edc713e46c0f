// @ts-check

/** @typedef {import('../../../index.js').FeedItemName} FeedItemName */
/** @typedef {import('./ItemList.js').ItemList} ItemList */

/** The items that a feed names because they come next, as they were when they were named. */
export class NamedItems {
  #items = /** @type {WeakMap<FeedItemName, { item: any }>} */ (new WeakMap());

  /**
   * The items of names.
   *
   * @param {readonly FeedItemName[]} names
   * @param {ItemList | null} list what is shown
   */
  name(names, list) {
    for (const name of names) {
      const found = list?.find(/** @type {any} */ (name));
      if (found) this.#items.set(name, found);
    }
    return this.items(names);
  }

  /**
   * The items of names that were named before.
   *
   * @param {readonly FeedItemName[]} names
   * @returns {any[]}
   */
  items(names) {
    return names.flatMap((name) => this.#items.get(name) ?? []).map(({ item }) => item);
  }
}
