import { glide } from '../../viewport/scrolling/glide.js';
import { along } from '../FeedScreen.js';
import { noInset } from '../../viewport/pages/Axis.js';
import type { Point } from '../../../types/index.js';
import type { FeedFeature, FeedParts } from '../FeedFeatures.js';

/** A scroll has ended if nothing has moved for the first time; a finger has stopped it if it rested for the second. In milliseconds. */
const [rest, fingerRest] = [150, 100];
/** A position at most this far from its target has reached it, in points: browsers round positions. */
const tolerance = 0.5;
const still = { x: 0, y: 0 };

export function attach(parts: FeedParts): FeedFeature {
  return new Snapping(parts);
}

/**
 * Scrolls to the nearest item, or to a page, once the user has scrolled and let go (docs/rules.md#scroll-target).
 *
 * A program cannot set where a browser's own scrolls end. So the browser's scroll ends first, and a second scroll continues from there. The
 * proposed place is the one at which the first scroll has ended. The velocity is that of the finger when it was lifted, or of the wheel or
 * the keys during the scroll; a scrollbar has none. There is no snapping at the ends of the content.
 */
class Snapping {
  #parts;
  /** Whether the user has scrolled since the last snap, and whether a button is down, for example on the scrollbar. */
  #isDue = false;
  #isPressed = false;
  /** The velocity before the user let go, and the time of the last movement. */
  #velocity = still as Point;
  #origin = NaN;
  #time = 0;
  /** The number of scrolls that had begun when the user scrolled: a scroll that has begun since has another target. */
  #count = 0;
  #isGliding = false;
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    const { screen: { scroller }, signal } = parts;
    const options = { signal, passive: true };
    const released = () => {
      if (!this.#isPressed) return;
      this.#isPressed = false;
      this.#later();
    };
    scroller.target.addEventListener('pointerdown', ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      this.#isPressed = true;
      this.#velocity = still;
    }, options);
    for (const name of (['pointerup', 'pointercancel'] as const)) scroller.view.addEventListener(name, released, options);
    // There is no event when the button is released on a scrollbar, but later moves report that it is up.
    scroller.view.addEventListener('pointermove', ({ buttons }) => {
      if (buttons === 0) released();
    }, options);
    scroller.target.addEventListener('scrollend', released, options);
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  drawn() {
    const { origin, viewport } = this.#parts.screen;
    if (origin === this.#origin || this.#isGliding) return;
    this.#origin = origin;
    this.#time = performance.now();
    if (!this.#isPressed) this.#velocity = viewport.velocity;
  }

  scrolled() {
    this.#isDue = true;
    this.#count = this.#parts.travel.count;
    this.#later();
  }

  rested() {
    this.#settle();
  }

  /** Checks again when nothing has moved for a while. */
  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), rest);
  }

  #settle() {
    const { screen, travel, options } = this.#parts;
    if (!this.#isDue || this.#isPressed || screen.scroller.isHeld || !options.snap) return;
    this.#isDue = false;
    if (travel.count === this.#count && !screen.isAtStart && !screen.isAtEnd) {
      this.#go().catch((error) => (options.onError ?? console.error)(error));
    }
  }

  async #go() {
    const { screen, travel } = this.#parts;
    const { viewport } = screen;
    const request = this.#request();
    if (!request) return;
    const signal = travel.start();
    this.#count = travel.count;
    const { layout } = viewport;
    const { bounds } = await (await viewport.questions()).reachTarget(request);
    if (signal.aborted) return;
    if (viewport.layout !== layout) return this.scrolled();
    let target = screen.originAt(layout, layout.axis.lead(bounds));
    if (Math.abs(target - screen.origin) < tolerance) return;
    const { view } = screen.scroller;
    if (view.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      screen.go(target);
      return;
    }
    const follow = ({ change }: any) => {
      target += along(screen.axis, change.scrollDelta);
    };
    viewport.addEventListener('layout', follow);
    this.#isGliding = true;
    try {
      // A snap that the user has stopped is repeated when the user lets go.
      this.#isDue = !await glide(view, {
        origin: () => screen.origin, target: () => target, extent: screen.extent, go: (origin) => screen.go(origin),
      }, signal);
      if (this.#isDue) this.#later();
    } finally {
      this.#isGliding = false;
      this.#origin = screen.origin;
      viewport.removeEventListener('layout', follow);
    }
  }

  /** The request for a target; null if insets cover the whole visible part. */
  #request() {
    const { screen, options: { snap, inset = noInset } } = this.#parts;
    const { viewport, axis, extent } = screen;
    const { x, y } = viewport.bounds;
    if (snap === 'item') return { snap: 'nearest' as const, proposed: { x, y } };
    const page = extent - axis.leadingInset(inset) - axis.trailingInset(inset);
    // If the finger rested before it was lifted, the velocity is 0.
    const isStill = screen.scroller.releasedAt - this.#time > fingerRest;
    return page > 0 ? { page, proposed: { x, y }, velocity: isStill ? still : this.#velocity } : null;
  }
}
