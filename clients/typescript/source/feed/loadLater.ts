import type { FeedFeatures } from './FeedFeatures.js';
import type { FeedNames } from './FeedNames.js';

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

/** Work on lists with more keys is divided into tasks. */
const keysAtOnce = 50_000;

/** Lets the browser do other things after some work on a long list. */
export async function restAfter({ keys }: FeedNames) {
  const count = (keys ?? []).reduce((sum, list) => sum + (list?.length ?? 0), 0);
  if (count > keysAtOnce) await new Promise((resolve) => { setTimeout(resolve); });
}
