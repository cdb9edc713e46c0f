// @ts-check

/**
 * The place of each key. Throws if a value is not a key, or occurs twice.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => import('../../index.js').Key} key
 */
export function numbered(items, key) {
  const places = new Map();
  items.forEach((item, place) => {
    const name = key(item);
    if (typeof name !== 'string' && typeof name !== 'number') throw new TypeError(`The key of item ${place} is no string and no number`);
    if (places.has(name)) throw new TypeError(`Items ${places.get(name)} and ${place} have the same key ${name}`);
    places.set(name, place);
  });
  return places;
}
