// Holds the module back until a test says so, and watches the rows meanwhile.
const { fetch: fetched } = globalThis;
const held = new Promise((release, fail) => Object.assign(globalThis, { release, fail }));
globalThis.asked = 0;
globalThis.fetch = async (url, ...rest) => {
  if (String(url).endsWith('.wasm')) {
    globalThis.asked += 1;
    await held;
  }
  return await fetched(url, ...rest);
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

/** What becomes of the rows when the module comes: how far they move, those that are made anew or get another parent, and the focus. */
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
  return [...found.slice(0, 5), ...errors];
};
