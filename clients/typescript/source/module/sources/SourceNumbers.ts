import { SnapshotNumbers } from '../wasm/SnapshotNumbers.js';
import { localProblem } from '../../service/localProblem.js';
import type { Row, Vocabulary } from '../wasm/Vocabulary.js';

/** `engine`: the index of that which its sections inherit. */
type WrittenNode = {
  slots: Readonly<Record<string, number>>, parent: number, pointer: string, id: string | null, members: ReadonlyMap<string, any>, engine: number, hasChildren: boolean,
};
/** The pointer to it, and its nodes in the order in which they are written. */
export type WrittenTree = { base: string, nodes: WrittenNode[] };

/** The nodes at this level are nested so deep that their contents may be too deep, and how deep those may be. */
const [deepLevel, deepLevels] = [13, 5];

/** Writes trees of sources as numbers, and finds the mistakes in the forms of their values. The module finds all others. */
export class SourceNumbers extends SnapshotNumbers {
  trees: WrittenTree[] = [];
  /** The numbers of ids of nodes and of keys of items. */
  #ids = new Map();
  #keys = new Map();
  /** 1 if the number of the section's items is known, 2 if it is as long as the module finds no mistakes, else 0. */
  #counted = 1;

  constructor(vocabulary: Vocabulary) {
    super(vocabulary);
    // Whether there are mistakes, which is known in the end.
    this.add(0);
  }

  /** The module writes nothing for a value with mistakes, but finds those of others. */
  end() {
    this.numbers[0] = Number(this.faults.length > 0);
  }

  /**
   * A snapshot with a source.
   *
   * @param base the pointer to it
   */
  tree(body: any, base = '') {
    const { objects, engines } = this.vocabulary;
    [this.itemCount, this.explicitItemCount] = [0, 0];
    this.inheritedSlots = {};
    this.depthMax = 32;
    const given = this.members(body, base, objects.posted);
    const members = given ?? new Map();
    this.isHorizontal = members.get('scrollDirection') === 'horizontal';
    for (const row of objects.snapshot.values()) {
      const isDirection = row.name.endsWith('Direction');
      if (isDirection && !given) this.#unknownDirection();
      else if (row.form !== 'sections') this.#member(row, members, base, isDirection);
    }
    const tree = { base, nodes: [] };
    this.trees.push(tree);
    const engine = Math.max(0, engines.indexOf(members.get('engine')));
    const list = [...objects.posted.values()].find(({ form }) => form === 'sections')?.name ?? '';
    const isWhole = members.has('source') && !members.has(list);
    if (isWhole) return this.#source(tree, members.get('source'), engine);
    // A tree without nodes.
    this.add(0);
    if (members.has('source')) this.#refuse(`${base}/${list}`, 'not-allowed', 'cannot stand beside source');
    else if (body && typeof body === 'object' && !Array.isArray(body)) this.#refuse(`${base}/source`, 'missing', 'is missing');
    return undefined;
  }

