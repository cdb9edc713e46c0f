const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Numbers of items in a whole snapshot, instead of in each section. An item keeps its number when it moves. */
export class ItemNumbers {
  /** By section, runs of consecutive numbers: `{ first, count }`. */
  #sections = [];
  /** The number of the next new item. */
  #next = 0;

  /** @param counts the number of items of each section */
  constructor(counts) {
    for (const count of counts) {
      this.#sections.push([{ first: this.#next, count }]);
      this.#next += count;
    }
    this.count = this.#next;
  }

  /** The initial number of items, as `10⁹`. */
  get countText() {
    return `10${[...String(Math.round(Math.log10(this.count)))].map((digit) => superscripts[digit]).join('')}`;
  }

  countOf(section) {
    return this.#sections[section].reduce((sum, { count }) => sum + count, 0);
  }

  numberOf(section, item) {
    let left = item;
    for (const { first, count } of this.#sections[section]) {
      if (left < count) return first + left;
      left -= count;
    }
    return this.#next;
  }

  /** `{ section, item }` of a number, or of the nearest existing one. */
  placeOf(number) {
    const whole = Math.max(0, Math.min(this.#next - 1, Math.floor(number) || 0));
    let nearest = { distance: Infinity };
    for (const [section, runs] of this.#sections.entries()) {
      let before = 0;
      for (const { first, count } of runs) {
        const place = Math.max(0, Math.min(count - 1, whole - first));
        const distance = Math.abs(first + place - whole);
        if (distance < nearest.distance) nearest = { distance, section, item: before + place };
        before += count;
      }
    }
    return { section: nearest.section, item: nearest.item };
  }

  /** Applies a step of `delete`, `insert` and `move`. */
  apply({ delete: gone = [], insert = [], move = [] }) {
    const taken = [...gone, ...move.map(({ from }) => ({ ...from, count: 1 }))]
      .sort((left, right) => right.item - left.item)
      .map(({ section, item, count }) => [`${section}/${item}`, this.#splice(section, item, count)]);
    const moved = new Map(taken);
    const placed = [
      ...insert.map(({ section, item, items }) => [section, item, [this.#newRun(items)]]),
      ...move.map(({ from, to }) => [to.section, to.item, moved.get(`${from.section}/${from.item}`)]),
    ];
    for (const [section, item, runs] of placed.sort((left, right) => left[1] - right[1])) this.#splice(section, item, 0, runs);
  }

  #newRun(items) {
    const count = items.count ?? items.length ?? items;
    this.#next += count;
    return { first: this.#next - count, count };
  }

  /** Replaces `count` items by runs. Returns the runs that were removed. */
  #splice(section, item, count, runs = []) {
    const list = this.#sections[section];
    const start = this.#cut(list, item);
    return list.splice(start, this.#cut(list, item + count) - start, ...runs);
  }

  /** The place of the run that begins with an item; divides a run if necessary. */
  #cut(list, item) {
    let left = item;
    for (const [place, { first, count }] of list.entries()) {
      if (left === 0) return place;
      if (left < count) {
        list.splice(place, 1, { first, count: left }, { first: first + left, count: count - left });
        return place + 1;
      }
      left -= count;
    }
    return list.length;
  }
}
