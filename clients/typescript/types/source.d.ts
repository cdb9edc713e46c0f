import type { Change, ChangeOptions } from './change.js';
import type { Feed } from './feed.js';
import type { HorizontalRootHeaderInput, HorizontalSourceNode, RootHeaderInput, SourceNode, SourceSnapshot } from './snapshot.js';
import type { ItemPath } from './steps.js';
import type { Layout } from './index.js';
import type { Viewport } from './viewport.js';

/** The state of a node of a source. */
export type SourceState = 'initial' | 'loading' | 'refreshing' | 'loaded' | 'noContent' | 'error';

/** A node with an id. */
export interface AnsweredNode {
  readonly id: string;
  readonly state: SourceState;
  /** The number of its first section in the layout; undefined if it has none there. */
  readonly first?: number;
  /** The number of its sections in the layout. */
  readonly sectionCount: number;
  /** Whether a user may move its items. Undefined means false. */
  readonly movable?: boolean;
  /** Whether a user may delete its items. Undefined means false. */
  readonly editable?: boolean;
}

/** The nodes of a posted source, and where their sections are in the layout. */
export interface AnsweredSource {
  /** The state of the root: one loading indicator for the whole page. */
  readonly state: SourceState;
  /** The ids of the nodes to load. Whoever loads one sets its state to `loading`. */
  readonly load: readonly string[];
  /** The nodes with an id, each before those below it, in order. */
  readonly nodes: readonly AnsweredNode[];

  /** The node with an id; null if there is none. */
  node(id: string): AnsweredNode | null;

  /**
   * The number in the layout of a node's section; null if the layout does not show it.
   *
   * @param section the number of the section in the node, 0 by default
   */
  place(id: string, section?: number): number | null;

  /** The nodes that a section of the layout belongs to, from the outermost one on, with its number in each. */
  path(section: number): { id: string; section: number }[];
}

/** A node, which may be the root. */
type AnyNode = SourceNode<RootHeaderInput> | HorizontalSourceNode<HorizontalRootHeaderInput>;

/** Some of the members of a node. */
export type SourceNodeMembers<Node = AnyNode> = Node extends unknown ? Partial<Node> : never;

/**
 * The source of a layout that is shown. A change of a node is one change of the layout, from the source before to the one after it. Changes
 * are made in order, each from the result of those before it. A change that is refused leaves the source as it was.
 *
 * Sections of `move` and `delete` are those of the layout. The source follows its viewport: if a feed moves cells because they are dragged,
 * if others move and delete items, and if others change the layout from one source to another. Other steps and updates do not change it: make
 * a new one after them.
 */
export class SourceTree {
  /**
   * @param shown the viewport or feed that shows the snapshot, or its layout. `layout` is then the layout after the last change.
   * @param snapshot with a source, as a value. It is not modified; do not modify it either.
   * @throws TypeError when the snapshot has no source, the feed shows no layout yet, or `shown` is none of these
   */
  constructor(shown: Viewport | Feed | Layout, snapshot: SourceSnapshot);

  /** The snapshot with the source as it is after the last change. */
  readonly snapshot: SourceSnapshot;
  /** The nodes, and where their sections are in the layout. */
  readonly source: AnsweredSource;
  readonly layout: Layout;

  /** The ids of the nodes to load. Whoever loads one sets its state to `loading`. */
  load(): readonly string[];

  /** The node with an id, as the snapshot has it; null if there is none. */
  node(id: string): AnyNode | null;

  /**
   * Changes members of a node; those that are undefined are left out from then on. A function is called with the node when all earlier
   * changes have been made, and returns the members.
   *
   * @throws RangeError when no node has the id; Problem as `change` does, such as `illegal-transition`
   */
  set(
    id: string, members: SourceNodeMembers | ((node: AnyNode) => SourceNodeMembers),
    options?: ChangeOptions): Promise<Change>;

  /**
   * Selects the child that a node shows.
   *
   * @throws as `set` does
   */
  select(id: string, selected: number, options?: ChangeOptions): Promise<Change>;

  /**
   * Moves an item for a user, with its key.
   *
   * @throws Problem `invalid-change` with `cross-source-move` or `not-movable` if the nodes do not allow it; nothing is sent then
   */
  move(from: ItemPath, to: ItemPath, options?: ChangeOptions): Promise<Change>;

  /**
   * Deletes items for a user, with their keys.
   *
   * @throws Problem `invalid-change` with `not-editable` if a node does not allow it; nothing is sent then
   */
  delete(
    items: (ItemPath & { count?: number }) | readonly (ItemPath & { count?: number })[], options?: ChangeOptions): Promise<Change>;

  /**
   * Whether a user may move an item, and to a place if one is given. The places are those before the move: in `onMove` of a feed, call this
   * before you wait for anything.
   */
  mayMove(from: ItemPath, to?: ItemPath): boolean;

  /** Whether a user may delete an item. */
  mayDelete(item: ItemPath): boolean;
}
