import { effects, Feed, LayoutService, SourceTree } from '../../built/index.js';
import './underWay.js';

// What the client loads when it first needs it is here: nothing tells that it is on its way.
await Promise.all([
  ...['arrowKeys', 'dragging', 'filling', 'finding', 'prefetching', 'printing', 'snapping'].map((name) => `feed/features/${name}`), 'feed/carriedNames',
  'feed/feedEdits', 'feed/finding/find', 'feed/travel', 'steps/snapshotSteps', 'viewport/ScrollQuestions', 'viewport/effects/ShownEffects', 'viewport/keptPages', 'viewport/Margins',
  'viewport/scrolling/remote', 'tree/treeKeys', 'module/advice', 'module/localCopy', 'module/LocalService', 'module/sources/SourceNumbers',
  'module/sources/treeCalls', 'documents/Follower',
].map((path) => import(`../../built/source/${path}.js`)));

const parameters = new URLSearchParams(location.search);
const service = new LayoutService(parameters.get('service'));
/** The items that feeds of this page show, by their keys. */
const texts = new Map();

/** A node for whatever is shown: its text says what it shows, and how often it was filled. */
const node = (element, reused) => {
  const made = reused ?? document.createElement(element.kind === 'cell' ? 'div' : 'h2');
  const { kind, section, item = kind, key = `${section}/${item}` } = element;
  const name = `${key}`;
  made.textContent = texts.get(key) ?? name;
  made.dataset.name = name;
  made.dataset.made ??= `${globalThis.made = (globalThis.made ?? 0) + 1}`;
  return made;
};

/** Shows a feed in a scroller of the page, or in the window. */
globalThis.start = (options = {}, isWindow = false) => {
  globalThis.feed?.close();
  document.body.replaceChildren();
  const scroller = isWindow ? window : document.body.appendChild(document.createElement('main'));
  if (!isWindow) scroller.className = 'scroller';
  const label = (section) => `Section ${section + 1}`;
  const feed = globalThis.feed = new Feed(scroller, { service, node, label, ...options });
  globalThis.told = [];
  for (const name of ['startreached', 'endreached', 'state']) feed.addEventListener(name, () => told.push(name));
  return feed;
};

/** Uncaught errors, such as loops of size observers, and violations of the page's policy. */
globalThis.errors = [];
addEventListener('error', ({ message }) => errors.push(message));
addEventListener('unhandledrejection', ({ reason }) => errors.push(`${reason}`));
addEventListener('securitypolicyviolation', ({ effectiveDirective, sourceFile, lineNumber }) => (
  errors.push(`${effectiveDirective} is violated at ${sourceFile}:${lineNumber}`)));
/** The position of each visible cell on screen, by name. */
globalThis.places = () => Object.fromEntries([...document.querySelectorAll('[role=listitem]')].flatMap((cell) => {
  const { top, bottom } = cell.getBoundingClientRect();
  return bottom > 0 && top < innerHeight ? [[cell.dataset.name, top]] : [];
}));
/** The cells of one column that overlap, have a gap before them, or are not as high as their content. */
globalThis.faults = () => {
  const cells = [...document.querySelectorAll('[role=listitem]')];
  const rects = cells.map((cell) => cell.getBoundingClientRect());
  return rects.flatMap(({ top, bottom }, place) => {
    const { name } = cells[place].dataset;
    const before = rects[place - 1]?.bottom ?? top;
    const found = Math.abs(top - before) > 0.05 ? [`${name} ${before} ${top}`] : [];
    return cells[place].scrollHeight > Math.ceil(bottom - top) ? [...found, `${name} is cut`] : found;
  });
};

// MARK: Lists

