// @ts-check

/** Until when browsers without idle callbacks have drawn what is shown first, in milliseconds. */
const drawnMilliseconds = 1000;

/**
 * Loads what changes a feed and what scrolls it once nobody waits for anything else. Then it is there also where the network, or
 * a file of this release, is gone when it is first used.
 *
 * @param {Window & typeof globalThis} view
 */
export function loadLater(view) {
  const load = () => {
    for (const part of [import('./feedEdits.js'), import('../steps/snapshotSteps.js'), import('./travel.js')]) {
      // Who uses it tries again, and is told.
      part.catch(() => {});
    }
  };
  // Safari has no such calls.
  const { requestIdleCallback } = /** @type {any} */ (view);
  if (requestIdleCallback) requestIdleCallback.call(view, load);
  else view.setTimeout(load, drawnMilliseconds);
}
