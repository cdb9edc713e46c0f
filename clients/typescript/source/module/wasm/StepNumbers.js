// @ts-check
import { SnapshotNumbers } from './SnapshotNumbers.js';

const numbersMax = 2 ** 53;
/** More items than the module takes: all places from here on are out of range. */
const placesMax = 1e9;
const slides = ['left', 'right'];

/** The lists of a step, in the order in which the module reads them. */
export const stepLists = /** @type {const} */ ([
  'delete', 'reload', 'resize', 'move', 'insert', 'deleteSections', 'reloadSections', 'setSections', 'moveSections',
  'insertSections',
]);

/** Writes what steps say as numbers, and finds what the service would refuse of their form. */
export class StepNumbers extends SnapshotNumbers {
  /**
   * @param {import('./Vocabulary.js').Vocabulary} vocabulary of the module
   * @param {boolean} isHorizontal whether the layout that they are meant for scrolls horizontally
   */
  constructor(vocabulary, isHorizontal) {
    super(vocabulary);
    this.isHorizontal = isHorizontal;
    // The module says of which step the result is beyond its limit.
    this.totalMax = numbersMax;
  }

  /** @param {any} steps one or several */
  steps(steps) {
    const list = Array.isArray(steps) ? steps : [steps];
    if (list.length > this.vocabulary.limits.steps) return this.fault('/steps', 'too-many');
    this.add(list.length);
    list.forEach((step, place) => this.#step(step, `/steps/${place}`));
  }

  /**
   * @param {any} value
   * @param {string} pointer
   */
  #step(value, pointer) {
    [this.itemCount, this.explicitItemCount] = [0, 0];
    const members = new Map(this.members(value, pointer, [...stepLists, 'set']) ?? []);
    const countOf = (/** @type {any} */ entries) => (Array.isArray(entries) ? entries.length : 0);
    const entryCount = stepLists.reduce((sum, list) => sum + countOf(members.get(list)), 0);
    if (entryCount > this.vocabulary.limits.stepEntries) return this.fault(pointer, 'too-many');
    for (const list of stepLists) {
      const entries = members.has(list) ? members.get(list) : [];
      if (!Array.isArray(entries)) {
        this.wrongType(`${pointer}/${list}`);
        continue;
      }
      this.add(entries.length);
      for (let place = 0; place < entries.length && this.goesOn; place += 1) {
        this.#entry(list, entries[place], `${pointer}/${list}/${place}`);
      }
    }
    const set = members.has('set')
      ? new Map(this.members(members.get('set'), `${pointer}/set`, ['globalHeaders']) ?? []) : new Map();
    this.#optional(set, 'globalHeaders', (headers, at) => this.stack(headers, at), `${pointer}/set`);
  }

  /**
   * @param {string} list
   * @param {any} value
   * @param {string} pointer
   */
  #entry(list, value, pointer) {
    switch (list) {
      case 'delete': {
        const members = this.#members(value, pointer, ['section', 'item', 'count'], ['section', 'item']);
        this.#path(members, pointer);
        return this.#place(this.#count(members, pointer));
      }
      case 'reload': return this.#reload(value, pointer);
      case 'resize': return this.#resize(value, pointer);
      case 'move': {
        const members = this.#members(value, pointer, ['from', 'to', 'count'], ['from', 'to']);
        for (const end of ['from', 'to']) {
          const at = `${pointer}/${end}`;
          const path = members.has(end)
            ? this.#members(members.get(end), at, ['section', 'item'], ['section', 'item']) : new Map();
          this.#path(path, at);
        }
        return this.#place(this.#count(members, pointer));
      }
      case 'insert': {
        const members = this.#members(value, pointer, ['section', 'item', 'items'], ['section', 'item', 'items']);
        this.#path(members, pointer);
        return void this.#given(members.get('items'), `${pointer}/items`);
      }
      case 'deleteSections': {
        const members = this.#members(value, pointer, ['section', 'count', 'slide'], ['section']);
        this.#index(members, 'section', pointer);
        this.#place(this.#count(members, pointer));
        return this.#slide(members, pointer);
      }
      case 'reloadSections': {
        const members = this.#members(value, pointer, ['section', 'value'], ['section', 'value']);
        this.#index(members, 'section', pointer);
        if (members.has('value')) this.#section(members.get('value'), `${pointer}/value`);
        return undefined;
      }
      case 'setSections': return this.#setSections(value, pointer);
      case 'moveSections': {
        const members = this.#members(value, pointer, ['from', 'to', 'count'], ['from', 'to']);
        this.#index(members, 'from', pointer);
        this.#index(members, 'to', pointer);
        return this.#place(this.#count(members, pointer));
      }
      default: {
        const members = this.#members(value, pointer, ['section', 'sections', 'slide'], ['section', 'sections']);
        this.#index(members, 'section', pointer);
        this.#slide(members, pointer);
        if (!members.has('sections')) return undefined;
        const sections = members.get('sections');
        if (!Array.isArray(sections)) return void this.wrongType(`${pointer}/sections`);
        this.add(sections.length);
        return sections.forEach((section, place) => this.#section(section, `${pointer}/sections/${place}`));
      }
    }
  }

