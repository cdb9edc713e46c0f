/** The most stored changes. */
const maximumCount = 8;

/** Replacements of the whole text that the browser cannot undo. */
export class TextHistory {
  /** In order: `{ before, after }`. */
  #changes = [];
  /** The number of changes that are not undone. */
  #done = 0;

  note(before, after) {
    this.#changes.splice(this.#done, Infinity, { before, after });
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