  #unknownDirection() {
    this.add(1);
    this.add(0);
  }

  /** Notes a mistake with its message. */
  #refuse(pointer: string, code: string, detail: string) {
    if (this.goesOn) this.faults.push({ pointer, code, detail });
  }

  /**
   * Writes a member after 1, or 0 if it is missing or wrong.
   *
   * @param pointer to their object
   * @param mayBeWrong whether a wrong word is written as 0, and others from 1 on
   */
  #member(row: Row, members: ReadonlyMap<string, any>, pointer: string, mayBeWrong = false) {
    const value = members.get(row.name);
    const [{ mark }, { length }] = [this, this.faults];
    this.add(Number(value !== undefined));
    if (value === undefined) return;
    if (mayBeWrong) this.add((this.choice(value, `${pointer}/${row.name}`, row.detail) ?? -1) + 1);
    else this.value(row, value, `${pointer}/${row.name}`);
    // Of keys the others are compared, too.
    if (this.faults.length === length || mayBeWrong || row.form === 'keys') return;
    this.rewind(mark);
    this.add(0);
  }

  #source(tree: WrittenTree, root: any, engine: number) {
    const place = this.count;
    this.add(0);
    this.#node(tree, root, { pointer: `${tree.base}/source`, parent: -1, number: 0, level: 0 }, engine);
    this.numbers[place] = tree.nodes.length;
    const slots = this.inheritedSlots;
    for (const node of tree.nodes) {
      if (!this.goesOn) return;
      this.#contents(node, tree.nodes[node.parent]?.slots ?? slots);
    }
  }

  /**
   * Writes a node and those below it, without their contents.
   *
   * @param place `parent`: the index of the node above
   * @param inherited index of an engine
   */
  #node(
    tree: WrittenTree, value: any, { pointer, parent, number, level }: { pointer: string, parent: number, number: number, level: number },
    inherited: number,
  ) {
    const { objects: { node: rows }, engines, limits } = this.vocabulary;
    if (level === deepLevel && isDeeper(value, deepLevels - Number(tree.base !== ''))) {
      throw localProblem('bad-json', 'The body is nested too deeply.', [{ pointer: '', code: 'too-many' }]);
    }
    const members = this.members(value, pointer, rows) ?? new Map();
    const hasChildren = members.has('children');
    const own = engines.indexOf(members.get('engine'));
    const index = tree.nodes.length;
    const node = { slots: {}, parent, pointer, id: null, members, hasChildren, engine: own < 0 ? inherited : own };
    tree.nodes.push(node);
    const row = (name: string) => rows.get(name) as Row;
    const flag = (name: string) => (
      Number(!hasChildren && members.has(name) && this.number(row(name), members.get(name), `${pointer}/${name}`) === 1));
    if (members.has('id')) node.id = this.string(members.get('id'), `${pointer}/id`, row('id').detail) as any;
    this.add(parent + 1);
    this.add(number);
    this.add([...members.keys()].reduce((bits, name) => bits + 2 ** row(name).place, 0));
    this.add(node.id === null ? 0 : numbered(this.#ids, node.id) + 1);
    const { detail: states } = row('state');
    const state = hasChildren ? undefined : members.get('state');
    this.add((state === undefined ? states.indexOf('loaded') : this.choice(state, `${pointer}/state`, states) ?? -1) + 1);
    this.add(flag('movable'));
    this.add(flag('editable'));
    this.add(hasChildren ? 0 : listed(members)?.length ?? 1);
    this.add(Array.isArray(members.get('children')) ? this.#selected(members.get('selected'), pointer) : 0);
    if (!hasChildren) return;
    const children = members.get('children');
    if (!Array.isArray(children)) this.wrongType(`${pointer}/children`);
    for (const [number, child] of Array.isArray(children) ? children.entries() : []) {
      if (!this.goesOn || tree.nodes.length > limits.nodes) return;
      this.#node(tree, child, { pointer: `${pointer}/children/${number}`, parent: index, number, level: level + 1 }, node.engine);
    }
  }

  /**
   * The number of a child, increased by 1; 0 for none.
   *
   * @param pointer to the node
   */
  #selected(selected: any, pointer: string) {
    if (selected === undefined) return 0;
    if (!Number.isFinite(selected)) this.wrongType(`${pointer}/selected`);
    const { items } = this.vocabulary.limits;
    return !Number.isFinite(selected) ? 0 : Number.isInteger(selected) && selected >= 0 && selected < items ? selected + 1 : items;
  }

  /** Writes what a node gives, and the sections that it lists. */
  #contents(node: WrittenNode, above: Readonly<Record<string, number>>) {
    const { members, pointer, hasChildren, engine, parent } = node;
    const isRoot = parent < 0;
    this.inheritedSlots = above;
    const { node: rows, nodeHeader } = this.vocabulary.objects;
    for (const row of rows.values()) {
      if (row.form === 'nodeHeaders') this.#member({ ...row, form: isRoot ? 'globalStack' : 'stack', detail: nodeHeader }, members, pointer);
      else if (inheritedForms.includes(row.form) && row.name !== 'state') this.#member(row, members, pointer);
    }
    node.slots = this.inheritedSlots;
    if (hasChildren) return;
    const list = members.get('sections');
    if (list === undefined) this.#section(Object.fromEntries([...members].filter(([name]) => listing.includes(name))), pointer, engine);
    else if (!Array.isArray(list)) this.wrongType(`${pointer}/sections`);
    else {
      for (const [number, section] of list.entries()) if (this.goesOn) this.#section(section, `${pointer}/sections/${number}`, engine);
    }
  }

  /** @param inherited index of an engine */
  #section(section: any, pointer: string, inherited: number) {
    this.#counted = 1;
    const outer = this.engine;
    const own = this.vocabulary.engines.indexOf(section?.engine);
    this.engine = own < 0 ? inherited : own;
    const { nodeSection } = this.vocabulary.objects;
    const members = this.members(section, pointer, nodeSection) ?? new Map();
    for (const row of nodeSection.values()) this.#member(row, members, pointer);
    this.engine = outer;
  }

  value(row: Row, value: any, pointer: string) {
    if (row.form === 'keys') return this.#keyList(value, pointer);
    if (row.form !== 'items') return super.value(row, value, pointer);
    const { length } = this.faults;
    super.value(row, value, pointer);
    // The service does not keep listed items once there is a fault.
    if (this.faults.length > length || (length > 0 && typeof value === 'object')) this.#counted = 0;
    else this.#counted = typeof value === 'object' ? 2 : 1;
    this.add(this.#unreadCount(value));
    return undefined;
  }

  /** The number of warnings of items whose sizes the engine does not read: one of a list, and one of each member of an object. */
  #unreadCount(items: any) {
    const { engine, vocabulary, isHorizontal } = this;
    const { objects, extents } = vocabulary;
    const lists = vocabulary.extentLists(objects.items);
    const names = vocabulary.extentsRead(engine, 0, isHorizontal).flatMap(({ name }) => [name, lists[extents.indexOf(name)]]);
    if (names.length === 0 || typeof items !== 'object' || items === null) return 0;
    if (Array.isArray(items)) return Number(items.some((item) => names.some((name) => item?.[name] !== undefined)));
    return names.filter((name) => items[name] !== undefined).length;
  }

  /** The keys of a section's items. */
  #keyList(value: any, pointer: string) {
    const isList = Array.isArray(value);
    if (!isList) this.wrongType(pointer);
    this.add(isList ? this.#counted : 0);
    this.#counted = 1;
    const list = isList ? value : [];
    this.add(list.length);
    const numbers = new Float64Array(list.length);
    for (let place = 0; place < list.length; place += 1) numbers[place] = this.#key(list[place], () => `${pointer}/${place}`);
    this.addList(numbers);
  }

  #key(key: any, pointer: () => string) {
    const isText = typeof key === 'string';
    // An unpaired surrogate is not valid text.
    if (isText && !/\p{Surrogate}/u.test(key)) return numbered(this.#keys, key);
    if (Number.isFinite(key)) return numbered(this.#keys, key);
    if (!isText) return -1;
    this.fault(pointer, 'out-of-range');
    return numbered(this.#keys, Symbol());
  }
}

/** The forms of members of a node that its sections have. */
const inheritedForms = ['choice', 'metrics', 'stack', 'placeholder'];
/** The members of a node that are those of its only section. */
const listing = ['items', 'keys'];

/** The number of a value: equal ones have the same. */
function numbered(known: Map<any, number>, value: any) {
  let number = known.get(value);
  if (number === undefined) known.set(value, number = known.size);
  return number;
}

/** The sections that a node lists; null if it has no list of them. */
function listed(members: ReadonlyMap<string, any>): readonly any[] | null {
  const list = members.get('sections');
  return list === undefined ? null : Array.isArray(list) ? list : [];
}

/**
 * Whether a value is nested too deep.
 *
 * @param most levels
 */
function isDeeper(value: any, most: number): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return most === 0 || Object.values(value).some((member) => isDeeper(member, most - 1));
}
