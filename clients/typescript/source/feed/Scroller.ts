import { SavedStyles } from './SavedStyles.js';
import { ScrollerProbe } from './ScrollerProbe.js';

/** Events of the user that end a scroll made by the feed. */
const handEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
/** The styles that the feed sets on its content, and restores if the page has made the content. */
const styles = ['position', 'isolation', 'overflow-anchor', 'width', 'height', 'contain', 'flex', 'place-self'];
/** A scroll has ended if nothing has moved for this time, in milliseconds. */
const rest = 150;
/** A scroller may open slowly: so long it may have no extent, in milliseconds. */
const patience = 400;
/** Smaller differences do not count as movement, in points, since browsers round positions. */
const [scrollTolerance, moveTolerance] = [0.01, 0.5];
/** The most attempts to reach a position, if a point of the scroller is not a point of the content. */
const maximumTries = 3;

/**
 * The element or window that scrolls the content. A position is the distance from the start of the content to the start of the visible
 * part, in points of the content, to the right or down. It does not depend on the place of the content in the scroller.
 *
 * Only a scroll should move the visible part in the content. But browsers also move the content in the scroller: when something above it
 * grows, and when a scroller that was hidden or removed from the page comes back and has lost its position. The scroller is then moved back
 * to its position.
 */
export class Scroller {
  page;
  view;
  content;
  #target;
  #isWindow;
  /** The element that has the scroll position. */
  #root;
  #isMade;
  #savedStyles;
  #isHorizontal = false;
  #extent = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #warning: ReturnType<typeof setTimeout> | undefined = undefined;
  #isTouched = false;
  /** Aborted to stop listening for the end of a touch. */
  #touching = new AbortController();
  #isMoving = false;
  /** Whether the page is being printed: the scroller and its content then have other places and extents. */
  isPrinting = false;
  /** When the last finger was lifted, in milliseconds of the page's performance clock. */
  releasedAt = -Infinity;
  #controller = new AbortController();
  #observers: ResizeObserver[] = [];
  #probe;
  /** The scroll offset of the target, and the position; while the scroller is not displayed, those that it gets once it is. */
  #offset = 0;
  // Until it is displayed, the content's start is in sight.
  #position = -1;
  /** Whether the scroller was hidden or out of the page, and has not been moved back to its position yet. */
  #isAway = false;
  /** The frame in which a scroller that was moved while it was hidden is looked at, 0 if there is none. */
  #awaited = 0;
  #moved: (() => void) | undefined;

