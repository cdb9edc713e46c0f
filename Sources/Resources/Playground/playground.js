import { LayoutService, Problem } from '../client/index.js';
import { ElementPanel } from './drawing/ElementPanel.js';
import { FaultList } from './editor/FaultList.js';
import { GroupPanel } from './metrics/GroupPanel.js';
import { key, requests } from './page/frame.js';
import { metricPlaces } from './metrics/metricPlaces.js';
import { countText, numberText } from './page/numbers.js';
import { Panes } from './drawing/Panes.js';
import { root } from './page/root.js';
import { RowHeight } from './metrics/RowHeight.js';
import { Selection } from './drawing/Selection.js';
import { memberEdit } from './sources/memberEdit.js';
import { SnapshotEditor } from './editor/SnapshotEditor.js';
import { sourceIn } from './sources/sourceNodes.js';
import { SourcePanel } from './sources/SourcePanel.js';
import { TextTools } from './editor/TextTools.js';

/** The time without edits after which the text is posted. */
const restMilliseconds = 200;
const [leastExtent, mostExtent] = [120, 1600];
/** A phone begins with one layout. */
const firstExtents = matchMedia('(max-width: 599px)').matches ? [390] : [390, 744, 1024];
const looks = ['sections', 'photographs', 'own'];

const part = (id) => document.getElementById(id);
const service = new LayoutService(root, { fetch: requests.fetch, attempts: 1 });
const panes = new Panes(part('panes'), part('pane'));
const elementPanel = new ElementPanel(part('element'), () => selection.select(null));
const selection = new Selection(panes, {
  show(element) {
    elementPanel.show(element);
    if (element?.section !== undefined) tree.selectSection(element.section);
  },
});
const tree = new SourcePanel(part('sources'), { mark: markSources, scrollTo: scrollToSection, change: changeNode });
const editor = new SnapshotEditor(part('snapshot'), part('lines'), edited);
const rowHeight = new RowHeight(part('row-height'), changeText);
const groups = new GroupPanel(part('groups'), {
  change: changeText,
  get width() {
    return panes.active?.extent ?? firstExtents[0];
  },
  get isHorizontal() {
    return snapshot?.scrollDirection === 'horizontal';
  },
});
const faults = new FaultList(editor, {
  count: part('fault-count'), list: part('errors'), previous: part('previous-fault'), next: part('next-fault'),
  shown: () => part('snapshot').checkVisibility() || part('text').showPopover(),
});
const tools = new TextTools(editor, {
  fetch: requests.fetch,
  fail,
  post: () => post({ keepsPlace: false }),
  get key() {
    return key.value;
  },
  get url() {
    return `${location.origin}${root}/v1/layouts?${visibleQuery()}`;
  },
  get settings() {
    return { extents: panes.extents.join(), look: panes.look };
  },
  set settings({ extents, look }) {
    setExtents(String(extents ?? '').split(',').map(Number));
    if (looks.includes(look)) setLook(look);
  },
});

/** The snapshot of the text in the service; null if the text is not valid. */
let snapshot = null;
/** The text that was posted. */
let postedText = '';
/** The service's warnings for it, at the shown extents. */
let warnings = [];
let asking = new AbortController();
let askingRest = 0;
/** The pane whose extent causes the error; null for other errors, or none. */
let refused = null;
/** Whether an error is shown. */
let isTold = false;
let posting = new AbortController();
let rest = 0;

const say = (text) => {
  part('state').textContent = text;
};

