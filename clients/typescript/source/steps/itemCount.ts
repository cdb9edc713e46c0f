import { isListed } from './memberValues.js';
import { checkObject } from './options.js';
import { members } from './tables.js';

/**
 * The number of items.
 *
 * @param items in any form
 */
export function itemCount(items: any = 0) {
  if (typeof items === 'number') return items;
  checkObject('items', items);
  if (!Array.isArray(items)) return items.count ?? items.heights?.length ?? items.widths?.length ?? listedCount(items);
  let sum = 0;
  for (let place = 0; place < items.length; place += 1) {
    if (typeof items[place] !== 'object' || items[place] === null) checkObject(`Entry ${place} of items`, items[place]);
    sum += items[place].count ?? 1;
  }
  return sum;
}

/** The number of values in a list of a member beside sizes; 0 without one. */
function listedCount(items: any) {
  const name = Object.keys(members).find((member) => isListed(member, items[member]));
  return name === undefined ? 0 : items[name].length;
}
