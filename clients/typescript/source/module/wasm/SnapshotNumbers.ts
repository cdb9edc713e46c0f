import { ItemNumbers, unknown } from './ItemNumbers.js';
import { ModuleProblem } from './ModuleProblem.js';
import type { Row, Rows } from './Vocabulary.js';

/** Writes a snapshot as numbers, and finds the mistakes for which the service would reject it. */
export class SnapshotNumbers extends ItemNumbers {
  /** Whether a section may share what is missing from the least length of the content. */
  mayFill = false;
  /** The index of the engine of sections that name none. */
  inherited = 0;
  /** The numbers of slots of the groups that sections inherit, by the names of the metrics. */
  inheritedSlots: Readonly<Record<string, number>> = {};
  #slots: Record<string, number> = {};
  /** Whether metrics of no section are inherited. */
  passesSlots = true;
  /** How deep a body may be nested. */
  depthMax = 16;
  /** The engines of the sections. */
  #engines = new Set<number>();
  /** the members of the objects that are being written, by the places of their rows; an object is after those that contain it */
  #given: any[] = [];
  #givenCount = 0;

  /** Throws if there are mistakes. */
  check(form: 'snapshot' | 'steps', value: any) {
    if (this.faults.length === 0) return;
    const [type, message] = form === 'steps' ? ['invalid-change', 'The steps are wrong.'] : ['invalid-snapshot', 'The snapshot is wrong.'];
    const { vocabulary, isHorizontal } = this;
    throw new ModuleProblem(type, message, this.faults, { vocabulary, form, value, isHorizontal });
  }

