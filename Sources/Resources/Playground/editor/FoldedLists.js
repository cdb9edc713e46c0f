import { numberText } from '../page/numbers.js';

/** A list is folded from so many values on. */
const leastCount = 24;
/** Shorter lists, in characters between their brackets, are not looked into. */
const leastLength = 48;
/** As many of its values stay to be seen, or a few more where another list begins with the same. */
const [shownCount, mostShown] = [3, 12];
/** As many lists are remembered. */
const maximumFolds = 10_000;

const whole = new RegExp(`\\[([^[\\]…]{${leastLength},})\\]`, 'gu');
const short = /\[([^[\]…]*…\u00a0[\d\u202f]+\u00a0more)\]/gu;

/**
 * Long lists of numbers, and of the sizes of items, written shorter: `[5712, 5712, 1920, … 174 more]`. What is short is
 * short for one list alone, so that a text with folded lists stands for one text, however it was edited.
 */
export class FoldedLists {
  /** What stands between the brackets: by its short form, all of it. */
  #contents = new Map();

  /** A text with all of its long lists folded. */
  fold(text) {
    return text.replace(whole, (list, content, at) => {
      const folded = this.#folded(content, text.slice(Math.max(0, at - 60), at));
      return folded === null ? list : `[${folded}]`;
    });
  }

  /** The text that a text with folded lists stands for. */
  unfold(text) {
    return text.replace(short, (list, content) => (this.#contents.has(content) ? `[${this.#contents.get(content)}]` : list));
  }

  /** The folded lists of a text, in order: what is between their brackets, from `start` to `end`, and all of it, `content`. */
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

/** The objects that a list is made of, which hold no others; none where it is made of anything else. */
function sizesIn(content) {
  const object = /\{[^{}]*\}/gu;
  return /^[\s,]*$/u.test(content.replace(object, '')) ? content.match(object) ?? [] : [];
}