  /**
   * @param {any} value
   * @param {string} pointer
   */
  #section(value, pointer) {
    const before = this.itemCount;
    this.itemCount = 0;
    this.section(value, pointer, 'flow');
    this.itemCount += before;
  }

  /**
   * @param {any} value
   * @param {string} pointer
   */
  #reload(value, pointer) {
    const members = this.#members(value, pointer, ['section', 'item', 'count', 'items'], ['section', 'item']);
    this.#path(members, pointer);
    const place = this.count;
    const faultCount = this.faults.length;
    this.#place(this.#count(members, pointer));
    this.add(Number(members.has('items')));
    if (!members.has('items')) return;
    const count = this.#given(members.get('items'), `${pointer}/items`);
    if (members.has('count') && this.numbers[place] !== count && this.faults.length === faultCount) {
      this.fault(pointer, 'not-allowed');
    }
    this.numbers[place] = count;
  }

  /**
   * @param {any} value
   * @param {string} pointer
   */
  #resize(value, pointer) {
    const keys = ['section', 'item', 'items', 'at', 'estimated', 'widths', 'heights'];
    const members = this.#members(value, pointer, keys, ['section']);
    const misplaced = members.has('at') ? ['item', 'items'] : ['widths', 'heights'];
    if (members.has('at')) {
      this.add(1);
      this.#index(members, 'section', pointer);
      const isList = Array.isArray(members.get('at'));
      if (!isList) this.wrongType(`${pointer}/at`);
      /** @type {any[]} */
      const at = isList ? members.get('at') : [];
      this.explicitItemCount += at.length;
      this.add(at.length);
      at.forEach((item, place) => this.#place(this.integer(item, () => `${pointer}/at/${place}`, 0, numbersMax)));
      this.columns(members, pointer, null, at.length);
    } else if (members.has('estimated') && !members.has('items')) {
      misplaced.push('item');
      if (members.get('estimated') !== 'mean') this.fault(`${pointer}/estimated`, 'out-of-range');
      this.add(2);
      this.#index(members, 'section', pointer);
    } else {
      misplaced.push('estimated');
      for (const key of ['item', 'items']) if (!members.has(key)) this.fault(`${pointer}/${key}`, 'missing');
      this.add(0);
      this.#path(members, pointer);
      if (members.has('items')) this.#given(members.get('items'), `${pointer}/items`);
    }
    for (const key of misplaced) if (members.has(key)) this.fault(`${pointer}/${key}`, 'not-allowed');
  }

  /**
   * @param {any} value
   * @param {string} pointer
   */
  #setSections(value, pointer) {
    const keys = ['section', 'count', 'engine', 'metrics', 'headers', 'footers'];
    const members = this.#members(value, pointer, keys, ['section']);
    this.#index(members, 'section', pointer);
    const count = this.#count(members, pointer);
    this.#place(keys.slice(2).some((key) => members.has(key)) ? count : 0);
    this.add(members.has('engine') ? (this.choice(members.get('engine'), `${pointer}/engine`, this.vocabulary.engines) ?? 0) + 1 : 0);
    this.#optional(members, 'metrics', (metrics, at) => this.metrics(metrics, at), pointer);
    for (const key of ['headers', 'footers']) this.#optional(members, key, (stack, at) => this.stack(stack, at), pointer);
  }

  // MARK: Values

  /**
   * @param {any} value
   * @param {string} pointer
   * @param {readonly string[]} keys
   * @param {readonly string[]} required
   * @returns {Map<string, any>}
   */
  #members(value, pointer, keys, required) {
    const members = this.members(value, pointer, keys);
    const map = new Map(members ?? []);
    if (members) for (const key of required) if (!map.has(key)) this.fault(`${pointer}/${key}`, 'missing');
    return map;
  }

  /**
   * A member after 1, or 0.
   *
   * @param {Map<string, any>} members
   * @param {string} key
   * @param {(value: any, pointer: string) => void} write
   * @param {string} pointer
   */
  #optional(members, key, write, pointer) {
    this.add(Number(members.has(key)));
    if (members.has(key)) write(members.get(key), `${pointer}/${key}`);
  }

  /**
   * @param {Map<string, any>} members
   * @param {string} key
   * @param {string} pointer
   */
  #index(members, key, pointer) {
    this.#place(members.has(key) ? this.integer(members.get(key), `${pointer}/${key}`, 0, numbersMax) : null);
  }

  /** @param {number | null} number a place or a count */
  #place(number) {
    this.add(Math.min(number ?? 0, placesMax));
  }

  /**
   * @param {Map<string, any>} members
   * @param {string} pointer
   */
  #path(members, pointer) {
    this.#index(members, 'section', pointer);
    this.#index(members, 'item', pointer);
  }

  /**
   * @param {Map<string, any>} members
   * @param {string} pointer
   */
  #count(members, pointer) {
    return members.has('count') ? this.integer(members.get('count'), `${pointer}/count`, 1, numbersMax) ?? 1 : 1;
  }

  /**
   * @param {Map<string, any>} members
   * @param {string} pointer
   */
  #slide(members, pointer) {
    this.add(members.has('slide') ? (this.choice(members.get('slide'), `${pointer}/slide`, slides) ?? 0) + 1 : 0);
  }

  /**
   * Items of a step, whose engine is not known yet.
   *
   * @param {any} value
   * @param {string} pointer
   */
  #given(value, pointer) {
    return value === undefined ? 0 : this.items(value, pointer, null);
  }
}
