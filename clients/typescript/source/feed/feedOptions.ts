import { features } from './features.js';
import { setting } from '../service/limits.js';
import { checkFunction, checkObject, checkOptions, described } from '../steps/options.js';
import type { FeedItemName, FeedOptions } from '../../types/index.js';
import type { FeedHost } from './FeedNodes.js';
import type { FirstRows } from './first/FirstRows.js';
import type { Layout } from '../viewport/Layout.js';

/**
 * With `nodes`, a host of a framework makes the nodes in place of `node`. `firstRows` shows rows before there is a
 * layout. `itemOf` is the page's own item of a cell, in place of which a search reads the cell's name.
 */
export type HostedFeedOptions = Omit<FeedOptions, 'node' | 'findText'> & {
  node?: FeedOptions['node'], nodes?: FeedHost, firstRows?: typeof FirstRows, itemOf?: (cell: FeedItemName) => { item: any } | null,
  findText?: (item: any) => string | undefined,
};

/** The options of `insert` and `remove`, and of `update`. */
export const editOptionNames = ['anchor', 'endThreshold', 'section', 'signal'];
export const updateOptionNames = ['anchor', 'endThreshold', 'keys', 'scrollDirection', 'signal'];

const optionNames = [
  'service', 'node', 'nodes', 'firstRows', 'label', 'content', 'overscan', 'pageLength', 'keepsColumns', 'inset', 'margins', 'reach', 'stickToEnd', 'measures',
  'preferred', 'itemOf', 'printItems', 'printWords', 'onError',
  ...features.flatMap(({ options }) => Object.keys(options)),
];

export function checkFeed(scroller: any, options: HostedFeedOptions) {
  checkOptions('Feed', options, optionNames);
  if (typeof scroller !== 'object' || !scroller || !('document' in scroller || scroller.ownerDocument)) throw new TypeError(`The scroller is ${described(scroller)}: not an element, and not a window`);
  if (!options.nodes && typeof options.node !== 'function') throw new TypeError('node is no function');
  for (const name of (['label', 'preferred', 'onError'] as const)) if (options[name] !== undefined) checkFunction(name, options[name]);
  if (options.content !== undefined && !(options.content?.style)) throw new TypeError(`content is ${described(options.content)}: not an element`);
  if (options.service !== undefined && typeof options.service?.post !== 'function') throw new TypeError('service has no post: not a LayoutService');
  for (const feature of features) {
    for (const [name, check] of Object.entries(feature.options)) {
      const value = (options as any)[name];
      if (value !== undefined) check(name, value);
    }
  }
  setting('overscan', options.overscan, 0, { least: 0, most: 1e9 });
  setting('reach', options.reach, 0, { least: 0 });
  setting('printItems', options.printItems, 1, { least: 1, isWhole: true });
  if (options.printWords !== undefined) checkObject('printWords', options.printWords);
  if (!['extent', 'size', undefined].includes(options.measures)) throw new RangeError(`measures is ${described(options.measures)}: not extent, and not size`);
}

/** The margins of a feed's content at an extent across the scroll axis. */
function marginsAt({ margins }: HostedFeedOptions, extent: number) {
  return typeof margins === 'function' ? margins(extent) : margins;
}

/**
 * Whether a layout has an extent across the scroll axis, and the margins for it. False if a function of the page that returns them throws:
 * laying out for them then rejects.
 */
export function fits(options: HostedFeedOptions, { containerExtent, axis }: Layout, extent: number) {
  try {
    return containerExtent === extent && axis.hasMargins(marginsAt(options, extent));
  } catch {
    return false;
  }
}

/** Lays a snapshot out for an extent across the scroll axis. */
export async function laid(options: HostedFeedOptions, snapshot: any, extent: number, signal?: AbortSignal): Promise<Layout> {
  return await snapshot.layout(extent, { margins: marginsAt(options, extent), signal });
}

/** Posts a snapshot to the service of a feed; with an extent, also lays it out. */
export async function posted(
  options: HostedFeedOptions, snapshot: any, container: { isHorizontal: boolean, extent: number } | null, signal?: AbortSignal,
): Promise<any> {
  const { service, pageLength } = options;
  if (!service) throw new TypeError('The feed has no service: an update needs one, as an option');
  if (!container) return await service.post(snapshot, { signal });
  const extent = container.isHorizontal ? { height: container.extent } : { width: container.extent };
  return await service.post(snapshot, { ...extent, margins: marginsAt(options, container.extent), ...(pageLength !== undefined && { pageLength }), signal });
}
