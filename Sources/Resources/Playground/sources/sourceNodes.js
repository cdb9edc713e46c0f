/** The most nodes that are listed. */
const maximumCount = 1000;

/** The states of a basic node, each with those that it can change to. */
export const nextStates = {
  initial: ['loading'],
  loading: ['loaded', 'noContent', 'error'],
  refreshing: ['loaded', 'noContent', 'error'],
  loaded: ['refreshing', 'noContent', 'error'],
  noContent: ['refreshing', 'loaded', 'error'],
  error: ['loading', 'refreshing', 'noContent', 'loaded'],
};

/**
 * The nodes of a source as it is written, each before those below it. Not recursive, since texts may be of any depth.
 *
 * @param {any} source
 * @returns {{ node: any, pointer: string, parent: any, level: number, place: number, count: number }[]} `place` is the number
 *   among the `count` children of the parent, from 0
 */
export function sourceNodes(source) {
  const found = [];
  const left = [{ node: source, pointer: '/source', parent: null, level: 1, place: 0, count: 1 }];
  while (left.length && found.length < maximumCount) {
    const entry = left.pop();
    found.push(entry);
    const { pointer, level } = entry;
    const children = childrenOf(entry);
    for (let place = children.length - 1; place >= 0; place -= 1) {
      if (!isObject(children[place])) continue;
      left.push({
        node: children[place], pointer: `${pointer}/children/${place}`, parent: entry, level: level + 1, place, count: children.length,
      });
    }
  }
  return found;
}

/** The children of a node as they are written; none of a basic node. */
export function childrenOf({ node }) {
  return Array.isArray(node.children) ? node.children : [];
}

/**
 * The source of the snapshot that a text is.
 *
 * @param {string} text
 * @returns {any} null if the snapshot has none; undefined if the text is not JSON
 */
export function sourceIn(text) {
  if (!/"source"\s*:/u.test(text)) return null;
  try {
    const { source } = JSON.parse(text) ?? {};
    return isObject(source) ? source : null;
  } catch {
    return undefined;
  }
}

/** @param {any} value */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
