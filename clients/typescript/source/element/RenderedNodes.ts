import { placeOnScreen } from '../feed/items/places.js';
import type { Key } from '../../types/index.js';

/** The nodes of cells that a server rendered in a feed's content, each with its key in `data-key`. */
export class RenderedNodes {
  #content;
  #nodes;
  #focused: HTMLElement | null = null;

  constructor(content: HTMLElement) {
    this.#content = content;
    const nodes = [...content.querySelectorAll<HTMLElement>('[data-key]')];
    this.#nodes = new Map(nodes.map((node) => [node.dataset.key, node]));
  }

  /** The node of a key, which is returned only once. */
  take(key: Key | undefined) {
    const node = this.#nodes.get(`${key}`) ?? null;
    this.#nodes.delete(`${key}`);
    return node;
  }

  /**
   * Called before the nodes are used. Returns the place to which they have been scrolled; null at their start.
   *
   * @param keys of the items, by section
   */
  begin(keys: readonly (readonly Key[])[], scroller: HTMLElement | Window) {
    const { activeElement } = this.#root;
    this.#focused = this.#content.contains(activeElement) ? (activeElement as HTMLElement | null) : null;
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
    return this.#content.getRootNode() as Document | ShadowRoot;
  }
}