  snapshot(value: any) {
    const { vocabulary } = this;
    const { objects, engines } = vocabulary;
    this.isHorizontal = value?.scrollDirection === 'horizontal';
    this.inherited = Math.max(0, engines.indexOf(value?.engine));
    this.object(value, '', objects.snapshot);
    const metrics = value?.metrics ?? {};
    const isUnread = (row: Row) => (
      metrics[row.name] !== undefined && ![...this.#engines].some((engine) => vocabulary.reads(engine, row)));
    if (this.#engines.size > 0) this.hasUnread ||= [...objects.metrics.values()].some(isUnread);
    this.hasUnread ||= this.mayFill && !value?.minimumContentLength;
  }

  // MARK: Values

  /**
   * Writes the members of an object in the order of its rows. An optional member is written after 1; if it is missing, 0 is written.
   * Returns false for any other value.
   */
  object(value: any, pointer: string, rows: Rows) {
    const [given, start] = [this.#given, this.#givenCount];
    if (!this.each(value, pointer, rows, (member, { place }) => { given[start + place] = member; })) return false;
    this.#givenCount += rows.size;
    for (const row of rows.values()) {
      const member = given[start + row.place];
      given[start + row.place] = undefined;
      const isSaid = member !== undefined;
      if (!row.isRequired) this.add(Number(isSaid));
      else if (!isSaid) this.fault(`${pointer}/${row.name}`, 'missing');
      if (isSaid) this.value(row, member, `${pointer}/${row.name}`);
    }
    this.#givenCount = start;
    return true;
  }

  value(row: Row, value: any, pointer: string) {
    const { form, detail } = row;
    switch (form) {
      case 'choice': return this.add(this.choice(value, pointer, detail) ?? 0);
      case 'color': return this.text(value === null ? null : this.string(value, pointer, detail));
      case 'text': return this.text(this.string(value, pointer, detail));
      case 'size': case 'origin': return void this.object(value, pointer, this.vocabulary.objects[form]);
      case 'edges': return this.#edges(value, pointer, detail);
      case 'background': case 'shelf': case 'effect': return this.#objectOrNull(value, pointer, this.vocabulary.objects[form]);
      case 'styles': return this.#styles(row, value, pointer);
      case 'stops': return this.#stops(value, pointer, detail);
      case 'groups': return this.#groups(value, pointer, Number(detail));
      case 'parts': return this.#parts(value, pointer, this.vocabulary.objects.part, this.vocabulary.limits.slots);
      case 'metrics': return this.#metrics(value, pointer);
      case 'stack': return this.#stack(value, pointer, detail);
      case 'globalStack': return this.#stack(value, pointer, detail, true);
      case 'placeholder': return void this.object(value, pointer, this.vocabulary.objects.placeholder);
      case 'extentOrRemainder': return this.#extentOrRemainder(row, value, pointer);
      case 'items': return this.items(value, pointer, this.vocabulary.objects as any);
      case 'sizes': return this.items(value, pointer, this.vocabulary.sizes);
      case 'section': return this.section(value, pointer);
      case 'sections': return this.#sections(value, pointer);
      case 'whole': return this.place(this.number(row, value, pointer));
      default: return this.add(this.number(row, value, pointer) ?? 0);
    }
  }

  /** Writes a place or a count, limited to the largest number that the module can count. */
  place(number: number | null) {
    this.add(Math.min(number ?? 0, this.vocabulary.limits.items));
  }

  /** An array with at most this number of values; null for any other value. */
  list(value: any, pointer: string, most: number): any[] | null {
    if (!Array.isArray(value)) return this.wrongType(pointer);
    if (value.length <= most) return value;
    this.fault(pointer, 'too-many');
    return null;
  }

  /** Insets, in the order of the edges. */
  #edges(value: any, pointer: string, least = 0) {
    const { edges } = this.vocabulary.objects;
    const members = this.members(value, pointer, edges);
    for (const row of edges.values()) {
      const ranged = { ...row, detail: [least, Infinity] };
      this.add(members?.has(row.name) ? this.number(ranged, members.get(row.name), `${pointer}/${row.name}`) ?? 0 : 0);
    }
  }

  /** A background, shelves or an effect: 1 and the members, or 0 for null. */
  #objectOrNull(value: any, pointer: string, rows: Rows) {
    this.add(Number(value !== null));
    if (value !== null) this.object(value, pointer, rows);
  }

  /** The stops of an effect, in order, of which at most two are at one place. */
  #stops(value: any, pointer: string, most: number) {
    const list = this.list(value, pointer, most);
    if (list?.length === 0) this.fault(pointer, 'out-of-range');
    this.add(list?.length ?? 0);
    const { stop: rows } = this.vocabulary.objects;
    const [least, greatest] = (rows.get('at') as Row).detail;
    const places: number[] = [];
    list?.forEach((stop, number) => {
      if (!this.object(stop, `${pointer}/${number}`, rows) || typeof stop.at !== 'number' || !(stop.at >= least && stop.at <= greatest)) return;
      if (stop.at < places[places.length - 1] || stop.at === places[places.length - 2]) this.fault(`${pointer}/${number}/at`, 'out-of-range');
      else places.push(stop.at);
    });
  }

  /** The metric `groups`, or one like it. */
  #groups(value: any, pointer: string, least: number) {
    const { objects: { group }, limits } = this.vocabulary;
    const { length } = this.faults;
    this.#parts(value, pointer, group, limits.groups, least);
    if (this.faults.length > length) return;
    const slots = slotCount(value, limits.slotsCounted);
    if (slots > limits.slots) this.fault(pointer, 'too-many');
    else this.#slots[pointer.slice(pointer.lastIndexOf('/') + 1)] = slots;
  }

