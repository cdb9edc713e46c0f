/** The custom element that reports when it is inserted into a page or removed from it. */
const elementName = 'layoutd-probe';
/** Rounding: browsers place elements at 64ths of a point, and report extents in whole points. */
const pixel = 0.5;
/** The relative rounding error of an extent: browsers store coordinates as floats. */
const floatPart = 1e-6;
const thresholds = Array.from({ length: 11 }, (_, part) => part / 10);

/**
 * Invisible elements in the content by which the position of the content is read.
 *
 * Only client rectangles have fractional positions, and they include transforms and zoom. The length of a ruler as long as the content
 * gives the drawn length of one point of the content.
 */
export class ScrollerProbe {
  #root;
  #isWindow;
  #view;
  #page;
  #isHorizontal = false;
  #extent = 0;
  /** The length of one point of the content in points of the scroller: not 1 if the content alone is zoomed. */
  #ratio = 1;
  /** The length of one point of the content in client rectangles. */
  #scale = 1;
  #ruler;
  #mark;
  #marked = '';
  #observer: IntersectionObserver | undefined;
  #frame: number | undefined;
  /**
   * Spans the content across the scroll axis, and has no extent along it. Its size is observed in place of the content's: the content also
   * changes its size while sizes are being reported, which browsers treat as an error.
   */
  declare element: HTMLElement;

