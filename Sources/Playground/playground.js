import { LayoutService, Problem } from '/client/index.js';
import { KeptText } from './KeptText.js';
import { LayoutView } from './LayoutView.js';
import { RequestList } from './RequestList.js';
import { Selection } from './Selection.js';
import { SnapshotEditor } from './SnapshotEditor.js';
import { copyText } from './copyText.js';
import { curlCommand } from './curlCommand.js';
import { paint } from './paint.js';
import { contentOf, LinkError, linkTo } from './shareLink.js';

/** How long the text has to rest before it is posted. */
const restMilliseconds = 200;
const firstExample = 'feed';

const part = (id) => document.getElementById(id);
const scroller = part('scroller');
const requests = new RequestList(part('requests'), part('key'));
const service = new LayoutService('', { fetch: requests.fetch, attempts: 1 });
const editor = new SnapshotEditor(part('snapshot'), part('marks'), part('errors'), edited);
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

/** Puts another text in place of the one there is, which undoing, or a button, brings back. */
async function replace(text, words, example = '') {
  const before = editor.text;
  const isOwn = !textExample && before.trim() && before !== text;
  clearTimeout(rest);
  editor.replace(text);
  setExample(example);
  kept.changed();
  note(words, isOwn ? action('Bring my text back', () => replace(before, '').catch(fail)) : '');
  await post({ keepsPlace: false });
}

async function loadExample() {
  loading.abort();
  loading = new AbortController();
  const { signal } = loading;
  try {
    const example = part('example').value;
    const response = await requests.fetch(`/playground/${example}.json`, { signal });
    if (!response.ok) throw new Error(`the service says ${response.status}`);
    const text = await response.text();
    if (!signal.aborted) await replace(text, '', example);
  } catch (error) {
    if (signal.aborted) return;
    setExample(textExample);
    fail(error);
  }
}

/** Says which example the text is; none has an empty name. */
function setExample(name) {
  textExample = name;
  part('example').value = name;
}

/** The reader has changed the text. */
function edited() {
  loading.abort();
  setExample('');
  kept.changed();
  clearTimeout(rest);
  rest = setTimeout(() => post({ keepsPlace: true }), restMilliseconds);
}

/** Says what became of the text, with what can be done about it. */
function note(words, ...nodes) {
  part('note').replaceChildren(words, ' ', ...nodes);
  part('note').hidden = !part('note').textContent.trim();
}

function action(words, act) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words;
  button.addEventListener('click', act);
  return button;
}

async function copy(text, name) {
  if (await copyText(text)) return note(`${name} is on the clipboard.`);
  const field = document.createElement('textarea');
  field.readOnly = true;
  field.value = text;
  field.setAttribute('aria-label', 'To copy');
  note(`The browser does not let the page copy. ${name}:`, field);
  return field.select();
}

async function share() {
  try {
    await copy(await linkTo(location.href, editor.text, { extent: part('extent').value }), 'A link that opens this snapshot');
  } catch (error) {
    note(error.message);
  }
}

async function copyCommand() {
  const { bounds } = view;
  const isHorizontal = snapshot?.scrollDirection === 'horizontal';
  const query = `${isHorizontal ? 'height' : 'width'}=${part('extent').value}`
    + `&bounds=${[bounds.x, bounds.y, bounds.width, bounds.height].join()}`;
  const key = part('key').value;
  const command = curlCommand(`${location.origin}/v1/layouts?${query}`, editor.text, key);
  await copy(command, key ? 'A command, with the key in it,' : 'A command');
}

/** Opens what the address carries. What was there before is an undo away, and the address is the page's own again. */
async function openLink() {
  try {
    const content = await contentOf(location.hash);
    if (!content) return false;
    history.replaceState(null, '', location.pathname);
    if (content.members.extent) setExtent(content.members.extent);
    await replace(content.text, 'The link was opened.');
    return true;
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    note(error.message);
    return false;
  }
}

function setExtent(value) {
  if (value > 0) part('extent').value = value;
  part('extent-value').textContent = part('extent').value;
}

/** Begins with what the tab kept, then with what the address carries, or else with an example. */
async function begin() {
  const before = KeptText.read();
  const { clientWidth } = scroller.parentElement;
  setExtent(before?.extent ?? Math.max(120, Math.min(390, clientWidth - 2)));
  if (before) {
    editor.text = before.text;
    setExample(before.example ?? '');
  }
  if (await openLink()) return undefined;
  if (before) return post({ keepsPlace: false });
  part('example').value = firstExample;
  await loadExample();
}

let rest = 0;
/** The example that the text is, unchanged. */
let textExample = '';
let loading = new AbortController();
const kept = new KeptText(
  () => ({ text: editor.text, example: textExample, extent: part('extent').value }),
  () => note('The text does not outlive a reload: it is too long, or the browser keeps nothing.'));

part('example').addEventListener('change', loadExample);
part('share').addEventListener('click', share);
part('curl').addEventListener('click', copyCommand);
addEventListener('hashchange', openLink);
part('key').addEventListener('change', () => post({ keepsPlace: true }));
part('extent').addEventListener('input', () => {
  part('extent-value').textContent = part('extent').value;
  kept.changed();
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

await begin();
