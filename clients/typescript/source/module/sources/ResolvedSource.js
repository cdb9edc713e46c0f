// @ts-check
import { localProblem } from '../../service/localProblem.js';
import { SourceNode } from './SourceNode.js';

/** The sections that a source stands for, and the places in the source that they come from. */
export class ResolvedSource {
  #nodes;
  #vocabulary;
  #hasUnread;

  /**
   * @param {any} body with the sections in place of the source; their items are those of the source
   * @param {readonly SourceNode[]} nodes each before those below it
   * @param {import('../wasm/Vocabulary.js').Vocabulary} vocabulary of the module
   * @param {boolean} hasUnread whether sections have members that their engines do not read
   */
  constructor(body, nodes, vocabulary, hasUnread) {
    this.body = body;
    this.#nodes = nodes;
    this.#vocabulary = vocabulary;
    this.#hasUnread = hasUnread;
    for (const { parent, engines } of [...nodes].reverse()) for (const engine of engines) parent?.engines.add(engine);
    /** What the answer says of the source. */
    this.answer = SourceNode.answer(nodes);
  }

  /** The nodes, each before those below it. */
  get nodes() {
    return this.#nodes;
  }

  /** @returns {(readonly any[] | null)[]} for each section the keys of its items; null if it has none */
  get keys() {
    return SourceNode.keys(this.#nodes);
  }

  /**
   * The pointer to the node of a section, or to its entry in the node's `sections`. O(nodes)
   *
   * @param {number} section
   */
  pointer(section) {
    return this.#given(section).pointer;
  }

  /**
   * The pointer to the member that says the items of a section, or to what lacks it.
   *
   * @param {number} section
   */
  pointerToItems(section) {
    const { pointer, items } = this.#given(section);
    return items === undefined ? pointer : `${pointer}/items`;
  }

  /**
   * Does something with the sections, or with the steps that make them. The pointers of errors are those of the source, which alone the
   * caller knows.
   *
   * @template Value
   * @param {() => Value} act
   * @returns {Value}
   */
  pointing(act) {
    try {
      return act();
    } catch (/** @type {any} */ error) {
      const { type, detail, errors = [] } = error;
      const [, kind, section] = /^\/(steps|globalHeaders|sections\/(\d+))/.exec(errors[0]?.pointer ?? '') ?? [];
      if (!kind) throw error;
      const snapshot = this.#nodes[0].pointer.replace(/\/source$/, '');
      const pointer = section ? this.pointer(Number(section)) : snapshot;
      const codes = new Set(errors.map((/** @type {any} */ { code }) => code));
      // The detail ends with the pointer of the section.
      const message = kind === 'steps' ? `${pointer} is wrong.` : detail.replace(/: \/.*$/s, '.');
      throw localProblem(type.split('/').at(-1), message, [...codes].map((code) => ({ pointer, code })));
    }
  }

  /** @param {number} section */
  #given(section) {
    const node = this.#nodes.find(({ first, ownCount }) => section < first + ownCount);
    if (!node) throw new RangeError(`There is no section ${section}`);
    const { members, pointer, first, isBare } = node;
    if (isBare) return { pointer };
    const number = section - first;
    const list = members.get('sections');
    return list ? { pointer: `${pointer}/sections/${number}`, items: list[number].items } : { pointer, items: members.get('items') };
  }

  /** Whether there are members that the engines of their sections do not read. */
  get hasUnread() {
    const vocabulary = this.#vocabulary;
    const isRead = (/** @type {Set<number>} */ engines, /** @type {string} */ name) => (
      [...engines].some((engine) => vocabulary.reads(engine, /** @type {any} */ (vocabulary.objects.metrics.get(name)))));
    return this.#hasUnread || this.#levels().some(({ metrics, engines }) => (
      engines.size > 0 && Object.keys(metrics).some((name) => metrics[name] !== undefined && !isRead(engines, name))));
  }

  /** What warnings are about: all sections, shown or not, and the metrics that are inherited. */
  get readings() {
    const { engines: names } = this.#vocabulary;
    return {
      sections: this.#listed(),
      levels: this.#levels().map(({ engines, ...level }) => ({ ...level, engines: [...engines].map((engine) => names[engine]) })),
    };
  }

  /** The metrics of nodes, outer ones first, and of the snapshot, with the engines of the sections that inherit them. */
  #levels() {
    const levels = this.#nodes.map(({ pointer, members, engines }) => ({ pointer, metrics: members.get('metrics'), engines }));
    const [{ engines }] = this.#nodes;
    return [...levels, { pointer: '', metrics: this.body.metrics, engines }].filter(({ metrics }) => metrics !== undefined);
  }

  /**
   * The levels whose metrics the sections of a node inherit, inner ones first.
   *
   * @param {SourceNode} node
   */
  #around(node) {
    const levels = [{ pointer: '', metrics: this.body.metrics }];
    for (let at = /** @type {SourceNode | null} */ (node); at; at = at.parent) {
      levels.splice(-1, 0, { pointer: at.pointer, metrics: at.members.get('metrics') });
    }
    return levels;
  }

  /** The sections that are listed, with the places and the engines of their contents. */
  * #listed() {
    const { engines } = this.#vocabulary;
    for (const node of this.#nodes) {
      const { members, pointer, engine } = node;
      const inherited = engines[engine];
      if (node.shownPlaceholder) yield { pointer, section: { placeholder: node.shownPlaceholder }, inherited, around: [] };
      if (node.hasChildren) continue;
      const around = node.sectionCount > 0 && !node.isBare ? this.#around(node) : null;
      const list = members.get('sections');
      if (!list) yield { pointer, section: { items: members.get('items') }, inherited, around };
      else for (const [number, section] of list.entries()) yield { pointer: `${pointer}/sections/${number}`, section, inherited, around };
    }
  }
}
