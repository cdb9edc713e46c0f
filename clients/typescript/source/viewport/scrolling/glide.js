// @ts-check

/** The duration of a scroll in milliseconds: the minimum, the time that each viewport of distance adds, and the maximum. */
const duration = { least: 250, perViewport: 100, most: 600 };

/**
 * Scrolls to a target frame by frame; the target may move meanwhile. Resolves with whether it reached the target.
 *
 * @param {Window} view
 * @param {{ origin: () => number, target: () => number, extent: number, go: (origin: number) => void }} way
 * @param {AbortSignal} signal ends it
 * @returns {Promise<boolean>}
 */
export function glide(view, { origin, target, extent, go }, signal) {
  if (signal.aborted) return Promise.resolve(false);
  const milliseconds = Math.min(
    duration.most, duration.least + duration.perViewport * Math.abs(target() - origin()) / extent);
  return new Promise((resolve) => {
    /** @type {number | undefined} */
    let start;
    let done = 0;
    let frame = view.requestAnimationFrame(step);
    signal.addEventListener('abort', () => {
      view.cancelAnimationFrame(frame);
      resolve(false);
    }, { once: true });

    /** @param {number} time */
    function step(time) {
      start ??= time;
      const share = Math.min(1, (time - start) / milliseconds);
      const next = 1 - (1 - share) ** 3;
      // A share of the remaining distance, since both the origin and the target may have been moved.
      const way = target() - origin();
      go(share === 1 ? target() : origin() + way * (next - done) / (1 - done));
      done = next;
      if (signal.aborted) return;
      if (share === 1) resolve(true);
      else frame = view.requestAnimationFrame(step);
    }
  });
}
