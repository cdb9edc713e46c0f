import type { AnsweredNode, SourceState } from '../../types/index.js';

/** What the answer to a posted source says of its nodes. */
export class AnsweredSource {
  state;
  load;
  nodes;
  #places;

  constructor({ state, load, nodes }: { state: SourceState, load: string[], nodes: AnsweredNode[] }) {
    this.state = state;
    this.load = load;
    this.nodes = nodes;
    this.#places = new Map(nodes.map((node) => [node.id, node]));
  }

  node(id: string) {
    return this.#places.get(id) ?? null;
  }

  place(id: string, section = 0) {
    const node = this.node(id);
    return node?.first !== undefined && isNumber(section, node.sectionCount) ? node.first + section : null;
  }

  path(section: number) {
    const found = [];
    for (const { id, first = NaN, sectionCount } of this.nodes) {
      if (isNumber(section - first, sectionCount)) found.push({ id, section: section - first });
    }
    return found;
  }
}

/** @param count of the things that have numbers */
function isNumber(number: number, count: number) {
  return Number.isInteger(number) && number >= 0 && number < count;
}
