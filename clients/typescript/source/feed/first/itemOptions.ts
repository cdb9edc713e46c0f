import { FirstRows } from './FirstRows.js';
import { foundIn, type ItemList } from '../items/ItemList.js';
import { NamedItems } from '../items/NamedItems.js';
import type { FeedMove } from '../../../types/index.js';
import type { HostedFeedOptions } from '../feedOptions.js';

/** The options that are read when they are needed, so that another value needs no other feed. */
const readNames = [
  'arrowKeys', 'crossfades', 'find', 'findText', 'findWords', 'inset', 'margins', 'movable', 'moveWords', 'printItems', 'printWords', 'reach',
  'snap', 'stickToEnd',
];

interface Calls {
  /** Lays a snapshot out. */
  post: (snapshot: any, extent: any) => Promise<any>;
  /** Called when the user has moved an item. */
  moved: (move: FeedMove) => void;
  /** Whether anybody wants to know which items come next; called with these, and with those that no longer come. */
  isPrefetching: () => boolean;
  prefetch: (items: any[]) => void;
  cancel: (items: any[]) => void;
}

/**
 * The options of a feed that shows a list of items, and first rows before there is a layout.
 *
 * @param options the list's options at any time
 * @param given the feed's own options
 * @param lists the lists of which a cell may be; the first one is that which was set last
 */
export function itemOptions(
  options: () => any, given: Omit<HostedFeedOptions, 'service'>, { post, moved, isPrefetching, prefetch, cancel }: Calls, lists: () => (ItemList | null)[],
): HostedFeedOptions {
  const named = new NamedItems();
  const itemOf = (cell: any) => foundIn(lists(), cell);
  const preferred = (cell: any, node: HTMLElement) => {
    const found = itemOf(cell);
    return found && options().preferred?.(found.item, node);
  };
  const coming = (names: any[]) => prefetch(named.name(names, lists()[0]));
  const gone = (names: any[]) => cancel(named.items(names));
  const service: any = { post, get laysOutHere() { return !options().service; } };
  const read: Record<string, () => any> = {
    ...Object.fromEntries(readNames.map((name) => [name, () => options()[name]])),
    preferred: () => options().preferred && preferred, onMove: () => (options().movable ? moved : undefined),
    prefetch: () => (isPrefetching() ? coming : undefined), cancel: () => (isPrefetching() ? gone : undefined),
  };
  const properties = Object.fromEntries(Object.entries(read).map(([name, get]) => [name, { get, enumerable: true }]));
  return Object.defineProperties({ ...given, service, firstRows: FirstRows, itemOf }, properties);
}
