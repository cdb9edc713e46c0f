import { itemCount } from '../../source/steps/itemCount.js';
import { formOfItems, formOfMetrics, stack } from './randomForms.js';
import { nodesIn, randomSource, withSourceMistakes } from './randomSource.js';

const statesAfter = {
  initial: ['loading'], loading: ['loaded', 'noContent', 'error'], refreshing: ['loaded', 'noContent', 'error'],
  loaded: ['refreshing', 'noContent', 'error'], noContent: ['refreshing', 'loaded', 'error'], error: ['loading', 'refreshing', 'noContent', 'loaded'],
};

/** Two trees: the second is the first with some changes, of which few are not allowed. */
export function randomTrees(random, scrollDirection, layoutDirection) {
  // Few of them have many nodes.
  const sources = Array.from({ length: random.whole(1, 6) }, () => randomSource(random, scrollDirection, layoutDirection));
  const countOf = ({ source }) => [...nodesIn(source)].length;
  const from = sources.reduce((most, source) => (countOf(source) > countOf(most) ? source : most));
  // Without long lists, more is compared in the same time.
  for (const node of nodesIn(from.source)) for (const list of node.children ? [] : node.sections ?? [node]) shorten(random, list);
  const to = structuredClone(from);
  for (let turn = random.pick([0, 1, 3, 6, 12]); turn > 0; turn -= 1) vary(random, to, scrollDirection);
  for (const node of nodesIn(to.source)) {
    const { children, selected } = node;
    if (selected !== undefined && !(selected in (children ?? []))) delete node.selected;
  }
  return { from, to };
}

/** The same trees, at least one of them with mistakes. */
export function withMistakenTrees(random, { from, to }) {
  const wrong = (tree) => (random.chance(0.1) ? random.pick([null, 3, {}, { sections: [] }]) : withSourceMistakes(random, tree));
  const which = random.whole(0, 2);
  const change = { from: which === 1 ? from : wrong(from), to: which === 0 ? to : wrong(to) };
  if (random.chance(0.1)) return { ...change, steps: [random.pick([{}, { delete: [3] }])] };
  if (random.chance(0.1) && change.to) change.to = { ...change.to, [random.pick(['scrollDirection', 'layoutDirection'])]: random.pick(['horizontal', 'rtl', 'x']) };
  if (random.chance(0.05)) delete change[random.pick(['from', 'to'])];
  return change;
}

/** Steps of a user, on the items of sections: mostly there, now and then wrong. */
export function randomUserSteps(random, sections) {
  const place = (spare) => {
    const section = random.whole(0, Math.max(0, sections.length - (random.chance(0.95) ? 1 : 0)));
    return { section, item: random.whole(0, Math.max(0, itemCount(sections[section]?.items) - (random.chance(0.95) ? 1 - spare : 0))) };
  };
  const entries = {
    delete: () => ({ ...place(0), ...(random.chance(0.3) ? { count: 2 } : {}) }), move: () => ({ from: place(0), to: place(0) }),
    insert: () => ({ ...place(1), items: [{ width: 3, height: 4 }] }), resize: () => ({ ...place(0), items: [{ width: 3, height: 5 }] }), reload: () => place(0),
    deleteSections: () => ({ section: 0 }),
  };
  return Array.from({ length: random.whole(1, 2) }, () => {
    const step = {};
    for (let count = random.whole(1, 3); count > 0; count -= 1) {
      const list = random.pick(random.chance(0.95) ? Object.keys(entries).slice(0, -1) : Object.keys(entries));
      (step[list] ??= []).push(entries[list]());
    }
    return step;
  });
}

function shorten(random, list) {
  if (itemCount(list.items) > 40) list.items = { count: 30, width: 40, height: 40 };
  if (random.chance(0.6)) list.keys = Array.from({ length: itemCount(list.items) }, (_, number) => (random.chance(0.5) ? number : `k${number}`));
  else delete list.keys;
}