  /** @param root the element that has the scroll position */
  constructor(content: HTMLElement, root: HTMLElement, isWindow: boolean, view: Window & typeof globalThis) {
    this.#root = root;
    this.#isWindow = isWindow;
    this.#view = view;
    this.#page = content.ownerDocument;
    this.element = probeElement(view, this.#page);
    this.#ruler = this.#page.createElement('div');
    this.#mark = this.#page.createElement('div');
    this.element.append(this.#ruler, this.#mark);
    this.isHorizontal = false;
    content.append(this.element);
  }

  set isHorizontal(isHorizontal: boolean) {
    this.#isHorizontal = isHorizontal;
    const across = isHorizontal ? { top: '0', bottom: '0', left: '0', width: '0' } : { left: '0', right: '0', top: '0', height: '0' };
    const reset = { position: 'absolute', visibility: 'hidden', inset: 'auto', width: 'auto', height: 'auto' };
    for (const { style } of [this.element, this.#ruler, this.#mark]) Object.assign(style, reset, across);
    this.extent = this.#extent;
    this.#marked = '';
  }

  /** The extent of the content along the scroll axis. */
  set extent(extent: number) {
    this.#extent = extent;
    this.#ruler.style[this.#isHorizontal ? 'width' : 'height'] = `${extent}px`;
  }

  /** The length of one point of the content in points of the scroller, when the position was last read. */
  get ratio() {
    return this.#ratio;
  }

  /** The length of one point of the content in client rectangles, when the position was last read. */
  get scale() {
    return this.#scale;
  }

  /** The scroll offset of the scroller, in its own points. */
  get offset() {
    return this.#isHorizontal ? this.#root.scrollLeft : this.#root.scrollTop;
  }

  /** The least and the greatest scroll offset. They are at most 0 if the scroller begins at the right, or at its lower end. */
  get offsets() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.#root;
    const { direction, display, flexDirection } = this.#view.getComputedStyle(this.#root);
    const most = this.#isHorizontal ? scrollWidth - clientWidth : scrollHeight - clientHeight;
    const isReversed = display.includes('flex') && flexDirection === (this.#isHorizontal ? 'row-reverse' : 'column-reverse');
    return isReversed === (this.#isHorizontal && direction === 'rtl') ? [0, most] : [-most, 0];
  }

  /**
   * The distance from the start of the content to the start of the scroller's visible part, in points of the content. Null if it cannot be
   * computed, for example because the scroller is scaled to nothing.
   */
  get position() {
    const [start, end, extent, offsetExtent, border] = this.#isHorizontal
      ? (['left', 'right', 'width', 'offsetWidth', 'clientLeft'] as const)
      : (['top', 'bottom', 'height', 'offsetHeight', 'clientTop'] as const);
    const ruler = this.#ruler.getBoundingClientRect();
    const scale = scaleOf(ruler[extent], this.#extent);
    if (scale === 0) return null;
    this.#scale = scale;
    if (this.#isWindow) {
      this.#ratio = scale;
      return -ruler[start] / scale;
    }
    const root = this.#root.getBoundingClientRect();
    if (root[extent] === 0) return null;
    const whole = this.#root[offsetExtent];
    this.#ratio = Math.abs(root[extent] - whole * scale) <= 2 * pixel * Math.max(1, scale) ? 1 : scale * whole / root[extent];
    const edge = this.#root[border] * scale / this.#ratio;
    const first = this.element.getBoundingClientRect()[start];
    // Content that is drawn upside down begins at the lower edge.
    const isFlipped = first - ruler[start] > ruler[end] - first;
    return (isFlipped ? ruler[end] - root[end] + edge : root[start] + edge - ruler[start]) / scale;
  }

  /** Marks the visible part of the content: from now on `displaced` is called when it moves in the scroller. */
  mark(position: number, viewportExtent: number) {
    const [low, high] = [Math.max(0, position), Math.min(this.#extent, position + viewportExtent)];
    // If nothing is visible, the whole content is marked, so that `displaced` is called when any of it comes into sight.
    const [start, end] = high > low ? [low + 1, high - 1] : [0, this.#extent];
    const marked = `${start} ${end}`;
    if (marked === this.#marked) return;
    this.#marked = marked;
    const [from, along] = this.#isHorizontal ? (['left', 'width'] as const) : (['top', 'height'] as const);
    Object.assign(this.#mark.style, { [from]: `${start}px`, [along]: `${Math.max(1, end - start)}px` });
  }

  /**
   * @param listener `connected`, `disconnected`: the content was inserted into a page, or removed; `displaced`: the marked part has moved;
   *   `isScrolled`: the scroller was scrolled since
   */
  listen(
    { connected, disconnected, displaced }: { connected: () => void, disconnected: () => void, displaced: (isScrolled: boolean) => void },
  ) {
    Object.assign(this.element, { connected, disconnected });
    this.#observer = new this.#view.IntersectionObserver(() => {
      const { offset } = this;
      // The event of an earlier scroll is dispatched in the next frame, before this function runs.
      this.#frame ??= this.#view.requestAnimationFrame(() => {
        this.#frame = undefined;
        displaced(this.offset !== offset);
      });
    }, { root: this.#isWindow ? this.#page : this.#root, threshold: thresholds });
    this.#observer.observe(this.#mark);
  }

  close() {
    this.#observer?.disconnect();
    if (this.#frame !== undefined) this.#view.cancelAnimationFrame(this.#frame);
    Object.assign(this.element, { connected: null, disconnected: null });
    this.element.remove();
  }
}

/** The drawn length of a point; exactly 1 if it differs only by rounding. */
function scaleOf(drawn: number, extent: number) {
  if (extent === 0) return 1;
  const scale = drawn / extent;
  return Math.abs(scale - 1) <= pixel / extent + floatPart ? 1 : scale;
}

/**
 * A custom element is the only way to learn at once that the content was moved in the page, after which its scroller loses its position.
 */
function probeElement(view: Window & typeof globalThis, page: Document): HTMLElement {
  if (!view.customElements.get(elementName)) {
    view.customElements.define(elementName, class extends view.HTMLElement {
      connected: (() => void) | null = null;
      disconnected: (() => void) | null = null;

      connectedCallback() {
        this.connected?.();
      }

      disconnectedCallback() {
        this.disconnected?.();
      }
    });
  }
  return page.createElement(elementName);
}
