// @ts-check
import { ResolvedSource } from './ResolvedSource.js';
import { SourceNode } from './SourceNode.js';
import { merged, rivalsOf } from './mergedMetrics.js';
import { sourceRows, states } from './sourceRows.js';
import { localProblem } from '../../service/localProblem.js';

/** @typedef {import('../wasm/Vocabulary.js').Row} Row */
/** @typedef {ReadonlyMap<string, any>} Members */
/** @typedef {{ list: any, pointer: string, isOfNode: boolean }} StackPart an array of headers or footers, and whether
 *   they are headers of a node */

/** The most nodes of a source, and the most keys of its items. */
const [nodesMax, keysMax] = [10_000, 1_000_000];
/** The members that only a node without children may have. */
const ofBasic = ['items', 'sections', 'keys', 'state', 'movable', 'editable'];
/** The nodes at this level are nested so deep that their contents may be too deep, and how deep those may be. */
const [deepLevel, deepLevels] = [13, 5];
/** The engine if it is not known. */
const unknown = -1;
const nothing = new Map();

/** Resolves a source into sections, and finds the mistakes for which the service would reject it. */
export class SourceNumbers {
  #numbers;
  #rows;
  /** @type {SourceNode[]} each before those below it */
  #nodes = [];
  /** @type {any[]} those of the layout */
  #sections = [];
  #keyCount = 0;
  #rivals;
  #base;

  /**
   * @param {import('../wasm/SnapshotNumbers.js').SnapshotNumbers} numbers into which nothing has been written
   * @param {string} [base] the pointer to the body
   */
  constructor(numbers, base = '') {
    const { vocabulary } = numbers;
    this.#base = base;
    // Values are only checked here. The sections are written later.
    this.#numbers = Object.assign(numbers, { add() {}, addList() {}, text() {} });
    this.#rows = sourceRows(vocabulary);
    this.#rivals = rivalsOf(vocabulary);
  }

  /**
   * Throws if there are mistakes.
   *
   * @param {any} body with a source
   * @returns {ResolvedSource}
   */
  resolve(body) {
    const resolve = this.read(body);
    this.#numbers.check('snapshot', body);
    return resolve();
  }

  /** The nodes that were read, each before those below it. */
  get nodes() {
    return this.#nodes;
  }

