import type { FeedNames } from './FeedNames.js';

/** Work on lists with more keys is divided into tasks. */
const keysAtOnce = 50_000;

/** Lets the browser do other things after some work on a long list. */
export async function restAfter({ keys }: FeedNames) {
  const count = (keys ?? []).reduce((sum, list) => sum + (list?.length ?? 0), 0);
  if (count > keysAtOnce) await new Promise((resolve) => { setTimeout(resolve); });
}
