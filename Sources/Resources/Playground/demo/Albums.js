import { random } from '../photo/chance.js';

const shapes = [[4, 3], [3, 4], [3, 2], [2, 3], [1, 1], [16, 9]];
const firstNames = ['Favourites', 'This summer', 'Everything else'];
const firstCounts = [16, 60, 400];
const spacing = 6;

/** Photographs in albums, each by its number, in the order that somebody has brought them into. */
export class Albums {
  /** `{ name, photos }`, whose photos are numbers. */
  all;

  /** @param kept what `kept` was; null where nothing was */
  constructor(kept) {
    this.all = usable(kept) ?? firstAlbums();
  }

  /** As it can be kept as JSON. */
  get kept() {
    return this.all.map(({ photos }) => photos);
  }

  get count() {
    return this.all.reduce((sum, { photos }) => sum + photos.length, 0);
  }

  /** Where a photograph stands. */
  find(number) {
    const section = this.all.findIndex(({ photos }) => photos.includes(number));
    return { section, item: this.all[section].photos.indexOf(number) };
  }

  /** Takes the photograph of one place to another one. */
  move(from, to) {
    const [number] = this.all[from.section].photos.splice(from.item, 1);
    this.all[to.section].photos.splice(to.item, 0, number);
  }

  /** What there is to lay out, and the keys of the items. */
  get snapshot() {
    return {
      engine: 'waterfall',
      metrics: {
        minimumColumnWidth: 150, minimumLineSpacing: spacing, minimumInteritemSpacing: spacing,
        sectionInset: { top: 0, left: spacing, bottom: spacing, right: spacing },
      },
      sections: this.all.map(({ name, photos }) => (
        { id: name, headers: [{ height: 44, pin: true }], items: photos.map(shapeOf) })),
    };
  }

  get keys() {
    return this.all.map(({ photos }) => [...photos]);
  }
}

function firstAlbums() {
  let next = 0;
  return firstNames.map((name, section) => ({ name, photos: Array.from({ length: firstCounts[section] }, () => next++) }));
}

/** The albums of what was kept, where that has each photograph once. */
function usable(kept) {
  const count = firstCounts.reduce((sum, each) => sum + each);
  const lists = Array.isArray(kept) && kept.length === firstNames.length && kept.every(Array.isArray) ? kept : [];
  const numbers = new Set(lists.flat().filter((number) => Number.isInteger(number) && number >= 0 && number < count));
  if (numbers.size !== count || lists.flat().length !== count) return null;
  return lists.map((photos, section) => ({ name: firstNames[section], photos }));
}

/** How wide and how high a photograph is. */
function shapeOf(number) {
  const [width, height] = shapes[Math.floor(random(number)() * shapes.length)];
  return { width, height };
}
