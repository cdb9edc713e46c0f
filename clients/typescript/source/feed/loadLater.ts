/** The delay in browsers without idle callbacks, in milliseconds: the first screen is drawn by then. */
const drawnMilliseconds = 1000;

/**
 * Loads the files that change and scroll a feed when the browser is idle. They are then available even if the network, or these files on
 * the server, are gone at their first use.
 */
export function loadLater(view: Window & typeof globalThis) {
  const load = () => {
    for (const part of [import('./carriedNames.js'), import('./feedEdits.js'), import('../steps/snapshotSteps.js'), import('./travel.js')]) {
      // The first use tries again, and reports the error.
      part.catch(() => {});
    }
  };
  // Safari has no idle callbacks.
  const { requestIdleCallback } = view;
  if (requestIdleCallback) requestIdleCallback.call(view, load);
  else view.setTimeout(load, drawnMilliseconds);
}
