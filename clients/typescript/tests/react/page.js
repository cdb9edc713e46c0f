import { createElement, StrictMode, startTransition, Suspense, useEffect, useState } from 'react';
import { createRoot, flushSync, hydrateRoot } from 'react-dom';
import '../feed/feedPage.js';
import { Feed, useLayout } from '../../built/source/react/index.js';
import { plain, posts } from './posts.js';

/** What React says: that it shows a warning is a fault. */
globalThis.said = [];
for (const name of ['error', 'warn']) {
  const { [name]: say } = console;
  console[name] = (...parts) => {
    said.push(parts.map(String).join(' ').slice(0, 300));
    say(...parts);
  };
}

/** Cells that are mounted, by the names of their items. */
globalThis.mounted = new Map();
function Post({ id, children }) {
  useEffect(() => {
    mounted.set(id, (mounted.get(id) ?? 0) + 1);
    return () => void (mounted.get(id) > 1 ? mounted.set(id, mounted.get(id) - 1) : mounted.delete(id));
  }, [id]);
  return createElement('article', { 'data-name': id }, children);
}
const post = ({ id, text }) => createElement(Post, { id }, text);

/** A picture whose height is known a while after it was first there. */
const heights = new Map();
function Late({ id, number, isReserved }) {
  const [height, setHeight] = useState(heights.get(id) ?? 0);
  useEffect(() => {
    if (heights.has(id)) return undefined;
    // It comes in a frame: what is looked at between two frames is not painted.
    const come = () => {
      heights.set(id, 60 + number * 7919 % 170);
      flushSync(() => setHeight(heights.get(id)));
    };
    const timer = setTimeout(() => requestAnimationFrame(come), 30 + number * 104729 % 300);
    return () => clearTimeout(timer);
  }, [id]);
  return createElement(Post, { id }, id, createElement('i', { style: { display: 'block', height: isReserved ? 0 : height } }));
}
const late = (isReserved) => ({ id, number }) => createElement(Late, { id, number, isReserved });

let root = null;
/** Shows a feed with some properties; `show` gives it others, `feed` is the client's. */
globalThis.start = async (properties) => {
  root?.unmount();
  document.querySelector('#root').innerHTML = '';
  root = createRoot(document.querySelector('#root'));
  globalThis.given = {};
  globalThis.feed = null;
  await show({ ...plain, render: post, ...properties });
  await until(() => globalThis.feed?.viewport);
  await rest();
};
globalThis.tree = (properties) => createElement(StrictMode, null, createElement(
  Suspense, { fallback: 'loading' },
  createElement(Wait, null),
  createElement(Feed, { ...properties, ref: (feed) => { globalThis.feed = feed ?? globalThis.feed; } })));
globalThis.show = async (properties) => {
  globalThis.given = { ...given, ...properties };
  root.render(tree(given));
  await rest();
};
globalThis.stop = () => root.unmount();

/** The promise for which a component waits; null if it does not. */
let waiting = null;
let setWait = null;
function Wait() {
  const [, set] = useState(0);
  setWait = set;
  if (waiting) throw waiting;
  return null;
}
globalThis.hide = async () => {
  let done;
  waiting = new Promise((resolve) => { done = resolve; });
  setWait((count) => count + 1);
  await until(() => getComputedStyle(scroller()).display === 'none');
  return async () => {
    waiting = null;
    done();
    await rest();
  };
};

globalThis.places = globalThis.named = () => Object.fromEntries([...document.querySelectorAll('[role=listitem] [data-name]')].flatMap((node) => {
  const { top, bottom } = node.parentElement.getBoundingClientRect();
  return bottom > 0 && top < innerHeight ? [[node.dataset.name, top]] : [];
}));
/** The gaps between the cells of one column. Far away browsers round positions. */
globalThis.gaps = () => {
  const rects = cells().map((cell) => cell.getBoundingClientRect());
  return rects.slice(1).flatMap(({ top }, place) => (Math.abs(top - rects[place].bottom) > 0.6 ? [`${rects[place].bottom} ${top}`] : []));
};
globalThis.scroller = () => document.querySelector('#root > div');
globalThis.differences = (before, after) => Object.keys(before).filter((name) => name in after && Math.abs(after[name] - before[name]) > 0.06)
  .map((name) => `${name}: ${before[name]} ${after[name]}`);
/** The same for what is visible now, of which some has to be the same. */
globalThis.away = (before) => {
  const after = named();
  const shared = Object.keys(before).filter((name) => name in after).length;
  return shared > 3 ? differences(before, after) : [`${Object.keys(before)} was visible, and ${Object.keys(after)} is`];
};

/** Rows that a page draws by itself. */
globalThis.drawn = async (count) => {
  root?.unmount();
  root = createRoot(document.querySelector('#root'));
  function Rows() {
    const [y, setY] = useState(0);
    const [items, setItems] = useState(count);
    globalThis.go = setY;
    globalThis.grow = setItems;
    const [snapshot, setSnapshot] = useState(null);
    useEffect(() => setSnapshot({ engine: 'column', sections: [{ headers: [{ height: 30, pin: true }], items }] }), [items]);
    const used = globalThis.used = useLayout(snapshot, {
      width: 300, bounds: { x: 0, y, width: 300, height: 200 }, inset: { top: 0, left: 0, bottom: 0, right: 0 },
      service: LayoutService.local(),
    });
    return createElement('main', null, [...used.special, ...used.elements].map(({ kind, section, item, index, frame }) => createElement(
      'b', { key: `${kind} ${section} ${item ?? index}` }, `${kind ?? 'cell'} ${item ?? index} ${frame.y - y}`)));
  }
  root.render(createElement(StrictMode, null, createElement(Rows)));
};

Object.assign(globalThis, { posts, post, late, startTransition, hydrate: (properties) => {
  root = hydrateRoot(document.querySelector('#root'), tree(properties));
}, plain });
globalThis.isReady = true;
