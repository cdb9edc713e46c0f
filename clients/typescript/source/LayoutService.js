// @ts-check
import { Answers } from './Answers.js';
import { limits, setting } from './limits.js';
import { checkOptions } from './options.js';
import { Restoration } from './Restoration.js';
import { Snapshot } from './Snapshot.js';
import { Transport } from './Transport.js';

/** @typedef {import('../index.js').SnapshotBody} SnapshotBody */
/** @typedef {import('../index.js').ServiceOptions} ServiceOptions */
/** @typedef {import('./Snapshot.js').LayoutObject} LayoutObject */

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
    const answer = await this.#send(body, signal);
    // One that is forgotten as soon as it is posted is not for this service to keep.
    const restoration = new Restoration(this.#transport, answer.id, () => this.#send(body, undefined), 1);
    return new Snapshot(this.#transport, this.#answers, answer, restoration);
  }

  /**
   * @param {string} id
   * @param {import('../index.js').SnapshotOptions} options
   */
  async snapshot(id, options = {}) {
    checkOptions('snapshot', options, ['restore', 'signal']);
    const { restore, signal } = options;
    if (!/^[0-9a-f]{64}$/.test(id)) throw new RangeError(`${id} is no layout id: not 64 hexadecimal digits`);
    if (restore !== undefined && typeof restore !== 'function') throw new TypeError('restore is no function');
    const restoration = new Restoration(
      this.#transport, id, restore ? () => restore(id) : null, Math.max(1, this.#transport.attempts - 1));
    const answer = await restoration.run(() => this.#answers.get(`/v1/layouts/${id}`, signal), signal);
    return new Snapshot(this.#transport, this.#answers, answer, restoration);
  }

  /**
   * @param {Blob} body
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<LayoutObject>}
   */
  async #send(body, signal) {
    const headers = { 'Content-Type': 'application/json' };
    return (await this.#transport.json('/v1/layouts', { method: 'POST', body, headers, signal })).value;
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
