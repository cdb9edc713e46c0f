/** The original inline styles and attributes of a node that the page has made, so that they can be restored. */
export class SavedStyles {
  #node;
  #isStyled;
  #styles;
  #attributes;

  /** @param styles names of the properties that will be set */
  constructor(node: HTMLElement, styles: readonly string[], attributes: readonly string[]) {
    this.#node = node;
    this.#isStyled = node.hasAttribute('style');
    this.#styles = styles.map((name) => (
      ([name, node.style.getPropertyValue(name), node.style.getPropertyPriority(name)] as const)));
    this.#attributes = attributes.map((name) => [name, node.getAttribute(name)] as const);
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
