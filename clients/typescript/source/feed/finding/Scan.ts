import { partitionPoint } from '../../steps/partitionPoint.js';
import { folded } from './folded.js';
import type { Clock } from '../../../types/index.js';

/** The time after which a slice ends, in milliseconds: less than a frame. */
const slice = 8;

/**
 * The rows of a list whose texts contain a word. They are looked for in slices: from a row on to the end of the list, then from its start
 * to that row. A row is the number of an item among those of all sections.
 */
export class Scan {
  /** How many rows have no text. */
  skipped = 0;
  #word;
  #counts;
  /** The number of rows before each section, and that of all rows. */
  #starts;
  #first;
  #text;
  #clock;
  #sliced;
  /** The hits in the order in which they were found. */
  #hits: number[] = [];
  #passed = 0;
  /** The next item to look at. */
  #section;
  #item;
  #handle: unknown = undefined;

  /**
   * @param parts `counts`: the number of items of each section; `first`: the row at which it begins; `text`: the text of an item, undefined
   *   to skip it; `sliced`: called after each slice
   */
  constructor({ word, counts, first, text, clock, sliced }: {
    word: string, counts: readonly number[], first: { section: number, item: number },
    text: (section: number, item: number) => string | undefined, clock: Clock, sliced: () => void,
  }) {
    this.#word = folded(word);
    this.#counts = counts;
    this.#starts = [0];
    for (const [section, count] of counts.entries()) this.#starts.push(this.#starts[section] + count);
    const isThere = first.item < counts[first.section];
    this.#section = isThere ? first.section : 0;
    this.#item = isThere ? first.item : 0;
    this.#first = this.row({ section: this.#section, item: this.#item });
    this.#text = text;
    this.#clock = clock;
    this.#sliced = sliced;
    // An empty text is nowhere.
    if (this.#word === '') this.#passed = this.#total;
  }

  get count() {
    return this.#hits.length;
  }

  /** The row at which it begins. */
  get first() {
    return this.#first;
  }

  /** Whether a row has been looked at. */
  get hasBegun() {
    return this.#passed > 0 || this.isDone;
  }

  get isDone() {
    return this.#passed >= this.#total;
  }

  get #total() {
    return this.#starts[this.#counts.length];
  }

  row({ section, item }: { section: number, item: number }) {
    return (this.#starts[section] ?? 0) + item;
  }

  path(row: number) {
    const section = partitionPoint(0, this.#counts.length, (place) => this.#starts[place + 1] > row);
    return { section, item: row - this.#starts[section] };
  }

  /** Looks at rows for a slice; the other slices follow, with other tasks between them. */
  run() {
    const end = this.#clock.now() + slice;
    while (!this.isDone) {
      this.#look();
      if (this.#clock.now() >= end) break;
    }
    if (!this.isDone) this.later();
    this.#sliced();
  }

  /** Does the same in a task of its own. */
  later() {
    this.#handle = this.#clock.schedule(() => this.run(), 0);
  }

  stop() {
    this.#clock.cancel(this.#handle);
  }

  has(row: number) {
    return this.#hits[this.#place(row)] === row;
  }

  /** The number of a hit in the order of the list, from 1. */
  number(row: number) {
    const place = this.#place(row);
    // Hits before the first row were found last.
    const turn = partitionPoint(0, this.#hits.length, (at) => this.#hits[at] < this.#first);
    return 1 + (place < turn ? place + this.#hits.length - turn : place - turn);
  }

  /**
   * The next hit from a row on, around the end of the list; null if there is none, undefined if that is not known yet.
   *
   * @param isIncluded whether the row itself may be the next one
   */
  after(row: number, isIncluded: boolean): number | null | undefined {
    const place = this.#place(row);
    const next = this.#hits[place] === row && !isIncluded ? place + 1 : place;
    return this.#hits[next] ?? (this.isDone ? this.#hits[0] ?? null : undefined);
  }

  /** The same backwards. */
  before(row: number): number | null | undefined {
    const place = this.#place(row);
    if (place > 0 && this.#passed >= this.#order(row)) return this.#hits[place - 1];
    return this.isDone ? this.#hits.at(-1) ?? null : undefined;
  }

  /** How many rows come before a row in the order in which they are looked at. */
  #order(row: number) {
    return row >= this.#first ? row - this.#first : row - this.#first + this.#total;
  }

  /** The number of hits that come before a row in that order. */
  #place(row: number) {
    const order = this.#order(row);
    return partitionPoint(0, this.#hits.length, (at) => this.#order(this.#hits[at]) >= order);
  }

  #look() {
    while (this.#item >= this.#counts[this.#section]) {
      this.#section = (this.#section + 1) % this.#counts.length;
      this.#item = 0;
    }
    const text = this.#text(this.#section, this.#item);
    if (typeof text !== 'string') this.skipped += 1;
    else if (folded(text).includes(this.#word)) this.#hits.push(this.row({ section: this.#section, item: this.#item }));
    this.#item += 1;
    this.#passed += 1;
  }
}
