// @ts-check

/** @typedef {import('./FeedNames.js').FeedNames} FeedNames */
/** @typedef {'startreached' | 'endreached'} EndEvent */

/**
 * Tells once that an end of the content is near. Items that are then loaded may leave the feed near that end, and must not cause another
 * event: the content would be loaded for ever without any scrolling. An end is told again after the viewport has left it, or when the items
 * at the end have changed and
 *
 * - the user has scrolled since, or
 * - the content does not fill the scroller, or
 * - none of the earlier items is left, so the content is a different one. A changed key at the end alone does not show that: it may be a
 *   spinner or a date that gets a new key at each load.
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

  /** Whether the start is near and was told, so that new items may have been loaded because of it. */
  get isStartTold() {
    return this.#told.startreached !== null;
  }

  scrolled() {
    for (const told of Object.values(this.#told)) if (told) told.isScrolled = true;
  }

  /**
   * @param {Record<EndEvent, number>} distances of the visible part from the ends
   * @param {{ reach: number, isFull: boolean, itemCount: number, names: FeedNames }} now `isFull`: whether the content fills the scroller
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

/** The items of the list when an end was told. */
class Told {
  #itemCount;
  #end;
  /** All keys at that time, and the key of the item at the end, if it has one. */
  #keys;
  #key;
  /** The same keys as a set, made when it is first needed. */
  #those = /** @type {Set<any> | null} */ (null);
  /** The names that were compared last, and the result. */
  #names;
  #isOther = false;
  #isGone = false;
  /** Whether the user has scrolled since. */
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
   * Whether the end may be told again. Without keys, only a different number of items counts as a change.
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
   * Whether any of the earlier items is still in the list. O(items) if the item at the end has gone.
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
