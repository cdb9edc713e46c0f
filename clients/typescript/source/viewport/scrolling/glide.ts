/** The duration of a scroll in milliseconds: the minimum, the time that each viewport of distance adds, and the maximum. */
const duration = { least: 250, perViewport: 100, most: 600 };

/**
 * Scrolls to a target frame by frame; the target may move meanwhile. Resolves with whether it reached the target.
 *
 * @param signal ends it
 */
export function glide(
  view: Window,
  { origin, target, extent, go }: { origin: () => number, target: () => number, extent: number, go: (origin: number) => void },
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  const milliseconds = Math.min(
    duration.most, duration.least + duration.perViewport * Math.abs(target() - origin()) / extent);
  return new Promise((resolve) => {
    let start: number | undefined;
    let done = 0;
    let frame = view.requestAnimationFrame(step);
    signal.addEventListener('abort', () => {
      view.cancelAnimationFrame(frame);
      resolve(false);
    }, { once: true });

    function step(time: number) {
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
