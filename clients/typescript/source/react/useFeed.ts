import { createElement, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { checkOptions } from '../steps/options.js';
import { rootNames } from '../steps/tables.js';
import { FeedContent } from './FeedContent.js';
import { FeedStore } from './FeedStore.js';
import { ItemList } from '../feed/items/ItemList.js';
import type { UsedFeed, UseFeedOptions } from '../../types/react.js';

export const optionNames = [
  ...rootNames, 'items', 'sections', 'keyOf', 'size', 'estimate', 'version', 'render', 'renderSeparator', 'headers', 'placeholder', 'footers',
  'service', 'first',
  'remember', 'window', 'anchor', 'label', 'overscan', 'pageLength', 'keepsColumns', 'inset', 'margins', 'reach', 'stickToEnd', 'fills', 'measures', 'preferred',
  'crossfades', 'arrowKeys', 'snap', 'find', 'findText', 'findWords', 'movable', 'onMove', 'moveWords', 'printItems', 'printWords', 'onPrefetch',
  'onCancel', 'onStartReached', 'onEndReached', 'onError',
];

/** `useLayoutEffect` in a browser. On a server React warns about layout effects, which it does not run. */
export const useClientEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * A feed of items. React renders the visible elements, and unmounts those that are out of sight. The visible items stay in place on the
 * screen while items are inserted, removed, measured or laid out for another width, as with `Feed`.
 *
 * @throws TypeError for an unknown option
 */
export function useFeed<Item>(options: UseFeedOptions<Item>): UsedFeed {
  checkOptions('useFeed', options, optionNames);
  const [store] = useState(() => new FeedStore(options.first));
  const [scroller, ref] = useState(null as HTMLElement | null);
  const [content, contentRef] = useState(null as HTMLElement | null);
  const form = ItemList.form(options);
  // Changes of other options do not change the list.
  const list = useMemo(() => new ItemList(options), [options.items, options.sections, form]);
  const target = options.window ? content?.ownerDocument.defaultView ?? null : scroller;
  const { overscan, pageLength, keepsColumns, measures, fills, scrollDirection, inset, margins } = options;
  const opening = [store, target, content, overscan, pageLength, keepsColumns, measures, fills, scrollDirection];

  useClientEffect(() => {
    store.options = options;
  });
  useClientEffect(() => (target && content ? store.open(target, content) : undefined), opening);
  useClientEffect(() => store.loadAtStart(Boolean(options.onStartReached)), [...opening, Boolean(options.onStartReached)]);
  useClientEffect(() => store.update(list), [...opening, list]);
  useClientEffect(() => store.frame(), [store, typeof margins === 'function' ? margins : JSON.stringify(margins)]);
  useClientEffect(() => store.cover(), [store, inset?.top, inset?.left, inset?.bottom, inset?.right]);

  const status = useSyncExternalStore(store.subscribe, store.status, store.status);
  return { ...status, ref, retry: store.retry, content: createElement(FeedContent, { store, list, options, contentRef }) };
}
