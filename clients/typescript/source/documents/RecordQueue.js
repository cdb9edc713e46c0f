// @ts-check
import { unlessAborted } from '../service/Clock.js';

/** @typedef {import('../../index.js').DocumentRecord} DocumentRecord */

/** Records that wait; who reads the log waits for room then. */
const maximumRecords = 1000;
/** Steps that are applied at one time: the service takes no more. */
const maximumSteps = 1000;
/** Letters of these steps, by their records; a longer one goes alone. */
const maximumLength = 1_000_000;

/** The records between who reads a log and who shows them: what comes while one is shown is shown with the next. */
export class RecordQueue {
  #signal;
  /** @type {DocumentRecord[]} */
  #records = [];
  #hasEnded = false;
  #error = /** @type {unknown} */ (null);
  /** Called when a record has come or gone. */
  #turned = () => {};

  /**
   * @param {AsyncIterable<DocumentRecord>} records
   * @param {AbortSignal} signal
   */
  constructor(records, signal) {
    this.#signal = signal;
    this.#fill(records);
  }

  /**
   * The records to be shown next: a `replace` or `delete`, or as many changes as are here; null behind the last one.
   * Throws what has ended the reading, behind what was read.
   *
   * @returns {Promise<DocumentRecord[] | null>}
   */
  async next() {
    while (this.#records.length === 0) {
      if (this.#error) throw this.#error;
      if (this.#hasEnded) return null;
      await this.#turn();
    }
    const records = this.#records.splice(0, this.#countTogether());
    this.#turned();
    return records;
  }

  /** @param {AsyncIterable<DocumentRecord>} records */
  async #fill(records) {
    try {
      for await (const record of records) {
        this.#records.push(record);
        this.#turned();
        while (this.#records.length >= maximumRecords) await this.#turn();
      }
    } catch (error) {
      this.#error = error;
    }
    this.#hasEnded = true;
    this.#turned();
  }

  /** Waits until a record has come or gone: one of both waits at a time, as there are none or too many. */
  #turn() {
    const turned = new Promise((resolve) => {
      this.#turned = () => resolve(undefined);
    });
    return unlessAborted(turned, this.#signal);
  }

  #countTogether() {
    let steps = 0;
    let length = 0;
    for (const [count, record] of this.#records.entries()) {
      if (record.kind !== 'change') return Math.max(1, count);
      steps += record.steps.length;
      length += JSON.stringify(record.steps).length;
      if (count > 0 && (steps > maximumSteps || length > maximumLength)) return count;
    }
    return this.#records.length;
  }
}
