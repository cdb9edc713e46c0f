import { keyOf } from './LayoutView.js';

/** As many sections are asked for at a time. */
const sectionsAtOnce = 1000;

/** The element that is selected, of the layout that is drawn; whatever is asked for it is asked of that layout. */
export class Selection {
  #view;
  #fetch;
  #text;
  #layout = null;
  #element = null;
  #asking = new AbortController();
  /** How many items the sections have, as far as it is known. */
  #itemCounts = [];
  /** Where their list goes on; null where it does not. */
  #nextSections = '';

  /**
   * @param view draws the layout
   * @param fetch asks the service
   * @param text tells of the element
   */
  constructor(view, fetch, text) {
    this.#view = view;
    this.#fetch = fetch;
    this.#text = text;
  }

  /** Takes the layout that is drawn from now on. What is there at every extent of a snapshot stays selected. */
  async show(layout) {
    const stays = layout.id === this.#layout?.id && this.#element && this.#element.category !== 'decoration';
    this.#layout = layout;
    this.#itemCounts = [];
    this.#nextSections = '';
    const signal = this.#begin();
    if (!stays) return this.#select(null);
    const { category, kind, section, item, index } = this.#element;
    const supplementary = section === undefined ? `${kind}/${index}` : `${kind}/${section}/${index}`;
    const path = category === 'cell' ? `items/${section}/${item}` : `supplementary/${supplementary}`;
    this.#select(await this.#ask(`/${path}`, '', signal));
  }

  /** Selects what is topmost at a point of the view. */
  async selectAt(x, y) {
    if (!this.#layout) return;
    const { bounds } = this.#view;
    const query = [bounds.x, bounds.y, bounds.width, bounds.height].join();
    const point = [bounds.x + x, bounds.y + y].join();
    const { element } = await this.#ask('/hit', `&bounds=${query}&point=${point}`, this.#begin());
    this.#select(element);
  }

  /** Selects the item before (−1) or after (1) the selected one, if there is one, and scrolls to it. */
  async step(by) {
    if (!this.#layout) return;
    const signal = this.#begin();
    const beside = by > 0 ? await this.#after(signal) : await this.#before(signal);
    if (!beside) return;
    const [section, item] = beside;
    this.#select(await this.#ask(`/items/${section}/${item}`, '', signal));
    const origin = await this.#view.viewport.scrollOrigin(section, item, { signal });
    this.#view.scrollTo(this.#layout.scrollDirection === 'horizontal' ? origin.x : origin.y);
  }

  async #after(signal) {
    const { section = 0, item = -1 } = this.#element ?? {};
    if (item + 1 < await this.#itemCount(section, signal)) return [section, item + 1];
    for (let other = section + 1; ; other += 1) {
      const count = await this.#itemCount(other, signal);
      if (count === undefined) return null;
      if (count > 0) return [other, 0];
    }
  }

  async #before(signal) {
    const { section = 0, item = 0 } = this.#element ?? {};
    if (item > 0) return [section, item - 1];
    for (let other = section - 1; other >= 0; other -= 1) {
      const count = await this.#itemCount(other, signal);
      if (count > 0) return [other, count - 1];
    }
    return null;
  }

  /** How many items a section has; undefined where there is no such section. */
  async #itemCount(section, signal) {
    while (section >= this.#itemCounts.length && this.#nextSections !== null) {
      const cursor = this.#nextSections && `&cursor=${this.#nextSections}`;
      const { sections, next } = await this.#ask('/sections', `&limit=${sectionsAtOnce}${cursor}`, signal);
      this.#itemCounts.push(...sections.map(({ itemCount }) => itemCount));
      this.#nextSections = next;
    }
    return this.#itemCounts[section];
  }

  /** What was asked before is of no use any more. */
  #begin() {
    this.#asking.abort();
    this.#asking = new AbortController();
    return this.#asking.signal;
  }

  /** The answer to a question about the layout. */
  async #ask(path, query, signal) {
    const { id, scrollDirection, containerExtent } = this.#layout;
    const extent = `${scrollDirection === 'horizontal' ? 'height' : 'width'}=${containerExtent}`;
    const response = await this.#fetch(`/v1/layouts/${id}${path}?${extent}${query}`, { signal });
    if (!response.ok) throw new Error(`the service says ${response.status}`);
    return await response.json();
  }

  #select(element) {
    this.#element = element;
    this.#view.select(element && keyOf(element));
    this.#text.textContent = element ? JSON.stringify(element, null, 2) : 'Select one in the drawing.';
  }
}
