/** The most stored changes. */
const maximumCount = 8;

/** Replacements of the whole text that the browser cannot undo. */
export class TextHistory {
  /** In order: `{ before, after, drag }`. */
  #changes = [];
  /** The number of changes that are not undone. */
  #done = 0;

  /** Notes a change. Consecutive ones with the same `drag`, an object, are one change. */
  note(before, after, drag = null) {
    const last = this.#changes[this.#done - 1];
    if (drag && last?.drag === drag && last.after === before && this.#done === this.#changes.length) {
      last.after = after;
      return;
    }
    this.#changes.splice(this.#done, Infinity, { before, after, drag });
    this.#changes.splice(0, this.#changes.length - maximumCount);
    this.#done = this.#changes.length;
  }

  /** The text after undo or redo of a replacement; null if the text is not the result of one. */
  step(text, isUndo) {
    const change = this.#changes[isUndo ? this.#done - 1 : this.#done];
    if (!change || text !== (isUndo ? change.after : change.before)) return null;
    this.#done += isUndo ? -1 : 1;
    return isUndo ? change.before : change.after;
  }
}
