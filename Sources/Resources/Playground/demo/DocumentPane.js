import { LayoutService } from '../../client/index.js';
import { LayoutView } from '../drawing/LayoutView.js';
import { countText, numberText } from '../page/numbers.js';
import { root } from '../page/root.js';
import { shuffled } from './demoSteps.js';
import { inTurn } from './inTurn.js';
import { firstSnapshot, TodoList, todoOf, todoSection } from './TodoList.js';
import { TodoPaint } from './TodoPaint.js';

const states = { stream: 'by events', poll: 'by polls', none: 'not connected' };
/** The most changes that wait for the network. */
const maximumWaiting = 20;

/** A phone that shows the to-dos of a document, follows it, and writes to it. */
export class DocumentPane {
  #parts;
  #list = new TodoList();
  #view;
  #service;
  #handle;
  #following = null;
  /** Aborted to begin again, at another width or with another key. */
  #showing = new AbortController();
  /** Aborted while there is no network. */
  #line = new AbortController();
  /** The changes that wait until there is a network again. */
  #waiting = [];

  /**
   * @param {HTMLElement} node has a `.scroller`, a `.state`, a `.count`, a form `.adding`, `.shuffle` and `.offline`
   * @param {typeof fetch} fetch
   * @param {string} name of the document
   */
  constructor(node, fetch, name) {
    const part = (selector) => node.querySelector(selector);
    const parts = { scroller: part('.scroller'), state: part('.state'), count: part('.count'), offline: part('.offline') };
    this.#parts = parts;
    this.#view = new LayoutView(parts.scroller, new TodoPaint(this.#list));
    const send = (url, init) => {
      this.#line.signal.throwIfAborted();
      return fetch(url, { ...init, signal: AbortSignal.any([init.signal, this.#line.signal]) });
    };
    this.#service = new LayoutService(root, { fetch: send });
    this.#handle = this.#service.document(name);
    parts.scroller.addEventListener('click', ({ target }) => this.#press(target));
    part('.shuffle').addEventListener('click', () => this.#write(() => this.#shuffled()));
    part('.adding').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#add(part('.adding input'));
    });
    parts.offline.addEventListener('change', () => this.#connect());
    // A browser has few connections for all of its tabs: a hidden tab uses none, and catches up later.
    document.addEventListener('visibilitychange', () => this.#connect());
    let width = parts.scroller.clientWidth;
    new ResizeObserver(() => {
      if (parts.scroller.clientWidth === width) return;
      width = parts.scroller.clientWidth;
      if (this.#following) this.show({ keepsPlace: true });
    }).observe(parts.scroller);
  }

  /** Shows the document, and follows it from then on. */
  async show({ keepsPlace = false } = {}) {
    this.#showing.abort();
    this.#showing = new AbortController();
    const { signal } = this.#showing;
    try {
      await inTurn(this.#handle.name, () => this.#make(signal));
      const { revision, layout } = await this.#handle.layout(this.#parts.scroller.clientWidth, { signal });
      await this.#list.read(layout, signal);
      if (signal.aborted) return;
      this.#view.show(layout, { keepsPlace });
      this.#following = this.#handle.follow({
        viewport: this.#view.viewport, revision, transition: true, signal,
        onChange: (event) => this.#changed(event, signal),
        onState: () => signal.aborted || this.#tell(),
      });
      this.#tell();
      // If the document was deleted, it is created again.
      if (await this.#following.ended === 'deleted') await this.show();
    } catch (error) {
      if (!signal.aborted) this.#say(`No list: ${error.message}`);
    }
  }

  /** Creates the document if there is none. The list of documents tells that without an error in the browser's log. */
  async #make(signal) {
    for await (const { name } of this.#service.documents({ prefix: this.#handle.name, limit: 1, signal })) {
      if (name === this.#handle.name) return;
      break;
    }
    try {
      await this.#handle.put(firstSnapshot(), { revision: 'none', signal });
    } catch (error) {
      // Another browser has created it first.
      if (!error.is?.('precondition-failed')) throw error;
    }
  }

  async #changed({ kind, records, change }, signal) {
    if (kind === 'change') this.#list.apply(records.flatMap((record) => record.steps));
    else if (change) await this.#list.read(change.layout, signal);
    const held = this.#focused();
    if (change) this.#view.change(change);
    held?.();
    this.#tell();
  }

  /** Nodes are reused, so another row may have the focus after a change: gives it back to the button of the same to-do. */
  #focused() {
    const { activeElement } = document;
    const row = activeElement?.closest('.todo');
    if (!row || !this.#parts.scroller.contains(row)) return null;
    const entry = row.todo;
    return () => {
      const section = this.#list.entries.indexOf(entry);
      const other = this.#parts.scroller.querySelector(`[data-key="cell/${section}/0"] .${activeElement.classList[0]}`);
      (other ?? this.#parts.scroller).focus({ preventScroll: true });
    };
  }

  // MARK: Writing

  #press(target) {
    const [row, button] = [target.closest('.todo'), target.closest('button')];
    const entry = row?.todo;
    if (!button || !entry) return;
    const { height } = row.getBoundingClientRect();
    const steps = {
      tick: (section) => ({ reloadSections: [{ section, value: todoSection(toggled(todoOf(entry)), height) }] }),
      up: (section) => (section > 0 ? { moveSections: [{ from: section, to: 0 }] } : null),
      remove: (section) => ({ deleteSections: [{ section }] }),
    };
    this.#write(() => {
      const section = this.#list.entries.indexOf(entry);
      return section < 0 ? null : steps[button.classList[0]](section);
    });
  }

  #add(field) {
    const text = field.value.trim();
    if (!text) return;
    field.value = '';
    this.#view.scrollTo(0);
    this.#write(() => ({ insertSections: [{ section: 0, sections: [todoSection({ text })] }] }));
  }

  /** Shuffles the visible rows. */
  #shuffled() {
    const sections = [];
    this.#view.viewport.forEach((page, index) => {
      if (page.isCell(index) && page.item[index] === 0) sections.push(page.section[index]);
    });
    const places = [...new Set(sections)].sort((one, other) => one - other);
    let to = shuffled(places);
    // A shuffle may change nothing; then the order is reversed.
    if (to.every((other, place) => other === places[place])) to = places.toReversed();
    return { moveSections: places.map((from, place) => ({ from, to: to[place] })) };
  }

