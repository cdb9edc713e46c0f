// @ts-check

/** @typedef {import('./SourceNode.js').SourceNode} SourceNode */
/** @typedef {Map<SourceNode, SourceNode>} Same nodes of one tree, with the same ones of the other tree */

/** Which nodes and sections of two trees are the same, and how the other sections come and go (docs/rules.md#two-trees). */
export class SectionMatch {
  /** The nodes of the old tree by those of the new one, and back. */
  #before = /** @type {Same} */ (new Map());
  #after = /** @type {Same} */ (new Map());
  /** @type {(number | undefined)[]} for each section of the new tree, the same one of the old tree */
  sections = [];

  /**
   * @param {readonly SourceNode[]} old each before those below it
   * @param {readonly SourceNode[]} now
   */
  constructor(old, now) {
    this.#match(old, now);
    for (const node of now) {
      const same = this.#before.get(node);
      for (let section = 0; section < node.ownCount; section += 1) this.sections[node.first + section] = undefined;
      if (!node.hasChildren) {
        const count = same && !same.hasChildren ? Math.min(node.ownCount, same.ownCount) : 0;
        for (let section = 0; same && section < count; section += 1) this.sections[node.first + section] = same.first + section;
      } else if (node.ownCount > 0) {
        this.sections[node.first] = (isBareAbove(same) ? same : basicBelow(node, this.#before))?.first;
      }
    }
    for (const node of old) {
      // Below the same node there may be none of the old nodes, which are elsewhere then.
      if (!isBareAbove(node) || isBareAbove(this.#after.get(node))) continue;
      const basic = basicBelow(node, this.#after);
      if (basic) this.sections[basic.first] = node.first;
    }
  }

  /**
   * Finds the nodes that are the same. O(nodes)
   *
   * @param {readonly SourceNode[]} old
   * @param {readonly SourceNode[]} now
   */
  #match(old, now) {
    // The roots are the same, whatever their ids.
    this.#before.set(now[0], old[0]);
    const byId = new Map(old.slice(1).map((node) => [node.id, node]));
    for (const [place, node] of now.entries()) {
      const named = place > 0 && node.id !== null && byId.get(node.id);
      if (named) this.#before.set(node, named);
      const same = this.#before.get(node);
      if (!same) continue;
      this.#after.set(same, node);
      for (const [number, child] of node.children.entries()) {
        const other = same.children[number];
        if (other && child.id === null && other.id === null) this.#before.set(child, other);
      }
    }
  }

  /**
   * How a section of a node of the old tree goes; undefined if no selection moves it.
   *
   * @param {SourceNode} node
   */
  going(node) {
    return slide(node, (above) => [above.selected, this.#after.get(above)?.selected]);
  }

  /**
   * How a section of a node of the new tree comes.
   *
   * @param {SourceNode} node
   */
  coming(node) {
    return slide(node, (above) => [this.#before.get(above)?.selected, above.selected]);
  }
}

/**
 * Whether a node has one section in place of all nodes below it.
 *
 * @param {SourceNode | undefined} node
 */
function isBareAbove(node) {
  return node !== undefined && node.hasChildren && node.ownCount > 0;
}

/**
 * The first basic node below a node that has a section in the other tree, there.
 *
 * @param {SourceNode} node
 * @param {Same} same
 * @returns {SourceNode | undefined}
 */
function basicBelow({ children, selected }, same) {
  for (const child of selected === null ? children : [children[selected]]) {
    const other = child.hasChildren ? undefined : same.get(child);
    const found = other && !other.hasChildren && other.ownCount > 0 ? other : basicBelow(child, same);
    if (found) return found;
  }
  return undefined;
}

/**
 * The slide of the outermost node whose selection differs, of a node and those above it. O(depth)
 *
 * @param {SourceNode} node
 * @param {(node: SourceNode) => (number | null | undefined)[]} selections before and after
 * @returns {'left' | 'right' | undefined}
 */
function slide(node, selections) {
  /** @type {'left' | 'right' | undefined} */
  let found;
  for (let at = /** @type {SourceNode | null} */ (node); at; at = at.parent) {
    const [before = null, after = null] = selections(at);
    if (before !== null && after !== null && before !== after) found = after > before ? 'right' : 'left';
  }
  return found;
}
