// @ts-check
import { placeOnScreen } from '../feed/items/places.js';

/** The nodes of cells that a server rendered in a feed's content, each with its key in `data-key`. */
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
   * The node of a key, which is returned only once.
   *
   * @param {import('../../index.js').Key | undefined} key
   */
  take(key) {
    const node = this.#nodes.get(`${key}`) ?? null;
    this.#nodes.delete(`${key}`);
    return node;
  }

  /**
   * Called before the nodes are used. Returns the place to which they have been scrolled; null at their start.
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

  /** Restores the focus, which a node loses when it is moved. */
  end() {
    if (this.#focused?.isConnected && this.#focused !== this.#root.activeElement) this.#focused.focus({ preventScroll: true });
  }

  get #root() {
    return /** @type {Document | ShadowRoot} */ (this.#content.getRootNode());
  }
}