/** One change of a tree. */
function vary(random, body, scrollDirection) {
  const nodes = [...nodesIn(body.source)];
  const node = random.pick(nodes);
  const lists = nodes.flatMap((one) => (one.children ? [] : one.sections ?? [one]));
  const list = lists.length > 0 && random.pick(lists);
  switch (random.whole(0, 11)) {
    case 0: case 1: return void setState(random, random.pick(nodes.filter(({ children }) => !children).concat(null)));
    case 2: {
      const segmented = nodes.filter(({ selected }) => selected !== undefined);
      for (const one of segmented) one.selected = random.whole(0, one.children.length - 1);
      return undefined;
    }
    case 3: case 4: case 5: return list ? void setItems(random, list, scrollDirection) : undefined;
    case 6: {
      const one = random.pick([body, node, ...(list ? [list] : [])]);
      if (random.chance(0.2)) delete one.metrics;
      else one.metrics = { ...one.metrics, ...formOfMetrics(random) };
      if (one.metrics?.numberOfColumns) delete one.metrics.minimumColumnWidth;
      return undefined;
    }
    case 7: {
      const one = random.pick([node, ...(list ? [list] : [])]);
      one[random.pick(['headers', 'footers'])] = stack(random, scrollDirection);
      if (random.chance(0.3)) one.placeholder = random.pick([{}, { data: 'wait', backgroundColor: 'red' }, { height: 30, width: 30 }]);
      return undefined;
    }
    case 8: return void moveNode(random, nodes);
    case 9: {
      if (random.chance(0.5)) body.globalHeaders = stack(random, scrollDirection);
      else body.minimumContentLength = random.pick([0, 200, 1000.5]);
      return undefined;
    }
    case 10: {
      // Two of them look alike.
      if (random.chance(0.3) && list) list.id = random.pick(['', 's9', '\u00c4', 'A\u0308']);
      else if (random.chance(0.3)) node.engine = random.pick(['flow', 'column', 'mosaic']);
      else if (node.sections) node.sections.splice(random.whole(0, node.sections.length), random.whole(0, 1), { id: 'other', items: { count: 3, width: 9, height: 8 } });
      return undefined;
    }
    default: {
      if (!node.children) return undefined;
      const other = { id: `other ${random.whole(0, 99)}`, items: { count: 4, width: 30, height: 30 }, ...(random.chance(0.3) ? { state: 'initial' } : {}) };
      if (!nodes.some(({ id }) => id === other.id)) node.children.splice(random.whole(0, node.children.length), random.whole(0, 1), other);
    }
  }
}

function setState(random, node) {
  if (!node) return;
  const { state = 'loaded' } = node;
  node.state = random.chance(0.95) ? random.pick(statesAfter[state]) : random.pick(Object.keys(statesAfter));
}

/** A node elsewhere in the tree, or another order of children. */
function moveNode(random, nodes) {
  const parents = nodes.filter(({ children }) => children?.length > 0);
  if (parents.length === 0) return;
  const [owner, target] = [random.pick(parents), random.pick(parents)];
  const [node] = owner.children.splice(random.whole(0, owner.children.length - 1), 1);
  // Not below itself.
  const place = [...nodesIn(node)].includes(target) ? owner : target;
  place.children.splice(random.whole(0, place.children.length), 0, node);
}

/** Other items; with keys some of them stay. */
function setItems(random, list, scrollDirection) {
  if (!list.keys || random.chance(0.2)) {
    const { items, count } = formOfItems(random, 'waterfall', scrollDirection);
    list.items = count > 40 ? { count: 12, width: 20, height: 30 } : items;
    delete list.keys;
    if (random.chance(0.5)) list.keys = Array.from({ length: itemCount(list.items) }, (_, number) => number);
    return;
  }
  const size = () => ({ width: random.whole(1, 60), height: random.whole(1, 3) * 20, ...(random.chance(0.2) ? { estimated: true } : {}) });
  let keys = list.keys.filter(() => random.chance(0.8));
  if (random.chance(0.4) && keys.length > 1) keys.splice(random.whole(0, keys.length - 1), 0, ...keys.splice(random.whole(0, keys.length - 1), random.whole(1, 3)));
  if (random.chance(0.1)) keys.reverse();
  if (random.chance(0.2)) keys = [...list.keys];
  for (let count = random.whole(0, 3); count > 0; count -= 1) keys.splice(random.whole(0, keys.length), 0, `new ${count} ${keys.length}`);
  list.keys = [...new Set(keys)];
  list.items = random.chance(0.5) ? list.keys.map(size) : { count: list.keys.length, ...size() };
}
