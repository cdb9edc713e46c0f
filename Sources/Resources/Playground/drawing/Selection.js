import { keyOf } from './LayoutView.js';

/** The selected element of the active pane's layout, which is outlined in all panes that have it. */
export class Selection {
  #panes;
  #panel;
  #element = null;
  /** The layout that the element is of. */
  #layout = null;
  #asking = new AbortController();

  /**
   * @param panes
   * @param panel shows the element's members
   */
  constructor(panes, panel) {
    this.#panes = panes;
    this.#panel = panel;
  }

  /** Called when the active pane shows another layout. Elements that exist at every extent stay selected. */
  async show() {
    const { layout } = this.#panes.active;
    this.#mark();
    if (!layout || layout === this.#layout) return;
    const stays = layout.id === this.#layout?.id && this.#element && this.#element.category !== 'decoration';
    this.#layout = layout;
    const signal = this.#begin();
    if (!stays) return this.select(null);
    const { category, kind, section, item, index } = this.#element;
    this.select(await (category === 'cell' ? layout.item(section, item, { signal })
      : section === undefined ? layout.globalHeader(index, { signal })
        : layout.supplementary(kind, section, index, { signal })));
  }

  /** Selects the topmost element at a point of a pane's drawing; the other panes scroll to it. */
  async selectAt(pane, x, y) {
    const { layout, view: { bounds } } = pane;
    if (!layout) return;
    this.#layout = layout;
    const signal = this.#begin();
    const element = await layout.hit({ x: bounds.x + x, y: bounds.y + y }, { bounds, signal });
    this.select(element);
    await this.#scroll(element, pane, signal);
  }

  /** Selects the item before (−1) or after (1) the selected one, if there is one, and scrolls to it. */
  async step(by) {
    const { layout, sections } = this.#panes.active;
    if (!layout) return;
    this.#layout = layout;
    const signal = this.#begin();
    const beside = await (by > 0 ? this.#after(sections) : this.#before(sections));
    signal.throwIfAborted();
    if (!beside) return;
    const [section, item] = beside;
    const element = await layout.item(section, item, { signal });
    this.select(element);
    await this.#scroll(element, null, signal);
  }

  select(element) {
    this.#element = element;
    this.#mark();
    this.#panel.show(element);
  }

  #mark() {
    for (const { view } of this.#panes.all) view.select(this.#element && keyOf(this.#element));
  }

  async #after(sections) {
    const { section = 0, item = -1 } = this.#element ?? {};
    if (item + 1 < (await sections.at(section))?.itemCount) return [section, item + 1];
    for (let other = section + 1; ; other += 1) {
      const next = await sections.at(other);
      if (!next) return null;
      if (next.itemCount > 0) return [other, 0];
    }
  }

  async #before(sections) {
    const { section = 0, item = 0 } = this.#element ?? {};
    if (item > 0) return [section, item - 1];
    for (let other = section - 1; other >= 0; other -= 1) {
      const itemCount = (await sections.at(other))?.itemCount;
      if (itemCount > 0) return [other, itemCount - 1];
    }
    return null;
  }

  /** Scrolls to an item in all panes but one. */
  async #scroll(element, pane, signal) {
    if (element?.category !== 'cell') return;
    const { section, item } = element;
    const others = this.#panes.all.filter((other) => other !== pane && other.layout?.id === this.#layout.id);
    await Promise.all(others.map(async ({ view, isHorizontal }) => {
      const origin = await view.viewport.scrollOrigin(section, item, { signal });
      view.scrollTo(isHorizontal ? origin.x : origin.y);
    }));
  }

  /** Aborts earlier requests. */
  #begin() {
    this.#asking.abort();
    this.#asking = new AbortController();
    return this.#asking.signal;
  }
}
