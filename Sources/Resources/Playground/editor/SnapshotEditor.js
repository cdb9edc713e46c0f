import { CodeLines } from './CodeLines.js';
import { FoldedLists } from './FoldedLists.js';
import { TextHistory } from './TextHistory.js';

/** A browser puts in a line after the other where it is to be undone: some milliseconds for each. */
const mostUndoableLines = 300;
/** What is pasted is folded where it is so long, in characters. */
const longPaste = 400;

/** The text of a snapshot: its lines numbered and coloured, long lists folded, and what is wrong with it marked. */
export class SnapshotEditor {
  #area;
  #lines;
  #edited;
  #lists = new FoldedLists();
  #isFolding = true;
  #isReplacing = false;
  #history = new TextHistory();
  /** What is marked, and in which text. */
  #marked = { faults: [], text: '' };
  /** A text as it is shown, and what it stands for. */
  #known = { shown: '', text: '' };

  /**
   * @param area a textarea, whose letters are not seen
   * @param lines lies behind it
   * @param edited called when the reader has changed the text, by undoing something, too
   */
  constructor(area, lines, edited) {
    this.#lines = new CodeLines(lines);
    this.#edited = edited;
    this.#listen(area);
  }

  get text() {
    const shown = this.#area.value;
    if (shown !== this.#known.shown) this.#known = { shown, text: this.#lists.unfold(shown) };
    return this.#known.text;
  }

  /** Starts with a text; there is nothing before it. */
  set text(text) {
    this.#area.value = this.#shownAs(text);
    this.#begin();
  }

  get isFolding() {
    return this.#isFolding;
  }

  /** Whether long lists are folded: those that are there, and those to come. */
  set isFolding(isFolding) {
    const { text } = this;
    this.#isFolding = isFolding;
    this.#put(0, this.#area.value.length, this.#shownAs(text));
    this.#area.setSelectionRange(0, 0);
    this.#area.scrollTo(0, 0);
  }

  /** Puts another text in place of all of it, as the reader could: to undo it brings back the one before. */
  replace(text) {
    if (text !== this.text) this.#put(0, this.#area.value.length, this.#shownAs(text));
    if (this.text !== text) throw new Error('The browser does not take the text.');
    return this.#begin();
  }

  #shownAs(text) {
    return this.#isFolding ? this.#lists.fold(text) : text;
  }

  /** Puts a text in place of what is shown from a start to an end, so that it can be undone; the focus stays. */
  #put(start, end, text) {
    const before = this.#area.value;
    const after = before.slice(0, start) + text + before.slice(end);
    if (after === before) return;
    const focused = document.activeElement;
    this.#isReplacing = true;
    if (!this.#insert(start, end, text) || this.#area.value !== after) {
      this.#history.note(before, after);
      this.#exchange(after);
    }
    this.#isReplacing = false;
    if (focused === document.body) this.#area.blur();
    else if (this.#area !== document.activeElement) focused?.focus?.({ preventScroll: true });
    this.#show();
    this.#mark();
  }

