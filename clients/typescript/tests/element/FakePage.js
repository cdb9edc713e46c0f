/** A style, of which only the texts are known. */
class FakeStyle {
  getPropertyValue(name) {
    return this[name] ?? '';
  }

  getPropertyPriority() {
    return '';
  }

  setProperty(name, value) {
    this[name] = value;
  }

  removeProperty(name) {
    delete this[name];
  }
}

/** An element that is as wide as its parent. The outermost one scrolls, and has the extents of the page. */
export class FakeElement extends EventTarget {
  ownerDocument = page;
  style = new FakeStyle();
  dataset = {};
  children = [];
  parentElement = null;
  scrollTop = 0;
  scrollLeft = 0;
  isConnected = false;
  #attributes = new Map();

  get clientWidth() {
    return page.defaultView.innerWidth;
  }

  get clientHeight() {
    return parseFloat(this.style.height ?? page.defaultView.innerHeight);
  }

  get offsetHeight() {
    return this.clientHeight;
  }

  get clientTop() {
    return 0;
  }

  get firstElementChild() {
    return this.children[0] ?? null;
  }

  get nextElementSibling() {
    return this.parentElement?.children[this.parentElement.children.indexOf(this) + 1] ?? null;
  }

  getBoundingClientRect() {
    const top = this.parentElement ? this.parentElement.getBoundingClientRect().top - this.parentElement.scrollTop : 0;
    return { left: 0, right: this.clientWidth, width: this.clientWidth, top, bottom: top + this.clientHeight, height: this.clientHeight };
  }

  scrollBy({ left = 0, top = 0 }) {
    this.scrollLeft += left;
    this.scrollTop += top;
  }

  insertBefore(node, next) {
    node.remove();
    node.parentElement = this;
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, node);
  }

  append(...nodes) {
    for (const node of nodes) this.insertBefore(node, null);
  }

  appendChild(node) {
    this.insertBefore(node, null);
    return node;
  }

  remove() {
    this.parentElement?.children.splice(this.parentElement.children.indexOf(this), 1);
    this.parentElement = null;
  }

  querySelector() {
    return null;
  }

  contains() {
    return false;
  }

  getRootNode() {
    return page;
  }

  hasAttribute(name) {
    return this.#attributes.has(name);
  }

  getAttributeNames() {
    return [...this.#attributes.keys()];
  }

  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }

  setAttribute(name, value) {
    this.#attributes.set(name, value);
  }

  removeAttribute(name) {
    this.#attributes.delete(name);
  }
}

class FakeObserver {
  observe() {}

  disconnect() {}
}

const getComputedStyle = () => ({ display: 'block', overflowX: 'auto', overflowY: 'auto', margin: '0px' });

/** A page of 390 points by 300 without styles, in which nothing is observed and no frame comes. */
export const page = {
  activeElement: null,
  createElement: () => new FakeElement(),
  defaultView: Object.assign(new EventTarget(), {
    innerWidth: 390, innerHeight: 300, devicePixelRatio: 1, HTMLElement: FakeElement, customElements: { get: () => FakeElement },
    ResizeObserver: FakeObserver, IntersectionObserver: FakeObserver, getComputedStyle,
    requestAnimationFrame: () => 1, cancelAnimationFrame: () => {}, requestIdleCallback: () => {},
  }),
};
Object.assign(globalThis, { HTMLElement: FakeElement, getComputedStyle });
