import type { Rect } from '../../../types/index.js';
import type { FeedScreen } from '../FeedScreen.js';

/** The duration of the animation, in milliseconds. */
const duration = 200;
/** Smaller moves are not animated, in points. */
const tolerance = 0.5;

/** Animates nodes from their old positions to the new ones. The animation leaves no styles on the nodes. */
export class Settling {
  #screen;
  #running: Map<Animation, { node: HTMLElement, id: string }> = new Map();

  /** @param signal ends it */
  constructor(screen: FeedScreen, signal: AbortSignal) {
    this.#screen = screen;
    signal.addEventListener('abort', () => this.stop());
  }

  /** The current frames of all elements. */
  get frames() {
    return new Map(this.#screen.shown.map(({ id, frame }) => [id, { ...frame }]));
  }

  /**
   * Animates all elements whose frames have changed from the old frames to the current ones.
   *
   * @param but id of an element that is not animated
   */
  from(before: Map<string, Rect>, but: string | null = null) {
    const { view } = this.#screen.scroller;
    if (view.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { id, node, frame } of this.#screen.shown) {
      const start = before.get(id);
      if (!start || id === but) continue;
      const [x, y] = [start.x - frame.x, start.y - frame.y];
      if (Math.abs(x) < tolerance && Math.abs(y) < tolerance) continue;
      // Added to animations that are still running, so that none of them jumps. It precedes the transform of the element.
      const animation = node.animate(
        [{ translate: `${x}px ${y}px` }, { translate: '0px 0px' }], { duration, easing: 'ease-out', composite: 'add' });
      this.#running.set(animation, { node, id });
      const ended = () => void this.#running.delete(animation);
      animation.finished.then(ended, ended);
    }
  }

  /** Ends the animations of nodes that show another element, or none. */
  drawn() {
    if (this.#running.size === 0) return;
    const ids = new Map(this.#screen.shown.map(({ node, id }) => [node, id]));
    for (const [animation, { node, id }] of this.#running) if (ids.get(node) !== id) animation.cancel();
  }

  stop() {
    for (const animation of this.#running.keys()) animation.cancel();
  }
}
