import { unlessAborted } from '../service/Clock.js';
import type { DocumentRecord } from '../../types/index.js';

/** The most records that wait. Reading the log pauses when there are more. */
const maximumRecords = 1000;
/** The most steps that are applied at one time: the service accepts no more. */
const maximumSteps = 1000;
/** The most characters of the records of these steps; a longer record is applied alone. */
const maximumLength = 1_000_000;

/** The records between the reader of a log and the viewport: all that arrive while one is being shown are shown together next. */
export class RecordQueue {
  #signal;
  #records: DocumentRecord[] = [];
  #hasEnded = false;
  #error: unknown = null;
  /** Called when a record was added or removed. */
  #turned = () => {};

  constructor(records: AsyncIterable<DocumentRecord>, signal: AbortSignal) {
    this.#signal = signal;
    this.#fill(records);
  }

  /**
   * The records to show next: a `replace` or `delete`, or all waiting changes up to the limits; null after the last one. If reading has
   * failed, throws that error after the last record.
   */
  async next(): Promise<DocumentRecord[] | null> {
    while (this.#records.length === 0) {
      if (this.#error) throw this.#error;
      if (this.#hasEnded) return null;
      await this.#turn();
    }
    const records = this.#records.splice(0, this.#countTogether());
    this.#turned();
    return records;
  }

  async #fill(records: AsyncIterable<DocumentRecord>) {
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

  /**
   * Waits until a record is added or removed. Only one side waits at a time: the viewport if there are none, the reader if there are too
   * many.
   */
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