  /** @param target an element or a window */
  constructor(target: any, content: HTMLElement | undefined) {
    if (isPage(target)) target = target.ownerDocument.defaultView;
    this.#isWindow = 'document' in target;
    const { document: page = target.ownerDocument } = target;
    this.#target = target;
    this.page = page as Document;
    this.view = page.defaultView as Window & typeof globalThis;
    this.#root = (this.#isWindow ? page.scrollingElement ?? page.documentElement : target) as HTMLElement;
    this.#isMade = content === undefined;
    this.content = content ?? page.createElement('div');
    if (this.#isMade) (this.#isWindow ? page.body : target).append(this.content);
    this.#savedStyles = new SavedStyles(this.content, styles, ['aria-busy']);
    Object.assign(this.content.style, {
      position: 'relative', isolation: 'isolate', overflowAnchor: 'none',
      // Rows that are wider than a scroller which has become narrower give it no scroll bar.
      contain: 'layout',
      // It fills a scroller that is a flex box or a grid, too.
      flex: '1 0 auto', placeSelf: 'stretch',
    });
    this.#probe = new ScrollerProbe(this.content, this.#root, this.#isWindow, this.view);
  }

  /** The element or the window that scrolls. */
  get target() {
    return this.#target;
  }

  /** The element that the feed puts before the nodes of the content. */
  get probe() {
    return this.#probe.element;
  }

  /** The time of the current frame, since scrolls happen in frames; event listeners run later. */
  get time() {
    return (this.page.timeline?.currentTime ?? undefined) as number | undefined;
  }

  /** Whether the user is scrolling the content, or it is still moving. */
  get isHeld() {
    return this.#isTouched || this.#isMoving;
  }

  get isHorizontal() {
    return this.#isHorizontal;
  }

  set isHorizontal(isHorizontal: boolean) {
    this.#isHorizontal = isHorizontal;
    if (isHorizontal) this.content.style.height = '100%';
    this.#probe.isHorizontal = isHorizontal;
  }

  /** Whether it is in the page and has an extent, and is not being printed. While it is not, `position` does not change, whatever the browser reports. */
  get isDisplayed() {
    return !this.isPrinting && this.viewportExtent > 0 && this.containerExtent > 0;
  }

  /** Warns, unless it gets an extent soon, that nothing can be shown. */
  warn() {
    clearTimeout(this.#warning);
    this.#warning = setTimeout(() => {
      if (!this.isDisplayed) import('./warnings.js').then(({ warnOfExtent }) => warnOfExtent(this.content, this.#isHorizontal), () => {});
    }, patience);
  }

  /** The extent of the visible part along the scroll axis. */
  get viewportExtent() {
    const { innerHeight } = this.view;
    const extent = this.#isHorizontal ? this.#root.clientWidth : this.#isWindow ? innerHeight : this.#root.clientHeight;
    return extent / this.#probe.ratio;
  }

  /** The extent of the content across the scroll axis. */
  get containerExtent() {
    return this.#isHorizontal ? this.content.clientHeight : this.content.clientWidth;
  }

  /** The extent of the content along the scroll axis. */
  get extent() {
    return this.#extent;
  }

  set extent(extent: number) {
    if (extent === this.#extent || this.#controller.signal.aborted) return;
    this.#extent = extent;
    this.content.style[this.#isHorizontal ? 'width' : 'height'] = `${extent}px`;
    this.#probe.extent = extent;
  }

  /** The position; while the scroller is not displayed, the one that it gets once it is. */
  get position() {
    return this.#position;
  }

  /** How far the visible part can be scrolled before the content, and after it. */
  get room() {
    const [offset, position] = this.#read();
    const [least, greatest] = this.#probe.offsets;
    const at = (other: number) => position + (other - offset) / this.#probe.ratio;
    return [-at(least), at(greatest) + this.viewportExtent - this.#extent];
  }

  /**
   * Reads the position of the content, and moves the scroller back if something other than a scroll has moved the content. Returns whether
   * it was scrolled.
   */
  look() {
    if (!this.isDisplayed) {
      this.#isAway = true;
      return false;
    }
    const { scale } = this.#probe;
    const [offset, position] = this.#read();
    // When the zoom changes, Firefox changes the offset so that the offset on the screen stays the same.
    const isZoomed = this.#probe.scale !== scale && Math.abs(offset * this.#probe.scale - this.#offset * scale) < 2;
    const isScrolled = !isZoomed && (
      this.#isAway ? this.#isChosen(offset) : Math.abs(offset - this.#offset) >= scrollTolerance);
    if (isScrolled) [this.#offset, this.#position, this.#isAway] = [offset, position, false];
    else if (this.#isAway || isZoomed) this.#putBack();
    else if (Math.abs(position - this.#position) >= moveTolerance) {
      // Something above the content has grown or shrunk. Do not move the scroller against the user's hand.
      if (this.isHeld) this.#position = position;
      else this.#putBack();
    }
    return isScrolled;
  }

  /**
   * Whether the page has scrolled an element that is displayed again. A browser itself resets it to its start, or to its old offset,
   * limited to the largest one. A window may have been scrolled for other content meanwhile, so it does not count.
   */
  #isChosen(offset: number) {
    const before = Math.min(Math.abs(this.#offset), Math.max(...this.#probe.offsets.map(Math.abs)));
    return !this.#isWindow && Math.abs(offset) >= 1 && Math.abs(Math.abs(offset) - before) >= 1;
  }

  /** Reads the position after the extent of the content has changed, since the browser may have moved the scroller. */
  refresh() {
    this.#isAway ||= !this.isDisplayed;
    if (!this.#isAway) [this.#offset, this.#position] = this.#read();
  }

  put(position: number) {
    this.#position = position;
    if (this.isDisplayed) {
      this.#scroll((at) => (position - at) * this.#probe.ratio);
      return;
    }
    this.#isAway = true;
    // No observer notices a scroller that is displayed again before the next frame.
    if (!this.#awaited) this.#awaited = this.view.requestAnimationFrame(() => {
      this.#awaited = 0;
      this.#moved?.();
    });
  }

  /**
   * Marks the visible part: if it moves without a scroll, `displaced` is called. Reads nothing that would make the browser lay out the
   * page.
   */
  mark(viewportExtent: number) {
    if (!this.isHeld && !this.#isAway) this.#probe.mark(this.#position, viewportExtent);
  }

  #putBack() {
    const [offset, position] = [this.#offset, this.#position];
    // If the start of the content was in sight, the scroller keeps its offset, and growing parts above push the content down.
    if (position < 0) this.#scroll((_, now) => offset - now);
    else this.#scroll((at) => (position - at) * this.#probe.ratio);
  }

  /** @param way from the current position, in points of the scroller */
  #scroll(way: (position: number, offset: number) => number) {
    this.#isAway = false;
    for (let attempt = 0; attempt < maximumTries; attempt += 1) {
      const [offset, position] = this.#read();
      const by = way(position, offset);
      if (Math.abs(by) < moveTolerance) break;
      this.#root.scrollBy({ [this.#isHorizontal ? 'left' : 'top']: by, behavior: 'instant' as any });
    }
    [this.#offset, this.#position] = this.#read();
  }

  /** The scroll offset, and the position. */
  #read() {
    const { offset } = this.#probe;
    return [offset, this.#probe.position ?? this.#position + (offset - this.#offset) / this.#probe.ratio];
  }

  /**
   * @param listener `scrolled`: it was scrolled, by the user or the program; `moved`: it may have moved without a scroll; `touched`: the
   *   user is about to scroll
   */
  listen({ scrolled, moved, rested, resized, touched }: {
    scrolled: () => void, moved: () => void, rested: () => void, resized: () => void, touched: () => void,
  }) {
    const { signal } = this.#controller;
    const options = { signal, passive: true };
    this.#target.addEventListener('scroll', scrolled, options);
    for (const name of handEvents) {
      this.#target.addEventListener(name, (event: any) => {
        if (!isTyped(event) && !isTaken(event)) touched();
      }, options);
    }
    const released = ({ touches }: any) => {
      if (touches?.length) return;
      this.#touching.abort();
      this.#touching = new AbortController();
      this.#released(rested);
    };
    this.#target.addEventListener('touchstart', ({ target }: any) => {
      this.#isTouched = true;
      // The end of a touch is dispatched to the element on which it began, even if that was removed from the page.
      for (const name of ['touchend', 'touchcancel']) {
        target.addEventListener(name, released, { signal: this.#touching.signal, passive: true });
      }
    }, options);
    this.#moved = moved;
    const measured = () => {
      moved();
      resized();
    };
    this.view.addEventListener('resize', measured, options);
    // A padding changes the border box of the target, and a scroll bar its content box.
    this.#observers = [new this.view.ResizeObserver(measured), new this.view.ResizeObserver(measured)];
    this.#observers[0].observe(this.probe);
    if (this.#isWindow) return;
    this.#observers[0].observe(this.#target);
    this.#observers[1].observe(this.#target, { box: 'border-box' });
  }

  /** From now on keeps the content in place when something other than a scroll moves it. */
  begin(moved: () => void) {
    this.#probe.listen({
      connected: moved,
      disconnected: () => { this.#isAway = true; },
      displaced: (isScrolled) => {
        if (!isScrolled && !this.isHeld) this.#isAway = true;
        moved();
      },
    });
  }

  /** Called when the content has moved; `rested` is called when it has not moved for some time. */
  moved(rested: () => void) {
    this.#isMoving = true;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#isMoving = false;
      if (!this.isHeld) rested();
    }, rest);
  }

  #released(rested: () => void) {
    this.#isTouched = false;
    this.releasedAt = performance.now();
    // The content may still be moving by inertia.
    this.moved(rested);
  }

  close() {
    this.#controller.abort();
    this.#touching.abort();
    for (const observer of this.#observers) observer.disconnect();
    clearTimeout(this.#resting);
    clearTimeout(this.#warning);
    this.view.cancelAnimationFrame(this.#awaited);
    this.#probe.close();
    if (this.#isMade) this.content.remove();
    else this.#savedStyles.end();
  }
}

/** Whether an element is scrolled by its window: the root of a page, and its body, unless that is a scroller of its own. */
function isPage(target: any) {
  const { documentElement: root, body, scrollingElement } = target.ownerDocument ?? {};
  return target === root || target === scrollingElement
    || target === body && [root, body].some((one) => getComputedStyle(one).overflowY === 'visible');
}

/** Whether a listener has prevented the default action of a key, so that it does not scroll. */
function isTaken({ type, defaultPrevented }: Event) {
  return type === 'keydown' && defaultPrevented;
}

/**
 * Whether a key is pressed in a text field, and so does not scroll: in a page that scrolls as a whole, there may be fields beside the
 * content.
 */
function isTyped(event: Event) {
  const target = event.composedPath()[0] as any;
  return event.type === 'keydown' && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
}