  /** Writes a step made for the current state of the document; without a network, later. */
  async #write(make) {
    if (this.#line.signal.aborted) {
      if (this.#waiting.length < maximumWaiting) this.#waiting.push(make);
      this.#tell();
      return;
    }
    const [following, { signal }] = [this.#following, this.#line];
    try {
      await inTurn(this.#handle.name, async () => {
        const { revision } = await this.#handle.get({ signal });
        await following?.whenAt(revision, { signal });
        await following?.change(make, { signal });
      });
    } catch (error) {
      this.#say(error.message);
    }
  }

  #connect() {
    const isConnected = !this.#parts.offline.checked && !document.hidden;
    if (isConnected !== this.#line.signal.aborted) return;
    if (isConnected) this.#line = new AbortController();
    else this.#line.abort(new TypeError('There is no network.'));
    this.#following?.wake();
    this.#tell();
    if (isConnected) for (const make of this.#waiting.splice(0)) this.#write(make);
  }

  #tell() {
    const { revision, state } = this.#following ?? {};
    if (revision === undefined || !this.#view.viewport) return;
    this.#parts.scroller.dataset.revision = revision;
    const { open, all } = this.#list.counts;
    this.#parts.count.textContent = `${numberText(open)} of ${numberText(all)} to do`;
    const waiting = this.#waiting.length;
    this.#say(`Revision ${numberText(revision)}, ${states[state]}${waiting ? `; ${countText(waiting, 'change')} to send` : ''}.`);
  }

  #say(text) {
    if (this.#parts.state.textContent !== text) this.#parts.state.textContent = text;
  }
}

function toggled({ text, isDone }) {
  return { text, isDone: !isDone };
}
