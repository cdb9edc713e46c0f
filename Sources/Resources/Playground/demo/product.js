import { Feed, LayoutService, SourceTree } from '../../client/index.js';
import '../page/frame.js';
import { made } from '../page/made.js';
import { ProductData, segments } from './ProductData.js';
import { ProductLoading } from './ProductLoading.js';
import { nameOf, Slides } from './Slides.js';

const part = (id) => document.getElementById(id);
const scroller = part('scroller');
const product = new ProductData();
/** What the page shows; null until the first layout is there. */
let tree = null;
/** The nodes that are shown, by the names of their elements. */
const shown = new Map();
let covered = 0;

/** The state that a part of the page is in. */
const stateOf = (id) => tree?.source.node(id).state ?? 'loaded';
/** The innermost node of the source that a section is of. */
const nodeAt = (section) => tree?.node(tree.source.path(section).at(-1).id);

const makers = {
  cell(node, { section, item }) {
    const source = nodeAt(section);
    if (!source) return;
    const [title, text] = product.textOf(source, item);
    const words = made('p', {}, ...title ? [made('b', {}, title)] : [], ...text ? [made('span', {}, text)] : []);
    const id = `${source.id}/${source.keys?.[item] ?? item}`;
    node.className = `row ${source.id}`;
    // Buttons of the same item stay, since one of them may have the focus.
    if (node.dataset.id === id) node.firstElementChild.replaceWith(words);
    else node.replaceChildren(words, ...source.editable ? [button('note', 'Note', title), button('delete', 'Delete', title)] : []);
    node.dataset.id = id;
  },
  globalHeader(node, { index }) {
    if (index === 0) {
      node.className = 'title';
      node.replaceChildren(made('h2', {}, 'The Lighthouse Keepers'), made('p', {}, 'A made-up series in two seasons'));
      return;
    }
    node.className = 'segments';
    node.role = 'group';
    node.ariaLabel = 'Parts of the page';
    const { selected } = tree?.node('product') ?? { selected: 0 };
    if (!node.childElementCount) {
      node.append(...segments.map((textContent, value) => made('button', { type: 'button', className: 'segment', textContent, value })));
    }
    for (const [place, segment] of [...node.children].entries()) segment.ariaPressed = String(place === selected);
  },
  header(node, { data }) {
    node.className = 'heading';
    node.textContent = data;
  },
  placeholder(node, { data }) {
    node.className = 'waiting';
    node.replaceChildren(...stateOf(data) === 'error'
      ? [made('p', {}, 'This did not load.'), made('button', { type: 'button', className: 'retry', value: data }, 'Try again')]
      : [made('div', { className: 'indicator', role: 'img', ariaLabel: 'Loading' })]);
  },
  globalHeaderBackground(node) {
    node.className = 'background';
  },
};

function make(element, reused) {
  const node = reused ?? made('div');
  makers[element.kind](node, element);
  shown.set(nameOf(element), node);
  return node;
}

function button(className, textContent, title) {
  return made('button', { type: 'button', className, textContent, ariaLabel: `${textContent}: ${title}` });
}

/** The place of the cell that a node is in. */
function placeOf(node) {
  const cell = node.closest('.row');
  const [name] = [...shown].find(([, other]) => other === cell);
  const [, section, item] = name.split('/').map(Number);
  return { section, item };
}

const feed = new Feed(scroller, {
  service: await LayoutService.local(), node: make, fills: true,
  label: (section) => nodeAt(section)?.id ?? '',
  movable: ({ section, item }) => tree?.mayMove({ section, item }) ?? false,
  onMove: ({ from, to }) => tree.mayMove(from, to),
});
feed.addEventListener('noderemoved', ({ node }) => {
  for (const [name, other] of shown) if (other === node) shown.delete(name);
});
const { snapshot } = product;
await feed.update(snapshot);
tree = new SourceTree(feed, snapshot);
tell();
// Called after the feed has drawn and the tree has followed. Measuring has no steps, and draws by itself.
feed.viewport.addEventListener('layout', ({ steps }) => {
  if (steps?.length === 0) return;
  tell();
  covered = Math.max(covered, coveredNow());
  part('overlay').style.setProperty('--covered', `${covered}px`);
});
const slides = new Slides(feed.viewport, part('overlay'), shown);

/** Called before a change, to animate it. */
function begin() {
  covered = coveredNow();
  slides.copy();
}

/** How far the segments cover the rows, which slide below them. */
function coveredNow() {
  const { bottom } = shown.get(nameOf({ kind: 'globalHeader', index: 1 })).getBoundingClientRect();
  return bottom - part('overlay').getBoundingClientRect().top;
}

/** Gives a node other members, and animates the change. */
async function set(id, members) {
  await tree.set(id, (node) => {
    begin();
    return typeof members === 'function' ? members(node) : members;
  }, { transition: true });
  // The layout may be the same.
  tell();
}

const loading = new ProductLoading({ load: () => tree.load(), set }, product, (milliseconds) => new Promise((resolve) => {
  setTimeout(resolve, milliseconds);
}));

/** Fills all nodes that are shown again. */
function tell() {
  feed.refill();
  part('state').textContent = { loading: 'Loading …', error: 'Something did not load.' }[tree.source.state] ?? '';
}

const actions = {
  async segment({ value }) {
    await set('product', { selected: Number(value) });
    await loading.load();
  },
  retry({ value }) {
    // The button goes.
    scroller.focus({ preventScroll: true });
    return loading.retry(value);
  },
  note(node) {
    const { section, item } = placeOf(node);
    return set(nodeAt(section).id, (source) => product.edit(source, item));
  },
  delete(node) {
    begin();
    return tree.delete(placeOf(node), { transition: true });
  },
};
scroller.addEventListener('click', ({ target }) => {
  actions[target.className]?.(target).catch((error) => {
    part('state').textContent = error.message;
  });
});
tell();
