import type { HorizontalRootHeaderInput, HorizontalSourceNode, RootHeaderInput, SourceNode } from './described.js';

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

/** A node, which may be the root. */
export type AnyNode = SourceNode<RootHeaderInput> | HorizontalSourceNode<HorizontalRootHeaderInput>;

/** Some of the members of a node. */
export type SourceNodeMembers<Node = AnyNode> = Node extends unknown ? Partial<Node> : never;
