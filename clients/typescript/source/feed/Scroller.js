// @ts-check
import { Loan } from './Loan.js';
import { ScrollerProbe } from './ScrollerProbe.js';

/** What ends a scroll that the feed makes: a hand of the user. */
const handEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
/** What is set on content that the feed has not made. */
const styles = ['position', 'isolation', 'overflow-anchor', 'width', 'height'];
/** How long nothing has to move until a scroll rests, in milliseconds. */
const rest = 150;
/** Browsers round positions: what differs by less has not moved, in points. */
const [scrollTolerance, moveTolerance] = [0.01, 0.5];
/** How often it is tried to get to a position, where points of the scroller are not those of the content. */
const maximumTries = 3;

/**
 * What scrolls the content: an element or a whole page. Positions are how far the content's start lies before that of the
 * visible part, in the content's own points, to the right and down, wherever in the scroller the content stands.
 *
 * Only a scroll moves the visible part in the content. Browsers also move the content in the scroller: where something above
 * it grows, and where a scroller that was hidden or taken out of the page comes back and has forgotten its position. The
 * scroller is then put back to where it was.
 */
export class Scroller {
  #target;
  #isWindow;
  /** What has the scroll position. */
  #root;
  #isMade;
  #loan;
  #isHorizontal = false;
  #extent = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  #isTouched = false;
  /** Ends the listening for the end of a touch. */
  #touching = new AbortController();
  #isMoving = false;
  /** When the last finger was lifted, in milliseconds of the page's performance clock. */
  releasedAt = -Infinity;
  #controller = new AbortController();
  /** @type {ResizeObserver | undefined} */
  #observer;
  #probe;
  /** Where it is, or is to be as soon as it is displayed: the scroll offset of the target, and the position. */
  #offset = 0;
  // Until it is displayed, the content's start is in sight.
  #position = -1;
  /** Whether it has been hidden, or out of the page, and is not yet where it was. */
  #isAway = false;

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
    this.#loan = new Loan(this.content, styles, ['aria-busy']);
    Object.assign(this.content.style, { position: 'relative', isolation: 'isolate', overflowAnchor: 'none' });
    this.#probe = new ScrollerProbe(this.content, this.#root, this.#isWindow, this.view);
  }

  /** The element or the window that scrolls. */
  get target() {
    return this.#target;
  }

  /** What the feed leaves in front of the nodes of the content. */
  get probe() {
    return this.#probe.element;
  }

  /** When the frame is that is being made: scrolls are as far apart as frames, not as what hears of them. */
  get time() {
    return /** @type {number | undefined} */ (this.page.timeline?.currentTime ?? undefined);
  }

  /** Whether the user moves the content, or it still moves. */
  get isHeld() {
    return this.#isTouched || this.#isMoving;
  }

  set isHorizontal(/** @type {boolean} */ isHorizontal) {
    this.#isHorizontal = isHorizontal;
    if (isHorizontal) this.content.style.height = '100%';
    this.#probe.isHorizontal = isHorizontal;
  }

  /** Whether it is in the page and has an extent. While it is not, it keeps its position, whatever the browser says. */
  get isDisplayed() {
    return this.viewportExtent > 0 && this.containerExtent > 0;
  }

  /** The visible part's, along the scroll axis. */
  get viewportExtent() {
    const { innerHeight } = this.view;
    const extent = this.#isHorizontal ? this.#root.clientWidth : this.#isWindow ? innerHeight : this.#root.clientHeight;
    return extent / this.#probe.ratio;
  }

  /** The content's, across it. */
  get containerExtent() {
    return this.#isHorizontal ? this.content.clientHeight : this.content.clientWidth;
  }

  /** Makes the content as long. */
  set extent(/** @type {number} */ extent) {
    if (extent === this.#extent || this.#controller.signal.aborted) return;
    this.#extent = extent;
    this.content.style[this.#isHorizontal ? 'width' : 'height'] = `${extent}px`;
    this.#probe.extent = extent;
  }

  /** Where it is; where it is to be, while it is not displayed. */
  get position() {
    return this.#position;
  }

  /**
   * Looks where the content is, and puts the scroller back where something else than a scroll has moved it. Returns whether it
   * was scrolled.
   */
  look() {
    if (!this.isDisplayed) {
      this.#isAway = true;
      return false;
    }
    const { scale } = this.#probe;
    const [offset, position] = this.#read();
    // Firefox keeps the offset on screen when zoom changes, and so makes it another one.
    const isZoomed = this.#probe.scale !== scale && Math.abs(offset * this.#probe.scale - this.#offset * scale) < 2;
    const isScrolled = !isZoomed && (
      this.#isAway ? this.#isChosen(offset) : Math.abs(offset - this.#offset) >= scrollTolerance);
    if (isScrolled) [this.#offset, this.#position, this.#isAway] = [offset, position, false];
    else if (this.#isAway || isZoomed) this.#putBack();
    else if (Math.abs(position - this.#position) >= moveTolerance) {
      // What is above the content has grown or shrunk; a hand is left alone.
      if (this.isHeld) this.#position = position;
      else this.#putBack();
    }
    return isScrolled;
  }

  /**
   * Whether the page has scrolled an element that is displayed again. Browsers put it to its start, or to where it was as far
   * as that goes. A window may have been scrolled for something else meanwhile.
   *
   * @param {number} offset
   */
  #isChosen(offset) {
    const before = Math.min(Math.abs(this.#offset), this.#probe.maximumOffset);
    return !this.#isWindow && Math.abs(offset) >= 1 && Math.abs(Math.abs(offset) - before) >= 1;
  }

  /** Takes over where the browser has put it after the content has got another extent. */
  refresh() {
    this.#isAway ||= !this.isDisplayed;
    if (!this.#isAway) [this.#offset, this.#position] = this.#read();
  }

  /** @param {number} position */
  put(position) {
    this.#position = position;
    if (!this.isDisplayed) this.#isAway = true;
    else this.#scroll((at) => (position - at) * this.#probe.ratio);
  }

  /**
   * Marks what is visible: when it is elsewhere without a scroll, `displaced` is told. Reads nothing that the browser would have to
   * lay the page out for.
   *
   * @param {number} viewportExtent
   */
  mark(viewportExtent) {
    if (!this.isHeld && !this.#isAway) this.#probe.mark(this.#position, viewportExtent);
  }

  #putBack() {
    const [offset, position] = [this.#offset, this.#position];
    // Where the content's start was in sight, the scroller keeps its offset: what stands above pushes the content on.
    if (position < 0) this.#scroll((_, now) => offset - now);
    else this.#scroll((at) => (position - at) * this.#probe.ratio);
  }

  /** @param {(position: number, offset: number) => number} way from where it is, in points of the scroller */
  #scroll(way) {
    this.#isAway = false;
    for (let attempt = 0; attempt < maximumTries; attempt += 1) {
      const [offset, position] = this.#read();
      const by = way(position, offset);
      if (Math.abs(by) < moveTolerance) break;
      this.#root.scrollBy({ [this.#isHorizontal ? 'left' : 'top']: by, behavior: /** @type {any} */ ('instant') });
    }
    [this.#offset, this.#position] = this.#read();
  }

  /** The scroll offset, and the position. */
  #read() {
    const { offset } = this.#probe;
    return [offset, this.#probe.position ?? this.#position + (offset - this.#offset) / this.#probe.ratio];
  }

  /**
   * @param {{ scrolled: () => void, moved: () => void, rested: () => void, resized: () => void, touched: () => void }} listener
   *   `scrolled`: whoever did it; `moved`: it may be elsewhere without a scroll; `touched`: the user is about to scroll
   */
  listen({ scrolled, moved, rested, resized, touched }) {
    const { signal } = this.#controller;
    const options = { signal, passive: true };
    this.#target.addEventListener('scroll', scrolled, options);
    for (const name of handEvents) {
      this.#target.addEventListener(name, (/** @type {any} */ event) => {
        if (!isTyped(event) && !isTaken(event)) touched();
      }, options);
    }
    const released = (/** @type {any} */ { touches }) => {
      if (touches?.length) return;
      this.#touching.abort();
      this.#touching = new AbortController();
      this.#released(rested);
    };
    this.#target.addEventListener('touchstart', (/** @type {any} */ { target }) => {
      this.#isTouched = true;
      // The end is told where it began, though that may have been removed from the page.
      for (const name of ['touchend', 'touchcancel']) {
        target.addEventListener(name, released, { signal: this.#touching.signal, passive: true });
      }
    }, options);
    const measured = () => {
      moved();
      resized();
    };
    this.view.addEventListener('resize', measured, options);
    this.#observer = new this.view.ResizeObserver(measured);
    this.#observer.observe(this.probe);
    if (!this.#isWindow) this.#observer.observe(this.#target);
  }

  /**
   * Keeps the content where it is from now on.
   *
   * @param {() => void} moved
   */
  begin(moved) {
    this.#probe.listen({
      connected: moved,
      disconnected: () => { this.#isAway = true; },
      displaced: (isScrolled) => {
        if (!isScrolled && !this.isHeld) this.#isAway = true;
        moved();
      },
    });
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
    this.releasedAt = performance.now();
    // It may go on by itself.
    this.moved(rested);
  }

  close() {
    this.#controller.abort();
    this.#touching.abort();
    this.#observer?.disconnect();
    clearTimeout(this.#resting);
    this.#probe.close();
    if (this.#isMade) this.content.remove();
    else this.#loan.end();
  }
}

/**
 * Whether a key has been taken for something else, so that it scrolls nothing.
 *
 * @param {Event} event
 */
function isTaken({ type, defaultPrevented }) {
  return type === 'keydown' && defaultPrevented;
}

/**
 * Whether a key is pressed in what takes text, which scrolls nothing: in a page that scrolls as a whole, a field stands beside
 * the content.
 *
 * @param {Event} event
 */
function isTyped(event) {
  const target = /** @type {any} */ (event.composedPath()[0]);
  return event.type === 'keydown' && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
}
