import { missingSize } from '../steps/itemForms.js';
import { checkList, checkObject } from '../steps/options.js';
import { SourceNode } from './SourceNode.js';

/** A node with its value in the source. */
export class TreeNode extends SourceNode {
  value;
  /** @param number among the children of the parent */
  constructor(value: any, parent: TreeNode | null, number: number) {
    checkObject('A node of the source', value);
    super(new Map(Object.entries(value).filter(([, member]) => member !== undefined)), parent, number);
    this.value = value;
    const { id = null, state = 'loaded', movable = false, editable = false, selected = null } = value;
    Object.assign(this, { id, state, isMovable: movable, isEditable: editable, selected });
  }
}

/** The nodes of a source that the service has accepted, each before those below it, with their sections. */
export function nodesOf(source: any): TreeNode[] {
  const nodes: TreeNode[] = [];
  const add = (value: any, parent: TreeNode | null, number: number) => {
    const node = new TreeNode(value, parent, number);
    nodes.push(node);
    const { children = [] } = value;
    checkList('children', children);
    children.forEach((child: any, place: number) => add(child, node, place));
  };
  add(source, null, 0);
  SourceNode.resolve(nodes);
  return nodes;
}

/**
 * The value of a node after the values of nodes at or below it have changed. Values that do not change stay the same objects.
 *
 * @param values the new values of the changed nodes
 */
export function changedValue(node: any, values: ReadonlyMap<TreeNode, any>): any {
  if (values.has(node)) return values.get(node);
  const children = node.children.map((child: TreeNode) => changedValue(child, values));
  const isSame = children.every((child: any, place: number) => child === node.children[place].value);
  return isSame ? node.value : { ...node.value, children };
}

/**
 * The sizes of items in a section of a node: of those that say none, and of those that come from another section without a size that the
 * engine reads (docs/rules.md#items).
 */
export function itemSizes(snapshot: any, node: TreeNode, section: any) {
  const levels = [section];
  for (let above = node as any; above; above = above.parent) levels.push(above.value);
  levels.push(snapshot);
  const inherited = (name: string) => levels.find(({ metrics }) => metrics?.[name] !== undefined)?.metrics[name];
  const engine = levels.find((level) => level.engine !== undefined)?.engine ?? 'flow';
  const isHorizontal = snapshot.scrollDirection === 'horizontal';
  return { posted: missingSize(engine, isHorizontal, inherited), moved: missingSize(engine, isHorizontal, () => undefined) };
}
