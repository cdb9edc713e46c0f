// @ts-check
import { Answers } from './Answers.js';
import { limits, setting } from './limits.js';
import { checkOptions } from './options.js';
import { Snapshot } from './Snapshot.js';
import { Transport } from './Transport.js';

/** @typedef {import('../index.js').SnapshotBody} SnapshotBody */
/** @typedef {import('../index.js').ServiceOptions} ServiceOptions */

/** A layoutd service. */
export class LayoutService {
  #transport;
  #answers;

  /**
   * @param {string | URL} [url]
   * @param {ServiceOptions} options
   */
  constructor(url = '', options = {}) {
    this.#transport = new Transport(url, options);
    this.#answers = new Answers(
      this.#transport,
      setting('maximumAnswers', options.maximumAnswers, limits.maximumAnswers, { least: 0, most: 1e6, isWhole: true }));
  }

  /**
   * @param {SnapshotBody} snapshot
   * @param {{ signal?: AbortSignal }} options
   */
  async post(snapshot, options = {}) {
    checkOptions('post', options, ['signal']);
    const { signal } = options;
    const body = blob(snapshot);
    const answer = await Snapshot.send(this.#transport, body, signal);
    return new Snapshot(this.#transport, this.#answers, answer, body);
  }

  /**
   * @param {string} id
   * @param {{ signal?: AbortSignal }} options
   */
  async snapshot(id, options = {}) {
    checkOptions('snapshot', options, ['signal']);
    const { signal } = options;
    if (!/^[0-9a-f]{64}$/.test(id)) throw new RangeError(`${id} is no layout id: not 64 hexadecimal digits`);
    const answer = await this.#answers.get(`/v1/layouts/${id}`, signal);
    return new Snapshot(this.#transport, this.#answers, answer, null);
  }
}

/** @param {SnapshotBody} snapshot */
function blob(snapshot) {
  const type = 'application/json';
  if (snapshot instanceof Blob) return new Blob([snapshot], { type });
  if (typeof snapshot === 'string' || snapshot instanceof ArrayBuffer || ArrayBuffer.isView(snapshot)) {
    return new Blob([snapshot], { type });
  }
  return new Blob([JSON.stringify(snapshot)], { type });
}
