/** Loads the parts of a product page when they are needed. */
export class ProductLoading {
  #tree;
  #product;
  #wait;

  /**
   * @param tree the `SourceTree` of the page, or what has its `load()` and its `set(id, members)`
   * @param product answers for its nodes
   * @param {(milliseconds: number) => Promise<void>} wait
   */
  constructor(tree, product, wait) {
    this.#tree = tree;
    this.#product = product;
    this.#wait = wait;
  }

  /** Loads the nodes that are selected, and not loaded yet. */
  async load() {
    await Promise.all(this.#tree.load().map((id) => this.retry(id)));
  }

  /** Loads a node, also again after an error. */
  async retry(id) {
    await this.#tree.set(id, { state: 'loading' });
    await this.#wait(this.#product.takes(id));
    await this.#tree.set(id, this.#product.answer(id));
  }
}
