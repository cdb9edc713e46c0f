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
