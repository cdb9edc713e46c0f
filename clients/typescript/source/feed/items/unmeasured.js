// @ts-check

/**
 * Why what has an estimate keeps it, where a feed shows a list that has estimates, laid out by a service elsewhere; else null.
 *
 * @param {import('./ItemList.js').ItemList} list
 * @param {{ viewport: any }} feed
 */
export function unmeasured(list, feed) {
  if (!list.hasEstimates || !feed.viewport || feed.viewport.isLocal) return null;
  return new TypeError('The service lays out elsewhere, so nothing is measured, and what has an estimate stays as large as that: '
    + 'give sizes, or leave out the service');
}
