// @ts-check
import { SourceNode } from './SourceNode.js';
import { nodesOf } from './treeNodes.js';

/**
 * The keys of the items of each section of a snapshot with a source; null for a section without keys.
 *
 * @param {any} snapshot
 * @returns {(readonly any[] | null)[]}
 */
export function treeKeys({ source }) {
  return source ? SourceNode.keys(nodesOf(source)) : [];
}
