import { SnapshotNumbers } from './SnapshotNumbers.js';
import type { Row, Rows, Vocabulary } from './Vocabulary.js';

const numbersMax = 2 ** 53;

/** Writes steps as numbers, and finds the mistakes in their form for which the service would reject them. */
export class StepNumbers extends SnapshotNumbers {
  /** Whether they are those of a user, which name no whole sections. */
  isOfUser = false;

  /**
   * @param vocabulary of the module
   * @param isHorizontal whether their layout scrolls horizontally
   */
  constructor(vocabulary: Vocabulary, isHorizontal: boolean) {
    super(vocabulary);
    this.isHorizontal = isHorizontal;
    // The module itself finds the step whose result exceeds its limit.
    this.totalMax = numbersMax;
    this.passesSlots = false;
  }

  /** @param steps one or several */
  steps(steps: any) {
    const list = this.list(Array.isArray(steps) ? steps : [steps], '/steps', this.vocabulary.limits.steps) ?? [];
    this.add(list.length);
    list.forEach((step, place) => this.#step(step, `/steps/${place}`));
  }

  #step(value: any, pointer: string) {
    [this.itemCount, this.explicitItemCount] = [0, 0];
    const { objects, limits } = this.vocabulary;
    let entryCount = 0;
    for (const { name, form } of objects.step.values()) if (form === 'entries' && Array.isArray(value?.[name])) entryCount += value[name].length;
    if (entryCount <= limits.stepEntries) this.object(value, pointer, objects.step);
    else {
      this.members(value, pointer, objects.step);
      this.fault(pointer, 'too-many');
    }
  }

  value(row: Row, value: any, pointer: string) {
    const { objects } = this.vocabulary;
    if (this.isOfUser && row.form === 'entries' && row.detail) {
      if (this.goesOn) this.faults.push({ pointer, code: 'not-allowed', detail: 'cannot stand beside from' });
      return undefined;
    }
    switch (row.form) {
      case 'entries': return this.#entries(objects[row.name], value, pointer);
      case 'settings': return void this.object(value, pointer, objects.set);
      case 'placeholderOrNull': return this.#placeholderOrNull(value, pointer);
      case 'indices': return this.#indices(value, pointer);
      case 'path': return void this.object(value, pointer, objects.path);
      default: return super.value(row, value, pointer);
    }
  }

  #placeholderOrNull(value: any, pointer: string) {
    this.add(Number(value !== null));
    if (value !== null) this.object(value, pointer, this.vocabulary.objects.placeholder);
  }

  section(value: any, pointer: string) {
    // Items are counted for each step.
    const before = this.itemCount;
    this.itemCount = 0;
    super.section(value, pointer);
    this.itemCount += before;
  }

  #entries(rows: Rows, value: any, pointer: string) {
    const list = this.list(value, pointer, Infinity) ?? [];
    this.add(list.length);
    for (let place = 0; place < list.length && this.goesOn; place += 1) this.#entry(rows, list[place], `${pointer}/${place}`);
  }

  /**
   * Writes the number of members of an entry, and each after the index of its key. Members of the items that it names are written as items.
   */
  #entry(rows: Rows, value: any, pointer: string) {
    const [before, faultCount, place] = [this.itemCount, this.faults.length, this.count];
    const members = this.members(value, pointer, rows);
    this.add(0);
    if (!members) return;
    for (const { name, isRequired } of rows.values()) if (isRequired && !members.has(name)) this.fault(`${pointer}/${name}`, 'missing');
    this.takesNull = rows.has('at') && !rows.has('items');
    if (this.takesNull) this.#settleAdjustment(members, pointer);
    else if (rows.has('at')) this.#settle(members, pointer, rows);
    const key = (name: string) => {
      this.numbers[place] += 1;
      this.add(this.vocabulary.entryKeys.indexOf(name));
    };
    const described: Map<string, any> = new Map();
    for (const row of rows.values()) {
      const value = members.get(row.name);
      if (value === undefined) continue;
      if (this.vocabulary.entryKeys.includes(row.name)) {
        key(row.name);
        this.value(row, value, `${pointer}/${row.name}`);
      } else described.set(row.name, value);
    }
    const count = this.faults.length === faultCount ? members.get('count') : undefined;
    const at = members.get('at');
    if (at !== undefined || described.size > 0) {
      key('items');
      if (at !== undefined) this.columns(described, pointer, rows, Array.isArray(at) ? at.length : 0);
      else {
        // As many as it lists, or its count.
        if (![...described].some(([name, value]) => this.isListed(name, value))) described.set('count', count ?? 1);
        this.described(described, pointer, this.vocabulary.objects as any);
      }
      this.takesNull = false;
    } else if (!members.has('items')) return;
    const isCounted = count !== undefined && this.faults.length === faultCount;
    if (isCounted && count !== this.itemCount - before) this.fault(pointer, 'not-allowed');
  }

  /** Writes the numbers of items. */
  #indices(value: any, pointer: string) {
    const list = this.list(value, pointer, Infinity) ?? [];
    const row = this.vocabulary.objects.path.get('item') as Row;
    this.explicitItemCount += list.length;
    this.add(list.length);
    list.forEach((item, place) => this.place(this.number(row, item, () => `${pointer}/${place}`)));
  }

  /** The same for an entry of `adjust`. */
  #settleAdjustment(members: Map<string, any>, pointer: string) {
    if (!members.has('at')) {
      if (!members.has('item')) this.fault(`${pointer}/item`, 'missing');
      return;
    }
    for (const key of ['item', 'count']) if (members.delete(key)) this.fault(`${pointer}/${key}`, 'not-allowed');
  }

  /**
   * Removes and reports members that contradict the rest of an entry, which is for items from one on, for those of `at`, or, with "mean",
   * for all estimates.
   */
  #settle(members: Map<string, any>, pointer: string, rows: Rows) {
    const misplaced = members.has('at') ? ['item', 'items'] : this.vocabulary.extentLists(rows);
    if (!members.has('at')) {
      const isMean = members.has('estimated') && !members.has('items');
      if (isMean && members.get('estimated') !== 'mean') this.fault(`${pointer}/estimated`, 'out-of-range');
      if (!isMean) for (const key of ['item', 'items']) if (!members.has(key)) this.fault(`${pointer}/${key}`, 'missing');
      if (isMean) members.delete('estimated');
      misplaced.push(isMean ? 'item' : 'estimated');
    }
    for (const key of misplaced) if (members.delete(key)) this.fault(`${pointer}/${key}`, 'not-allowed');
  }
}
