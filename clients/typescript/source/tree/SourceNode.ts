import { AnsweredSource } from '../service/AnsweredSource.js';

/** The states of basic nodes that list nothing now. */
const bareStates = ['initial', 'loading', 'noContent', 'error'];
/** The order in which the state of a child becomes that of its node. */
const dominance = ['loading', 'refreshing', 'error', 'noContent', 'loaded', 'initial'];

/** A node of a source that the service has accepted (docs/rules.md#sources). */
export class SourceNode {
  members;
  declare parent: SourceNode | null;
  declare number: number;
  children: SourceNode[] = [];
  id: string | null = null;
  /** That of a basic node; otherwise the state that follows from those of the children. */
  state = 'loaded';
  isMovable = false;
  isEditable = false;
  /** The number of the child that is shown; null if all are. */
  selected: number | null = null;
  /** Whether no node from the root to this one has selected another child. */
  isShown = false;
  /** Whether a node above it shows one section in place of all nodes below. */
  isReplaced = false;
  /** The number of its first section in the layout, and the number of its sections there. */
  first = 0;
  sectionCount = 0;

  /** @param number among the children of the parent */
  constructor(members: ReadonlyMap<string, any>, parent: SourceNode | null, number: number) {
    this.members = members;
    this.parent = parent;
    this.number = number;
    parent?.children.push(this);
  }

  get hasChildren() {
    return this.members.has('children');
  }

  /** Whether it is one section without items, because of its state: in place of what it lists, or of all nodes below. */
  get isBare() {
    return this.hasChildren ? this.members.has('placeholder') && this.state === 'loading' : bareStates.includes(this.state);
  }

  /** The number of sections that it lists itself, in any state. */
  get listedCount() {
    return this.hasChildren ? 0 : this.members.get('sections')?.length ?? 1;
  }

  /** The number of sections of the layout that are its own, and not those of nodes below it. */
  get ownCount() {
    return this.isBare || !this.hasChildren ? this.sectionCount : 0;
  }

  /**
   * Derives the states of nodes with children, decides which nodes are shown, and numbers their sections. O(nodes)
   *
   * @param nodes each before those below it
   */
  static resolve(nodes: readonly SourceNode[]) {
    const outwards = [...nodes].reverse();
    for (const node of outwards) if (node.hasChildren) node.state = node.#stateOfChildren();
    let next = 0;
    for (const node of nodes) {
      const { parent, number } = node;
      node.isShown = !parent || (parent.isShown && (parent.selected ?? number) === number);
      node.isReplaced = parent !== null && (parent.isReplaced || parent.isBare);
      node.first = next;
      if (node.isShown && !node.isReplaced) node.sectionCount = node.isBare ? 1 : node.listedCount;
      next += node.sectionCount;
    }
    for (const { parent, sectionCount } of outwards) if (parent) parent.sectionCount += sectionCount;
  }

  /**
   * What the answer says of a source. O(nodes)
   *
   * @param nodes each before those below it
   */
  static answer(nodes: readonly SourceNode[]) {
    return new AnsweredSource({
      state: nodes[0].state as any,
      load: nodes.flatMap(({ id, state, isShown, hasChildren }) => (isShown && !hasChildren && state === 'initial' ? id ?? [] : [])),
      nodes: nodes.flatMap((node) => (node.id === null ? [] : node.#answer(node.id))),
    });
  }

  /**
   * For each section the keys of its items; null if it has none.
   *
   * @param nodes each before those below it
   */
  static keys(nodes: readonly SourceNode[]): (readonly any[] | null)[] {
    return nodes.flatMap(({ members, ownCount, isBare }) => {
      const list = isBare ? null : members.get('sections');
      if (ownCount === 0) return [];
      return list ? list.map(({ keys = null }: any) => keys) : [isBare ? null : members.get('keys') ?? null];
    });
  }

  #answer(id: string) {
    return {
      id, state: this.state as any, ...(this.sectionCount > 0 && { first: this.first }), sectionCount: this.sectionCount,
      ...(this.isMovable && { movable: true }), ...(this.isEditable && { editable: true }),
    };
  }

  #stateOfChildren() {
    const { children, selected } = this;
    if (selected !== null) return children[selected].state;
    const states = new Set(children.map(({ state }) => state));
    return dominance.find((state) => states.has(state)) ?? 'loaded';
  }
}
