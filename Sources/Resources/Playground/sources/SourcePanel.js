import { readable } from '../drawing/SectionRail.js';
import { made } from '../page/made.js';
import { countText, numberText } from '../page/numbers.js';
import { childrenOf, nextStates, resolvedNodes, sourceNodes } from './sourceNodes.js';

/** The nodes of a snapshot's source: where each is in the layout, what is wrong in it, and buttons that change the selected one. */
export class SourcePanel {
  #panel;
  #list;
  #buttons;
  #page;
  /** The nodes, as in `sourceNodes`, each with its `row`, and with `shown`: its state and its sections in the layout; null if there is none. */
  #entries = [];
  /** What the service has answered of them; null if they have no layout. */
  #answered = null;
  /** The pointer of the selected node; null for none. */
  #selected = null;
  /** The sections of the selected node, as `shown` of its entry. */
  #marked = null;

  /**
   * @param panel has a list with the role `tree`, and a group of buttons for the selected node
   * @param page `mark()`, called when the selected node or its place has changed; `scrollTo(section)`, called when the user selects
   *   a node, with its first section; `change(entry, name, value)`, called to give a node a member
   */
  constructor(panel, page) {
    this.#panel = panel;
    this.#list = panel.querySelector('[role=tree]');
    this.#buttons = panel.querySelector('[role=group]');
    this.#page = page;
    this.#list.addEventListener('click', ({ target }) => this.#press(this.#entryOf(target)));
    this.#list.addEventListener('keydown', (event) => this.#key(event));
    this.#buttons.addEventListener('click', ({ target }) => {
      const entry = this.#entry;
      if (!target.dataset.name || target.ariaPressed === 'true') return;
      const { name, value } = target.dataset;
      page.change(entry, name, name === 'selected' ? Number(value) : value);
    });
  }

  /**
   * Shows a source.
   *
   * @param source as it is written; null if there is none, undefined to keep the nodes
   * @param answered what the service says of its nodes; null if it has no layout
   * @param faults errors and warnings of the snapshot, each with its pointer
   * @param kind `error` or `warning`
   */
  show(source, answered, faults, kind) {
    const focused = this.#list.contains(document.activeElement) ? this.#entryOf(document.activeElement).pointer : null;
    this.#panel.hidden = !source && (source === null || !this.#entries.length);
    this.#answered = answered;
    if (source !== undefined) this.#entries = source ? sourceNodes(source) : [];
    // The answer lists only nodes that have an id.
    const nodes = answered && source ? resolvedNodes(source) : [];
    for (const [index, entry] of this.#entries.entries()) entry.shown = nodes[index] ?? null;
    const faulty = this.#faultCounts(faults);
    const rows = exchange(this.#list, this.#entries.map((entry) => this.#rowOf(entry, faulty.get(entry.pointer) ?? 0, kind)));
    this.#entries.forEach((entry, index) => Object.assign(entry, { row: rows[index] }));
    if (!this.#entry) this.#selected = null;
    this.#showSelected();
    this.#enter(this.#at(focused) ?? this.#entry ?? this.#entries[0], focused !== null);
  }

  /** Whether an element of a layout, by its key, is in a section of the selected node. */
  has = (key) => {
    const [, section, index] = key.split('/');
    return index !== undefined && hasSection(this.#marked, Number(section));
  };

  /** Selects the innermost node that a section belongs to. */
  selectSection(section) {
    const entry = this.#entries.findLast(({ shown }) => hasSection(shown, section));
    if (entry) this.#select(entry);
  }

  get #entry() {
    return this.#at(this.#selected);
  }

  #at(pointer) {
    return this.#entries.find((entry) => entry.pointer === pointer);
  }

  #entryOf(node) {
    const row = node.closest('[role=treeitem]');
    return this.#entries.find((entry) => entry.row === row);
  }

  /** By pointer of the innermost node that a fault is in, the number of its faults. */
  #faultCounts(faults) {
    const known = new Set(this.#entries.map(({ pointer }) => pointer));
    const counts = new Map();
    for (const { pointer = '' } of faults) {
      let at = pointer;
      while (at && !known.has(at)) at = at.slice(0, at.lastIndexOf('/'));
      if (at) counts.set(at, (counts.get(at) ?? 0) + 1);
    }
    return counts;
  }

  #rowOf(entry, faultCount, kind) {
    const { node, level, place, count, shown } = entry;
    const state = shown?.state ?? (childrenOf(entry).length ? '' : String(node.state ?? 'loaded'));
    const row = made('li', {
      role: 'treeitem', ariaLevel: level, ariaPosInSet: place + 1, ariaSetSize: count,
      className: shown?.sectionCount === 0 ? 'away' : '',
    }, made('span', { className: 'name' }, nameOf(entry)), ' ', made('span', { className: `stateful ${state}` }, readable(state)), ' ',
    made('span', { className: 'sections' }, sectionsText(shown)));
    row.style.setProperty('--level', level - 1);
    if (this.#answered?.load.includes(node.id)) row.append(' ', made('span', { className: 'sections' }, 'to load'));
    if (faultCount) row.append(' ', made('span', { className: kind }, countText(faultCount, kind)));
    return row;
  }

  // MARK: Selection

  #press(entry) {
    if (!entry) return;
    const isSelected = entry.pointer === this.#selected;
    this.#select(isSelected ? null : entry);
    this.#enter(entry, true);
    if (!isSelected && entry.shown?.sectionCount) this.#page.scrollTo(entry.shown.first);
  }

  #select(entry) {
    this.#selected = entry?.pointer ?? null;
    this.#showSelected();
    entry?.row.scrollIntoView({ block: 'nearest' });
    if (entry) this.#enter(entry, false);
  }

  /** Marks the selected node, and offers what it can change to. */
  #showSelected() {
    const entry = this.#entry;
    this.#marked = entry?.shown ?? null;
    for (const { row, pointer } of this.#entries) row.ariaSelected = String(pointer === this.#selected);
    const children = entry ? childrenOf(entry) : [];
    const { node = {} } = entry ?? {};
    const isSegmented = entry && Object.hasOwn(node, 'selected');
    this.#buttons.hidden = !entry || (children.length > 0 && !isSegmented);
    this.#buttons.ariaLabel = entry && `${isSegmented ? 'Segment' : 'State'} of ${nameOf(entry)}`;
    const focused = this.#buttons.contains(document.activeElement) && document.activeElement.dataset.value;
    const { state = 'loaded' } = node;
    exchange(this.#buttons, this.#buttons.hidden ? [] : isSegmented
      ? children.map((child, place) => (
        button('selected', place, nameOf({ node: child ?? {}, place }), place === node.selected)))
      : Object.keys(nextStates).map((value) => (
        button('state', value, value, value === state, value !== state && !nextStates[state]?.includes(value)))));
    if (focused) [...this.#buttons.children].find(({ dataset }) => dataset.value === focused)?.focus();
    this.#page.mark();
  }

  // MARK: Keyboard

  #key(event) {
    const entry = this.#entryOf(event.target);
    const at = this.#entries.indexOf(entry);
    const goal = {
      ArrowUp: () => this.#entries[at - 1], ArrowDown: () => this.#entries[at + 1],
      Home: () => this.#entries[0], End: () => this.#entries.at(-1),
      ArrowLeft: () => entry.parent, ArrowRight: () => this.#entries.find(({ parent }) => parent === entry),
    }[event.key];
    if (event.key === 'Enter' || event.key === ' ') this.#press(entry);
    else if (goal) this.#enter(goal(), true);
    else return;
    event.preventDefault();
  }

  /** Makes a node the one that Tab leads to. */
  #enter(entry, isFocused) {
    if (!entry) return;
    for (const { row } of this.#entries) row.tabIndex = row === entry.row ? 0 : -1;
    if (isFocused) entry.row.focus({ preventScroll: true });
    if (isFocused) entry.row.scrollIntoView({ block: 'nearest' });
  }
}

/** The content of nodes as text, as it was made. */
const contents = new WeakMap();

/** Gives a node other content, unless it is the same: what is under the pointer then stays. Returns its children. */
function exchange(node, content) {
  const text = content.map((part) => part.outerHTML).join('');
  if (contents.get(node) !== text) node.replaceChildren(...content);
  contents.set(node, text);
  return [...node.children];
}

function nameOf({ node, place }) {
  return node.id === undefined ? `node ${numberText(place)}` : readable(String(node.id));
}

/** Whether a node has a section. `shown` is null if there is no layout. */
function hasSection(shown, section) {
  return shown !== null && section >= shown.first && section < shown.first + shown.sectionCount;
}

function sectionsText(shown) {
  if (!shown) return '';
  const { first, sectionCount } = shown;
  return sectionCount ? `${countText(sectionCount, 'section')} from ${numberText(first)}` : 'no section';
}

function button(name, value, textContent, isPressed, disabled = false) {
  const node = made('button', { type: 'button', textContent, disabled, ariaPressed: String(isPressed) });
  Object.assign(node.dataset, { name, value });
  return node;
}
