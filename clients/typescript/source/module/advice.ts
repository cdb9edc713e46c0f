// The service's messages for mistakes and warnings in snapshots and steps, generated from the module's table. This file is loaded
// with the first mistake.

import { filler } from '../steps/filler.js';
import { valueOf } from './foreignWords.js';
import { byteCount, keyAdvice, keyMax, quoted } from './keyAdvice.js';
import { isNumber } from '../service/parameterFaults.js';
import { matrixMax } from './wasm/CheckedNumbers.js';
import { slotCount } from './wasm/SnapshotNumbers.js';
import type { Fault } from './wasm/CheckedNumbers.js';
import type { Mistaken } from './wasm/ModuleProblem.js';
import type { Row, Rows } from './wasm/Vocabulary.js';

type Form = { form: string, name?: string, detail?: any };
/** A value, its form, and, for an object, its members; `engine`: that of its section, or the default of sections. */
export type Place = { form: Form, value: any, rows: Rows | null, engine: string };
type Warning = { pointer: string, code: string, detail: string };
/** What the module warns of, by its kinds. */
type Warned = readonly { kind: number, pointer: string, engine: string }[];

const warningsMax = 20;

/** The forms of the elements of lists with these forms. */
const elementForms: Record<string, string> = {
  sections: 'section', stack: 'header', styles: 'style', extents: 'extent', indices: 'whole', steps: 'step', entries: 'entry', flags: 'flag',
  items: 'item', sizes: 'sizesItem', globalStack: 'header', nodes: 'node', nodeHeaders: 'nodeHeader', nodeSections: 'nodeSection', keys: 'key',
  stops: 'stop', groups: 'group', parts: 'part',
};
const types: Record<string, string> = {
  matrix: 'an array', choice: 'a string', color: 'a string', text: 'a string', style: 'a string', flag: 'true or false', flags: 'true or false',
};

/** The forms of objects that may name an engine. */
const inheriting = ['snapshot', 'section', 'node', 'nodeSection'];

/** The members of a change. */
const changeRows: any = new Map([['steps', { form: 'steps' }], ['from', { form: 'snapshot' }], ['to', { form: 'snapshot' }]]);

/** Explains mistakes in a snapshot or in steps. */
export class Advice {
  #vocabulary;
  /** The members of each kind of object, with those of sources. */
  #objects;
  #root;
  #isHorizontal;

  constructor({ vocabulary, form, value, isHorizontal }: Mistaken) {
    this.#vocabulary = vocabulary;
    this.#objects = { ...vocabulary.objects, snapshot: vocabulary.objects.posted } as Readonly<Record<string, Rows>>;
    this.#isHorizontal = isHorizontal;
    const engine = this.#engine(form === 'snapshot' ? value : null, vocabulary.engines[0]);
    this.#root = form === 'snapshot' ? this.#place({ form }, value, engine)
      : { form: { form: 'change' }, value: form === 'steps' ? { steps: value } : value, rows: changeRows, engine };
  }

