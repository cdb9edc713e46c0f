import { LayoutService, Problem } from '/client/index.js';
import { LayoutView } from './LayoutView.js';
import { RequestList } from './RequestList.js';
import { Selection } from './Selection.js';
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
const selection = new Selection(view, requests.fetch, part('element'));

/** What the service knows of the text; null where it is no snapshot. */
let snapshot = null;
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
    part('extent-name').textContent = isHorizontal ? 'Height' : 'Width';
    view.show(layout, { keepsPlace });
    const { width, height } = layout.contentSize;
    say(`${snapshot.itemCount} items in ${snapshot.sectionCount} sections take ${width} × ${height} points.`);
    await selecting(selection.show(layout));
  } catch (error) {
    if (signal.aborted) return;
    fail(error);
    isExtentRefused = true;
  }
}

/** Waits for what is being selected; something else may be selected before. */
async function selecting(promise) {
  try {
    await promise;
  } catch (error) {
    if (error.name !== 'AbortError') fail(error);
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
  steps = steps.then(() => selecting(selection.step(by)));
};
part('previous').addEventListener('click', () => step(-1));
part('next').addEventListener('click', () => step(1));
scroller.addEventListener('click', (event) => {
  const { left, top } = scroller.getBoundingClientRect();
  selecting(selection.selectAt(event.clientX - left - scroller.clientLeft, event.clientY - top - scroller.clientTop));
});
scroller.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  selecting(selection.selectAt(scroller.clientWidth / 2, scroller.clientHeight / 2));
});
view.addEventListener('error', ({ detail }) => fail(detail));

const pane = scroller.parentElement;
part('extent').value = Math.max(120, Math.min(390, pane.clientWidth - 2));
part('extent-value').textContent = part('extent').value;
loadExample().catch(fail);
