// @ts-check
import { Layout } from './Layout.js';
import { stepsBody } from './Lineage.js';
import { checkList, checkOptions } from './options.js';
import { checkExpectation, stepList } from './stepList.js';

/** @typedef {import('./Transport.js').Transport} Transport */
/** @typedef {import('./Answers.js').Answers} Answers */
/** @typedef {import('./Restoration.js').Restoration} Restoration */
/** @typedef {{ id: string, sectionCount: number, itemCount: number, scrollDirection: 'vertical' | 'horizontal',
 *   warnings?: import('../index.js').Warning[] }} LayoutObject */

/** A snapshot that the service knows, or can be told again. */
export class Snapshot {
  #transport;
  #answers;
  #restoration;

  /**
   * @param {Transport} transport
   * @param {Answers} answers
   * @param {LayoutObject} answer
   * @param {Restoration} restoration
   */
  constructor(transport, answers, answer, restoration) {
    this.#transport = transport;
    this.#answers = answers;
    this.#restoration = restoration;
    this.id = answer.id;
    this.sectionCount = answer.sectionCount;
    this.itemCount = answer.itemCount;
    this.scrollDirection = answer.scrollDirection;
    this.warnings = answer.warnings ?? [];
  }

  /**
   * @param {number} containerExtent
   * @param {{ signal?: AbortSignal }} options
   */
  async layout(containerExtent, options = {}) {
    checkOptions('layout', options, ['signal']);
    return await Layout.of(this, containerExtent, options.signal);
  }

  /**
   * @param {readonly number[]} extents
   * @param {{ length?: number, signal?: AbortSignal }} options
   * @returns {Promise<import('../index.js').Screen[]>}
   */
  async screens(extents, options = {}) {
    checkOptions('screens', options, ['length', 'signal']);
    checkList('What screens is given', extents);
    const name = this.scrollDirection === 'horizontal' ? 'heights' : 'widths';
    const length = options.length === undefined ? '' : `&length=${options.length}`;
    return (await this.get(`?${name}=${extents.join()}${length}`, { signal: options.signal })).layouts;
  }

  /**
   * @param {import('../index.js').Step | readonly import('../index.js').Step[]} steps
   * @param {{ expect?: import('../index.js').Expectation, signal?: AbortSignal }} options
   */
  async change(steps, options = {}) {
    checkOptions('change', options, ['expect', 'signal']);
    return (await this.changed(steps, '', options)).snapshot;
  }

  /**
   * Posts steps. Where the service has forgotten this layout, it is posted again.
   *
   * @param {import('../index.js').Step | readonly import('../index.js').Step[]} steps
   * @param {string} query
   * @param {{ expect?: import('../index.js').Expectation, signal?: AbortSignal }} options
   * @returns {Promise<{ snapshot: Snapshot, answer: any }>} what they make of it, and all that was answered
   */
  async changed(steps, query, { expect, signal }) {
    const texts = stepList(steps).map((step) => JSON.stringify(step));
    checkExpectation(expect);
    const body = stepsBody(texts, expect);
    const path = `/v1/layouts/${this.id}/changes${query}`;
    const answer = await this.#restoration.run(() => this.#transport.post(path, body, signal, this.#restoration.near), signal);
    const snapshot = answer.id === this.id ? this
      : new Snapshot(this.#transport, this.#answers, answer, this.#restoration.after(answer.id, texts));
    return { snapshot, answer };
  }

  /** Whether what it consists of is here. */
  get isHere() {
    return this.#restoration.content !== null;
  }

  get clock() {
    return this.#transport.clock;
  }

  /**
   * What it consists of: a snapshot, and steps on top. Where it was posted from here, nothing is asked for.
   *
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<{ body: any, steps: readonly string[] }>}
   */
  async content(signal) {
    return this.#restoration.content ?? { body: await this.get('/snapshot', { signal }), steps: [] };
  }

  /** @param {{ signal?: AbortSignal }} options */
  async delete(options = {}) {
    checkOptions('delete', options, ['signal']);
    const { near } = this.#restoration;
    await this.#transport.json(`/v1/layouts/${this.id}`, { method: 'DELETE', signal: options.signal, near });
  }

  /**
   * Sends a request that names the layout; the snapshot is posted again where the service has forgotten it.
   *
   * @template Answer
   * @param {() => Promise<Answer>} send
   * @param {AbortSignal | undefined} signal
   */
  naming(send, signal) {
    return this.#restoration.run(send, signal);
  }

  /**
   * The JSON at a path below the layout's own; the snapshot is posted again where the service has forgotten it.
   *
   * @param {string} suffix
   * @param {{ signal?: AbortSignal, isKept?: boolean }} options `isKept`: small, and likely asked for again.
   */
  get(suffix, { signal, isKept = false }) {
    const path = `/v1/layouts/${this.id}${suffix}`;
    const { near } = this.#restoration;
    return this.#restoration.run(
      async () => (
        isKept ? await this.#answers.get(path, signal, near) : (await this.#transport.json(path, { signal, near })).value),
      signal);
  }
}
