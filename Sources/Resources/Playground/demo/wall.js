import { Feed, LayoutService } from '../../client/index.js';
import { Albums } from './Albums.js';
import '../page/frame.js';
import { browserStorage } from '../page/keptTexts.js';
import { made } from '../page/made.js';
import { countText } from '../page/numbers.js';
import { random } from '../photo/chance.js';
import { drawPhoto } from '../photo/photo.js';

/** The name under which the browser stores the order of the photographs. */
const KEPT = 'layoutd-wall';
/** The simulated loading time of a photograph, in milliseconds. */
const [leastTaken, mostTaken] = [100, 700];

const part = (id) => document.getElementById(id);
let albums = new Albums(browserStorage.read(KEPT));
/** The loaded photographs, and the timers of those being loaded. */
const here = new Set();
const coming = new Map();
/** For each shown photograph: its cell, and the cell's frame. */
const shown = new Map();

function node({ kind, key, sectionId, frame }, reused) {
  const cell = reused ?? made('div');
  if (kind !== 'cell') {
    cell.className = 'album';
    cell.textContent = sectionId;
    return cell;
  }
  if (!reused) cell.append(made('canvas'));
  cell.ariaLabel = `Photo ${key + 1}`;
  cell.dataset.id = key;
  shown.set(key, { cell, frame });
  load(key);
  draw(key);
  return cell;
}

/** Draws a photograph in its cell, or a ring while it is being loaded. */
function draw(number) {
  const { cell, frame } = shown.get(number) ?? {};
  if (!cell) return;
  cell.className = here.has(number) ? 'tile' : 'tile coming';
  if (here.has(number)) drawPhoto(cell.firstElementChild, number, frame);
}

function load(number) {
  if (here.has(number) || coming.has(number)) return;
  coming.set(number, setTimeout(() => {
    coming.delete(number);
    here.add(number);
    draw(number);
    tell();
  }, leastTaken + (mostTaken - leastTaken) * random(number + 1)()));
  tell();
}

/** Stops loading photographs that are no longer needed, unless they have cells. */
function cancel(number) {
  if (shown.has(number)) return;
  clearTimeout(coming.get(number));
  coming.delete(number);
  tell();
}

function tell() {
  part('state').textContent = `${countText(albums.count, 'photo')}: ${here.size} here, ${coming.size} on their way`;
}

const feed = new Feed(part('scroller'), {
  service: await LayoutService.local(), node, label: (_, name) => name, movable: true,
  prefetch: (items) => items.forEach(({ key }) => load(key)),
  cancel: (items) => items.forEach(({ key }) => cancel(key)),
  onMove({ from, to }) {
    albums.move(from, to);
    browserStorage.write(KEPT, albums.text);
  },
});

async function show() {
  await feed.update(albums.snapshot, { keys: albums.keys });
  tell();
}

feed.addEventListener('noderemoved', ({ node: cell, key }) => {
  if (shown.get(key)?.cell === cell) shown.delete(key);
});
part('restore').addEventListener('click', () => {
  browserStorage.remove(KEPT);
  albums = new Albums(null);
  show();
});

await show();
