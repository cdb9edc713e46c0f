// @ts-check

/** @typedef {import('./change.js').Change} Change */
/** @typedef {import('./Layout.js').Layout} Layout */

/** The changes of a viewport, one at a time. */
export class ChangeQueue {
  #shown;
  /** The last change, which the next one waits for. It does not reject. */
  #last = Promise.resolve(/** @type {unknown} */ (null));
  /** The waiting changes that fail with the one before. */
  #waiting = new Set();

  /** @param {() => Layout} shown the layout that is shown */
  constructor(shown) {
    this.#shown = shown;
  }

  /**
   * Makes a change after all earlier ones. It fails if one of them does, unless a function makes it for the layout that is then shown.
   *
   * @param {any} given a change or a layout, or a function that makes it
   * @param {(made: any) => Promise<Change>} act
   * @returns {Promise<Change>}
   */
  add(given, act) {
    const isMade = typeof given === 'function';
    const change = { act: async () => act(isMade ? given(this.#shown()) : given) };
    if (!isMade) this.#waiting.add(change);
    const changing = this.#last.then(() => {
      this.#waiting.delete(change);
      return change.act();
    });
    this.#last = changing.catch((error) => {
      for (const other of this.#waiting) other.act = async () => { throw error; };
    });
    return changing;
  }
}
