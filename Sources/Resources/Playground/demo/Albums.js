import { random } from '../photo/chance.js';

const shapes = [[4, 3], [3, 4], [3, 2], [2, 3], [1, 1], [16, 9]];
const firstNames = ['Favourites', 'This summer', 'Everything else'];
const firstCounts = [15, 60, 400];
const spacing = 6;

/** Albums of photographs. A photograph is a number. */
export class Albums {
  /** `{ name, photos }`, whose photos are numbers. */
  all;

  /** @param text the stored order; null for the initial one */
  constructor(text) {
    this.all = albumsOf(text) ?? firstAlbums();
  }

  /** The order as a text, to be stored. */
  get text() {
    return JSON.stringify(this.keys);
  }

  get count() {
    return this.all.reduce((sum, { photos }) => sum + photos.length, 0);
  }

  /** Moves a photograph from one place to another. */
  move(from, to) {
    const [number] = this.all[from.section].photos.splice(from.item, 1);
    this.all[to.section].photos.splice(to.item, 0, number);
  }

  /** The snapshot, and the keys of the items. */
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

/** The albums of a text; null if it does not have each photograph once. */
function albumsOf(text) {
  let lists;
  try {
    lists = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(lists) || lists.length !== firstNames.length || !lists.every(Array.isArray)) return null;
  const count = firstCounts.reduce((sum, each) => sum + each);
  const numbers = new Set(lists.flat().filter((number) => Number.isInteger(number) && number >= 0 && number < count));
  if (numbers.size !== count || lists.flat().length !== count) return null;
  return lists.map((photos, section) => ({ name: firstNames[section], photos }));
}

/** The size of a photograph. */
function shapeOf(number) {
  const [width, height] = shapes[Math.floor(random(number)() * shapes.length)];
  return { width, height };
}
