import { Feed, LayoutService, SourceTree } from '../../index.js';

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
/** Notes in each frame, as it is painted, what `look` finds, until `watched` is called. */
globalThis.watch = (look = places) => {
  const frames = [];
  let isOn = true;
  const painted = () => {
    if (!isOn) return;
    // A message comes after the frame that is being made.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { if (isOn) frames.push(look()); };
    port2.postMessage(null);
    requestAnimationFrame(painted);
  };
  requestAnimationFrame(painted);
  globalThis.watched = () => { isOn = false; return frames; };
};
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
globalThis.frames = async (count = 2) => {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
};
globalThis.texts = texts;
globalThis.node = node;
globalThis.LayoutService = LayoutService;
globalThis.service = service;
globalThis.Feed = Feed;
globalThis.SourceTree = SourceTree;
