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

/** The states of basic nodes that list nothing now, and all, in the order in which that of a child becomes that of its node. */
const bareStates = ['initial', 'loading', 'noContent', 'error'];
const dominance = ['loading', 'refreshing', 'error', 'noContent', 'loaded', 'initial'];

/**
 * The states of the nodes of a source that the service has accepted, and their sections in the layout (docs/rules.md#sources), in the
 * order of `sourceNodes`.
 *
 * @param {any} source
 * @returns {{ state: string, first: number, sectionCount: number }[]}
 */
export function resolvedNodes(source) {
  const found = [];
  let first = 0;
  const add = (node, isShown) => {
    const entry = { state: stateOf(node), first, sectionCount: 0 };
    found.push(entry);
    const { children, sections } = node;
    const isBare = children ? entry.state === 'loading' && Object.hasOwn(node, 'placeholder') : bareStates.includes(entry.state);
    if (isShown && (isBare || !children)) first += isBare ? 1 : sections?.length ?? 1;
    children?.forEach((child, number) => add(child, isShown && !isBare && (node.selected ?? number) === number));
    entry.sectionCount = first - entry.first;
  };
  add(source, true);
  return found;
}

/** That of a basic node, or the one that follows from those of the children. */
function stateOf({ state = 'loaded', children, selected = null }) {
  if (!children) return state;
  if (selected !== null) return stateOf(children[selected]);
  const states = new Set(children.map(stateOf));
  return dominance.find((name) => states.has(name)) ?? 'loaded';
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
