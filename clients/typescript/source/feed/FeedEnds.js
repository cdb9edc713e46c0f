// @ts-check

/** @typedef {import('./FeedNames.js').FeedNames} FeedNames */
/** @typedef {'startreached' | 'endreached'} EndEvent */

/**
 * Tells that an end of the content is near, once. What comes then may leave the feed near that end, and must not make it tell
 * again: without anybody scrolling, the content would be loaded for ever. An end is told again when it has been left, or
 * when other items are there and
 *
 * - somebody has scrolled since, or
 * - the content does not fill the scroller, or
 * - none of the items that were there is left, so that the content is another one. A row that stands at the end under another
 *   key after each load, such as a spinner or the name of the day, says nothing of the rest.
 */
export class FeedEnds {
  #tell;
  #told = {
    startreached: /** @type {Told | null} */ (null),
    endreached: /** @type {Told | null} */ (null),
  };

  /** @param {(event: EndEvent) => void} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /** Whether the start is near and was told, so that what comes may come because of that. */
  get isStartTold() {
    return this.#told.startreached !== null;
  }

  scrolled() {
    for (const told of Object.values(this.#told)) if (told) told.isScrolled = true;
  }

  /**
   * @param {Record<EndEvent, number>} distances of the visible part from the ends
   * @param {{ reach: number, isFull: boolean, itemCount: number, names: FeedNames }} now `isFull`: the content fills the scroller
   */
  look(distances, { reach, isFull, itemCount, names }) {
    for (const name of /** @type {const} */ (['startreached', 'endreached'])) {
      const told = this.#told[name];
      const isReached = distances[name] <= reach;
      if (isReached && told && !told.isOver(itemCount, names, isFull)) continue;
      this.#told[name] = isReached ? new Told(itemCount, names, name === 'startreached' ? 0 : -1) : null;
      if (isReached) this.#tell(name);
    }
  }
}

/** What was at an end when that was told. */
class Told {
  #itemCount;
  #end;
  /** All keys there were, and that of the item at the end, where it has one. */
  #keys;
  #key;
  /** The same keys, once they are looked for. */
  #those = /** @type {Set<any> | null} */ (null);
  /** The names that were looked at last, and what these say. */
  #names;
  #isOther = false;
  #isGone = false;
  /** Whether somebody has scrolled since. */
  isScrolled = false;

  /**
   * @param {number} itemCount
   * @param {FeedNames} names
   * @param {0 | -1} end
   */
  constructor(itemCount, names, end) {
    this.#itemCount = itemCount;
    this.#names = names;
    this.#keys = names.keys;
    this.#end = end;
    this.#key = this.#keyIn(names);
  }

  /**
   * Whether the end may be told again. Without keys, other items are another number of them.
   *
   * @param {number} itemCount
   * @param {FeedNames} names
   * @param {boolean} isFull
   */
  isOver(itemCount, names, isFull) {
    if (names !== this.#names && this.#key !== undefined) {
      this.#isOther = this.#keyIn(names) !== this.#key;
      this.#isGone = this.#isOther && !this.#isAnyIn(names);
    }
    this.#names = names;
    const isOther = this.#key === undefined ? itemCount !== this.#itemCount : this.#isOther;
    return isOther && (this.isScrolled || !isFull || this.#isGone);
  }

  /**
   * Whether any of the items is still there. O(items), once the one at the end has gone.
   *
   * @param {FeedNames} names
   */
  #isAnyIn({ keys }) {
    const lists = keys ?? [];
    if (lists.some((list) => list?.includes(this.#key))) return true;
    const those = this.#those ??= new Set((this.#keys ?? []).flatMap((list) => list ?? []));
    return lists.some((list) => list?.some((key) => key !== undefined && those.has(key)));
  }

  /** @param {FeedNames} names */
  #keyIn({ keys }) {
    return (keys ?? []).filter((list) => list && list.length > 0).at(this.#end)?.at(this.#end);
  }
}