  /**
   * Groups, or parts of a row or column.
   *
   * @param rows of one
   */
  #parts(value: any, pointer: string, rows: Rows, most: number, least = 1) {
    // A body that the service reads is nested no deeper.
    const depth = pointer.split('/').length + Number(value?.length > 0);
    if (depth > this.depthMax) throw new ModuleProblem('bad-json', 'The body is nested too deeply.', [{ pointer: '', code: 'too-many' }]);
    const list = this.list(value, pointer, most);
    if (list && list.length < least) this.fault(pointer, 'out-of-range');
    this.add(list?.length ?? 0);
    list?.forEach((part, number) => {
      const place = `${pointer}/${number}`;
      if (!this.object(part, place, rows)) return;
      for (const row of rows.values()) {
        const rival = rows.get(row.detail);
        const areBoth = rival && part[row.name] !== undefined && part[rival.name] !== undefined;
        if (areBoth && rival.place < row.place) this.fault(`${place}/${row.name}`, 'not-allowed');
      }
      if (rows === this.vocabulary.objects.group && part.height === undefined && part.ratio === undefined) this.fault(place, 'missing');
    });
  }

  #styles({ detail: mayBeEmpty }: Row, value: any, pointer: string) {
    const { styles, limits } = this.vocabulary;
    const list = this.list(value, pointer, limits.segments);
    if (list?.length === 0 && !mayBeEmpty) this.fault(pointer, 'out-of-range');
    this.add(list?.length ?? 0);
    list?.forEach((style, place) => this.add(this.choice(style, `${pointer}/${place}`, styles) ?? 0));
  }

  /** Writes the given metrics, each after its index. */
  #metrics(value: any, pointer: string) {
    const { objects: { metrics } } = this.vocabulary;
    const members = this.members(value, pointer, metrics) ?? new Map();
    this.add(members.size);
    this.#slots = { groups: 1, ...this.inheritedSlots };
    for (const [key, member] of members) {
      const row = metrics.get(key) as Row;
      const rival = metrics.get(row.detail);
      this.add(row.place);
      this.value(row, member, `${pointer}/${key}`);
      if (rival && members.has(rival.name) && rival.place < row.place) this.fault(`${pointer}/${key}`, 'not-allowed');
      if (this.engine !== unknown && !this.vocabulary.reads(this.engine, row)) this.hasUnread = true;
    }
    const last = [...metrics.values()].filter(({ name, form }) => form === 'groups' && members.has(name)).at(-1);
    const sum = Object.values(this.#slots).reduce((one, other) => one + other, 0);
    if (last && sum > this.vocabulary.limits.slots) this.fault(`${pointer}/${last.name}`, 'too-many');
    if (this.engine === unknown && this.passesSlots) this.inheritedSlots = this.#slots;
  }

  /**
   * Headers or footers.
   *
   * @param rows of one
   * @param areGlobal whether they may wait
   */
  #stack(value: any, pointer: string, rows: Rows = this.vocabulary.objects.header, areGlobal = false) {
    const list = this.list(value, pointer, Infinity) ?? [];
    const extent = this.isHorizontal ? 'width' : 'height';
    this.add(list.length);
    for (let index = 0; index < list.length && this.goesOn; index += 1) {
      const header = list[index];
      const isObject = this.object(header, `${pointer}/${index}`, rows);
      const isNeeded = isObject && header.hidden !== true && header.estimated !== true;
      if (isNeeded && header[extent] === undefined) this.fault(`${pointer}/${index}/${extent}`, 'missing');
      if (isObject && header.waits === true && (!areGlobal || header.pin === true)) this.fault(`${pointer}/${index}/waits`, 'not-allowed');
    }
  }

  /** The word is written as NaN. */
  #extentOrRemainder(row: Row, value: any, pointer: string) {
    if (typeof value !== 'string') return this.add(this.number(row, value, pointer) ?? 0);
    this.mayFill = true;
    if (value !== 'remainder') this.fault(pointer, 'out-of-range');
    this.add(NaN);
  }

  // MARK: Sections

  /** @param placeholder what a section without items shows */
  notePlaceholder(placeholder: any) {
    if (placeholder && placeholder[this.isHorizontal ? 'width' : 'height'] === undefined) this.mayFill = true;
  }

  section(value: any, pointer: string) {
    const outer = this.engine;
    const before = this.itemCount;
    const own = this.vocabulary.engines.indexOf(value?.engine);
    this.engine = own < 0 ? this.inherited : own;
    this.#engines.add(this.engine);
    this.object(value, pointer, this.vocabulary.objects.section);
    if (this.itemCount === before) this.notePlaceholder(value?.placeholder);
    this.engine = outer;
  }

  #sections(value: any, pointer: string) {
    const list = this.list(value, pointer, this.vocabulary.limits.sections) ?? [];
    this.add(list.length);
    for (let place = 0; place < list.length && this.goesOn; place += 1) this.section(list[place], `${pointer}/${place}`);
  }
}

/**
 * The number of slots of some parts with their repetitions.
 *
 * @param most from here on they are not counted
 */
export function slotCount(parts: readonly any[], most: number): number {
  return parts.reduce((sum, part) => {
    const { repeat = 1, row, column } = part ?? {};
    const inner = row ?? column;
    return Math.min(most, sum + repeat * (Array.isArray(inner) ? slotCount(inner, most) : 1));
  }, 0);
}