  /**
   * Finds the mistakes. Returns what resolves the source if there are none.
   *
   * @param {any} body
   */
  read(body) {
    const numbers = this.#numbers;
    const { snapshot } = this.#rows;
    const { vocabulary } = numbers;
    const base = this.#base;
    const members = numbers.members(body, base, snapshot) ?? nothing;
    numbers.isHorizontal = members.get('scrollDirection') === 'horizontal';
    numbers.inherited = Math.max(0, vocabulary.engines.indexOf(members.get('engine')));
    const check = (/** @type {string} */ name) => this.#check(/** @type {Row} */ (snapshot.get(name)), members, base);
    for (const name of ['scrollDirection', 'layoutDirection', 'engine', 'metrics', 'globalHeaderBackgroundColor', 'minimumContentLength']) check(name);
    const hasSource = members.has('source');
    if (!hasSource && members !== nothing) this.#refuse(`${base}/source`, 'missing', 'is missing');
    else if (members.has('sections')) this.#refuse(`${base}/sections`, 'not-allowed', 'cannot stand beside source');
    const isRead = hasSource && !members.has('sections') && this.#source(members.get('source'));
    check('globalHeaders');
    const headers = isRead ? partOf(this.#nodes[0].members, `${base}/source`, 'headers', true) : [];
    this.#stack(headers, 'globalStack');
    return () => this.#resolved(body, headers);
  }

  /**
   * @param {any} body
   * @param {StackPart[]} headers of the root
   */
  #resolved(body, headers) {
    const numbers = this.#numbers;
    const globalHeaders = [...body.globalHeaders ?? [], ...elementsOf(headers)];
    const { source, ...others } = body;
    const resolved = { ...others, globalHeaders, sections: this.#sections };
    return new ResolvedSource(resolved, this.#nodes, numbers.vocabulary, numbers.hasUnread || (numbers.mayFill && !body.minimumContentLength));
  }

  /**
   * Notes a mistake with its message.
   *
   * @param {string} pointer
   * @param {string} code
   * @param {string} detail
   * @param {{ first?: string }} [facts]
   */
  #refuse(pointer, code, detail, facts) {
    if (this.#numbers.goesOn) this.#numbers.faults.push({ pointer, code, detail, ...facts });
  }

  /**
   * Checks a member if it is said.
   *
   * @param {Row} row
   * @param {Members} members
   * @param {string} pointer to their object
   */
  #check(row, members, pointer) {
    const { name } = row;
    if (members.has(name)) this.#numbers.value(row, members.get(name), `${pointer}/${name}`);
  }

  // MARK: Nodes

  /**
   * Reads a source; false if its contents are not read, because it has too many mistakes or sections.
   *
   * @param {any} root
   */
  #source(root) {
    this.#tree(root);
    if (!this.#numbers.goesOn) return false;
    const count = this.#nodes.reduce((sum, { listedCount }) => sum + listedCount, 0);
    const { sections } = this.#numbers.vocabulary.limits;
    if (count > sections) {
      this.#refuse(`${this.#base}/source`, 'too-many', `has ${count} sections, the limit is ${sections}`);
      return false;
    }
    SourceNode.resolve(this.#nodes);
    for (const node of this.#nodes) {
      if (!this.#numbers.goesOn) break;
      this.#contents(node);
    }
    return true;
  }

  /**
   * Reads the nodes without their contents.
   *
   * @param {any} root
   */
  #tree(root) {
    /** The first places of the ids. */
    const ids = new Map();
    /** @type {{ node: SourceNode, children: any[], next: number }[]} the nodes whose children are being read, from the root on */
    const open = [];
    /** @type {{ value: any, pointer: string, number: number } | null} */
    let given = { value: root, pointer: `${this.#base}/source`, number: 0 };
    while (this.#numbers.goesOn) {
      if (given) {
        if (this.#nodes.length === nodesMax) return this.#refuse(`${this.#base}/source`, 'too-many', `has more than ${nodesMax} nodes`);
        if (open.length === deepLevel && isDeeper(given.value, deepLevels - Number(this.#base !== ''))) {
          throw localProblem('bad-json', 'The body is nested too deeply.', [{ pointer: '', code: 'too-many' }]);
        }
        const members = this.#numbers.members(given.value, given.pointer, this.#rows.node) ?? nothing;
        const node = new SourceNode(members, given.pointer, open.at(-1)?.node ?? null, given.number);
        this.#nodes.push(node);
        this.#read(node, ids);
        const children = members.get('children');
        if (Array.isArray(children)) open.push({ node, children, next: 0 });
        else if (node.hasChildren) this.#numbers.wrongType(`${given.pointer}/children`);
      }
      const last = open.at(-1);
      if (!last) return undefined;
      const { node, children, next: number } = last;
      if (number < children.length) {
        given = { value: children[number], pointer: `${node.pointer}/children/${number}`, number };
        last.next += 1;
      } else {
        given = null;
        open.pop();
        this.#select(node);
      }
    }
    return undefined;
  }

  /**
   * Reads the members of a node other than its contents.
   *
   * @param {SourceNode} node
   * @param {Map<string, string>} ids the places of those of earlier nodes
   */
  #read(node, ids) {
    const { members, pointer } = node;
    const row = (/** @type {string} */ name) => /** @type {Row} */ (this.#rows.node.get(name));
    const refuse = (/** @type {string} */ name, /** @type {string} */ detail) => {
      if (members.has(name)) this.#refuse(`${pointer}/${name}`, 'not-allowed', detail);
    };
    if (members.has('id')) {
      const place = `${pointer}/id`;
      node.id = this.#numbers.string(members.get('id'), place, row('id').detail);
      const first = ids.get(node.id ?? '');
      if (node.id !== null && first !== undefined) this.#refuse(place, 'duplicate-key', 'is the id of another node', { first });
      else if (node.id !== null) ids.set(node.id, place);
    }
    if (node.hasChildren) {
      for (const name of ofBasic) refuse(name, 'cannot stand beside children');
      return;
    }
    refuse('selected', 'needs children');
    if (members.has('sections')) for (const name of ['items', 'keys']) refuse(name, 'cannot stand beside sections');
    const flag = (/** @type {string} */ name) => (
      members.has(name) && this.#numbers.number(row(name), members.get(name), `${pointer}/${name}`) === 1);
    if (members.has('state')) node.state = states[this.#numbers.choice(members.get('state'), `${pointer}/state`, states) ?? NaN] ?? node.state;
    [node.isMovable, node.isEditable] = [flag('movable'), flag('editable')];
  }

  /**
   * Reads the number of the child that a node shows.
   *
   * @param {SourceNode} node
   */
  #select(node) {
    const { members, children: { length } } = node;
    if (!members.has('selected')) return;
    const selected = members.get('selected');
    const pointer = `${node.pointer}/selected`;
    if (!Number.isFinite(selected)) this.#numbers.wrongType(pointer);
    else if (selected in node.children) node.selected = selected;
    else this.#refuse(pointer, 'out-of-range', `must be the number of a child, and there are ${length}`);
  }

  // MARK: Contents

  /**
   * Checks what a node has and lists, and adds the sections that it shows.
   *
   * @param {SourceNode} node
   */
  #contents(node) {
    const { members, pointer, parent, first, sectionCount, isBare } = node;
    const { node: rows, nodeSection } = this.#rows;
    this.#check(/** @type {Row} */ (rows.get('metrics')), members, pointer);
    node.metrics = this.#merged(parent?.metrics ?? {}, members.get('metrics'));
    node.engine = this.#engine(members, pointer) ?? parent?.engine ?? this.#numbers.inherited;
    if (sectionCount === 0) {
      if (parent) this.#stack(partOf(members, pointer, 'headers', true));
      this.#stack(partOf(members, pointer, 'footers'));
    }
    this.#check(/** @type {Row} */ (rows.get('placeholder')), members, pointer);
    if (sectionCount > 0 && isBare) {
      node.engines.add(node.engine);
      const { shownPlaceholder: placeholder } = node;
      this.#numbers.notePlaceholder(placeholder);
      const section = { engine: this.#numbers.vocabulary.engines[node.engine], metrics: { ...node.metrics, sectionInset: {} }, placeholder };
      this.#add(node, first, section, [], []);
    }
    if (node.hasChildren) return;
    const place = sectionCount > 0 && !isBare ? first : null;
    const list = members.get('sections');
    if (list === undefined) {
      this.#section(node, new Map([...members].filter(([name]) => name === 'items' || name === 'keys')), pointer, place);
    } else if (!Array.isArray(list)) this.#numbers.wrongType(`${pointer}/sections`);
    else {
      for (let number = 0; number < list.length && this.#numbers.goesOn; number += 1) {
        const at = `${pointer}/sections/${number}`;
        this.#section(node, this.#numbers.members(list[number], at, nodeSection) ?? nothing, at, place === null ? null : place + number);
      }
    }
  }

  /**
   * @param {SourceNode} node
   * @param {Members} own of the section
   * @param {string} pointer
   * @param {number | null} place in the layout; null if it is not shown
   */
  #section(node, own, pointer, place) {
    const { objects: { section: rows }, engines } = this.#numbers.vocabulary;
    const check = (/** @type {string} */ name) => this.#check(/** @type {Row} */ (rows.get(name)), own, pointer);
    check('id');
    const engine = this.#engine(own, pointer) ?? node.engine;
    node.engines.add(engine);
    this.#numbers.engine = engine;
    check('metrics');
    check('placeholder');
    const [before, faultCount] = [this.#numbers.itemCount, this.#numbers.faults.length];
    check('items');
    this.#numbers.engine = unknown;
    if (own.has('keys')) {
      // The service does not keep listed items once there is a fault.
      const isKnown = this.#numbers.faults.length === faultCount && (faultCount === 0 || typeof own.get('items') !== 'object');
      this.#keys(own.get('keys'), `${pointer}/keys`, isKnown ? this.#numbers.itemCount - before : null);
    }
    const headers = partOf(own, pointer, 'headers');
    const footers = partOf(own, pointer, 'footers');
    if (place === null) {
      this.#stack(headers);
      this.#stack(footers);
    } else {
      const [id, items, placeholder] = [own.get('id'), own.get('items'), own.get('placeholder')];
      if (this.#numbers.itemCount === before) this.#numbers.notePlaceholder(placeholder);
      const section = { id, engine: engines[engine], metrics: this.#merged(node.metrics, own.get('metrics')), items, placeholder };
      this.#add(node, place, section, headers, footers);
    }
  }

  /**
   * Adds a section to the layout, with its own headers and footers and those that it has from nodes: headers of the nodes whose first
   * section it is, from the outermost one on; footers of those whose last section it is, from the innermost one on.
   *
   * @param {SourceNode} node
   * @param {number} place
   * @param {any} section without headers and footers
   * @param {StackPart[]} headers
   * @param {StackPart[]} footers
   */
  #add(node, place, section, headers, footers) {
    let [above, below] = [headers, footers];
    for (let at = /** @type {SourceNode | null} */ (node); at?.first === place; at = at.parent) {
      if (at.parent && at.members.has('headers')) above = [...partOf(at.members, at.pointer, 'headers', true), ...above];
    }
    for (let at = /** @type {SourceNode | null} */ (node); at && at.first + at.sectionCount === place + 1; at = at.parent) {
      if (at.members.has('footers')) below = [...below, ...partOf(at.members, at.pointer, 'footers')];
    }
    this.#stack(above);
    this.#stack(below);
    if (this.#numbers.faults.length > 0) return;
    if (above.length > 0) section.headers = elementsOf(above, node.isBare);
    if (below.length > 0) section.footers = elementsOf(below, node.isBare);
    this.#sections.push(section);
  }

  /**
   * @param {readonly StackPart[]} parts which are checked
   * @param {'stack' | 'globalStack'} [form]
   */
  #stack(parts, form = 'stack') {
    for (const { list, pointer, isOfNode } of parts) {
      this.#numbers.value(/** @type {any} */ ({ form, detail: isOfNode ? this.#rows.nodeHeader : undefined }), list, pointer);
    }
  }

  /**
   * The index of the engine that a node or a section names; null if it names none.
   *
   * @param {Members} members
   * @param {string} pointer
   */
  #engine(members, pointer) {
    return members.has('engine') ? this.#numbers.choice(members.get('engine'), `${pointer}/engine`, this.#numbers.vocabulary.engines) : null;
  }

  /**
   * Metrics with those of an inner level, which replace them one by one, and their rivals.
   *
   * @param {any} outer
   * @param {any} own undefined if there are none
   */
  #merged(outer, own) {
    return own === undefined || this.#numbers.faults.length > 0 ? outer : merged(outer, own, this.#rivals);
  }

  /**
   * Checks the keys of a section's items: one for each, none twice.
   *
   * @param {any} value
   * @param {string} pointer
   * @param {number | null} itemCount null if it is not known
   */
  #keys(value, pointer, itemCount) {
    if (!Array.isArray(value)) return void this.#numbers.wrongType(pointer);
    const { length } = value;
    const before = this.#keyCount;
    this.#keyCount += length;
    if (this.#keyCount > keysMax) return before > keysMax ? undefined : this.#refuse(`${this.#base}/source`, 'too-many', `has more than ${keysMax} keys`);
    if (itemCount !== null && length !== itemCount) return this.#refuse(pointer, 'not-allowed', `has ${length} keys, there are ${itemCount} items`);
    const places = new Map();
    for (let place = 0; place < length && this.#numbers.goesOn; place += 1) {
      const key = value[place];
      const at = () => `${pointer}/${place}`;
      const first = places.get(key);
      if (typeof key !== 'string' && !Number.isFinite(key)) this.#refuse(at(), 'wrong-type', 'must be a string or a number');
      // An unpaired surrogate is not valid text.
      else if (typeof key === 'string' && /\p{Surrogate}/u.test(key)) this.#numbers.fault(at, 'out-of-range');
      else if (first !== undefined) this.#refuse(at(), 'duplicate-key', 'is the key of another item', { first: `${pointer}/${first}` });
      else places.set(key, place);
    }
    return undefined;
  }
}

/**
 * Headers or footers of a node or of a section.
 *
 * @param {Members} members
 * @param {string} pointer
 * @param {'headers' | 'footers'} name
 * @param {boolean} [isOfNode] whether they are headers of a node
 * @returns {StackPart[]} none if there are none
 */
function partOf(members, pointer, name, isOfNode = false) {
  return members.has(name) ? [{ list: members.get(name), pointer: `${pointer}/${name}`, isOfNode }] : [];
}

/**
 * The headers or footers of a section, from those of nodes and its own.
 *
 * @param {readonly StackPart[]} parts
 * @param {boolean} [isBare] whether the section shows only the headers that say so
 */
function elementsOf(parts, isBare = false) {
  return parts.flatMap(({ list, isOfNode }) => list.map((/** @type {any} */ element) => {
    if (!isOfNode) return isBare ? { hidden: true } : element;
    const { visibleWhileShowingPlaceholder, ...others } = element;
    return isBare && !visibleWhileShowingPlaceholder ? { hidden: true } : others;
  }));
}

/**
 * Whether a value is nested too deep.
 *
 * @param {any} value
 * @param {number} most levels
 * @returns {boolean}
 */
function isDeeper(value, most) {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return most === 0 || Object.values(value).some((member) => isDeeper(member, most - 1));
}
