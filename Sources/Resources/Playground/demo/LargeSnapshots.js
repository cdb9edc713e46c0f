/** The demo's snapshots, the same each time. */

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

/**
 * A million items, each of its own size, as JSON in columns: some 7 MB. Made in pieces, between which the page goes on.
 *
 * @param {(part: number) => void} progress told what part is made
 * @returns {Promise<Blob>}
 */
export async function explicitMillion(progress) {
  const [widths, heights] = [numbers(2463534242, 40, 120), numbers(88675123, 40, 160)];
  const column = (source) => Array.from({ length: itemsPerSection }, () => source.next().value).join();
  const pieces = ['{"globalHeaders":[{"height":48,"pin":true}],"sections":['];
  for (let section = 0; section < sectionCount; section += 1) {
    const engine = section % 2 ? 'waterfall' : 'flow';
    const metrics = section % 2 ? '{"minimumColumnWidth":110,"sectionInset":{"top":8,"left":8,"bottom":8,"right":8}}'
      : '{"minimumLineSpacing":6,"minimumInteritemSpacing":6,"sectionInset":{"top":8,"left":8,"bottom":8,"right":8}}';
    pieces.push(
      section ? ',' : '', `{"engine":"${engine}","metrics":${metrics},"headers":[{"height":32,"pin":true}],`,
      `"items":{"widths":[${column(widths)}],"heights":[${column(heights)}]},"footers":[{"height":24,"pin":true}]}`);
    progress((section + 1) / sectionCount);
    await new Promise((resolve) => { setTimeout(resolve); });
  }
  pieces.push(']}');
  return new Blob(pieces);
}

/** How many items each section of the million has. */
export const millionCounts = Array(sectionCount).fill(itemsPerSection);

/** How many items each section of the billion has. */
export const billionCounts = [400_000_000, 300_000_000, 300_000_000];

/** More items for a section of the million, each of its own size. */
export function newMillions(section, count) {
  const size = () => ({ width: 40 + Math.floor(Math.random() * 120), height: 40 + Math.floor(Math.random() * 160) });
  return Array.from({ length: count }, size);
}

/** More items for a section of the billion, as large as the others. */
export function newBillions(section, count) {
  return [{ count, height: 44 }, count, { count, width: 72, height: 56 }][section];
}

/** A billion items in three sections, told in a few hundred bytes. */
export function uniformBillion() {
  const [columns, mosaic, flow] = billionCounts;
  const headers = [{ height: 32, pin: true }];
  const sectionInset = { top: 8, left: 8, bottom: 8, right: 8 };
  return {
    globalHeaders: [{ height: 48, pin: true }],
    sections: [
      { engine: 'column', metrics: { minimumColumnWidth: 120, minimumInteritemSpacing: 4, minimumLineSpacing: 4, sectionInset },
        headers, items: columns },
      { engine: 'mosaic', metrics: { minimumInteritemSpacing: 4, minimumLineSpacing: 4, sectionInset }, headers, items: mosaic },
      { engine: 'flow', metrics: { itemSize: { width: 72, height: 56 }, sectionInset }, headers, items: flow },
    ],
  };
}
