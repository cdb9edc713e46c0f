import { PhotoPaint } from './PhotoPaint.js';

/** The least height of a row, and how much higher each next one is, in points: exact in a double. */
const [least, step] = [40, 1 / 64];
const kinds = 2560;

/** Random heights of rows, of which few are the same. */
export function randomHeights(count) {
  return Array.from({ length: count }, () => least + Math.floor(Math.random() * kinds) * step);
}

/** Paints every row as the photo whose number its height gives: it looks the same wherever it goes, to whoever sees it. */
export class HeightPaint extends PhotoPaint {
  numberOf(page, index) {
    return Math.round((page.height[index] - least) / step);
  }
}