/** Posts the text and lays it out. Aborts an earlier post. */
async function post({ keepsPlace }) {
  clearTimeout(rest);
  askNoWarnings();
  posting.abort();
  posting = new AbortController();
  const { signal } = posting;
  const { text } = editor;
  try {
    const posted = await service.post(text, { signal });
    if (signal.aborted) return;
    [snapshot, postedText, warnings] = [posted, text, posted.warnings];
    tell(null);
    part('extent-name').textContent = snapshot.scrollDirection === 'horizontal' ? 'Height' : 'Width';
    panes.show(snapshot, { keepsPlace });
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}

/** Requests the warnings at the shown extents, once these do not change: some need a post with an extent. */
function askWarnings() {
  askNoWarnings();
  const { signal } = asking;
  askingRest = setTimeout(async () => {
    const axis = snapshot.scrollDirection === 'horizontal' ? 'height' : 'width';
    const layouts = panes.all.map(({ layout }) => layout).filter((layout) => layout?.id === snapshot.id);
    const extents = new Set(layouts.map(({ containerExtent }) => containerExtent));
    const posts = [...extents].map((extent) => service.post(postedText, { [axis]: extent, pageLength: 1, signal }));
    const found = (await Promise.allSettled(posts)).flatMap(({ value }) => value?.snapshot.warnings ?? []);
    if (signal.aborted) return;
    const all = [...snapshot.warnings, ...found];
    warnings = [...new Map(all.map((one) => [`${one.pointer} ${one.detail}`, one])).values()];
    if (!isTold) tell(null);
  }, restMilliseconds);
}

function askNoWarnings() {
  clearTimeout(askingRest);
  asking.abort();
  asking = new AbortController();
}

/** Called when a pane shows a layout. */
function shown({ detail: { pane } }) {
  if (refused === pane) tell(null);
  askWarnings();
  selecting(selection.show());
  markSources();
  if (pane === panes.active) sayLayout();
}

/** Describes the layout of the active pane. */
function sayLayout() {
  const { layout, isHorizontal } = panes.active;
  if (!layout || !snapshot) return;
  const { contentSize: { width, height }, containerExtent } = layout;
  const { itemCount, sectionCount } = snapshot;
  const [axis, long] = isHorizontal ? ['height', `${numberText(width)} points wide`] : ['width', `${numberText(height)} points high`];
  say(`${countText(itemCount, 'item')}, ${countText(sectionCount, 'section')}: ${long} at ${axis} ${numberText(containerExtent)}.`);
}

/** Waits for a selection, which another one may replace. */
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
  say('The drawing shows the last snapshot that had a layout.');
}

/** Shows a problem; null for none. */
function tell(problem) {
  refused = null;
  isTold = problem !== null;
  faults.show(problem, problem ? [] : warnings);
  const answered = !isTold && editor.text === postedText ? snapshot.source : null;
  tree.show(sourceIn(editor.text), answered, problem ? problem.errors ?? [] : warnings, isTold ? 'error' : 'warning');
  showMetrics();
  showStale();
}

/** Shows the controls of the metrics that the text has; of a text that is not JSON, those of the last one, which change nothing. */
function showMetrics() {
  const places = metricPlaces(editor.text);
  for (const id of ['row-height', 'groups']) part(id).inert = !places;
  if (!places) return;
  rowHeight.show(places.rowHeight);
  groups.show(places.groups);
}

/** Dims drawings that do not show the text: the one with the error, or all. */
function showStale() {
  for (const pane of panes.all) pane.isStale = isTold && (refused ?? pane) === pane;
}

/** The part of the layout that is visible, as parameters. */
function visibleQuery() {
  const { view: { bounds }, extent } = panes.active;
  const axis = snapshot?.scrollDirection === 'horizontal' ? 'height' : 'width';
  return `${axis}=${extent}&bounds=${[bounds.x, bounds.y, bounds.width, bounds.height].join()}`;
}

// MARK: Actions

/** Marks the elements of the selected node. */
function markSources() {
  for (const { view } of panes.all) view.mark(tree.has);
}

/** Scrolls to a section, unless it is visible. */
function scrollToSection(number) {
  for (const { view, sections, isHorizontal } of panes.all) {
    const section = sections?.known[number];
    if (!section) continue;
    const { x, y, width, height } = view.bounds;
    const [start, length] = isHorizontal ? [x, width] : [y, height];
    if (section.end <= start || section.start >= start + length) view.scrollTo(section.start);
  }
}

/** Whether edits of a control are being posted, and whether there were others since. */
let [isFollowing, isBehind] = [false, false];
/** Edits the text by a control, and posts it once the text before has been: as fast as the service answers. */
async function changeText(edits, drag) {
  const before = editor.text;
  for (const edit of edits) editor.change(edit(editor.text), drag);
  if (editor.text === before) return;
  tools.edited();
  showMetrics();
  isBehind = true;
  if (isFollowing) return;
  isFollowing = true;
  while (isBehind) {
    isBehind = false;
    await post({ keepsPlace: true });
  }
  isFollowing = false;
}

