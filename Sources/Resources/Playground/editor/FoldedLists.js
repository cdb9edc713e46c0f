import { numberText } from '../page/numbers.js';

/** The least number of values of a folded list. */
const leastCount = 24;
/** The least length of a folded list, in characters between its brackets. */
const leastLength = 48;
/** The number of values that stay visible, and the most if another list begins with the same values. */
const [shownCount, mostShown] = [3, 12];
/** The most folded lists. */
const maximumFolds = 10_000;

const whole = new RegExp(`\\[([^[\\]…]{${leastLength},})\\]`, 'gu');
const short = /\[([^[\]…]*…\u00a0[\d\u202f]+\u00a0more)\]/gu;

/**
 * Long lists of numbers, and of the sizes of items, written shorter: `[5712, 5712, 1920, … 174 more]`. Each short form belongs to one list,
 * so that an edited text with folded lists can always be unfolded.
 */
export class FoldedLists {
  /** The whole text between the brackets, by short form. */
  #contents = new Map();

  /** A text with all of its long lists folded. */
  fold(text) {
    return text.replace(whole, (list, content, at) => {
      const folded = this.#folded(content, text.slice(Math.max(0, at - 60), at));
      return folded === null ? list : `[${folded}]`;
    });
  }

  /** The whole text for a text with folded lists. */
  unfold(text) {
    return text.replace(short, (list, content) => (this.#contents.has(content) ? `[${this.#contents.get(content)}]` : list));
  }

  /** The folded lists of a text, in order: the text between their brackets, from `start` to `end`, and the whole one, `content`. */
  in(text) {
    const found = [];
    if (!this.#contents.size) return found;
    for (const { 1: folded, index } of text.matchAll(short)) {
      const content = this.#contents.get(folded);
      if (content !== undefined) found.push({ start: index + 1, end: index + 1 + folded.length, content });
    }
    return found;
  }

  #folded(content, before) {
    const values = /^[\d\s.,eE+-]+$/u.test(content) ? content.split(',')
      : /"items"\s*:\s*$/u.test(before) ? sizesIn(content) : [];
    if (values.length < leastCount) return null;
    for (let count = shownCount; count <= mostShown; count += 1) {
      const shown = values.slice(0, count).map((value) => value.trim().replace(/\s+/gu, ' '));
      const folded = `${shown.join(', ')}, …\u00a0${numberText(values.length - count)}\u00a0more`;
      const other = this.#contents.get(folded);
      if (other === content) return folded;
      if (other === undefined && this.#contents.size < maximumFolds) {
        this.#contents.set(folded, content);
        return folded;
      }
    }
    return null;
  }
}

/** The flat objects of a list; none if it contains anything else. */
function sizesIn(content) {
  const object = /\{[^{}]*\}/gu;
  return /^[\s,]*$/u.test(content.replace(object, '')) ? content.match(object) ?? [] : [];
}
