import type { Page } from './Page.js';

/** In a longer section no item says its column: all of its items would be laid out one by one. */
const itemsMax = 1_000_000;

/**
 * The columns in which a viewport has shown the cells of waterfalls. A change gives them back with the items, so that no item that was
 * shown goes to another column.
 */
export class KeptColumns {
  /** By section: the columns of its items, or null if they need not be kept. */
  #sections: Map<number, Map<number, number> | null> = new Map();
  #pages: WeakSet<Page> = new WeakSet();
  #layout;

  /**
   * Loads the rest of the module, which applies the columns.
   *
   * @param layout that is computed in the page
   */
  constructor(layout: any) {
    this.#layout = layout;
    layout.held.complete().catch(() => {});
  }

  /** Notes the cells of a page. O(cells) for the first time */
  note(page: Page) {
    if (this.#pages.has(page)) return;
    this.#pages.add(page);
    for (let index = 0; index < page.cellCount; index += 1) {
      const column = page.columnIndex[index];
      if (column >= 0) this.#columnsOf(page.section[index])?.set(page.item[index], column);
    }
  }

  #columnsOf(section: number) {
    let columns = this.#sections.get(section);
    if (columns === undefined) {
      const [{ engine, itemCount }] = this.#layout.placed.laid.sections(section, 1);
      this.#sections.set(section, columns = engine === 'waterfall' && itemCount <= itemsMax ? new Map() : null);
    }
    return columns;
  }

  /** The columns, as what is measured of each item; none before the rest of the module is loaded. */
  get measurements() {
    if (!this.#layout.held.isComplete) return [];
    return [...this.#sections].flatMap(([section, items]) => [...items ?? []].map(([item, columnIndex]) => ({ section, item, columnIndex })));
  }
}
