import { LayoutService, Problem } from '/client/index.js';
import { LayoutView, keyOf } from './LayoutView.js';
import { RequestList } from './RequestList.js';
import { SnapshotEditor } from './SnapshotEditor.js';
import { paint } from './paint.js';

/** How long the text has to rest before it is posted. */
const restMilliseconds = 200;

const part = (id) => document.getElementById(id);
const scroller = part('scroller');
const requests = new RequestList(part('requests'), part('key'));
const service = new LayoutService('', { fetch: requests.fetch, attempts: 1 });
const editor = new SnapshotEditor(part('snapshot'), part('marks'), part('errors'));
const view = new LayoutView(scroller, paint);

/** What the service knows of the text; null where it is no snapshot. */
let snapshot = null;
/** The element that is selected, as the service answered it. */
let selected = null;
/** Whether what is told to be wrong is wrong at this extent alone. */
let isExtentRefused = false;
let posting = new AbortController();
let preparing = new AbortController();

const say = (text) => {
  part('state').textContent = text;
};

/** Posts the text and lays it out. What was under way before is of no use any more. */
async function post({ keepsPlace }) {
  posting.abort();
  posting = new AbortController();
  const { signal } = posting;
  try {
    const posted = await service.post(editor.text, { signal });
    if (signal.aborted) return;
    snapshot = posted;
    tell(null);
    part('extent-name').textContent = snapshot.scrollDirection === 'horizontal' ? 'Height' : 'Width';
    select(null);
    await prepare({ keepsPlace });
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}

/** Lays the snapshot out at the extent that is set; the layout before stays until then. */
async function prepare({ keepsPlace }) {
  preparing.abort();
  preparing = new AbortController();
  const { signal } = preparing;
  const extent = Number(part('extent').value);
  const isHorizontal = snapshot.scrollDirection === 'horizontal';
  try {
    const layout = await snapshot.layout(extent, { signal });
    if (signal.aborted) return;
    if (isExtentRefused) tell(null);
    scroller.style.width = isHorizontal ? '' : `${extent + scroller.offsetWidth - scroller.clientWidth}px`;
    scroller.style.height = isHorizontal ? `${extent + scroller.offsetHeight - scroller.clientHeight}px` : '';
    view.show(layout, { keepsPlace });
    const { width, height } = layout.contentSize;
    say(`${snapshot.itemCount} items in ${snapshot.sectionCount} sections take ${width} × ${height} points.`);
    if (selected) await reselect();
  } catch (error) {
    if (signal.aborted) return;
    fail(error);
    isExtentRefused = true;
  }
}

function fail(error) {
  if (error instanceof Problem && error.status === 401) {
    tell({ detail: 'The service asks for a key: enter one above.' });
  } else {
    tell(error instanceof Problem ? error : { detail: `No answer: ${error.message}` });
  }
  say('What is drawn is the last layout that there was.');
}

/** Tells what is wrong; null where nothing is. */
function tell(problem) {
  isExtentRefused = false;
  editor.showProblem(problem);
}

// MARK: The selected element

/** Asks what is topmost at a point of the scroller. */
async function selectAt(x, y) {
  const { layout } = view;
  if (!layout) return;
  const bounds = view.bounds;
  const query = [bounds.x, bounds.y, bounds.width, bounds.height].join();
  const point = [bounds.x + x, bounds.y + y].join();
  await ask(`/hit?${extentQuery()}&bounds=${query}&point=${point}`, (answer) => answer.element);
}

/** The same element again, in a layout of another extent. */
async function reselect() {
  const { category, kind, section, item, index } = selected;
  const place = category === 'cell' ? `items/${section}/${item}`
    : `${category === 'decoration' ? 'decorations' : 'supplementary'}/${section === undefined ? kind : `${kind}/${section}`}/${index}`;
  await ask(`/${place}?${extentQuery()}`, (answer) => answer);
}

const extentQuery = () => (
  `${snapshot.scrollDirection === 'horizontal' ? 'height' : 'width'}=${view.layout.containerExtent}`);

/** Selects what the answer to a question is. */
async function ask(suffix, elementOf) {
  const response = await requests.fetch(`/v1/layouts/${snapshot.id}${suffix}`);
  const answer = await response.json();
  select(response.ok ? elementOf(answer) : null);
  return response.ok;
}

function select(element) {
  selected = element;
  view.select(element && keyOf(element));
  part('element').textContent = element ? JSON.stringify(element, null, 2) : 'Select one in the drawing.';
}

/** Selects the item before or after the selected one, and scrolls to it. */
async function selectBeside(step) {
  if (!view.layout) return;
  let { section = 0, item = step > 0 ? -1 : 0 } = selected ?? {};
  item += step;
  if (item < 0) return;
  const found = await ask(`/items/${section}/${item}?${extentQuery()}`, (element) => element);
  if (!found && step > 0 && section + 1 < snapshot.sectionCount) {
    [section, item] = [section + 1, 0];
    if (!await ask(`/items/${section}/0?${extentQuery()}`, (element) => element)) return;
  } else if (!found) {
    return;
  }
  const origin = await view.viewport.scrollOrigin(section, item);
  view.scrollTo(snapshot.scrollDirection === 'horizontal' ? origin.x : origin.y);
}

// MARK: What the reader does

async function loadExample() {
  const response = await requests.fetch(`/playground/${part('example').value}.json`);
  editor.text = await response.text();
  await post({ keepsPlace: false });
}

let rest = 0;
part('snapshot').addEventListener('input', () => {
  clearTimeout(rest);
  rest = setTimeout(() => post({ keepsPlace: true }), restMilliseconds);
});
part('example').addEventListener('change', () => loadExample().catch(fail));
part('key').addEventListener('change', () => post({ keepsPlace: true }));
part('extent').addEventListener('input', () => {
  part('extent-value').textContent = part('extent').value;
  if (snapshot) prepare({ keepsPlace: true });
});
// One step after the other, however fast they are asked for.
let steps = Promise.resolve();
const step = (by) => {
  steps = steps.then(() => selectBeside(by)).catch(fail);
};
part('previous').addEventListener('click', () => step(-1));
part('next').addEventListener('click', () => step(1));
scroller.addEventListener('click', (event) => {
  const { left, top } = scroller.getBoundingClientRect();
  selectAt(event.clientX - left - scroller.clientLeft, event.clientY - top - scroller.clientTop).catch(fail);
});
scroller.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  selectAt(scroller.clientWidth / 2, scroller.clientHeight / 2).catch(fail);
});
view.addEventListener('error', ({ detail }) => fail(detail));

const pane = scroller.parentElement;
part('extent').value = Math.max(120, Math.min(390, pane.clientWidth - 2));
part('extent-value').textContent = part('extent').value;
loadExample().catch(fail);
