// @ts-check

/** @typedef {import('./SnapshotNumbers.js').SnapshotNumbers} SnapshotNumbers */

/**
 * Writes 1 and an effect, or 0 for none.
 *
 * @param {SnapshotNumbers} numbers
 * @param {any} value
 * @param {string} pointer
 */
export function effect(numbers, value, pointer) {
  numbers.add(Number(value !== null));
  if (value !== null) numbers.object(value, pointer, numbers.vocabulary.objects.effect);
}

/**
 * Writes the stops of an effect, in order, of which at most two are at one place.
 *
 * @param {SnapshotNumbers} numbers
 * @param {number} most stops
 * @param {any} value
 * @param {string} pointer
 */
export function stops(numbers, most, value, pointer) {
  const list = numbers.list(value, pointer, most);
  if (list?.length === 0) numbers.fault(pointer, 'out-of-range');
  numbers.add(list?.length ?? 0);
  list?.forEach((stop, place) => {
    const isObject = numbers.object(stop, `${pointer}/${place}`, numbers.vocabulary.objects.stop);
    const [second, last] = [list[place - 2]?.at, list[place - 1]?.at];
    if (isObject && (stop.at < last || (stop.at === last && last === second))) numbers.fault(`${pointer}/${place}/at`, 'out-of-range');
  });
}
