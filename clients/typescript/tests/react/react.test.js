import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { file, skip as moduleMissing } from '../support/moduleFile.js';
import { isThere } from '../support/react.js';
import { FakeElement } from '../element/FakePage.js';
import { until } from '../support/ManualClock.js';

const skip = isThere ? moduleMissing : 'no React: Debian has it as node-react and node-react-dom';
const [{ createContext, createElement, StrictMode, useContext }, { renderToString }, react] = isThere
  ? await Promise.all([import('react'), import('react-dom/server'), import('../../built/source/react/index.js')]) : [{}, {}, {}];
const service = skip ? null : await LayoutService.local({ module: readFileSync(file) });
const posts = Array.from({ length: 1000 }, (_, number) => ({ id: `k${number}`, text: `Post ${number}` }));
const common = { items: posts, keyOf: ({ id }) => id, render: ({ text }) => createElement('p', null, text) };

/** What React says while something is rendered: with warnings, too. */
function rendered(element) {
  const said = [];
  const { error } = console;
  console.error = (...parts) => said.push(parts.join(' '));
  try {
    return { html: renderToString(element), said };
  } finally {
    console.error = error;
  }
}

test('a first screen is rendered as text: placed where sizes are known', { skip }, async () => {
  const options = { ...common, size: ({ id }) => 40 + id.length, headers: [{ height: 30, pin: true, render: () => 'All posts' }] };
  const first = JSON.parse(JSON.stringify(await react.firstScreen(options, { service, width: 390, height: 300 })));
  const { html, said } = rendered(createElement(StrictMode, null, createElement(react.Feed, { ...options, first, id: 'feed' })));
  assert.deepEqual(said, []);
  assert.match(html, /^<div id="feed" style="overflow-y:scroll"><div style="position:relative;display:flow-root;height:4\d{4}px">/);
  assert.equal(html.match(/role="listitem"/g).length, 7);
  assert.match(html, /left:0;top:72px;width:390px;height:42px" role="listitem" aria-posinset="2" aria-setsize="1000"><p>Post 1<\/p>/);
  assert.match(html, /<section><div style="[^"]*top:0;width:390px;height:30px">All posts<\/div><div role="list">/);
});

test('of rows of estimated heights it is stacked by the browser', { skip }, async () => {
  const options = { ...common, estimate: 50, metrics: { minimumLineSpacing: 6 }, headers: [{ height: 30, render: () => 'All' }] };
  const first = await react.firstScreen(options, { service, width: 390, height: 300 });
  const { cells } = first.sections[0];
  assert.deepEqual(cells.slice(0, 2).map(({ style }) => style), [0, 6].map((marginTop) => (
    { position: 'relative', boxSizing: 'border-box', marginTop, marginLeft: 0, width: '100%' })));
  assert.equal(first.sections[0].headers[0].style.height, 30);
  // Of two columns that is not possible.
  const wall = await react.firstScreen(
    { ...options, engine: 'waterfall', metrics: { numberOfColumns: 2 } }, { service, width: 390, height: 300 });
  assert.equal(wall.sections[0].cells[1].style.position, 'absolute');
});

test('with margins and fills it is what the feed shows', { skip }, async () => {
  const margins = (width) => ({ left: width / 10, right: 20 });
  const screen = { service, width: 390, height: 300 };
  const placed = await react.firstScreen({ ...common, size: 50, margins, headers: [{ height: 30 }] }, screen);
  const { headers: [header], cells: [cell] } = placed.sections[0];
  assert.deepEqual([header, cell].map(({ style: { left, width } }) => [left, width]), [[0, 390], [39, 331]]);
  const stacked = await react.firstScreen({ ...common, estimate: 50, margins, headers: [{ height: 30 }] }, screen);
  const { headers: [top], cells: [row] } = stacked.sections[0];
  assert.deepEqual([top, row].map(({ style: { marginLeft, width } }) => [marginLeft, width]), [[0, '100%'], [39, 'calc(100% - 59px)']]);
  const none = { ...common, items: [], placeholder: {} };
  const inset = { top: 50, left: 1, bottom: 30, right: 2 };
  const heights = async (more) => (await react.firstScreen({ ...none, ...more }, screen)).style.height;
  assert.deepEqual(await Promise.all([{}, { fills: true }, { fills: true, inset }].map(heights)), [0, 300, 220]);
  const wide = await react.firstScreen({ ...none, fills: true, inset, scrollDirection: 'horizontal', margins: { top: 9 } }, screen);
  assert.equal(wide.style.width, 387);
  const feed = await opened({ ...common, size: 50, margins, headers: [{ height: 30 }] });
  assert.deepEqual(feed.styles.slice(0, 2), [[0, 390], [39, 331]]);
  feed.close();
});

/** A feed of React in a page of 390 points by 300, and its errors. */
async function opening(options) {
  const { FeedStore } = await import('../../built/source/react/FeedStore.js');
  const { ItemList } = await import('../../built/source/feed/items/ItemList.js');
  const store = new FeedStore();
  const [scroller, content] = [new FakeElement(), new FakeElement()];
  scroller.append(content);
  const failed = [];
  store.options = { service, onError: (error) => failed.push(`${error}`), ...options };
  const close = store.open(scroller, content);
  store.update(new ItemList(options));
  return { store, close, failed };
}

/** The feed when it is shown, and the x and the width of each element that is given to be rendered. */
async function opened(options) {
  const { store, close, failed } = await opening(options);
  await store.status().feed.whenWhole();
  assert.deepEqual(failed, []);
  return {
    store, close,
    get height() { return store.status().feed.layout.contentSize.height; },
    get styles() {
      const { sections } = store.views();
      return sections.flatMap(({ headers, cells }) => [...headers, ...cells]).map(({ element: { frame: { x, width } } }) => [x, width]);
    },
  };
}

test('a feed has the margins of the render, and is laid out again for others alone', { skip }, async () => {
  const feed = await opened({ ...common, size: 50, margins: { left: 44 } });
  const { store } = feed;
  const { feed: shown } = store.status();
  assert.deepEqual(feed.styles[0], [44, 346]);
  const frame = async (margins) => {
    const { layout } = shown;
    store.options = { ...store.options, margins };
    store.frame();
    await Promise.resolve();
    await shown.whenWhole();
    return [...feed.styles[0], shown.layout === layout];
  };
  const cases = [
    [{ left: 44 }, [44, 346, true]], [() => ({ left: 44, right: 0 }), [44, 346, true]], [(width) => ({ left: width / 10 }), [39, 351, false]],
    [{ right: 44 }, [0, 346, false]], [undefined, [0, 390, false]],
  ];
  for (const [margins, expected] of cases) assert.deepEqual(await frame(margins), expected, `${margins}`);
  const failed = [];
  store.options.onError = (error) => failed.push(`${error}`);
  await assert.rejects(frame({ left: 300, right: 300 }), { message: 'The margins leave no room' });
  assert.deepEqual(await frame({ left: 20 }), [20, 370, false]);
  assert.equal(failed.length, 1);
  feed.close();
});

test('after a first post that margins made fail, right ones are tried', { skip }, async () => {
  const { store, close, failed } = await opening({ ...common, size: 50, margins: { left: 300, right: 300 } });
  while (failed.length === 0) await new Promise(setImmediate);
  assert.equal(store.status().state, 'failing');
  store.options = { ...store.options, margins: { left: 20 } };
  store.frame();
  await store.status().feed.whenWhole();
  // The update ends after the first drawing.
  await new Promise(setImmediate);
  assert.deepEqual([store.status().state, store.status().feed.layout.axis.margins], ['whole', [20, 0]]);
  assert.deepEqual(failed, ['RangeError: The margins leave no room']);
  close();
});

test('a feed that fills is as long as what is visible', { skip }, async () => {
  const options = { ...common, items: [], placeholder: {} };
  const plain = await opened(options);
  assert.equal(plain.height, 0);
  plain.close();
  const filled = await opened({ ...options, fills: true });
  // The feature is loaded when it is first needed.
  await until(() => filled.height > 0);
  assert.equal(filled.height, 300);
  filled.close();
});

test('a layout has the margins that are given, and others when these change', { skip }, async () => {
  const { LayoutStore } = await import('../../built/source/react/LayoutStore.js');
  const Drawn = (options) => react.useLayout(null, options).state;
  assert.equal(rendered(createElement(Drawn, { width: 390, margins: { left: 44 } })).html, 'loading');
  const store = new LayoutStore();
  const snapshot = { engine: 'column', sections: [{ items: { count: 9, height: 50 } }] };
  const show = async (margins) => {
    store.options = { service, width: 390, bounds: { x: 0, y: 0, width: 390, height: 100 }, margins };
    await store.show(snapshot);
    const [{ frame: { x, width } }] = store.shown().elements;
    return [x, width];
  };
  const close = store.open();
  assert.deepEqual(await show({ left: 44, right: 20 }), [44, 326]);
  const { layout } = store.shown();
  assert.deepEqual(await show({ left: 44, right: 20 }), [44, 326]);
  assert.equal(store.shown().layout, layout);
  assert.deepEqual(await show({ left: 20 }), [20, 370]);
  assert.deepEqual(await show(), [0, 390]);
  close();
});

test('contexts reach what is rendered, and a server needs no first screen', { skip }, async () => {
  const Name = createContext('nobody');
  const Cell = ({ text }) => `${text} for ${useContext(Name)}`;
  const options = { ...common, size: 40, render: (item) => createElement(Cell, item) };
  const first = await react.firstScreen(options, { service, width: 390, height: 100 });
  const tree = (feed) => createElement(Name.Provider, { value: 'everybody' }, createElement(react.Feed, feed));
  assert.match(rendered(tree({ ...options, first })).html, /Post 2 for everybody/);
  const { html, said } = rendered(tree(options));
  assert.deepEqual([html, said], ['<div style="overflow-y:scroll"><div></div></div>', []]);
});

test('what is given wrongly is named', { skip }, () => {
  const Used = (options) => react.useFeed(options).content;
  assert.throws(() => renderToString(createElement(Used, { ...common, estimat: 40 })), /useFeed has no option estimat; the nearest one is estimate/);
  assert.throws(() => renderToString(createElement(Used, { ...common, sections: [] })), /items or sections/);
  assert.throws(() => renderToString(createElement(Used, { ...common, keyOf: 'id' })), /keyOf is no function/);
});

test('sizes are asked for once, of what is new, at each width', { skip }, async () => {
  const { ItemSizes } = await import('../../built/source/feed/items/ItemSizes.js');
  const sizes = new ItemSizes();
  const asked = [];
  const options = { size: (item, width) => (asked.push(item.id), item.size === undefined ? undefined : width / item.size), estimate: 50 };
  const items = [{ id: 'a', size: 10 }, { id: 'b' }, { id: 'c', size: 5 }];
  assert.deepEqual(sizes.of(0, items, options, 100), { heights: [10, 50, 20], estimated: [false, true, false] });
  const more = [{ id: 'z', size: 4 }, items[0], { id: 'b', size: 2 }, items[2], { id: 'd', size: 1 }];
  assert.deepEqual(sizes.of(0, more.slice(0, 4), options, 100), { heights: [25, 10, 50, 20], estimated: false });
  assert.deepEqual(sizes.of(0, more, options, 100).heights, [25, 10, 50, 20, 100]);
  assert.deepEqual(asked.join(''), 'abczabd');
  assert.deepEqual(sizes.of(0, more, options, 200).heights, [50, 20, 100, 40, 200]);
  assert.equal(asked.length, 12);
  sizes.of(0, more, { ...options, version: 'larger' }, 200);
  assert.equal(asked.length, 17);
  // In both extents, to the side, all alike, and as the engine has them.
  assert.deepEqual(sizes.of(1, items, { size: () => ({ width: 4, height: 3 }) }, 100)[2], { width: 4, height: 3, estimated: false });
  assert.deepEqual(sizes.of(2, items, { estimate: () => 7, scrollDirection: 'horizontal' }, 100), { widths: [7, 7, 7], estimated: true });
  assert.deepEqual(sizes.of(3, items, { estimate: 7 }, 100), { count: 3, height: 7, estimated: true });
  // Rows of which nothing is said are measured.
  for (const [options, items4] of [[{}, { count: 3, height: 44, estimated: true }], [{ engine: 'waterfall' }, { count: 3, height: 44, estimated: true }],
    [{ scrollDirection: 'horizontal' }, { count: 3, width: 44, estimated: true }], [{ metrics: { rowHeight: 50 } }, 3], [{ engine: 'mosaic' }, 3]]) {
    assert.deepEqual(sizes.of(4, items, options, 100), items4);
  }
  assert.deepEqual(sizes.of(5, [], { size: () => 7 }, 100), { heights: [], estimated: false });
  assert.throws(() => sizes.of(6, items, { size: () => undefined }, 100), /size says nothing/);
});

test('an item is found wherever it has gone', { skip }, async () => {
  const { ItemList } = await import('../../built/source/feed/items/ItemList.js');
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id }));
  const list = new ItemList({ ...common, items: undefined, sections: [{ items: [a, c] }, { items: [b] }] });
  assert.deepEqual(list.find({ section: 0, item: 1, key: 'c' }), { item: c });
  assert.deepEqual(list.find({ section: 0, item: 1, key: 'a' }), { item: a });
  assert.deepEqual(list.find({ section: 0, item: 1, key: 'b' }), { item: b });
  assert.deepEqual(list.find({ section: 7, item: 1, key: 'd' }), null);
  assert.equal(ItemList.form({ ...common, size: (item) => item }), ItemList.form({ ...common, size: () => 4 }));
  assert.notEqual(ItemList.form({ ...common, headers: [{ height: 3 }] }), ItemList.form({ ...common, headers: [{ height: 4 }] }));
});

