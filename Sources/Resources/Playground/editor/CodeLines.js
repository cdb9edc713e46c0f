import { made } from '../page/made.js';
import { piecesOf } from './jsonTokens.js';

/** Texts of more lines are shown without numbers and colours. */
const maximumLines = 50_000;

/**
 * The lines of a text as nodes, which break where a textarea of the same font and width breaks them: with their numbers,
 * and with colours where they are seen.
 */
export class CodeLines {
  #node;
  /** By line, as it is shown: `{ text, hidden, marks, isPainted }`, with how many lines of the text it hides. */
  #lines = [];
  #isDue = false;
  /** Beside all of the text: where in it the marks are. */
  #ruler = made('div', { className: 'ruler' });
  #isRuled = true;
  #marks = [];
  #length = 0;

  /** @param node scrolls, and lies behind the textarea */
  constructor(node) {
    this.#node = node;
    node.parentNode.append(this.#ruler);
    new ResizeObserver(() => {
      this.#isRuled = false;
      this.#plan();
    }).observe(node);
  }

  /** Shows a text, whose folded lists are `{ start, end, content }`. Nodes of lines that stay, stay. */
  show(text, folds) {
    const lines = this.#linesOf(text, folds);
    this.#length = text.length;
    const isSame = (left, right) => left.text === right.text && left.hidden === right.hidden;
    const most = Math.min(lines.length, this.#lines.length);
    let [head, tail] = [0, 0];
    while (head < most && isSame(lines[head], this.#lines[head])) head += 1;
    while (tail < most - head && isSame(lines.at(-1 - tail), this.#lines.at(-1 - tail))) tail += 1;
    const made = lines.slice(head, lines.length - tail);
    const next = this.#node.children[this.#lines.length - tail] ?? null;
    const count = this.#lines.length - tail - head;
    if (count > 0) for (const node of [...this.#node.children].slice(head, head + count)) node.remove();
    const nodes = document.createDocumentFragment();
    nodes.append(...made.map(nodeOf));
    this.#node.insertBefore(nodes, next);
    this.#lines = [...this.#lines.slice(0, head), ...made, ...this.#lines.slice(this.#lines.length - tail)];
    this.#plan();
  }

  /** Marks stretches of the text that is shown, `{ start, end, kind }`, and the lines that they begin on; no others stay. */
  mark(marks) {
    const marked = new Map();
    let start = 0;
    const sorted = [...marks].sort((left, right) => left.start - right.start);
    [this.#marks, this.#isRuled] = [[...sorted], false];
    this.#lines.forEach((line, number) => {
      const end = start + line.text.length;
      while (sorted.length && sorted[0].start <= end) {
        const { kind, ...mark } = sorted.shift();
        const to = Math.max(mark.end, mark.start + 1) - start;
        marked.set(number, [...marked.get(number) ?? [], { start: mark.start - start, end: Math.min(to, line.text.length), kind }]);
      }
      start = end + 1;
    });
    this.#lines.forEach((line, number) => {
      const found = marked.get(number) ?? [];
      if (!found.length && !line.marks.length) return;
      [line.marks, line.isPainted] = [found, false];
      const node = this.#node.children[number];
      for (const kind of ['error', 'warning']) node.classList.toggle(kind, found.some((mark) => mark.kind === kind));
    });
    this.#plan();
  }

  /** Puts what is seen in step with the textarea. */
  scrollTo(top) {
    this.#node.scrollTop = top;
    this.#plan();
  }

  /** How far below the beginning a character of the text stands, in pixels. */
  topOf(index) {
    let start = 0;
    const number = this.#lines.findIndex(({ text }) => {
      if (index <= start + text.length) return true;
      start += text.length + 1;
      return false;
    });
    if (number < 0) return 0;
    this.#paint(number);
    const node = this.#node.children[number];
    const range = document.createRange();
    let left = index - start;
    for (const piece of node.childNodes) {
      const { length } = piece.textContent;
      if (left < length) {
        range.setStart(piece.firstChild ?? piece, left);
        range.setEnd(piece.firstChild ?? piece, left + 1);
        return range.getBoundingClientRect().top - this.#node.getBoundingClientRect().top + this.#node.scrollTop;
      }
      left -= length;
    }
    return node.offsetTop;
  }

  #linesOf(text, folds) {
    const texts = text.split('\n', maximumLines + 1);
    this.#node.hidden = texts.length > maximumLines;
    if (this.#node.hidden) return [];
    let [start, fold] = [0, 0];
    return texts.map((line) => {
      let hidden = 0;
      const end = start + line.length;
      for (; fold < folds.length && folds[fold].start <= end; fold += 1) hidden += folds[fold].content.split('\n').length - 1;
      start = end + 1;
      return { text: line, hidden, marks: [], isPainted: false };
    });
  }

  #plan() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#paintSeen();
      this.#rule();
    });
  }

  /** Shows where the marks are, as parts of the height of the text; without lines, of its length. */
  #rule() {
    if (this.#isRuled) return;
    this.#isRuled = true;
    const { hidden, scrollHeight } = this.#node;
    this.#ruler.replaceChildren(...this.#marks.map(({ start, kind }) => {
      const tick = made('div', { className: kind });
      tick.style.top = `${100 * (hidden ? start / this.#length : this.topOf(start) / scrollHeight)}%`;
      return tick;
    }));
  }

  /** Colours the lines that are seen, and those of one window before and behind. */
  #paintSeen() {
    const { scrollTop, clientHeight, children } = this.#node;
    if (!clientHeight) return;
    for (let number = this.#lineAt(scrollTop - clientHeight); number < this.#lines.length; number += 1) {
      if (children[number].offsetTop > scrollTop + 2 * clientHeight) return;
      this.#paint(number);
    }
  }

  #paint(number) {
    const line = this.#lines[number];
    if (line.isPainted) return;
    line.isPainted = true;
    this.#node.children[number].replaceChildren(...piecesOf(line.text, line.marks).map(({ text, kind }) => {
      return kind ? made('span', { className: kind }, text) : text;
    }));
  }

  /** The last line that begins at or above a height. */
  #lineAt(top) {
    let [low, high] = [0, this.#lines.length];
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (this.#node.children[middle].offsetTop <= top) low = middle;
      else high = middle;
    }
    return low;
  }
}

function nodeOf({ text, hidden }) {
  const node = made('div', { className: 'line' }, text);
  if (hidden) node.style.setProperty('--hidden', hidden);
  return node;
}
