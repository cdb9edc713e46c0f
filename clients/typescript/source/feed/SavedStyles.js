// @ts-check

/** The original inline styles and attributes of a node that the page has made, so that they can be restored. */
export class SavedStyles {
  #node;
  #isStyled;
  #styles;
  #attributes;

  /**
   * @param {HTMLElement} node
   * @param {readonly string[]} styles names of the properties that will be set
   * @param {readonly string[]} attributes
   */
  constructor(node, styles, attributes) {
    this.#node = node;
    this.#isStyled = node.hasAttribute('style');
    this.#styles = styles.map((name) => (
      /** @type {const} */ ([name, node.style.getPropertyValue(name), node.style.getPropertyPriority(name)])));
    this.#attributes = attributes.map((name) => /** @type {const} */ ([name, node.getAttribute(name)]));
  }

  end() {
    const { style } = this.#node;
    for (const [name, value, priority] of this.#styles) {
      if (value === '') style.removeProperty(name);
      else style.setProperty(name, value, priority);
    }
    for (const [name, value] of this.#attributes) {
      if (value === null) this.#node.removeAttribute(name);
      else this.#node.setAttribute(name, value);
    }
    // Chromium removes the attribute only once it has been read.
    if (!this.#isStyled && this.#node.getAttribute('style') === '') this.#node.removeAttribute('style');
  }
}
