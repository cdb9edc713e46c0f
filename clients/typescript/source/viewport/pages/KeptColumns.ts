import type { Page } from './Page.js';

/**
 * The columns in which a viewport has shown the cells of a layout. A change gives them back with the items, so that no item that was shown
 * goes to another column.
 */
export class KeptColumns {
  #sections: Map<number, Map<number, number>> = new Map();
  #pages: WeakSet<Page> = new WeakSet();
  /** The snapshot in the page whose module applies the columns; undefined if the service does. */
  #held;

  /** Loads the rest of the module, which applies them. */
  constructor(layout: object) {
    this.#held = (layout as any).held;
    this.#held?.complete().catch(() => {});
  }

  /** Notes the cells of a page. O(cells) for the first time */
  note(page: Page) {
    if (this.#pages.has(page)) return;
    this.#pages.add(page);
    for (let index = 0; index < page.cellCount; index += 1) {
      const section = page.section[index];
      const column = page.columnIndex[index];
      if (column < 0) continue;
      let items = this.#sections.get(section);
      if (!items) this.#sections.set(section, items = new Map());
      items.set(page.item[index], column);
    }
  }

  /** The columns, as what is measured of each item; none before the rest of the module is loaded. */
  get measurements() {
    if (this.#held?.isComplete === false) return [];
    return [...this.#sections].flatMap(([section, items]) => [...items].map(([item, columnIndex]) => ({ section, item, columnIndex })));
  }

  /** The columns, as entries of `adjust`. */
  get entries() {
    return [...this.#sections].map(([section, items]) => ({ section, at: [...items.keys()], columnIndex: [...items.values()] }));
  }
}
