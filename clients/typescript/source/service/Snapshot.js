// @ts-check
import { AnsweredSource } from './AnsweredSource.js';
import { jsonBlob, stepsBody } from './Lineage.js';
import { checkList, checkOptions, layoutOptionNames } from '../steps/options.js';
import { changeMembers, checkExpectation, hasTree } from './stepList.js';

/** @typedef {import('./Transport.js').Transport} Transport */
/** @typedef {import('./Answers.js').Answers} Answers */
/** @typedef {import('./Restoration.js').Restoration} Restoration */
/** @typedef {{ id: string, sectionCount: number, itemCount: number, scrollDirection: 'vertical' | 'horizontal',
 *   warnings?: import('../../index.js').Warning[], source?: any }} LayoutObject */
/** @typedef {{ transport: Transport, answers: Answers,
 *   layout: (snapshot: Snapshot, containerExtent: number, options: import('../../index.js').LayoutOptions) => Promise<any>,
 * hold: (layout: any, options: import('../../index.js').LocalOptions | undefined) => Promise<any> }} Service the calls of a snapshot to
 *   its service; `layout`: lays it out, `hold`: makes a layout of it that is computed in the page */

/** A snapshot that the service has, or that can be posted again. */
export class Snapshot {
  #service;
  #restoration;

  /**
   * @param {Service} service
   * @param {LayoutObject} answer
   * @param {Restoration} restoration
   */
  constructor(service, answer, restoration) {
    this.#service = service;
    this.#restoration = restoration;
    this.id = answer.id;
    this.sectionCount = answer.sectionCount;
    this.itemCount = answer.itemCount;
    this.scrollDirection = answer.scrollDirection;
    this.warnings = answer.warnings ?? [];
    this.source = answer.source ? new AnsweredSource(answer.source) : null;
  }

  /**
   * @param {number} containerExtent
   * @param {import('../../index.js').LayoutOptions} options
   */
  async layout(containerExtent, options = {}) {
    checkOptions('layout', options, layoutOptionNames);
    return await this.#service.layout(this, containerExtent, options);
  }

  /**
   * @param {any} layout of this snapshot
   * @param {import('../../index.js').LocalOptions} [options]
   * @returns {Promise<any>} the same layout, computed in the page
   */
  async hold(layout, options) {
    return await this.#service.hold(layout, options);
  }

  /**
   * @param {readonly number[]} extents
   * @param {{ length?: number, signal?: AbortSignal }} options
   * @returns {Promise<import('../../index.js').Screen[]>}
   */
  async screens(extents, options = {}) {
    checkOptions('screens', options, ['length', 'signal']);
    checkList('What screens is given', extents);
    const name = this.scrollDirection === 'horizontal' ? 'heights' : 'widths';
    const length = options.length === undefined ? '' : `&length=${options.length}`;
    return (await this.get(`?${name}=${extents.join()}${length}`, { signal: options.signal })).layouts;
  }

  /**
   * @param {import('../../index.js').ChangeInput} change
   * @param {{ expect?: import('../../index.js').Expectation, signal?: AbortSignal }} options
   */
  async change(change, options = {}) {
    checkOptions('change', options, ['expect', 'signal']);
    return (await this.changed(change, '', options)).snapshot;
  }

  /**
   * Posts a change. If the service has forgotten this layout, it is posted again.
   *
   * @param {import('../../index.js').ChangeInput} change
   * @param {string} query
   * @param {{ expect?: import('../../index.js').Expectation, signal?: AbortSignal }} options
   * @returns {Promise<{ snapshot: Snapshot, answer: any }>} the snapshot after the change, and the whole answer
   */
  async changed(change, query, { expect, signal }) {
    const { steps, from, to } = changeMembers(change);
    checkExpectation(expect);
    const texts = (steps ?? [{ from, to }]).map((step) => JSON.stringify(step));
    const body = hasTree(change) ? jsonBlob(JSON.stringify({ from, to, steps, expect })) : stepsBody(texts, expect);
    const path = `/v1/layouts/${this.id}/changes${query}`;
    const answer = await this.#restoration.run(() => this.#service.transport.post(path, body, signal, this.#restoration.near), signal);
    const isSame = answer.id === this.id;
    const snapshot = isSame && !answer.source && !this.source ? this
      : new Snapshot(this.#service, answer, isSame ? this.#restoration : this.#restoration.after(answer.id, texts));
    return { snapshot, answer };
  }

  /** Whether its content is available without a request. */
  get isHere() {
    return this.#restoration.content !== null;
  }

  get clock() {
    return this.#service.transport.clock;
  }

  /**
   * Its content: a posted snapshot and the steps since. If this client has posted it, no request is sent.
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
    await this.#service.transport.json(`/v1/layouts/${this.id}`, { method: 'DELETE', signal: options.signal, near });
  }

  /**
   * Sends a request that names the layout; the snapshot is posted again if the service has forgotten it.
   *
   * @template Answer
   * @param {() => Promise<Answer>} send
   * @param {AbortSignal | undefined} signal
   */
  naming(send, signal) {
    return this.#restoration.run(send, signal);
  }

  /**
   * The JSON at a path below the layout's own; the snapshot is posted again if the service has forgotten it.
   *
   * @param {string} suffix
   * @param {{ signal?: AbortSignal, isKept?: boolean }} options `isKept`: whether to cache the answer, which is small and likely to be
   *   requested again.
   */
  get(suffix, { signal, isKept = false }) {
    const path = `/v1/layouts/${this.id}${suffix}`;
    const { near } = this.#restoration;
    return this.#restoration.run(
      async () => (
        isKept ? await this.#service.answers.get(path, signal, near) : (await this.#service.transport.json(path, { signal, near })).value),
      signal);
  }
}
