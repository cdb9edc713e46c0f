// Plays the product page of the demo through, without a page. Prints the first snapshot, then what is sent for each change, with the
// snapshot after it, then what was refused. Waiting takes no time.
import { ProductData } from '../../../Sources/Resources/Playground/demo/ProductData.js';
import { ProductLoading } from '../../../Sources/Resources/Playground/demo/ProductLoading.js';
import { SourceTree } from '../../../clients/typescript/built/index.js';

const product = new ProductData();
const first = { ...product.snapshot, minimumContentLength: 416 };
const changes = [];
const refused = [];
const waiting = [];
let name = '';
let now = 0;

/** What stands for a layout. */
const layout = {
  axis: {}, snapshot: {},
  async change(sent) {
    hold();
    changes.push({ name, sent });
    return { layout };
  },
};
const tree = new SourceTree(layout, first);
const loading = new ProductLoading(tree, product, (milliseconds) => new Promise((resolve) => {
  waiting.push({ at: now + milliseconds, resolve });
}));

/** Notes the snapshot after the last change. */
function hold() {
  if (changes.length > 0) changes.at(-1).snapshot = tree.snapshot;
}

/** Ends what is waited for, in order, until nothing is. */
async function pass() {
  for (;;) {
    await new Promise((resolve) => { setImmediate(resolve); });
    if (waiting.length === 0) return;
    waiting.sort((one, other) => one.at - other.at);
    const { at, resolve } = waiting.shift();
    now = at;
    resolve();
  }
}

const select = (segment) => async () => {
  await tree.select('product', segment);
  await loading.load();
};
const story = {
  episodes: select(1), details: select(0), reviews: select(2), 'details again': select(0), 'reviews again': select(2), trends: select(3),
  retry: () => loading.retry('trends'), favourites: select(4),
  note: () => tree.set('mine', (node) => product.edit(node, 1)),
  move: () => tree.move({ section: 0, item: 0 }, { section: 0, item: 2 }),
  'move to another': () => tree.move({ section: 0, item: 0 }, { section: 1, item: 0 }),
  'move among others': () => tree.move({ section: 1, item: 0 }, { section: 1, item: 1 }),
  delete: () => tree.delete({ section: 0, item: 3 }),
  'delete another': () => tree.delete({ section: 1, item: 0 }),
  'note removed': () => tree.set('mine', (node) => product.edit(node, node.keys.indexOf('The cellar in the fog'))),
  'details in the end': select(0),
};
for (const [one, act] of Object.entries(story)) {
  name = one;
  try {
    await Promise.all([act(), pass()]);
  } catch (error) {
    refused.push({ name, codes: error.errors?.map(({ code }) => code) ?? String(error) });
  }
}
hold();
console.log(JSON.stringify({ first, changes, refused }));
