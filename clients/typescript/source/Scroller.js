// @ts-check

/** What ends a scroll that the feed makes: a hand of the user. */
const handEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
/** How long nothing has to move until a scroll rests, in milliseconds. */
const rest = 150;

/**
 * What scrolls the content: an element or a whole page. Positions are how far the content's start lies before that of the
 * visible part, in points to the right and down, wherever in the scroller the content stands.
 */
export class Scroller {
  #target;
  #isWindow;
  /** What has the scroll position. */
  #root;
  #isMade;
  #style;
  #isHorizontal = false;
  #extent = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  #isTouched = false;
  #isMoving = false;
  #controller = new AbortController();
  /** @type {ResizeObserver | undefined} */
  #observer;
  /**
   * Lies across the content, and has no extent along it: its size is observed, since that of the content also changes while
   * sizes are being reported, which is an error to browsers.
   */
  probe;

  /**
   * @param {any} target an element or a window
   * @param {HTMLElement | undefined} content
   */
  constructor(target, content) {
    this.#isWindow = 'document' in target;
    const { document: page = target.ownerDocument } = target;
    this.#target = target;
    this.page = /** @type {Document} */ (page);
    this.view = /** @type {Window & typeof globalThis} */ (page.defaultView);
    this.#root = /** @type {HTMLElement} */ (this.#isWindow ? page.scrollingElement ?? page.documentElement : target);
    this.#isMade = content === undefined;
    this.content = content ?? page.createElement('div');
    if (this.#isMade) (this.#isWindow ? page.body : target).append(this.content);
    this.#style = this.content.getAttribute('style');
    Object.assign(this.content.style, { position: 'relative', isolation: 'isolate', overflowAnchor: 'none' });
    this.probe = page.createElement('div');
    this.isHorizontal = false;
    this.content.append(this.probe);
  }

  /** Whether the user moves the content, or it still moves. */
  get isHeld() {
    return this.#isTouched || this.#isMoving;
  }

  set isHorizontal(/** @type {boolean} */ isHorizontal) {
    this.#isHorizontal = isHorizontal;
    if (isHorizontal) this.content.style.height = '100%';
    const edges = isHorizontal ? ['top', 'bottom', 'width'] : ['left', 'right', 'height'];
    this.probe.setAttribute('style', `position: absolute; visibility: hidden; ${edges.map((name) => `${name}: 0`).join('; ')}`);
  }

  /** The visible part's, along the scroll axis. */
  get viewportExtent() {
    const { innerHeight } = this.view;
    if (this.#isHorizontal) return this.#root.clientWidth;
    return this.#isWindow ? innerHeight : this.#root.clientHeight;
  }

  /** The content's, across it. */
  get containerExtent() {
    return this.#isHorizontal ? this.content.clientHeight : this.content.clientWidth;
  }

  /** Makes the content as long. */
  set extent(/** @type {number} */ extent) {
    if (extent === this.#extent) return;
    this.#extent = extent;
    this.content.style[this.#isHorizontal ? 'width' : 'height'] = `${extent}px`;
  }

  get position() {
    const content = this.content.getBoundingClientRect();
    if (this.#isWindow) return this.#isHorizontal ? -content.left : -content.top;
    const root = this.#root.getBoundingClientRect();
    return this.#isHorizontal
      ? root.left + this.#root.clientLeft - content.left : root.top + this.#root.clientTop - content.top;
  }

  /** @param {number} position */
  put(position) {
    const by = position - this.position;
    if (Math.abs(by) < 0.01) return;
    this.#root.scrollBy({ [this.#isHorizontal ? 'left' : 'top']: by, behavior: /** @type {any} */ ('instant') });
  }

  /**
   * @param {{ scrolled: () => void, rested: () => void, resized: () => void, touched: () => void }} listener `scrolled`:
   *   whoever did it; `touched`: the user is about to scroll
   */
  listen({ scrolled, rested, resized, touched }) {
    const { signal } = this.#controller;
    const options = { signal, passive: true };
    this.#target.addEventListener('scroll', scrolled, options);
    for (const name of handEvents) this.#target.addEventListener(name, touched, options);
    const released = (/** @type {any} */ { touches }) => {
      if (!touches?.length) this.#released(rested);
    };
    this.#target.addEventListener('touchstart', (/** @type {any} */ { target }) => {
      this.#isTouched = true;
      // The end is told where it began, though that may have been removed from the page.
      for (const name of ['touchend', 'touchcancel']) target.addEventListener(name, released, options);
    }, options);
    this.view.addEventListener('resize', resized, options);
    this.#observer = new this.view.ResizeObserver(resized);
    this.#observer.observe(this.probe);
    if (!this.#isWindow) this.#observer.observe(this.#target);
  }

  /**
   * The content moves by itself, or by the user's hand, until it has rested.
   *
   * @param {() => void} rested
   */
  moved(rested) {
    this.#isMoving = true;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#isMoving = false;
      if (!this.isHeld) rested();
    }, rest);
  }

  /** @param {() => void} rested */
  #released(rested) {
    this.#isTouched = false;
    // It may go on by itself.
    this.moved(rested);
  }

  close() {
    this.#controller.abort();
    this.#observer?.disconnect();
    clearTimeout(this.#resting);
    this.probe.remove();
    if (this.#isMade) this.content.remove();
    else if (this.#style === null) this.content.removeAttribute('style');
    else this.content.setAttribute('style', this.#style);
  }
}
