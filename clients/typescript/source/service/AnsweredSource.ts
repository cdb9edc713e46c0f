import type { AnsweredNode, SourceState } from '../../types/index.js';

/** The nodes of a posted source, and where their sections are in the layout. */
export class AnsweredSource {
  /** The state of the root: one loading indicator for the whole page. */
  declare readonly state: SourceState;
  /** The ids of the nodes to load. Whoever loads one sets its state to `loading`. */
  declare readonly load: readonly string[];
  /** The nodes with an id, each before those below it, in order. */
  declare readonly nodes: readonly AnsweredNode[];
  #places;

  /** @private */
  constructor({ state, load, nodes }: { state: SourceState, load: string[], nodes: AnsweredNode[] }) {
    this.state = state;
    this.load = load;
    this.nodes = nodes;
    this.#places = new Map(nodes.map((node) => [node.id, node]));
  }

  /** The node with an id; null if there is none. */
  node(id: string): AnsweredNode | null {
    return this.#places.get(id) ?? null;
  }

  /**
   * The number in the layout of a node's section; null if the layout does not show it.
   *
   * @param section the number of the section in the node, 0 by default
   */
  place(id: string, section: number = 0): number | null {
    const node = this.node(id);
    return node?.first !== undefined && isNumber(section, node.sectionCount) ? node.first + section : null;
  }

  /** The nodes that a section of the layout belongs to, from the outermost one on, with its number in each. */
  path(section: number): { id: string; section: number }[] {
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
