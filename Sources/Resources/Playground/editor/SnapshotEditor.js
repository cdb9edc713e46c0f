import { TextHistory } from './TextHistory.js';

/** A browser puts in a line after the other where it is to be undone: some milliseconds for each. */
const mostUndoableLines = 300;

/** The text of a snapshot, with marks on its lines. */
export class SnapshotEditor {
  #area;
  #marks;
  #edited;
  #marked = [];
  #isReplacing = false;
  #history = new TextHistory();

  /**
   * @param area a textarea without line breaks of its own
   * @param marks lies behind it
   * @param edited called when the reader has changed the text, by undoing something, too
   */
  constructor(area, marks, edited) {
    this.#marks = marks;
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
    if (focused === document.body) this.#area.blur();
    else if (this.#area !== document.activeElement) focused?.focus?.({ preventScroll: true });
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
    this.mark([], false);
  }

  /** Marks the lines of what is to be seen in the text: `{ line, kind }`, an `error` or a `warning`. */
  mark(faults, isInvalid) {
    this.#marked = faults;
    this.#area.setAttribute('aria-invalid', String(isInvalid));
    this.#marks.replaceChildren(...faults.map(({ kind }) => {
      const mark = document.createElement('div');
      mark.className = kind;
      return mark;
    }));
    this.#placeMarks();
  }

  /** Selects a place in the text, and scrolls to it. */
  goTo({ place, line, column }) {
    const area = this.#area;
    area.focus({ preventScroll: true });
    area.setSelectionRange(place.start, place.end);
    area.scrollTop = (line - 1) * this.#lineHeight - area.clientHeight / 3;
    const left = (column - 1) * this.#letterWidth;
    area.scrollLeft = left < area.clientWidth * 0.8 ? 0 : left - area.clientWidth / 3;
  }

  get #lineHeight() {
    return parseFloat(getComputedStyle(this.#area).lineHeight);
  }

  /** Letters are all of one width. */
  get #letterWidth() {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    const { fontSize, fontFamily } = getComputedStyle(this.#area);
    context.font = `${fontSize} ${fontFamily}`;
    return context.measureText('m').width;
  }

  #placeMarks() {
    const [height, padding] = [this.#lineHeight, parseFloat(getComputedStyle(this.#area).paddingTop)];
    [...this.#marks.children].forEach((mark, number) => {
      mark.style.height = `${height}px`;
      mark.style.transform = `translateY(${padding + (this.#marked[number].line - 1) * height - this.#area.scrollTop}px)`;
    });
  }
}