globalThis.names = (count, letter = 'k') => Array.from({ length: count }, (_, number) => `${letter}${number}`);
/** What an update is given for a list below a pinned header, whose items have heights by their keys; estimated ones; and rows alike. */
globalThis.keyed = (keys, more) => {
  const height = (name) => 40 + [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 7 * 11;
  return [{ engine: 'column', sections: [{ headers: [{ height: 40, pin: true }], items: { heights: keys.map(height) } }] }, { keys, ...more }];
};
globalThis.guessed = (keys) => [
  { engine: 'column', sections: [{ headers: [{ height: 40, pin: true }], items: { count: keys.length, height: 50, estimated: true } }] },
  { keys }];
globalThis.rows = (keys, more) => [{ engine: 'column', sections: [{ items: { count: keys.length, height: 50, ...more } }] }, { keys }];
/** Gives items texts of many lengths. */
globalThis.write = (keys) => {
  for (const [number, name] of keys.entries()) texts.set(name, `${name} ` + 'word '.repeat(number * 7919 % 60));
};

// MARK: What is shown

globalThis.cells = () => [...document.querySelectorAll('[role=listitem]')];
globalThis.scroller = () => document.querySelector('main') ?? document.scrollingElement;
globalThis.scroll = async (to) => {
  scroller().scrollTop = to;
  await rest();
};
/** The name of the scroll offset. */
const along = () => (globalThis.feed?.layout?.axis.isHorizontal ? 'scrollLeft' : 'scrollTop');
/** Scrolls by so much in each of some frames, as a quick hand does; `each` looks at what is painted. */
globalThis.scrolls = (count, by, each = () => {}) => quickly(async () => {
  const name = along();
  for (let frame = 0; frame < count; frame += 1) {
    const { [name]: before } = scroller();
    scroller()[name] += by;
    const way = scroller()[name] - before;
    await painted();
    each(frame, way);
  }
});
/** Scrolls by hand at a velocity: the page's clock goes on by 16 ms between two frames. `last` is done at once behind the last one. */
globalThis.pushed = (steps, by, last = () => {}) => quickly(async () => {
  let [now, time] = [performance.now(), document.timeline.currentTime];
  performance.now = () => now;
  Object.defineProperty(document, 'timeline', { configurable: true, value: { get currentTime() { return time; } } });
  for (let step = 0; step < steps; step += 1) {
    scroller()[along()] += by;
    await painted();
    now += 16;
    time += 16;
  }
  last();
  delete performance.now;
  delete document.timeline;
});
/** Scrolls as `scrolls` does, and tells what moves by anything else: rows that are visible before and after, which a frame may show late. */
globalThis.ways = async (count, by, each = () => {}) => {
  const found = new Map();
  let [before, due] = [places(), 0];
  // Far away browsers round positions.
  const tolerance = (globalThis.element ?? globalThis).feed.place.lead > 1e6 ? 0.6 : 0.06;
  const look = () => {
    const after = places();
    const moved = Object.keys(after).filter((name) => name in before).map((name) => after[name] - before[name]);
    before = after;
    if (moved.length < 3) found.set(`${moved.length} rows stay in sight`, 1);
    if (due !== 0 && moved.every((way) => Math.abs(way) < 0.06)) return;
    for (const way of moved.filter((one) => Math.abs(one + due) > tolerance)) found.set(`by ${way} for ${due}`, (found.get(`by ${way} for ${due}`) ?? 0) + 1);
    due = 0;
  };
  await scrolls(count, by, (frame, way) => {
    due += way;
    look();
    each(frame);
  });
  await rest();
  look();
  if (due !== 0) found.set(`${due} are late`, 1);
  return [...found].map(([way, times]) => `${way}: ${times} times`);
};
/** Notes what is not as expected; `noted` returns what was noted. */
const problems = [];
globalThis.expect = (what, found, expected = true) => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) problems.push(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
};
globalThis.noted = () => problems.splice(0);
/** Whether two positions are the same, as far as browsers have them; both if they are not. */
globalThis.near = (one, other, tolerance = 0.05) => Math.abs(one - other) <= tolerance || [one, other];
/** Where an item begins, and its rectangle. */
globalThis.rectOf = (name) => document.querySelector(`[data-name="${name}"]`)?.getBoundingClientRect();
globalThis.texts = texts;
globalThis.node = node;
globalThis.LayoutService = LayoutService;
globalThis.service = service;
globalThis.Feed = Feed;
globalThis.effects = effects;
globalThis.SourceTree = SourceTree;
