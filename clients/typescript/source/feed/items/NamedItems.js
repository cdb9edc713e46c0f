// @ts-check

/** @typedef {import('../../../index.js').FeedItemName} FeedItemName */
/** @typedef {import('./ItemList.js').ItemList} ItemList */

/** The items that a feed has named because they come next, as they were at that time. */
export class NamedItems {
  #items = /** @type {WeakMap<FeedItemName, { item: any }>} */ (new WeakMap());

  /**
   * The items of names.
   *
   * @param {readonly FeedItemName[]} names
   * @param {ItemList | null} list that is shown
   */
  name(names, list) {
    for (const name of names) {
      const found = list?.find(/** @type {any} */ (name));
      if (found) this.#items.set(name, found);
    }
    return this.items(names);
  }

  /**
   * The items of earlier names.
   *
   * @param {readonly FeedItemName[]} names
   * @returns {any[]}
   */
  items(names) {
    return names.flatMap((name) => this.#items.get(name) ?? []).map(({ item }) => item);
  }
}
