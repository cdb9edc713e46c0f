import type { Key } from '../../types/index.js';

export function isKey(value: unknown) {
  return typeof value === 'string' || typeof value === 'number';
}

/** The place of each key. Throws if a value is not a key, or occurs twice. */
export function numbered<Item>(items: readonly Item[], key: (item: Item) => Key) {
  const places = new Map();
  items.forEach((item, place) => {
    const name = key(item);
    if (!isKey(name)) throw new TypeError(`The key of item ${place} is no string and no number`);
    if (places.has(name)) throw new TypeError(`Items ${places.get(name)} and ${place} have the same key ${name}`);
    places.set(name, place);
  });
  return places;
}
