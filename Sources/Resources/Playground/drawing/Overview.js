import { sectionColorCount } from './SectionRail.js';

/** The least length of the window's mark, in pixels, so that it is visible. */
const leastMark = 4;

/** An overview of the content beside its drawing: the sections, and the window, which moves by click or drag. */
export class Overview {
  #bar;
  #mark = document.createElement('div');
  #sections = [];
  #layout = null;
  #list = null;
  #knownCount = 0;
  #length = 0;

  /**
   * @param bar node beside the drawing
   * @param go moves the drawing; called with the coordinate of the content for its middle
   */
  constructor(bar, go) {
    this.#bar = bar;
    this.#mark.className = 'mark';
    bar.append(this.#mark);
    const goTo = (event) => {
      const { left, top, width, height } = bar.getBoundingClientRect();
      const part = this.#isHorizontal ? (event.clientX - left) / width : (event.clientY - top) / height;
      if (this.#layout) go(Math.max(0, Math.min(1, part)) * this.#extent);
    };
    bar.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      bar.setPointerCapture(event.pointerId);
      goTo(event);
    });
    bar.addEventListener('pointermove', (event) => {
      if (bar.hasPointerCapture(event.pointerId)) goTo(event);
    });
  }

  get #isHorizontal() {
    return this.#layout.scrollDirection === 'horizontal';
  }

  get #extent() {
    return Math.max(Number.MIN_VALUE, this.#layout.contentSize[this.#isHorizontal ? 'width' : 'height']);
  }

  /** Shows the position of the window. */
  draw(layout, list, bounds) {
    this.#layout = layout;
    const length = this.#isHorizontal ? this.#bar.clientWidth : this.#bar.clientHeight;
    if (list !== this.#list || list.known.length !== this.#knownCount || length !== this.#length) {
      this.#list = list;
      this.#knownCount = list.known.length;
      this.#length = length;
      this.#drawSections();
    }
    const [origin, visible] = this.#isHorizontal ? [bounds.x, bounds.width] : [bounds.y, bounds.height];
    const shown = Math.min(length, Math.max(leastMark, (visible / this.#extent) * length));
    const start = Math.max(0, Math.min(length - shown, (origin / this.#extent) * length));
    place(this.#mark, this.#isHorizontal, start, shown);
    const percent = String(Math.round((100 * origin) / Math.max(Number.MIN_VALUE, this.#extent - visible)));
    this.#bar.setAttribute('aria-valuenow', Math.max(0, Math.min(100, percent)));
  }

  /** Draws the sections, each at least a pixel long, so that there are at most as many as pixels. */
  #drawSections() {
    const isHorizontal = this.#isHorizontal;
    this.#bar.setAttribute('aria-orientation', isHorizontal ? 'horizontal' : 'vertical');
    for (const node of this.#sections.splice(0)) node.remove();
    let drawn = null;
    this.#list.known.forEach(({ start, end }, number) => {
      const from = Math.floor((start / this.#extent) * this.#length);
      const extent = Math.floor((end / this.#extent) * this.#length) - from;
      if (extent < 1 || from === drawn) return;
      drawn = from;
      const node = document.createElement('div');
      node.className = `part s${number % sectionColorCount}`;
      place(node, isHorizontal, from, extent);
      this.#sections.push(node);
    });
    this.#bar.prepend(...this.#sections);
  }
}

function place(node, isHorizontal, start, extent) {
  node.style.transform = isHorizontal ? `translateX(${start}px)` : `translateY(${start}px)`;
  node.style.width = isHorizontal ? `${extent}px` : '';
  node.style.height = isHorizontal ? '' : `${extent}px`;
}
