/** As many texts are kept. */
const maximumCount = 8;

/** Texts that took each other's place at once, in ways that the browser cannot undo. */
export class TextHistory {
  /** In order: `{ before, after }`. */
  #changes = [];
  /** How many of them are not undone. */
  #done = 0;

  note(before, after) {
    this.#changes.splice(this.#done, Infinity, { before, after });
    this.#changes.splice(0, this.#changes.length - maximumCount);
    this.#done = this.#changes.length;
  }

  /** The text that took the place of another one, undone or done again; null where the text is not what a change left. */
  step(text, isUndo) {
    const change = this.#changes[isUndo ? this.#done - 1 : this.#done];
    if (!change || text !== (isUndo ? change.after : change.before)) return null;
    this.#done += isUndo ? -1 : 1;
    return isUndo ? change.before : change.after;
  }
}
