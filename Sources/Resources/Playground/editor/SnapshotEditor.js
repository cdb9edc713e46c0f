import { CodeLines } from './CodeLines.js';
import { FoldedLists } from './FoldedLists.js';
import { TextHistory } from './TextHistory.js';

/** The most lines that are inserted undoably: browsers take some milliseconds for each. */
const mostUndoableLines = 300;
/** Pasted text of at least this length is folded, in characters. */
const longPaste = 400;

/** The text of a snapshot, with line numbers, colours, folded lists and marked mistakes. */
export class SnapshotEditor {
  #area;
  #lines;
  #edited;
  #lists = new FoldedLists();
  #isFolding = true;
  #isReplacing = false;
  #history = new TextHistory();
  /** The marks, and their text. */
  #marked = { faults: [], text: '' };
  /** A text with folded lists, and the whole text. */
  #known = { shown: '', text: '' };

  /**
   * @param area a textarea with invisible letters
   * @param lines node under it
   * @param edited called when the user has changed the text, also by undo
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

  /** Sets the first text; it cannot be undone. */
  set text(text) {
    this.#area.value = this.#shownAs(text);
    this.#begin();
  }

  get isFolding() {
    return this.#isFolding;
  }

  /** Whether long lists are folded, now and later. */
  set isFolding(isFolding) {
    const { text } = this;
    this.#isFolding = isFolding;
    this.#put(0, this.#area.value.length, this.#shownAs(text));
    this.#area.setSelectionRange(0, 0);
    this.#area.scrollTo(0, 0);
  }

  /** Replaces the whole text; the user can undo this. */
  replace(text) {
    if (text !== this.text) this.#put(0, this.#area.value.length, this.#shownAs(text));
    if (this.text !== text) throw new Error('The browser does not take the text.');
    return this.#begin();
  }

  /**
   * Replaces a stretch of the text, and scrolls to it; the user can undo this, and the focus stays. A folded list that it is in is opened.
   *
   * @param edit `{ place: { start, end }, text }`
   * @param drag an object that consecutive edits have in common, which are then undone together, and none of which moves the focus
   */
  change({ place, text }, drag = null) {
    const focused = document.activeElement;
    const { fold } = shownPlace(place, this.#lists.in(this.#area.value));
    if (fold) this.#open(fold);
    const { start, end } = shownPlace(place, this.#lists.in(this.#area.value));
    this.#put(start, end, text, drag);
    focused?.focus({ preventScroll: true });
    this.#area.scrollTop = this.#lines.topOf(start) - this.#area.clientHeight / 3;
    this.#lines.scrollTo(this.#area.scrollTop);
  }

  #shownAs(text) {
    return this.#isFolding ? this.#lists.fold(text) : text;
  }

  /** Replaces a stretch of the shown text undoably; the focus stays. */
  #put(start, end, text, drag = null) {
    const before = this.#area.value;
    const after = before.slice(0, start) + text + before.slice(end);
    if (after === before) return;
    const focused = document.activeElement;
    this.#isReplacing = true;
    if (drag || !this.#insert(start, end, text) || this.#area.value !== after) {
      this.#history.note(before, after, drag);
      this.#exchange(after);
    }
    this.#isReplacing = false;
    if (focused === document.body) this.#area.blur();
    else if (this.#area !== document.activeElement) focused?.focus?.({ preventScroll: true });
    this.#show();
    this.#mark();
  }

  /** The only change of a field that browsers can undo. */
  #insert(start, end, text) {
    if (text.split('\n', mostUndoableLines + 1).length > mostUndoableLines) return false;
    this.#area.focus({ preventScroll: true });
    this.#area.setSelectionRange(start, end);
    return document.execCommand(text ? 'insertText' : 'delete', false, text);
  }

  /** Setting the text directly would corrupt the browser's undo history, so a new field replaces the old one. */
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
      // The visible values of a list can be selected; a click after them opens it.
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

  /** The first folded list that a stretch of the shown text touches. */
  #foldAt(start, end) {
    return this.#lists.in(this.#area.value).find((fold) => fold.start <= end && fold.end >= start);
  }

  /** Shows all of a folded list. */
  #open({ start, end, content }) {
    this.#put(start, end, content);
    this.#area.setSelectionRange(start, start);
  }

  /** A folded list is edited as a whole; otherwise it is opened first, since the place of the edit in it is not known. */
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

  /** Copies and cuts the content of folded lists. */
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

  /** Marks places in the text: `{ place: { start, end }, kind }`, an `error` or a `warning`. */
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

/** The place of a stretch of the text in the shown text; for a stretch in a folded list, the whole list, with the `fold`. */
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
