import { formOfItems, formOfMetrics, globalHeaders, stack } from './randomForms.js';

const engines = ['flow', 'column', 'waterfall', 'mosaic'];
const states = ['initial', 'loading', 'refreshing', 'loaded', 'noContent', 'error'];

/** A snapshot with a source: nodes of all kinds, in all states, with everything that a node may have. */
export function randomSource(random, scrollDirection, layoutDirection) {
  const engine = random.chance(0.5) ? random.pick(engines) : undefined;
  const left = { nodes: random.pick([1, 3, 8, 20, 40]), id: 0 };
  return {
    scrollDirection, layoutDirection, ...(engine && { engine }), ...(random.chance(0.5) ? { metrics: metricsOf(random) } : {}),
    ...(random.chance(0.3) ? { globalHeaders: globalHeaders(random, scrollDirection) } : {}),
    ...(random.chance(0.3) ? { globalHeaderBackgroundColor: random.pick(['white', null]) } : {}),
    ...(random.chance(0.4) ? { minimumContentLength: random.pick([0, 100, 1000.5, 100_000]) } : {}),
    source: randomNode(random, scrollDirection, { level: 0, engine: engine ?? 'flow', left }),
  };
}

function randomNode(random, scrollDirection, { level, engine: inherited, left }) {
  left.nodes -= 1;
  left.id += 1;
  const engine = random.chance(0.3) ? random.pick(engines) : undefined;
  const inner = engine ?? inherited;
  const node = {
    ...(random.chance(0.7) ? { id: random.pick([`node ${left.id}`, `ü/~${left.id}`]) } : {}), ...(engine && { engine }),
    ...(random.chance(0.4) ? { metrics: metricsOf(random) } : {}),
    ...(random.chance(0.4) ? { headers: nodeHeaders(random, level === 0 ? globalHeaders(random, scrollDirection) : stack(random, scrollDirection)) } : {}),
    ...(random.chance(0.3) ? { footers: stack(random, scrollDirection) } : {}),
    ...(random.chance(0.3) ? { placeholder: placeholder(random, scrollDirection) } : {}),
  };
  if (level < 4 && random.chance(level === 0 ? 0.9 : 0.5)) {
    const children = [];
    for (let count = random.whole(0, 4); count > 0 && left.nodes > 0; count -= 1) {
      children.push(randomNode(random, scrollDirection, { level: level + 1, engine: inner, left }));
    }
    const isSegmented = children.length > 0 && random.chance(0.4);
    return { ...node, ...(isSegmented && { selected: random.whole(0, children.length - 1) }), children };
  }
  for (const name of ['movable', 'editable']) if (random.chance(0.3)) node[name] = random.chance(0.7);
  if (random.chance(0.6)) node.state = random.pick(states);
  if (random.chance(0.1)) return node;
  if (random.chance(0.6)) return { ...node, ...keyed(random, formOfItems(random, inner, scrollDirection)) };
  const sections = Array.from({ length: random.whole(0, 3) }, (_, number) => {
    const own = random.chance(0.3) ? random.pick(engines) : undefined;
    return {
      ...(own && { engine: own }), ...(random.chance(0.3) ? { id: `s${number}` } : {}),
      ...(random.chance(0.4) ? { metrics: metricsOf(random) } : {}), ...(random.chance(0.4) ? { headers: stack(random, scrollDirection) } : {}),
      ...(random.chance(0.3) ? { footers: stack(random, scrollDirection) } : {}),
      ...(random.chance(0.2) ? { placeholder: placeholder(random, scrollDirection) } : {}),
      ...keyed(random, formOfItems(random, own ?? inner, scrollDirection)),
    };
  });
  return { ...node, sections };
}

function metricsOf(random) {
  return { ...formOfMetrics(random), ...(random.chance(0.2) ? { rowHeight: 'remainder' } : {}) };
}

function placeholder(random, scrollDirection) {
  const [{ pin, estimated, ...placeholder } = {}] = stack(random, scrollDirection);
  if (random.chance(0.5)) delete placeholder[scrollDirection === 'horizontal' ? 'width' : 'height'];
  return placeholder;
}

function nodeHeaders(random, headers) {
  return headers.map((header) => ({
    ...header, ...(random.chance(0.4) ? { visibleWhileShowingPlaceholder: random.chance(0.7) } : {}),
  }));
}

function keyed(random, { items, count }) {
  const key = (number) => (random.chance(0.5) ? number : `k${number}`);
  return { items, ...(random.chance(0.3) ? { keys: Array.from({ length: count }, (_, number) => key(number)) } : {}) };
}

const wrong = {
  id: [3, '', 'x'.repeat(257), null, 'node 1'], engine: ['grid', null, 3], metrics: [null, [], { rowHeight: -1 }, { colour: 'red' }],
  headers: [{}, [3], [{}], [{ height: 3, width: 3, visibleWhileShowingPlaceholder: 1 }]],
  footers: [null, [{ height: 3, width: 3, visibleWhileShowingPlaceholder: true }]], items: [null, -1, 'x', [{}], [null], { count: -1 }, { heights: [1, -1] }],
  sections: [null, {}, { items: 3 }, [3, null], [{ state: 'loaded' }], [{ keys: [1] }], [{ engine: 'grid', items: 3, keys: [1, 1, 2] }]],
  keys: [null, [], [1], ['a', 'a'], [1, 1, 1, null], [1, '1', 1, true, '1'], 3, { 0: 1 }], state: ['', 'done', 3, null],
  movable: [1, null], editable: ['yes'], children: [null, {}, 3, [], [3], [null, {}]], selected: [-1, 0, 1, 99, 0.5, '0', null, true],
  placeholders: [{}], placeholder: [null, 3, { pin: true }, { height: -1 }, { width: 3, hidden: true }], slected: [0], source: [{}], rowHeight: [3], pin: [true], visibleWhileShowingPlaceholder: [true],
};

/** The same body with one mistake or several in the nodes, as a copy. */
export function withSourceMistakes(random, value) {
  const body = structuredClone(value);
  for (let turn = random.whole(1, 4); turn > 0; turn -= 1) {
    const nodes = [...nodesIn(body.source)];
    const node = random.pick(nodes);
    if (random.chance(0.05)) body.sections = random.pick([[], 3, [{ items: -1 }]]);
    else if (random.chance(0.1) && node.id !== undefined) random.pick(nodes).id = node.id;
    else if (random.chance(0.1) && Array.isArray(node.keys) && node.keys.length > 1) node.keys[random.whole(1, node.keys.length - 1)] = node.keys[0];
    else if (random.chance(0.1) && Array.isArray(node.keys)) node.keys.push('one more');
    else {
      const name = random.pick(Object.keys(wrong));
      node[name] = structuredClone(random.pick(wrong[name]));
    }
  }
  return body;
}

export function* nodesIn(node) {
  if (typeof node !== 'object' || node === null) return;
  yield node;
  if (Array.isArray(node.children)) for (const child of node.children) yield* nodesIn(child);
}
