/** Values with mistakes: members that there are not, of wrong types, out of range, or left out. */

const keys = [
  'heigth', 'hight', 'Width', 'colour', 'engin', 'metric', 'sectionInsets', 'itemsize', 'numberofcolumns', 'row_height', 'footer', 'header',
  'top', 'pin', 'count', 'widths', 'at', 'from', 'section', 'delete', 'moves', 'id', 'items', 'x', 'q"\\', 'unsichtbar\u200b', 'a/b~c', 'ü'.repeat(33),
];
const values = [null, true, false, -1, 0, 0.5, 3, 1e6, 1e300, '', 'flow', 'column', 'x'.repeat(65), 'größer', [], [1], {}, { width: 3 }, [null]];

/** The objects and arrays in a value, with their places. */
function* placesIn(value) {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    yield [value, key];
    yield* placesIn(value[key]);
  }
}

/**
 * The same value with one mistake or several, as a copy.
 *
 * @param random
 * @param value as in JSON
 */
export function withMistakes(random, value) {
  const copy = structuredClone(value);
  for (let turn = random.whole(1, 4); turn > 0; turn -= 1) {
    const places = [...placesIn(copy)];
    const [owner, key] = random.pick(places.length > 0 ? places : [[copy, 'x']]);
    const isList = Array.isArray(owner);
    switch (random.whole(0, 3)) {
      case 0:
        if (!isList) owner[random.pick(keys)] = random.pick(values);
        break;
      case 1:
        if (!isList) delete owner[key];
        break;
      default: owner[key] = structuredClone(random.pick(values));
    }
  }
  return copy;
}
