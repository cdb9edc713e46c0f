// @ts-check

/** @typedef {import('../FeedNodes.js').FeedNode} FeedNode */
/** @typedef {import('../FeedScreen.js').FeedScreen} FeedScreen */
/** @typedef {import('../../../index.js').Rect} Rect */

/** How long it takes, in milliseconds. */
const duration = 200;
/** What has moved by less is where it was, in points. */
const tolerance = 0.5;

/** Has nodes that stand elsewhere go there by and by, by an animation that leaves nothing behind. */
export class Settling {
  #screen;
  #running = /** @type {Map<Animation, { node: HTMLElement, id: string }>} */ (new Map());

  /**
   * @param {FeedScreen} screen
   * @param {AbortSignal} signal ends it
   */
  constructor(screen, signal) {
    this.#screen = screen;
    signal.addEventListener('abort', () => this.stop());
  }

  /** Where everything stands. */
  get frames() {
    return new Map(this.#screen.shown.map(({ id, frame }) => [id, { ...frame }]));
  }

  /**
   * Has all that stood elsewhere go from there to where it stands now.
   *
   * @param {Map<string, Rect>} before
   * @param {string | null} [but] one that does not
   */
  from(before, but = null) {
    const { view } = this.#screen.scroller;
    if (view.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { id, node, frame } of this.#screen.shown) {
      const start = before.get(id);
      if (!start || id === but) continue;
      const [x, y] = [start.x - frame.x, start.y - frame.y];
      if (Math.abs(x) < tolerance && Math.abs(y) < tolerance) continue;
      // Added to those that are under way, so that none of them jumps.
      const animation = node.animate(
        [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'translate(0px, 0px)' }], { duration, easing: 'ease-out', composite: 'add' });
      this.#running.set(animation, { node, id });
      const ended = () => void this.#running.delete(animation);
      animation.finished.then(ended, ended);
    }
  }

  /** A node that shows another element, or none, does not go on. */
  drawn() {
    if (this.#running.size === 0) return;
    const ids = new Map(this.#screen.shown.map(({ node, id }) => [node, id]));
    for (const [animation, { node, id }] of this.#running) if (ids.get(node) !== id) animation.cancel();
  }

  stop() {
    for (const animation of this.#running.keys()) animation.cancel();
  }
}
