import { checkObject, checkOptions } from './options.js';
import type { CircleOptions, ItemFrame } from '../../types/frames.js';

const optionNames = ['itemSize', 'width', 'height', 'radius'];

/** Frames for items of the engine `fixed`. */
export const frames = Object.freeze({
  /**
   * `count` frames around the centre of a room: the first one to the right of it, the next ones below.
   *
   * @throws RangeError when a number is negative or not finite
   */
  circle(count: number, options: CircleOptions): ItemFrame[] {
    checkOptions('circle', options, optionNames);
    checkObject('itemSize', options.itemSize);
    const { itemSize, width, height } = options;
    const radius = options.radius ?? Math.max(0, Math.min(width, height) / 2 - Math.hypot(itemSize.width, itemSize.height) / 2);
    checkNumbers({ count, width, height, radius });
    checkNumbers(itemSize);
    return Array.from({ length: count }, (_, item) => {
      const [cosine, sine] = direction(item, count);
      return {
        x: width / 2 + radius * cosine - itemSize.width / 2, y: height / 2 + radius * sine - itemSize.height / 2,
        width: itemSize.width, height: itemSize.height,
      };
    });
  },
});

function checkNumbers(numbers: object) {
  for (const [name, value] of Object.entries(numbers)) {
    if (!(value >= 0 && value < Infinity)) throw new RangeError(`${name} is ${value}: not a number from 0 on`);
  }
}

/** Cosine and sine of a part of a turn. Multiples of a quarter are exact. */
function direction(part: number, count: number) {
  const quarter = 4 * part / count;
  if (Number.isInteger(quarter)) return [[1, 0], [0, 1], [-1, 0], [0, -1]][quarter];
  return [Math.cos(quarter * Math.PI / 2), Math.sin(quarter * Math.PI / 2)];
}
