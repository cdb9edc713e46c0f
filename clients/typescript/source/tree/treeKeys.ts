import { SourceNode } from './SourceNode.js';
import { nodesOf } from './treeNodes.js';

/** The keys of the items of each section of a snapshot with a source; null for a section without keys. */
export function treeKeys({ source }: any): (readonly any[] | null)[] {
  return source ? SourceNode.keys(nodesOf(source)) : [];
}
