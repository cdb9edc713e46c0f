// @ts-check
import { checkObject } from './options.js';

/**
 * The number of items.
 *
 * @param {any} items in any form
 */
export function itemCount(items = 0) {
  if (typeof items === 'number') return items;
  checkObject('items', items);
  if (!Array.isArray(items)) return items.count ?? items.heights?.length ?? items.widths?.length ?? 0;
  let sum = 0;
  for (let place = 0; place < items.length; place += 1) {
    if (typeof items[place] !== 'object' || items[place] === null) checkObject(`Entry ${place} of items`, items[place]);
    sum += items[place].count ?? 1;
  }
  return sum;
}
