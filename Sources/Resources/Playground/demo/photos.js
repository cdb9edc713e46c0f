import { LayoutService } from '../../client/index.js';
import { demoStep } from './demoSteps.js';
import { FrameTimes } from './FrameTimes.js';
import { key, requests } from '../page/frame.js';
import { ItemNumbers } from './ItemNumbers.js';
import {
  billionCounts, billionWords, explicitMillion, millionCounts, millionWords, newBillions, newMillions, uniformBillion,
} from './LargeSnapshots.js';
import { keyOf, LayoutView } from '../drawing/LayoutView.js';
import { countText, numberText } from '../page/numbers.js';
import { PageFigures } from './PageFigures.js';
import { PhotoPaint } from '../drawing/PhotoPaint.js';
import { root } from '../page/root.js';

/** The initial velocity of a fling in points per second, and the fraction that is left after a second. */
const fling = { velocity: 12_000, left: 0.3, least: 60 };

const part = (id) => document.getElementById(id);
const scroller = part('scroller');
const service = new LayoutService(root, { fetch: requests.fetch });
const paint = new PhotoPaint();
const view = new LayoutView(scroller, paint);
const frames = new FrameTimes();
const costs = new PageFigures();
const isMillion = location.hash === '#million';
const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

let snapshot = null;
/** Makes items like the shown ones. */
let newItems = newBillions;
let numbers = null;
let showing = new AbortController();
let flight = 0;

const say = (text) => {
  part('state').textContent = text;
};

/** Makes, posts and shows the content. */
async function show() {
  showing.abort();
  showing = new AbortController();
  const { signal } = showing;
  try {
    view.clear();
    const body = isMillion ? await explicitMillion((made) => say(`Making the sizes: ${Math.round(made * 100)} %`))
      : uniformBillion(scroller.clientWidth);
    if (signal.aborted) return;
    say('Sending the snapshot …');
    numbers = new ItemNumbers(isMillion ? millionCounts : billionCounts);
    paint.numbers = numbers;
    paint.words = isMillion ? millionWords(numbers) : billionWords(numbers);
    newItems = isMillion ? newMillions : newBillions;
    setTarget(null);
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
  tellSize();
}

function tellSize() {
  say(`${countText(snapshot.itemCount, 'photo')}, ${numberText(Math.round(view.layout.contentSize.height))} points high.`);
}

/** Inserts, deletes, moves or shuffles items; visible ones are animated. */
async function change(kind) {
  const cells = [];
  view.viewport.forEach((page, index) => {
    if (page.isCell(index)) cells.push({ section: page.section[index], item: page.item[index] });
  });
  cells.sort((left, right) => left.section - right.section || left.item - right.item);
  const step = demoStep(kind, cells, (section) => numbers.countOf(section), newItems, part('above').checked);
  if (!step) return;
  const changed = await view.viewport.change(step, { anchor: 'first', transition: true });
  // Other content was chosen meanwhile.
  if (view.viewport?.layout !== changed.layout) return;
  snapshot = changed.layout.snapshot;
  setTarget(null);
  numbers.apply(step);
  view.change(changed);
  tellSize();
}

/** Scrolls to an item, by its number among all of them, or to the nearest existing one. */
async function goTo(number) {
  cancelAnimationFrame(flight);
  const { section, item } = numbers.placeOf(number);
  const origin = await view.viewport.scrollOrigin(section, item, { alignment: 'center' });
  setTarget({ section, item });
  view.scrollTo(origin.y);
}

function setTarget(place) {
  view.select(place && keyOf({ category: 'cell', ...place }));
  if (place) part('item').value = numberText(numbers.numberOf(place.section, place.item));
}

/** Shows the number of the first visible item, and the count. */
function tellPlace() {
  const { bounds, viewport } = view;
  const top = uncovered(bounds.y, viewport.special);
  let first = null;
  viewport.forEach((page, index) => {
    if (!page.isCell(index) || page.y[index] + page.height[index] <= top || page.y[index] >= bounds.y + bounds.height) return;
    const [section, item] = [page.section[index], page.item[index]];
    if (!first || section < first.section || section === first.section && item < first.item) first = { section, item };
  });
  if (!first) return;
  setText('place', numberText(numbers.numberOf(first.section, first.item)));
  setText('of', `of ${numbers.countText}`);
}

/** The end of the elements that are pinned at the top of the window. */
function uncovered(top, special) {
  const headers = special.filter(({ kind }) => kind !== 'footer').map(({ frame }) => frame).sort((one, other) => one.y - other.y);
  return headers.reduce((end, { y, height }) => (y <= end ? Math.max(end, y + height) : end), top);
}

function setText(id, text) {
  if (part(id).textContent !== text) part(id).textContent = text;
}

/** Scrolls the content with a fling that slows down; with reduced motion, in one jump. */
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

/** On a small window the controls cover the content. */
function closeControls() {
  if (part('more').matches(':popover-open')) part('more').hidePopover();
}

part('controls').addEventListener('submit', (event) => {
  event.preventDefault();
  closeControls();
  if (view.viewport) goTo(Number(part('item').value.replace(/\D/g, ''))).catch((error) => say(error.message));
});
let changing = Promise.resolve();
part('changes').addEventListener('click', ({ target }) => {
  if (!target.value || target.type !== 'button') return;
  // Each step begins after the one before has ended.
  changing = changing.then(() => view.viewport && change(target.value)).catch((error) => say(error.message));
});
part('fling').addEventListener('click', () => {
  closeControls();
  startFling();
});
for (const name of ['wheel', 'touchstart', 'keydown']) {
  scroller.addEventListener(name, () => cancelAnimationFrame(flight), { passive: true });
}
key.addEventListener('change', show);
view.addEventListener('draw', () => frames.note());
view.addEventListener('error', ({ detail }) => say(`A page is missing: ${detail.message}`));

let figuresAt = 0;
function tellFigures() {
  const now = performance.now();
  if (now - figuresAt < 250) return;
  figuresAt = now;
  const { viewport, nodeCount } = view;
  const times = frames.summary;
  setText('figures', [
    times ? `frames every ${numberText(times.median)} ms, 99 of 100 within ${numberText(times.late)} ms` : 'scroll to see frame times',
    countText(nodeCount, 'node'), countText(viewport.pageCount, 'page'), `${countText(viewport.elementCount, 'element')} held`,
    ...costs.texts,
  ].join(' · '));
}

view.addEventListener('draw', () => {
  tellPlace();
  tellFigures();
});
// Figures that have changed since are shown, too.
setInterval(() => view.viewport && tellFigures(), 1000);

let widthBefore = scroller.clientWidth;
new ResizeObserver(() => {
  if (scroller.clientWidth === widthBefore || !snapshot) return;
  widthBefore = scroller.clientWidth;
  showing.abort();
  showing = new AbortController();
  const { signal } = showing;
  lay({ signal, keepsPlace: true }).catch((error) => signal.aborted || say(error.message));
}).observe(scroller);

show();
