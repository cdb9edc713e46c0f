import { LayoutService } from '/client/index.js';
import { FrameTimes } from './FrameTimes.js';
import { explicitMillion, uniformBillion } from './LargeSnapshots.js';
import { LayoutView } from './LayoutView.js';
import { RequestList } from './RequestList.js';
import { Paint } from './Paint.js';

/** Points per second that a fling begins with, and the part of it that is left after a second. */
const fling = { velocity: 12_000, left: 0.3, least: 60 };

const part = (id) => document.getElementById(id);
const scroller = part('scroller');
const requests = new RequestList(part('requests'), part('key'));
const service = new LayoutService('', { fetch: requests.fetch });
const view = new LayoutView(scroller, new Paint());
const frames = new FrameTimes();
const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

let snapshot = null;
let showing = new AbortController();
let flight = 0;

const say = (text) => {
  part('state').textContent = text;
};

/** Makes, posts and shows the content that is chosen. */
async function choose() {
  showing.abort();
  showing = new AbortController();
  const { signal } = showing;
  const isMillion = part('controls').elements.content.value === 'million';
  try {
    view.clear();
    const body = isMillion ? await explicitMillion((made) => say(`Making the sizes: ${Math.round(made * 100)} %`))
      : uniformBillion();
    if (signal.aborted) return;
    say('Sending the snapshot …');
    snapshot = await service.post(body, { signal });
    await lay({ signal, keepsPlace: false });
  } catch (error) {
    if (!signal.aborted) say(`No layout: ${error.message}`);
  }
}

/** Lays the snapshot out as wide as the scroller is. */
async function lay({ signal, keepsPlace }) {
  const layout = await snapshot.layout(scroller.clientWidth, { signal });
  if (signal.aborted) return;
  view.show(layout, { keepsPlace });
  part('item').max = snapshot.itemCount - 1;
  part('item').value = Math.min(part('item').value, part('item').max);
  const { format } = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
  say(`${format(snapshot.itemCount)} items, ${format(layout.contentSize.height)} points high.`);
}

/** Shows an item, by its number among all of them. */
async function goTo(number) {
  cancelAnimationFrame(flight);
  const { sectionCount, itemCount } = snapshot;
  const counts = sectionCount === 3 ? [4e8, 3e8, 3e8] : Array.from({ length: sectionCount }, () => itemCount / sectionCount);
  let [section, item] = [0, number];
  while (section < sectionCount - 1 && item >= counts[section]) {
    item -= counts[section];
    section += 1;
  }
  const origin = await view.viewport.scrollOrigin(section, item, { alignment: 'center' });
  view.scrollTo(origin.y);
  view.select(`cell/${section}/${item}`);
  say(`Item ${item} of section ${section}.`);
}

/** Lets the content fly, and slow down. Who prefers less motion gets a jump. */
function startFling() {
  cancelAnimationFrame(flight);
  if (isCalm.matches) {
    scroller.scrollBy({ top: fling.velocity, behavior: 'instant' });
    return;
  }
  let { velocity } = fling;
  let before = performance.now();
  const step = (time) => {
    const seconds = Math.min(0.1, Math.max(0, time - before) / 1000);
    before = time;
    scroller.scrollBy({ top: velocity * seconds, behavior: 'instant' });
    velocity *= fling.left ** seconds;
    if (velocity > fling.least) flight = requestAnimationFrame(step);
  };
  flight = requestAnimationFrame(step);
}

part('controls').addEventListener('change', (event) => {
  if (event.target.name === 'content') choose();
});
part('controls').addEventListener('submit', (event) => {
  event.preventDefault();
  if (view.viewport) goTo(Number(part('item').value)).catch((error) => say(error.message));
});
part('fling').addEventListener('click', startFling);
for (const name of ['wheel', 'touchstart', 'keydown']) {
  scroller.addEventListener(name, () => cancelAnimationFrame(flight), { passive: true });
}
part('key').addEventListener('change', choose);
view.addEventListener('draw', () => frames.note());
view.addEventListener('error', ({ detail }) => say(`A page is missing: ${detail.message}`));

let figuresAt = 0;
view.addEventListener('draw', () => {
  const now = performance.now();
  if (now - figuresAt < 250) return;
  figuresAt = now;
  const { viewport, nodeCount } = view;
  const times = frames.summary;
  part('figures').textContent = [
    times ? `frames every ${times.median.toFixed(1)} ms, 99 of 100 within ${times.late.toFixed(1)} ms` : 'scroll to see frame times',
    `${nodeCount} nodes`, `${viewport.pageCount} pages`, `${viewport.elementCount} elements held`,
  ].join(' · ');
});

let widthBefore = scroller.clientWidth;
new ResizeObserver(() => {
  if (scroller.clientWidth === widthBefore || !snapshot) return;
  widthBefore = scroller.clientWidth;
  showing.abort();
  showing = new AbortController();
  const { signal } = showing;
  lay({ signal, keepsPlace: true }).catch((error) => signal.aborted || say(error.message));
}).observe(scroller);

choose();
