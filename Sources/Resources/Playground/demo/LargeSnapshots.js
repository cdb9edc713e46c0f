import { countText } from '../page/numbers.js';

/** The demo's snapshots, always the same. */

const sectionCount = 100;
const itemsPerSection = 10_000;

/** Whole numbers from a seed (xorshift32), from `least` up to and without `least + span`. */
function* numbers(seed, least, span) {
  for (let state = seed; ;) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield least + (state >>> 0) % span;
  }
}

/** The height of lines in the million, and the range of widths in them; and the range of heights in columns. */
const line = { height: 132, least: 88, span: 150 };
const column = { width: 120, least: 68, span: 112 };
const sectionInset = { top: 4, left: 8, bottom: 12, right: 8 };
const spacing = { minimumLineSpacing: 4, minimumInteritemSpacing: 4, sectionInset };
const isWaterfall = (section) => section % 2 === 0;

/**
 * A million items of different sizes, as JSON in columns: some 7 MB. Made in pieces, between which the page runs.
 *
 * @param {(part: number) => void} progress called with the fraction that is made
 * @returns {Promise<Blob>}
 */
export async function explicitMillion(progress) {
  const [widths, heights] = [numbers(2463534242, line.least, line.span), numbers(88675123, column.least, column.span)];
  const listed = (source) => Array.from({ length: itemsPerSection }, () => source.next().value).join();
  const pieces = ['{"globalHeaders":[{"height":48,"pin":true}],"sections":['];
  for (let section = 0; section < sectionCount; section += 1) {
    const head = isWaterfall(section) ? { engine: 'waterfall', metrics: { minimumColumnWidth: 160, ...spacing } }
      : { engine: 'flow', metrics: { lineAlignment: 'justify', ...spacing } };
    const sizes = isWaterfall(section) ? `"widths":[${Array(itemsPerSection).fill(column.width).join()}],"heights":[${listed(heights)}]`
      : `"widths":[${listed(widths)}],"heights":[${Array(itemsPerSection).fill(line.height).join()}]`;
    pieces.push(
      section ? ',' : '', JSON.stringify({ ...head, headers: [{ height: 40, pin: true }], footers: [{ height: 24, pin: true }] }).slice(0, -1),
      `,"items":{${sizes}}}`);
    progress((section + 1) / sectionCount);
    await new Promise((resolve) => { setTimeout(resolve); });
  }
  pieces.push(']}');
  return new Blob(pieces);
}

/** The number of items in each section of the million. */
export const millionCounts = Array(sectionCount).fill(itemsPerSection);

/** The number of items in each section of the billion. */
export const billionCounts = [400_000_000, 300_000_000, 300_000_000];

/** More items for a section of the million, of different sizes. */
export function newMillions(section, count) {
  const { least, span } = isWaterfall(section) ? column : line;
  const size = () => least + Math.floor(Math.random() * span);
  return Array.from({ length: count }, () => (
    isWaterfall(section) ? { width: column.width, height: size() } : { width: size(), height: line.height }));
}

/** More items for a section of the billion, as large as the others. */
export function newBillions(section, count) {
  return [{ count, width: 4, height: 3 }, count, { count, width: 160, height: 120 }][section];
}

/**
 * A billion items in three sections, in a few hundred bytes.
 *
 * @param {number} width of the window: segments of a mosaic have one height, which makes its pictures 4 : 3 and 16 : 9
 */
export function uniformBillion(width) {
  const [columns, mosaic, flow] = billionCounts;
  const headers = [{ height: 40, pin: true }];
  const segments = ['twoThirdsOneThird', 'fiftyFifty', 'oneThirdTwoThirds'];
  return {
    globalHeaders: [{ height: 48, pin: true }],
    sections: [
      { engine: 'waterfall', metrics: { minimumColumnWidth: 160, ...spacing }, headers, items: { count: columns, width: 4, height: 3 } },
      { engine: 'mosaic', metrics: { leadingSegments: [], segments, segmentHeight: Math.max(100, Math.round(width * 3 / 8)), ...spacing }, headers, items: mosaic },
      { engine: 'flow', metrics: { itemSize: { width: 160, height: 120 }, lineAlignment: 'center', ...spacing }, headers, items: flow },
    ],
  };
}

/** The texts of the billion's headers. */
export function billionWords(numbers) {
  const names = ['Columns of 4\u200a:\u200a3', 'A mosaic', 'Lines'];
  return (kind, section) => (
    kind === 'globalHeader' ? 'A billion photos' : `${names[section]} · ${countText(numbers.countOf(section), 'photo')}`);
}

/** The texts of the million's headers and footers: each section is a month. */
export function millionWords(numbers) {
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const name = (section) => month.format(Date.UTC(2018, section));
  return (kind, section) => {
    if (kind === 'globalHeader') return 'A million photos';
    if (kind === 'header') return `${name(section)} · ${isWaterfall(section) ? 'a waterfall' : 'lines'}`;
    return `${countText(numbers.countOf(section), 'photo')} of ${name(section)}`;
  };
}