  /** The only way to change a field that browsers undo. */
  #insert(start, end, text) {
    if (text.split('\n', mostUndoableLines + 1).length > mostUndoableLines) return false;
    this.#area.focus({ preventScroll: true });
    this.#area.setSelectionRange(start, end);
    return document.execCommand(text ? 'insertText' : 'delete', false, text);
  }

  /** A text set otherwise would leave the browser's undoing in disorder: another field begins anew. */
  #exchange(text) {
    const area = this.#area.cloneNode(false);
    const hadFocus = this.#area === document.activeElement;
    const { scrollTop } = this.#area;
    this.#area.replaceWith(area);
    this.#listen(area);
    area.value = text;
    if (hadFocus) area.focus({ preventScroll: true });
    area.scrollTop = scrollTop;
    this.#show();
  }

  #listen(area) {
    this.#area = area;
    area.addEventListener('scroll', () => this.#lines.scrollTo(area.scrollTop));
    area.addEventListener('input', () => {
      if (this.#isReplacing) return;
      this.#show();
      this.#edited();
    });
    area.addEventListener('beforeinput', (event) => this.#guard(event));
    area.addEventListener('click', () => {
      const { selectionStart: start, selectionEnd: end } = area;
      const fold = start === end && this.#foldAt(start, end);
      // What is seen of a list can be read and copied; behind it is what is folded.
      if (fold && start > area.value.indexOf('…', fold.start)) this.#open(fold);
    });
    for (const name of ['copy', 'cut']) area.addEventListener(name, (event) => this.#take(event));
    area.addEventListener('paste', (event) => this.#paste(event));
    area.addEventListener('keydown', (event) => {
      const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : '';
      if (key !== 'z' && key !== 'y') return;
      const text = this.#history.step(area.value, key === 'z' && !event.shiftKey);
      if (text === null) return;
      event.preventDefault();
      const before = this.text;
      this.#exchange(text);
      if (this.text !== before) this.#edited();
    });
  }

  #begin() {
    this.#area.setSelectionRange(0, 0);
    this.#area.scrollTo(0, 0);
    this.#show();
    this.mark([], false);
  }

  #show() {
    this.#lines.show(this.#area.value, this.#lists.in(this.#area.value));
    this.#lines.scrollTo(this.#area.scrollTop);
  }

  // MARK: Folded lists

  /** The first folded list that a stretch of what is shown touches. */
  #foldAt(start, end) {
    return this.#lists.in(this.#area.value).find((fold) => fold.start <= end && fold.end >= start);
  }

  /** Shows all of a folded list. */
  #open({ start, end, content }) {
    this.#put(start, end, content);
    this.#area.setSelectionRange(start, start);
  }

  /** A folded list is edited as a whole, or else it is opened first: nobody knows where in it a letter goes. */
  #guard(event) {
    if (this.#isReplacing || event.inputType.startsWith('history')) return;
    let [start, end, isFar] = [this.#area.selectionStart, this.#area.selectionEnd, false];
    const text = this.#area.value;
    if (start === end && event.inputType.startsWith('delete')) {
      isFar = /Word|Line/u.test(event.inputType);
      const isBackward = event.inputType.endsWith('Backward');
      if (isFar || isBackward) start = isFar ? text.lastIndexOf('\n', start - 1) + 1 : start - 1;
      if (isFar || !isBackward) end = isFar ? (text.indexOf('\n', end) + 1 || text.length) : end + 1;
    }
    const isWhole = (one) => !isFar && start < one.start && end > one.end;
    const fold = this.#lists.in(text).find((one) => one.start <= end && one.end >= start && !isWhole(one));
    if (!fold) return;
    event.preventDefault();
    this.#open(fold);
  }

  /** Copies and cuts what folded lists stand for. */
  #take(event) {
    const { selectionStart: start, selectionEnd: end, value } = this.#area;
    const shown = value.slice(start, end);
    const text = this.#lists.unfold(shown);
    if (text === shown) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    if (event.type === 'cut') document.execCommand('delete');
  }

  #paste(event) {
    const text = event.clipboardData.getData('text/plain').replace(/\r\n?/gu, '\n');
    const { selectionStart: start, selectionEnd: end } = this.#area;
    const fold = this.#foldAt(start, end);
    if (text.length < longPaste || (fold && !(start < fold.start && end > fold.end))) return;
    event.preventDefault();
    const shown = this.#shownAs(text);
    this.#put(start, end, shown);
    this.#area.setSelectionRange(start + shown.length, start + shown.length);
    this.#edited();
  }

  // MARK: Marks

  /** Marks what is to be seen in the text: `{ place: { start, end }, kind }`, an `error` or a `warning`. */
  mark(faults, isInvalid) {
    this.#area.setAttribute('aria-invalid', String(isInvalid));
    this.#marked = { faults, text: this.text };
    this.#mark();
  }

  #mark() {
    const { faults, text } = this.#marked;
    if (text !== this.text) return;
    const folds = this.#lists.in(this.#area.value);
    this.#lines.mark(faults.map(({ place, kind }) => ({ ...shownPlace(place, folds), kind })));
  }

  /** Selects a place in the text, and scrolls to it; a folded list that it is in is opened. */
  goTo({ place }) {
    const area = this.#area;
    const { fold } = shownPlace(place, this.#lists.in(area.value));
    if (fold) this.#open(fold);
    const { start, end } = shownPlace(place, this.#lists.in(area.value));
    area.focus({ preventScroll: true });
    area.setSelectionRange(start, end);
    area.scrollTop = this.#lines.topOf(start) - area.clientHeight / 3;
    this.#lines.scrollTo(area.scrollTop);
  }
}

/** Where a stretch of the text is in what is shown of it; where it is in a folded list, all of that, with the `fold`. */
function shownPlace({ start, end }, folds) {
  let hidden = 0;
  for (const fold of folds) {
    const from = fold.start + hidden;
    if (end <= from) break;
    const to = from + fold.content.length;
    if (start >= from && start < to) return { start: fold.start, end: fold.end, fold };
    if (start < from && end < to) return { start: start - hidden, end: fold.end };
    if (start >= to) hidden += fold.content.length - (fold.end - fold.start);
    else return { start: start - hidden, end: Math.max(fold.end, end - hidden - fold.content.length + (fold.end - fold.start)) };
  }
  return { start: start - hidden, end: end - hidden };
}
