import { made } from '../page/made.js';
import { piecesOf } from './jsonTokens.js';

/** The most lines of a text with numbers and colours. */
const maximumLines = 50_000;

/** The lines of a text as nodes, which wrap as in a textarea of the same font and width, with numbers; visible ones have colours. */
export class CodeLines {
  #node;
  /** By shown line: `{ text, hidden, marks, isPainted }`; `hidden` is the number of folded lines. */
  #lines = [];
  #isDue = false;
  /** Shows the positions of the marks in the whole text. */
  #ruler = made('div', { className: 'ruler' });
  #isRuled = true;
  #marks = [];
  #length = 0;

  /** @param node scrolling node under the textarea */
  constructor(node) {
    this.#node = node;
    node.parentNode.append(this.#ruler);
    new ResizeObserver(() => {
      this.#isRuled = false;
      this.#plan();
    }).observe(node);
  }

  /** Shows a text with folded lists `{ start, end, content }`. Unchanged lines keep their nodes. */
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

  /** Marks stretches of the shown text, `{ start, end, kind }`, and their first lines; removes all other marks. */
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

  /** Scrolls with the textarea. */
  scrollTo(top) {
    this.#node.scrollTop = top;
    this.#plan();
  }

  /** The distance of a character from the top of the text, in pixels. */
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

  /** Shows the marks at fractions of the text's height; without lines, of its length. */
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

  /** Colours the visible lines, and those of one window before and after. */
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
