import { characterAt, lineAndColumn, placeOf } from './jsonPositions.js';
import { TextHistory } from './TextHistory.js';

/** A browser puts in a line after the other where it is to be undone: some milliseconds for each. */
const mostUndoableLines = 300;

/** The text of a snapshot, and what is wrong with it, marked where it is. */
export class SnapshotEditor {
  #area;
  #marks;
  #list;
  #edited;
  #lines = [];
  #isReplacing = false;
  #history = new TextHistory();

  /**
   * @param area a textarea without line breaks of its own
   * @param marks lies behind it
   * @param list where errors are told; each leads to its place
   * @param edited called when the reader has changed the text, by undoing something, too
   */
  constructor(area, marks, list, edited) {
    this.#marks = marks;
    this.#list = list;
    this.#edited = edited;
    this.#listen(area);
  }

  get text() {
    return this.#area.value;
  }

  /** Starts with a text; there is nothing before it. */
  set text(text) {
    this.#area.value = text;
    this.#begin();
  }

  /** Puts another text in place of all of it, as the reader could: to undo it brings back the one before. */
  replace(text) {
    const before = this.text;
    if (text === before) return this.#begin();
    const focused = document.activeElement;
    this.#isReplacing = true;
    if (!this.#insert(text)) {
      this.#history.note(before, text);
      this.#exchange(text);
    }
    this.#isReplacing = false;
    if (this.#area !== document.activeElement) focused?.focus?.({ preventScroll: true });
    if (this.text !== text) throw new Error('The browser does not take the text.');
    return this.#begin();
  }

  /** The only way to change a field that browsers undo. */
  #insert(text) {
    if (text.split('\n', mostUndoableLines + 1).length > mostUndoableLines) return false;
    this.#area.focus({ preventScroll: true });
    this.#area.select();
    return document.execCommand(text ? 'insertText' : 'delete', false, text);
  }

  /** A text set otherwise would leave the browser's undoing in disorder: another field begins anew. */
  #exchange(text) {
    const area = this.#area.cloneNode(false);
    const hadFocus = this.#area === document.activeElement;
    this.#area.replaceWith(area);
    this.#listen(area);
    area.value = text;
    if (hadFocus) area.focus({ preventScroll: true });
  }

  #listen(area) {
    this.#area = area;
    area.addEventListener('scroll', () => this.#placeMarks());
    area.addEventListener('input', () => this.#isReplacing || this.#edited());
    area.addEventListener('keydown', (event) => {
      const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : '';
      if (key !== 'z' && key !== 'y') return;
      const text = this.#history.step(this.text, key === 'z' && !event.shiftKey);
      if (text === null) return;
      event.preventDefault();
      this.#exchange(text);
      this.#edited();
    });
  }

  #begin() {
    this.#area.setSelectionRange(0, 0);
    this.#area.scrollTo(0, 0);
    this.showProblem(null);
  }

  /** Shows what the service answered in place of a layout; null where nothing is wrong. */
  showProblem(problem) {
    const faults = problem ? this.#faults(problem) : [];
    this.#list.replaceChildren(...faults.map((fault) => this.#entry(fault)));
    this.#lines = faults.filter((fault) => fault.place).map((fault) => lineAndColumn(this.text, fault.place.start).line);
    this.#area.setAttribute('aria-invalid', String(faults.length > 0));
    this.#marks.replaceChildren(...this.#lines.map(() => document.createElement('div')));
    this.#placeMarks();
  }

  #faults(problem) {
    const { text } = this;
    const errors = problem.errors ?? [];
    if (errors.length) {
      return errors.map(({ pointer, detail }) => (
        pointer === undefined ? { detail } : { detail: `${pointer} ${detail}`, place: placeOf(text, pointer) }));
    }
    const byte = /at byte (\d+)/.exec(problem.detail)?.[1];
    if (byte === undefined) return [{ detail: problem.detail || problem.message }];
    const start = characterAt(text, Number(byte));
    return [{ detail: problem.detail, place: { start, end: Math.min(text.length, start + 1) } }];
  }

  #entry({ detail, place }) {
    const entry = document.createElement('li');
    if (!place) {
      entry.textContent = detail;
      return entry;
    }
    const button = document.createElement('button');
    const { line, column } = lineAndColumn(this.text, place.start);
    button.type = 'button';
    button.textContent = `Line ${line}, column ${column}: ${detail}`;
    button.addEventListener('click', () => this.#goTo(place, line));
    entry.append(button);
    return entry;
  }

  #goTo({ start, end }, line) {
    this.#area.focus();
    this.#area.setSelectionRange(start, end);
    this.#area.scrollTop = (line - 1) * this.#lineHeight - this.#area.clientHeight / 3;
    this.#area.scrollLeft = 0;
  }

  get #lineHeight() {
    return parseFloat(getComputedStyle(this.#area).lineHeight);
  }

  #placeMarks() {
    const [height, padding] = [this.#lineHeight, parseFloat(getComputedStyle(this.#area).paddingTop)];
    [...this.#marks.children].forEach((mark, number) => {
      mark.style.height = `${height}px`;
      mark.style.transform = `translateY(${padding + (this.#lines[number] - 1) * height - this.#area.scrollTop}px)`;
    });
  }
}
