// @ts-check
import { features } from './features.js';
import { setting } from '../service/limits.js';
import { checkFunction, checkOptions, described } from '../steps/options.js';

/**
 * With `nodes`, a host of a framework makes the nodes in place of `node`.
 *
 * @typedef {Omit<import('../../index.js').FeedOptions, 'node'> & { node?: import('../../index.js').FeedOptions['node'],
 *   nodes?: import('./FeedNodes.js').FeedHost }} FeedOptions
 */

const optionNames = [
  'service', 'node', 'nodes', 'label', 'content', 'overscan', 'pageLength', 'inset', 'margins', 'reach', 'stickToEnd', 'measures', 'preferred', 'onError',
  ...features.flatMap(({ options }) => Object.keys(options)),
];

/**
 * @param {any} scroller
 * @param {FeedOptions} options
 */
export function checkFeed(scroller, options) {
  checkOptions('Feed', options, optionNames);
  if (typeof scroller !== 'object' || !scroller || !('document' in scroller || scroller.ownerDocument)) throw new TypeError(`The scroller is ${described(scroller)}: not an element, and not a window`);
  if (!options.nodes && typeof options.node !== 'function') throw new TypeError('node is no function');
  for (const name of /** @type {const} */ (['label', 'preferred', 'onError'])) if (options[name] !== undefined) checkFunction(name, options[name]);
  if (options.content !== undefined && !(/** @type {any} */ (options.content)?.style)) throw new TypeError(`content is ${described(options.content)}: not an element`);
  if (options.service !== undefined && typeof options.service?.post !== 'function') throw new TypeError('service has no post: not a LayoutService');
  for (const feature of features) {
    for (const [name, check] of Object.entries(feature.options)) {
      const value = /** @type {any} */ (options)[name];
      if (value !== undefined) check(name, value);
    }
  }
  setting('overscan', options.overscan, 0, { least: 0, most: 1e9 });
  setting('reach', options.reach, 0, { least: 0 });
  if (!['extent', 'size', undefined].includes(options.measures)) throw new RangeError(`measures is ${described(options.measures)}: not extent, and not size`);
}

/**
 * The margins of a feed's content at an extent across the scroll axis.
 *
 * @param {FeedOptions} options
 * @param {number} extent
 */
function marginsAt({ margins }, extent) {
  return typeof margins === 'function' ? margins(extent) : margins;
}

/**
 * Whether a layout has an extent across the scroll axis, and the margins for it. False if a function of the page that returns them throws:
 * laying out for them then rejects.
 *
 * @param {FeedOptions} options
 * @param {import('../viewport/Layout.js').Layout} layout
 * @param {number} extent
 */
export function fits(options, { containerExtent, axis }, extent) {
  try {
    return containerExtent === extent && axis.hasMargins(marginsAt(options, extent));
  } catch {
    return false;
  }
}

/**
 * Lays a snapshot out for an extent across the scroll axis.
 *
 * @param {FeedOptions} options
 * @param {any} snapshot
 * @param {number} extent
 * @param {AbortSignal} [signal]
 * @returns {Promise<import('../viewport/Layout.js').Layout>}
 */
export async function laid(options, snapshot, extent, signal) {
  return await snapshot.layout(extent, { margins: marginsAt(options, extent), signal });
}

/**
 * Posts a snapshot to the service of a feed; with an extent, also lays it out.
 *
 * @param {FeedOptions} options
 * @param {any} snapshot
 * @param {{ isHorizontal: boolean, extent: number } | null} container
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function posted(options, snapshot, container, signal) {
  const { service, pageLength } = options;
  if (!service) throw new TypeError('The feed has no service: an update needs one, as an option');
  if (!container) return await service.post(snapshot, { signal });
  const extent = container.isHorizontal ? { height: container.extent } : { width: container.extent };
  return await service.post(snapshot, { ...extent, margins: marginsAt(options, container.extent), ...(pageLength !== undefined && { pageLength }), signal });
}
