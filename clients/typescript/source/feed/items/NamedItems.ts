import type { FeedItemName } from '../../../types/index.js';
import type { ItemList } from './ItemList.js';

/** The items that a feed has named because they come next, as they were at that time. */
export class NamedItems {
  #items: WeakMap<FeedItemName, { item: any }> = new WeakMap();

  /**
   * The items of names.
   *
   * @param list that is shown
   */
  name(names: readonly FeedItemName[], list: ItemList | null) {
    for (const name of names) {
      const found = list?.find(name as any);
      if (found) this.#items.set(name, found);
    }
    return this.items(names);
  }

  /** The items of earlier names. */
  items(names: readonly FeedItemName[]): any[] {
    return names.flatMap((name) => this.#items.get(name) ?? []).map(({ item }) => item);
  }
}
