import type { FeedFeatures } from './FeedFeatures.js';

/** The delay in browsers without idle callbacks, in milliseconds: the first screen is drawn by then. */
const drawnMilliseconds = 1000;

/**
 * Loads the files that change, scroll and print a feed when the browser is idle. They are then available even if the network, or these
 * files on the server, are gone at their first use, and when the browser prints, which waits for none.
 */
export function loadLater(view: Window & typeof globalThis, features: FeedFeatures) {
  const load = () => {
    for (const part of [
      import('./carriedNames.js'), import('./feedEdits.js'), import('../steps/snapshotSteps.js'), import('./travel.js'),
      features.printing(),
    ]) {
      // The first use tries again, and reports the error.
      part.catch(() => {});
    }
  };
  // Safari has no idle callbacks.
  const { requestIdleCallback } = view;
  if (requestIdleCallback) requestIdleCallback.call(view, load);
  else view.setTimeout(load, drawnMilliseconds);
}