  /** Faults with the service's messages, in the order of the values. Faults without a message keep only their codes. */
  explained(faults: readonly Fault[]): Fault[] {
    return this.#inOrder(faults).map((fault, place, ordered) => {
      const words = fault.code.replaceAll('-', ' ');
      const number = ordered.slice(0, place).filter(({ pointer, code }) => pointer === fault.pointer && code === fault.code).length;
      // Mistakes in the nodes of a source have their messages already.
      const detail = (fault.detail ?? words) === words ? this.#detail(fault, number) : fault.detail;
      return detail ? { ...fault, detail } : fault;
    });
  }

  // MARK: Places

  #place(form: Form, value: any, engine: string): Place {
    return { form, value, rows: this.#rows(form, value), engine: inheriting.includes(form.form) ? this.#engine(value, engine) : engine };
  }

  #engine(value: any, inherited: string) {
    return this.#vocabulary.engines.includes(value?.engine) ? value.engine : inherited;
  }

  #rows({ form, name = '' }: Form, value: any): Rows | null {
    const { sizes } = this.#vocabulary;
    const objects = this.#objects;
    if (isItems(form) && isList(value)) return null;
    const own: Record<string, Rows> = { sizes: sizes.items, sizesItem: sizes.item, entry: objects[name], settings: objects.set, placeholderOrNull: objects.placeholder };
    return own[form] ?? objects[form] ?? null;
  }

  /** @param token of a pointer */
  #below({ form, value, rows, engine }: Place, token: string): Place {
    const { item, path } = this.#vocabulary.objects;
    const { form: kind, name = '' } = form;
    const element = kind === 'members' ? item.get(name) : kind === 'indices' ? path.get('item')
      : kind === 'matrix' ? { form: 'number', detail: [-matrixMax, matrixMax] } : { form: elementForms[kind] ?? '', name };
    const below = (rows ? rows.get(token) : element) ?? { form: '' };
    return this.#place(this.#valueForm(below, value?.[token]), value?.[token], engine);
  }

  /** The form of a value: of a member of items that is no list with a value for each, that of one value. */
  #valueForm(form: Form, value: any): Form {
    const one = form.form === 'members' ? this.#vocabulary.objects.item.get(form.name ?? '') : undefined;
    const isListed = isList(value) && !(one?.form === 'matrix' && typeof value[0] === 'number');
    return one && !isListed ? one : form;
  }

  /** The values on the way to a pointer, the last one first. */
  #way(pointer: string): [Place, ...Place[]] {
    const way: [Place, ...Place[]] = [this.#root];
    for (const token of tokens(pointer)) way.unshift(this.#below(way[0], token));
    return way;
  }

  /** Orders faults by the positions of their values; a missing member has the position of its object. */
  #inOrder<Found extends { pointer: string, code: string }>(found: readonly Found[]) {
    const placed = found.map((one) => ({ one, places: this.#places(one) }));
    placed.sort((first, second) => {
      const at = first.places.findIndex((place, number) => place !== second.places[number]);
      return at < 0 ? first.places.length - second.places.length : first.places[at] - (second.places[at] ?? -1);
    });
    return placed.map(({ one }) => one);
  }

  #places({ pointer, code }: { pointer: string, code: string }) {
    let { value } = this.#root;
    const places = tokens(pointer).map((token) => {
      const place = Array.isArray(value) ? Number(token) : Object.keys(value ?? {}).indexOf(token);
      value = value?.[token];
      return place;
    });
    if (code === 'missing' && places.at(-1) === -1) places.pop();
    return places;
  }

  // MARK: Faults

  /** @param number of the same faults before it */
  #detail({ pointer, code }: Fault, number: number): string | undefined {
    const way = this.#way(pointer);
    const [place, parent] = way;
    const key = tokens(pointer).at(-1) ?? '';
    switch (code) {
      case 'unknown-key': return this.#unknown(place, parent, key);
      case 'wrong-type': return wrongType(place);
      case 'missing': return this.#missing(place, way, key, number);
      case 'not-allowed': return this.#notAllowed(place, way, key);
      default: return this.#outOfRange(place, way);
    }
  }

  #unknown(place: Place, parent: Place | undefined, key: string) {
    const isIn = parent?.rows && !parent.rows.has(key);
    const owner = isIn ? parent : place;
    if (!owner.rows) return undefined;
    // A key that is too long for a pointer is reported at its object.
    const long = Object.keys(owner.value).find((name) => !owner.rows?.has(name) && byteCount(name) > keyMax) ?? '';
    const name = isIn ? key : long;
    return `${isIn ? 'is unknown:' : 'has the unknown key'} ${quoted(name)}${keyAdvice(name, owner, this.#objects)}`;
  }

  /**
   * @param way to it
   * @param number of the same faults before it, each of which is of another extent
   */
  #missing(place: Place, way: readonly Place[], key: string, number: number) {
    const { objects, extents } = this.#vocabulary;
    const [, { form: { form }, rows }] = way;
    const need = `the items of a ${place.engine} need it`;
    if (place.form.form === 'group') return `must say ${[...objects.group.keys()].slice(0, 2).join(' or ')}`;
    // A value other than an object lacks extents.
    if (place.value !== undefined) return `must say the ${this.#extents(place.engine, 2)[number]} too, ${need}`;
    if (form === 'header' || form === 'nodeHeader') return 'is missing; 0 makes it empty, and so does hidden';
    if (form === 'entry' && !rows?.get(key)?.isRequired) return 'is missing; or give at';
    if (rows?.get(key)?.isRequired) return 'is missing';
    if (key === 'count') return `is missing; or give ${this.#vocabulary.extentLists(objects.items).join(' and ')}`;
    return extents.includes(key) || this.#vocabulary.extentLists(objects.items).includes(key) ? `is missing, ${need}` : 'is missing';
  }

  /** The extents that an engine reads in a given way. */
  #extents(engine: string, reading: number) {
    return this.#vocabulary.extentsRead(this.#vocabulary.engines.indexOf(engine), reading, this.#isHorizontal).map(({ name }) => name);
  }

  /** @param way to it */
  #notAllowed({ form, value }: Place, way: readonly Place[], key: string) {
    const [, { rows, value: owner, form: { form: ownerForm } }, above] = way;
    if (form.form === 'entry') {
      const count = value.items === undefined ? Object.values<any>(value).find(isList).length : itemCount(value.items);
      return `has ${count} items, but says count ${value.count}`;
    }
    if (['metrics', 'group', 'part'].includes(ownerForm)) return `cannot stand beside ${form.detail}`;
    if (ownerForm === 'header' || ownerForm === 'nodeHeader') {
      // The headers of the root are global ones, in a change too.
      const areGlobal = above?.form.form === 'globalStack' || (ownerForm === 'nodeHeader' && way.length < 7);
      return areGlobal ? 'cannot stand beside pin' : 'is a member of global headers alone';
    }
    const lists = this.#vocabulary.extentLists(rows as Rows);
    const spelling = this.#otherSpelling(owner, key);
    if (spelling && !(form.form === 'members' && owner[spelling].length !== value.length)) return `cannot stand beside ${spelling}`;
    const isResize = ownerForm === 'entry';
    const isListed = isResize ? owner.at !== undefined : true;
    if (isList(value) && isListed && !(isResize && key === 'items')) return this.#lengths(owner, lists, key, isResize, above?.form.form === 'entry');
    if (isResize) return `cannot stand ${owner.at === undefined ? 'here, without at' : 'beside at'}`;
    return `cannot stand beside ${lists.join(' or ')}`;
  }

  /** The name of the other spelling of a matrix that an object has. */
  #otherSpelling(owner: any, key: string) {
    const names = this.#vocabulary.matrices.map(({ name }) => name);
    return names.includes(key) ? names.find((name) => name !== key && owner[name] !== undefined) : undefined;
  }

  /**
   * @param owner of lists of several lengths
   * @param isGiven whether an engine is not known yet
   */
  #lengths(owner: any, lists: readonly string[], key: string, isResize: boolean, isGiven: boolean) {
    const all = [...lists, ...Object.keys(owner).filter((name) => !lists.includes(name) && name !== 'at')];
    // Each list is compared with the one before.
    const before = all.slice(0, all.indexOf(key)).filter((name) => isList(owner[name]));
    const other = before.at(-1) ?? 'at';
    const unit = isResize || isGiven || key === 'estimated' ? 'values' : 'numbers';
    return `has ${owner[key].length} ${unit}, ${other} has ${isList(owner[other]) ? owner[other].length : 0}`;
  }

  /** @param way to it */
  #outOfRange({ form, value }: Place, way: readonly Place[]) {
    const { limits, styles } = this.#vocabulary;
    switch (form.form) {
      case 'extent': return `must be at least ${numeral(way[1]?.form.form === 'edges' ? way[1].form.detail ?? 0 : 0)}, not ${numeral(value)}`;
      case 'extentOrRemainder': return typeof value === 'string' ? `must be a number or "remainder", not ${quoted(value)}` : `must be at least 0, not ${numeral(value)}`;
      case 'positive': return `must be above 0, not ${numeral(value)}`;
      case 'number': if (value >= form.detail[0] && value <= form.detail[1]) return orderOfStops(value, way[2].value.slice(0, way[2].value.indexOf(way[1].value)));
        return `must be from ${numeral(form.detail[0])} to ${numeral(form.detail[1])}, not ${numeral(value)}`;
      case 'whole': case 'place': return wholeRange(form.detail, value);
      case 'wholeOrAll': return typeof value === 'string' ? `must be a whole number from ${form.detail[0]} to ${form.detail[1]}, or "all", not ${quoted(value)}`
        : wholeRange(form.detail, value);
      case 'choice': return outside(form.detail, value);
      case 'style': return outside(styles, value);
      case 'text': case 'color': return textRange(form.detail, value);
      case 'matrix': return `must have ${form.detail} numbers, not ${value.length}`;
      case 'styles': return value.length === 0 ? 'must name at least one style' : `has ${value.length} styles, the limit is ${limits.segments}`;
      case 'groups': case 'parts': return this.#manySlots(form, value, way);
      case 'stops': return value.length === 0 ? 'must have at least one stop' : `has ${value.length} stops, the limit is ${form.detail}`;
      case 'sections': return way[1].form.form === 'entry' ? `has more than ${limits.sections} sections`
        : `has ${value.length} sections, the limit is ${limits.sections}`;
      case 'steps': return `has ${value.length} steps, the limit is ${limits.steps}`;
      case 'flags': return 'must be "mean", where neither items nor at is given';
      case 'items': case 'sizes': {
        const range = this.#vocabulary.objects.item.get('count')?.detail;
        return typeof value === 'number' && !(Number.isInteger(value) && value >= range[0] && value <= range[1]) ? wholeRange(range, value) : undefined;
      }
      default: return undefined;
    }
  }

  /** Groups or parts of which there are none or too many, or that have too many slots. */
  #manySlots({ form }: Form, value: any, way: readonly Place[]) {
    const { limits } = this.#vocabulary;
    const [noun, most] = form === 'groups' ? ['group', limits.groups] : ['part', limits.slots];
    if (value.length === 0) return `must have at least one ${noun}`;
    if (value.length > most) return `has ${value.length} ${noun}s, the limit is ${most}`;
    const own = slotCount(value, limits.slotsCounted);
    if (own > limits.slots) return `has ${own < limits.slotsCounted ? own : `more than ${limits.slots}`} slots, the limit is ${limits.slots}`;
    // Of the levels above, the innermost one that gives a list holds.
    const levels = way.map(({ value: outer, form: { form: kind } }) => (kind === 'metrics' ? outer : outer?.metrics));
    const sum = [...this.#vocabulary.objects.metrics.values()].filter((row) => row.form === 'groups').reduce((total, { name, detail }) => {
      const given = levels.map((metrics) => metrics?.[name]).find(isList);
      return total + (given ? slotCount(given as any, limits.slotsCounted) : Number(detail));
    }, 0);
    return `has with the other groups ${sum} slots, the limit is ${limits.slots}`;
  }

  // MARK: Warnings

  /**
   * The members of the snapshot that are checked, but not read, and those that fill nothing.
   *
   * @param warned what the module says of those of a source
   */
  notRead(warned?: Warned) {
    const found: Warning[] = [];
    const note = (pointer: string, detail: string, code = 'not-read') => found.push({ pointer, code, detail });
    const unreadItems = (pointer: string, items: any, engine: string) => (
      this.#unreadItems(items, engine, (key, other) => note(pointer + key, other ?? unread(engine))));
    if (warned) {
      for (const [number, { kind, pointer, engine }] of warned.entries()) {
        if (kind < 2) note(pointer, kind === 0 ? unread(engine) : readByNone);
        else if (kind < 4) note(pointer, fillsNothing, 'nothing-to-fill');
        // Of items, one warning for each member.
        else if (warned[number - 1]?.pointer !== pointer) {
          const [{ length }, count] = [found, warned.filter((other) => other.pointer === pointer).length];
          unreadItems(pointer, this.#way(pointer)[0].value, engine);
          found.splice(length + count);
        }
      }
      return this.#inOrder(found);
    }
    const { value: { metrics, sections }, engine: inherited } = this.#root;
    const [fillers, engines] = [new Set<string>(), new Set<string>()];
    for (const [number, section] of sections.entries()) {
      const [pointer, engine] = [`/sections/${number}`, this.#engine(section, inherited)];
      engines.add(engine);
      for (const key of keysOf(section.metrics)) if (!this.#reads(engine, key)) note(`${pointer}/metrics/${key}`, unread(engine));
      unreadItems(`${pointer}/items`, section.items, engine);
      const place = this.#filler({ ...section, engine }, pointer, metrics);
      if (!place || fillers.has(place)) continue;
      fillers.add(place);
      note(place, fillsNothing, 'nothing-to-fill');
    }
    if (engines.size > 0) {
      for (const key of keysOf(metrics)) if (![...engines].some((engine) => this.#reads(engine, key))) note(`/metrics/${key}`, readByNone);
    }
    return this.#inOrder(found.slice(0, warningsMax));
  }

  /**
   * The place of what would share what the content lacks, if it has no least length; null if nothing would.
   *
   * @param section with its engine
   * @param pointer to it
   * @param inherited metrics
   */
  #filler(section: any, pointer: string, inherited: any) {
    if (this.#root.value.minimumContentLength) return null;
    const isOwn = section.metrics?.rowHeight !== undefined;
    const name = filler({ ...section, metrics: isOwn ? section.metrics : inherited }, this.#isHorizontal);
    return name && `${isOwn || name === 'placeholder' ? pointer : ''}/${name}`;
  }

  #reads(engine: string, metric: string) {
    const { engines, objects } = this.#vocabulary;
    return this.#vocabulary.reads(engines.indexOf(engine), objects.metrics.get(metric) as Row);
  }

  #unreadItems(items: any, engine: string, note: (key: string, detail?: string) => void) {
    const unread = this.#extents(engine, 0);
    if (unread.length === 0 || typeof items !== 'object') return;
    const { objects, extents } = this.#vocabulary;
    const lists = this.#vocabulary.extentLists(objects.items);
    const listName = (name: string) => lists[extents.indexOf(name)];
    if (isList(items)) {
      const given = unread.filter((name) => Array.prototype.some.call(items, (item) => item[name] !== undefined));
      if (given.length > 0) note('', `has ${given.map(listName).join(' and ')}, which the engine ${engine} does not read`);
    } else {
      for (const key of keysOf(items)) if (unread.some((name) => key === name || key === listName(name))) note(`/${key}`);
    }
  }
}

// MARK: Words

const readByNone = 'is read by the engine of no section';
const fillsNothing = 'fills nothing, since the snapshot says no minimumContentLength';

function unread(engine: string) {
  return `is not read by the engine ${engine}`;
}

function wrongType({ form: { form }, value, rows }: Place) {
  if (isItems(form)) return 'must be a number, an array or an object';
  const expected = rows ? 'an object' : types[form] ?? (form in elementForms ? 'an array' : 'a number');
  return `must be ${expected}, not ${noun(value)}`;
}

/**
 * @param at of a stop whose place is wrong
 * @param before the stops before it
 */
function orderOfStops(at: number, before: readonly any[]) {
  const last = Number(before.map((stop) => stop?.at).filter(isNumber).at(-1));
  return at === last ? `is the third one at ${numeral(at)}, two are allowed`
    : `must be at least that of the stop before, ${numeral(last)}, not ${numeral(at)}`;
}

/** @param number as answers have it */
function numeral(number: number) {
  return String(number).replace('e+', 'e');
}

function noun(value: any) {
  if (isList(value)) return Array.isArray(value) ? 'an array' : 'a typed array';
  if (typeof value === 'object') return value === null ? 'null' : 'an object';
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : 'null';
  return { string: 'a string', boolean: 'true or false' }[(typeof value as string)] ?? 'null';
}

function outside(words: readonly string[], value: string) {
  const meant = byteCount(value) <= keyMax && valueOf(value, words);
  return `must be one of ${words.map((word) => `"${word}"`).join(', ')}, not ${quoted(value)}${meant ? `; here it is "${meant}"` : ''}`;
}

function wholeRange([least, most]: readonly number[], value: number) {
  return `must be a whole number from ${least} to ${most}, not ${numeral(value)}`;
}

function textRange([least, most]: readonly number[], value: string) {
  return `must have ${least < most ? `${least} to ` : ''}${most} bytes, not ${byteCount(value)}`;
}

// MARK: Values

function tokens(pointer: string) {
  return pointer.split('/').slice(1).map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const isItems = (form: string) => form === 'items' || form === 'sizes';

function isList(value: any) {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

function keysOf(object: any) {
  return Object.keys(object ?? {}).filter((key) => object[key] !== undefined && typeof object[key] !== 'function');
}

/** @param items in any of their forms */
function itemCount(items: any) {
  if (typeof items === 'number') return items;
  if (isList(items)) return items.reduce((sum: number, item: any) => sum + (item.count ?? 1), 0);
  return items.count ?? Object.values<any>(items).find(isList)?.length ?? 0;
}