test('a list of the same items by the same rules is no other one', { skip }, async () => {
  const { ItemList } = await import('../../built/source/feed/items/ItemList.js');
  const items = [{ id: 'a' }, { id: 'b' }];
  const of = (more) => new ItemList({ ...common, items, estimate: 40, ...more });
  const alike = [{}, { items: [...items] }, { estimate: 40 }, { render: () => null }, { headers: undefined }];
  for (const more of alike) assert.ok(of({}).isLike(of(more)), JSON.stringify(more));
  const others = [
    { items: items.slice(1) }, { items: [...items].reverse() }, { items: [items[0], { id: 'b' }] }, { estimate: 41 }, { version: 1 },
    { headers: [{ height: 3 }] }, { items: undefined, sections: [{ id: 'one', items }] }, { scrollDirection: 'horizontal' },
  ];
  for (const more of others) assert.ok(!of({}).isLike(of(more)), JSON.stringify(more));
  const sections = () => [{ items }, { items: [...items] }];
  assert.ok(of({ items: undefined, sections: sections() }).isLike(of({ items: undefined, sections: sections() })));
  assert.ok(of({ items: [NaN] }).isLike(of({ items: [NaN] })));
});

test('a list knows whether its snapshot has estimates', { skip }, async () => {
  const { ItemList } = await import('../../built/source/feed/items/ItemList.js');
  const { ItemSizes } = await import('../../built/source/feed/items/ItemSizes.js');
  const has = (more) => {
    const list = new ItemList({ keyOf: common.keyOf, items: posts.slice(0, 3), ...more });
    list.snapshot(390, new ItemSizes());
    return list.hasEstimates;
  };
  const size = ({ id }) => (id === 'k1' ? undefined : 30);
  const estimated = [
    {}, { estimate: 40 }, { estimate: () => 40 }, { estimate: 40, size }, { estimate: () => ({ width: 4, height: 4 }) },
    { size: 30, headers: [{ height: 30, estimated: true }] }, { size: 30, globalHeaders: [{ height: 30, estimated: true }] },
  ];
  for (const more of estimated) assert.ok(has(more), JSON.stringify(more));
  for (const more of [{ items: [] }, { metrics: { rowHeight: 30 } }, { size: 30 }, { size: () => 30, estimate: 40 }, { items: [], estimate: () => 40 }, { size: 3, headers: [{ height: 3 }] }]) {
    assert.ok(!has(more), JSON.stringify(more));
  }
});

test('a header is that of its section, also while that has another number', { skip }, async () => {
  const { partOf } = await import('../../built/source/feed/items/ItemList.js');
  const section = (id) => ({ id, headers: [{ name: `of ${id}` }], footers: [{ name: `end of ${id}` }] });
  const options = { sections: [section('new'), section('a'), section('b')] };
  assert.equal(partOf(options, { kind: 'header', section: 0, sectionId: 'a', index: 0 }).name, 'of a');
  assert.equal(partOf(options, { kind: 'footer', section: 2, sectionId: 'b', index: 0 }).name, 'end of b');
  assert.equal(partOf(options, { kind: 'header', section: 1, sectionId: 'gone', index: 0 }), undefined);
  assert.equal(partOf({ sections: [{ headers: [{ name: 'one' }] }] }, { kind: 'header', section: 0, index: 0 }).name, 'one');
  assert.equal(partOf({ headers: [{ name: 'only' }] }, { kind: 'header', section: 0, index: 0 }).name, 'only');
});
