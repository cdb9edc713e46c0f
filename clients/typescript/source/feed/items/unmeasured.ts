import type { ItemList } from './ItemList.js';

/**
 * The reason why estimated sizes are not measured: the feed shows a list with estimates, but a remote service lays it out. Otherwise null.
 */
export function unmeasured(list: ItemList, feed: { viewport: any }) {
  if (!list.hasEstimates || !feed.viewport || feed.viewport.isLocal) return null;
  return new TypeError('The service lays out elsewhere, so nothing is measured, and what has an estimate stays as large as that: '
    + 'give sizes, or leave out the service');
}
