// Holds the module back until a test says so, and watches the rows meanwhile.
const { clearTimeout: drop, fetch: fetched, setTimeout: later } = globalThis;
let held = null;
/** Holds back what is asked for from now on; what was asked for before can no longer be released. */
globalThis.hold = () => { held = new Promise((release, fail) => Object.assign(globalThis, { release, fail })); };
hold();
/** How often the first file of the module was asked for. */
globalThis.asked = 0;
/** What each of these requests says of the cache. */
globalThis.cached = [];
let first = null;
globalThis.fetch = async (url, ...rest) => {
  if (String(url).endsWith('.wasm')) {
    first ??= String(url);
    globalThis.asked += Number(first === String(url));
    if (first === String(url)) cached.push(rest[0]?.cache ?? 'default');
    await held;
  }
  return await fetched(url, ...rest);
};
/** The instances of the module. */
globalThis.made = 0;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  const instance = await instantiate.apply(WebAssembly, given);
  globalThis.made += 1;
  return instance;
};

/** Waits of 20 s end when a test says so. Others may be the driver's. */
const waits = new Map();
globalThis.setTimeout = (act, milliseconds, ...given) => {
  if (milliseconds !== 20_000) return later(act, milliseconds, ...given);
  const timer = later(() => {}, milliseconds);
  waits.set(timer, act);
  return timer;
};
globalThis.clearTimeout = (timer) => {
  waits.delete(timer);
  drop(timer);
};
globalThis.end = () => {
  const acts = [...waits.values()];
  waits.clear();
  for (const act of acts) act();
  return acts.length;
};

globalThis.errors = [];
globalThis.ends = [];
globalThis.frame = () => new Promise(requestAnimationFrame);
globalThis.until = async (isSo) => { while (!isSo()) await frame(); };
/** The module has been asked for, and what is drawn without it is drawn. */
globalThis.waiting = async () => {
  await until(() => asked > 0);
  for (let time = 0; time < 4; time += 1) await frame();
};
globalThis.named = () => new Map([...document.querySelectorAll('[data-name]')].map((node) => [node.dataset.name, node]));
const topOf = (node) => node.getBoundingClientRect().top;
globalThis.seen = () => [...named()].filter(([, node]) => topOf(node) > -200 && topOf(node) < innerHeight).map(([name, node]) => [name, topOf(node)]);

// MARK: What rows have that is to stay as it is

/** Functions that say what has not stayed. */
const kept = [];

/** Puts a video into a row, and plays in it what a canvas shows. */
globalThis.plays = async (row) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
  const drawing = canvas.getContext('2d');
  let isOver = false;
  const paint = (time) => {
    if (isOver) return;
    drawing.fillStyle = `hsl(${time % 360} 50% 50%)`;
    drawing.fillRect(0, 0, 64, 36);
    requestAnimationFrame(paint);
  };
  paint(0);
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true, width: 64, height: 36 });
  video.srcObject = canvas.captureStream();
  row.append(video);
  await video.play();
  await until(() => video.currentTime > 0);
  const found = [];
  for (const name of ['emptied', 'ended', 'loadstart', 'pause']) video.addEventListener(name, () => found.push(`the video has had ${name}`));
  const { currentTime: start } = video;
  kept.push(async () => {
    const { currentTime: now, paused: isPaused } = video;
    if (isPaused || now < start) return [...found, `the video is at ${now} after ${start}`];
    await until(() => video.currentTime > now);
    isOver = true;
    return found;
  });
};

/** Puts <details> into a row, and opens it. */
globalThis.opens = async (row) => {
  const details = Object.assign(document.createElement('details'), { innerHTML: '<summary>More</summary>All of it' });
  row.append(details);
  details.open = true;
  await new Promise((done) => details.addEventListener('toggle', done, { once: true }));
  const found = [];
  details.addEventListener('toggle', () => found.push('<details> has had toggle'));
  kept.push(() => (details.open ? found : ['<details> is closed']));
};

/** Selects the texts of rows from one to another, both in part. */
globalThis.selects = (from, to) => {
  const selection = getSelection();
  const textOf = (row) => document.createTreeWalker(row, NodeFilter.SHOW_TEXT).nextNode();
  selection.setBaseAndExtent(textOf(from), 1, textOf(to), 2);
  const ends = () => [selection.anchorNode, selection.anchorOffset, selection.focusNode, selection.focusOffset];
  const [before, text] = [ends(), selection.toString()];
  kept.push(() => (
    ends().every((end, place) => end === before[place]) && selection.toString() === text ? [] : [`selected is ${selection}, and was ${text}`]));
};

/** What becomes of the rows when the module comes: how far they move, those that are made anew or get another parent, the focus, and the above. */
globalThis.takenOver = async () => {
  const [before, nodes, { activeElement }] = [seen(), named(), document];
  const parents = new Map([...nodes].map(([name, node]) => [name, node.parentElement]));
  const found = [];
  release();
  for (let left = 20; left > 0; left -= viewport() ? 1 : 0) {
    await frame();
    const now = named();
    for (const [name, top] of before) {
      const way = now.has(name) ? Math.abs(topOf(now.get(name)) - top) : Infinity;
      if (way > 0.5) found.push(`${name} moves by ${way}`);
    }
  }
  for (const [name, node] of named()) {
    if (nodes.has(name) && (nodes.get(name) !== node || parents.get(name) !== node.parentElement)) found.push(`${name} is another node`);
  }
  if (document.activeElement !== activeElement) found.push('the focus is lost');
  for (const fault of kept.splice(0)) found.push(...await fault());
  return [...found.slice(0, 5), ...errors];
};
