import type { Change } from '../../types/index.js';
import type { Layout } from './Layout.js';

/** The changes of a viewport, one at a time. */
export class ChangeQueue {
  #shown;
  /** The last change, which the next one waits for. It does not reject. */
  #last = Promise.resolve(null as unknown);
  /** The number of changes. */
  #count = 0;
  /** The last error, and the number of changes when it occurred: those of them that were waiting fail with it. */
  #failed = { error: null, count: 0 };

  /** @param shown the layout that is shown */
  constructor(shown: () => Layout) {
    this.#shown = shown;
  }

  /**
   * Makes a change after all earlier ones. It fails if one of them does, unless a function makes it for the layout that is then shown.
   *
   * @param given a change or a layout, or a function that makes it
   */
  add(given: any, act: (made: any) => Promise<Change>): Promise<Change> {
    const number = this.#count++;
    const changing = this.#last.then(() => {
      if (typeof given === 'function') return act(given(this.#shown()));
      if (number < this.#failed.count) throw this.#failed.error;
      return act(given);
    });
    this.#last = changing.catch((error) => {
      this.#failed = { error, count: this.#count };
    });
    return changing;
  }
}