let changing = Promise.resolve();
/** Gives a node of the source a member, in the text and in the drawings, one after the other. */
function changeNode({ pointer, node }, name, value) {
  changing = changing.then(async () => {
    const before = editor.text;
    editor.change(memberEdit(before, pointer, node, name, value));
    tools.edited();
    if (!snapshot || before !== postedText) return post({ keepsPlace: true });
    return changeTrees(before, editor.text);
  }).catch(fail);
}

/** Shows the change from one text to another, each with a source. Aborts an earlier post. */
async function changeTrees(before, text) {
  clearTimeout(rest);
  askNoWarnings();
  posting.abort();
  posting = new AbortController();
  const { signal } = posting;
  try {
    const changed = await panes.change({ from: JSON.parse(before), to: JSON.parse(text) });
    if (signal.aborted) return;
    if (!changed) return void post({ keepsPlace: true });
    [snapshot, postedText, warnings] = [changed, text, changed.warnings];
    tell(null);
    sayLayout();
  } catch (error) {
    if (signal.aborted) return;
    // Errors name their place in the pair of trees.
    for (const one of error.errors ?? []) one.pointer = one.pointer?.replace(/^\/to(?=\/)/u, '');
    fail(error);
  }
}

function edited() {
  tools.edited();
  askNoWarnings();
  clearTimeout(rest);
  rest = setTimeout(() => post({ keepsPlace: true }), restMilliseconds);
}

function setExtents(extents) {
  const usable = extents.filter((extent) => extent >= leastExtent && extent <= mostExtent);
  if (usable.length) panes.extents = usable;
}

function setExtent(extent) {
  panes.extent = extent;
  tools.changed();
}

function setLook(look) {
  part('look').value = look;
  panes.look = look;
}

/** Updates the controls from the panes. */
function panesChanged() {
  const { active, all } = panes;
  if (!active) return;
  if (refused && !all.includes(refused)) tell(null);
  if (!isTold) sayLayout();
  part('extent').value = active.extent;
  part('extent-value').textContent = numberText(active.extent);
  for (const button of part('usual').querySelectorAll('button')) {
    button.setAttribute('aria-pressed', String(Number(button.value) === active.extent));
  }
  for (const button of part('counts').querySelectorAll('button')) {
    button.setAttribute('aria-pressed', String(Number(button.value) === all.length));
  }
}

panes.addEventListener('change', panesChanged);
panes.addEventListener('shown', shown);
panes.addEventListener('error', ({ detail: { pane, value } }) => {
  fail(value);
  refused = pane;
  showStale();
});
key.addEventListener('change', () => post({ keepsPlace: true }));
part('extent').addEventListener('input', () => setExtent(Number(part('extent').value)));
part('usual').addEventListener('click', ({ target }) => target.value && setExtent(Number(target.value)));
part('counts').addEventListener('click', ({ target }) => {
  if (!target.value) return;
  panes.count = Number(target.value);
  if (snapshot) askWarnings();
  tools.changed();
});
part('fits').addEventListener('change', () => {
  panes.fits = part('fits').checked;
});
part('look').addEventListener('change', () => {
  setLook(part('look').value);
  tools.changed();
});
// Steps run one after the other, however fast they are requested.
let steps = Promise.resolve();
const step = (by) => {
  steps = steps.then(() => selecting(selection.step(by)));
};
part('previous').addEventListener('click', () => step(-1));
part('next').addEventListener('click', () => step(1));

/** The pane whose drawing an event is in. */
const paneOf = (event) => panes.all.find(({ scroller }) => scroller.contains(event.target));
part('panes').addEventListener('click', (event) => {
  const pane = paneOf(event);
  if (!pane) return;
  const { left, top, width } = pane.scroller.getBoundingClientRect();
  const scale = width / pane.scroller.offsetWidth;
  selecting(selection.selectAt(pane, (event.clientX - left) / scale, (event.clientY - top) / scale));
});
part('panes').addEventListener('keydown', (event) => {
  const pane = paneOf(event);
  if (!pane || event.key !== 'Enter') return;
  event.preventDefault();
  selecting(selection.selectAt(pane, pane.scroller.clientWidth / 2, pane.scroller.clientHeight / 2));
});

panes.extents = firstExtents;
await tools.begin();
