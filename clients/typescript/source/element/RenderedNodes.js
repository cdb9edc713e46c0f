// @ts-check
import { placeOnScreen } from '../feed/items/places.js';

/** What a server rendered in a feed's content: nodes of cells, each with its key in `data-key`. */
export class RenderedNodes {
  #content;
  #nodes;
  #focused = /** @type {HTMLElement | null} */ (null);

  /** @param {HTMLElement} content */
  constructor(content) {
    this.#content = content;
    const nodes = /** @type {HTMLElement[]} */ ([...content.querySelectorAll('[data-key]')]);
    this.#nodes = new Map(nodes.map((node) => [node.dataset.key, node]));
  }

  /**
   * The node of a key, once.
   *
   * @param {import('../../index.js').Key | undefined} key
   */
  take(key) {
    const node = this.#nodes.get(`${key}`) ?? null;
    this.#nodes.delete(`${key}`);
    return node;
  }

  /**
   * They are about to be taken: where they have been scrolled to; null at their start.
   *
   * @param {readonly (readonly import('../../index.js').Key[])[]} keys of the items, by section
   * @param {HTMLElement | Window} scroller
   */
  begin(keys, scroller) {
    const { activeElement } = this.#root;
    this.#focused = this.#content.contains(activeElement) ? /** @type {HTMLElement | null} */ (activeElement) : null;
    return placeOnScreen(keys.flatMap((list, section) => list.flatMap((key, item) => {
      const node = this.#nodes.get(`${key}`);
      return node ? [{ node, section, item, key }] : [];
    })), scroller, this.#content);
  }

  /** What had the focus has it again: a node that is moved loses it. */
  end() {
    if (this.#focused?.isConnected && this.#focused !== this.#root.activeElement) this.#focused.focus({ preventScroll: true });
  }

  get #root() {
    return /** @type {Document | ShadowRoot} */ (this.#content.getRootNode());
  }
}
