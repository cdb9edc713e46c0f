// @ts-check
import { AnsweredSource } from '../../service/AnsweredSource.js';

/** @typedef {import('./SourceNode.js').SourceNode} SourceNode */

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
    this.answer = new AnsweredSource({
      state: /** @type {any} */ (nodes[0].state),
      load: nodes.flatMap(({ id, state, isShown, hasChildren }) => (isShown && !hasChildren && state === 'initial' ? id ?? [] : [])),
      nodes: nodes.flatMap((node) => (node.id === null ? [] : answered(node.id, node))),
    });
  }

  /**
   * The pointer to the node of a section, or to its entry in the node's `sections`. O(nodes)
   *
   * @param {number} section
   */
  pointer(section) {
    const node = this.#nodes.find(({ hasChildren, isBare, first, sectionCount }) => (
      (!hasChildren || isBare) && section < first + sectionCount));
    if (!node) throw new RangeError(`There is no section ${section}`);
    return node.members.has('sections') && !node.isBare ? `${node.pointer}/sections/${section - node.first}` : node.pointer;
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

/**
 * What the answer says of a node.
 *
 * @param {string} id
 * @param {SourceNode} node
 * @returns {import('../../../index.js').AnsweredNode}
 */
function answered(id, { state, first, sectionCount, isMovable, isEditable }) {
  return {
    id, state: /** @type {any} */ (state), ...(sectionCount > 0 && { first }), sectionCount, ...(isMovable && { movable: true }),
    ...(isEditable && { editable: true }),
  };
}
