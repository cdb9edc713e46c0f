// @ts-check
import { AnsweredSource } from '../../service/AnsweredSource.js';

/** @typedef {import('./SourceNode.js').SourceNode} SourceNode */

/** The sections that a source stands for, and the places in the source that they come from. */
export class ResolvedSource {
  #nodes;
  #vocabulary;
  #hasUnread;
  #fillers;

  /**
   * @param {any} body with the sections in place of the source; their items are those of the source
   * @param {readonly SourceNode[]} nodes each before those below it
   * @param {import('../wasm/Vocabulary.js').Vocabulary} vocabulary of the module
   * @param {boolean} hasUnread whether sections have members that their engines do not read
   * @param {ReadonlySet<string>} fillers the places of what would share what the content lacks, if it has no least length
   */
  constructor(body, nodes, vocabulary, hasUnread, fillers) {
    this.body = body;
    this.#nodes = nodes;
    this.#vocabulary = vocabulary;
    this.#hasUnread = hasUnread || fillers.size > 0;
    this.#fillers = fillers;
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
      fillers: this.#fillers,
      levels: this.#levels().map(({ engines, ...level }) => ({ ...level, engines: [...engines].map((engine) => names[engine]) })),
    };
  }

  /** The metrics of nodes, inner ones first, and of the snapshot, with the engines of the sections that inherit them. */
  #levels() {
    const levels = [...this.#nodes].reverse().map(({ pointer, members, engines }) => ({ pointer, metrics: members.get('metrics'), engines }));
    const [{ engines }] = this.#nodes;
    return [...levels, { pointer: '', metrics: this.body.metrics, engines }].filter(({ metrics }) => metrics !== undefined);
  }

  /** The sections that are listed, with the places and the engines of their contents. */
  * #listed() {
    const { engines } = this.#vocabulary;
    for (const { hasChildren, members, pointer, engine } of this.#nodes) {
      if (hasChildren) continue;
      const inherited = engines[engine];
      const list = members.get('sections');
      if (!list) yield { pointer, section: { items: members.get('items') }, inherited };
      else for (const [number, section] of list.entries()) yield { pointer: `${pointer}/sections/${number}`, section, inherited };
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
