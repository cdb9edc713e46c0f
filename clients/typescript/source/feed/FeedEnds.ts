import type { FeedNames } from './FeedNames.js';

type EndEvent = 'startreached' | 'endreached';

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
    startreached: null as Told | null,
    endreached: null as Told | null,
  };

  constructor(tell: (event: EndEvent) => void) {
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
   * @param distances of the visible part from the ends
   * @param now `isFull`: whether the content fills the scroller
   */
  look(
    distances: Record<EndEvent, number>,
    { reach, isFull, itemCount, names }: { reach: number, isFull: boolean, itemCount: number, names: FeedNames },
  ) {
    for (const name of (['startreached', 'endreached'] as const)) {
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
  #those: Set<any> | null = null;
  /** The names that were compared last, and the result. */
  #names;
  #isOther = false;
  #isGone = false;
  /** Whether the user has scrolled since. */
  isScrolled = false;

  constructor(itemCount: number, names: FeedNames, end: 0 | -1) {
    this.#itemCount = itemCount;
    this.#names = names;
    this.#keys = names.keys;
    this.#end = end;
    this.#key = this.#keyIn(names);
  }

  /** Whether the end may be told again. Without keys, only a different number of items counts as a change. */
  isOver(itemCount: number, names: FeedNames, isFull: boolean) {
    if (names !== this.#names && this.#key !== undefined) {
      this.#isOther = this.#keyIn(names) !== this.#key;
      this.#isGone = this.#isOther && !this.#isAnyIn(names);
    }
    this.#names = names;
    const isOther = this.#key === undefined ? itemCount !== this.#itemCount : this.#isOther;
    return isOther && (this.isScrolled || !isFull || this.#isGone);
  }

  /** Whether any of the earlier items is still in the list. O(items) if the item at the end has gone. */
  #isAnyIn({ keys }: FeedNames) {
    const lists = keys ?? [];
    if (lists.some((list) => list?.includes(this.#key))) return true;
    const those = this.#those ??= new Set((this.#keys ?? []).flatMap((list) => list ?? []));
    return lists.some((list) => list?.some((key) => key !== undefined && those.has(key)));
  }

  #keyIn({ keys }: FeedNames) {
    return (keys ?? []).filter((list) => list && list.length > 0).at(this.#end)?.at(this.#end);
  }
}
