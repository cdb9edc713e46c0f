// @ts-check

/** @typedef {import('../../index.js').AnsweredNode} AnsweredNode */

/** What the answer to a posted source says of its nodes. */
export class AnsweredSource {
  #places;

  /** @param {{ state: import('../../index.js').SourceState, load: string[], nodes: AnsweredNode[] }} answer */
  constructor({ state, load, nodes }) {
    this.state = state;
    this.load = load;
    this.nodes = nodes;
    this.#places = new Map(nodes.map((node) => [node.id, node]));
  }

  /** @param {string} id */
  node(id) {
    return this.#places.get(id) ?? null;
  }

  /**
   * @param {string} id
   * @param {number} section
   */
  place(id, section = 0) {
    const node = this.node(id);
    return node?.first !== undefined && isNumber(section, node.sectionCount) ? node.first + section : null;
  }

  /** @param {number} section */
  path(section) {
    const found = [];
    for (const { id, first = NaN, sectionCount } of this.nodes) {
      if (isNumber(section - first, sectionCount)) found.push({ id, section: section - first });
    }
    return found;
  }
}

/**
 * @param {number} number
 * @param {number} count of the things that have numbers
 */
function isNumber(number, count) {
  return Number.isInteger(number) && number >= 0 && number < count;
}
