// @ts-check
import { unlessAborted } from './Clock.js';
import { Layout } from './Layout.js';
import { checkOptions } from './options.js';
import { IdChanged, Problem } from './Problem.js';

/** @typedef {import('./Transport.js').Transport} Transport */
/** @typedef {import('./Answers.js').Answers} Answers */
/** @typedef {{ id: string, sectionCount: number, itemCount: number, scrollDirection: 'vertical' | 'horizontal',
 *   warnings?: import('../index.js').Warning[] }} LayoutObject */

/** A snapshot that the service knows, or can be told again. */
export class Snapshot {
  #transport;
  #answers;
  #body;
  /** How often it was posted again. */
  #posts = 0;
  /** @type {Promise<void> | null} */
  #posting = null;

  /**
   * @param {Transport} transport
   * @param {Answers} answers
   * @param {LayoutObject} answer
   * @param {Blob | null} body
   */
  constructor(transport, answers, answer, body) {
    this.#transport = transport;
    this.#answers = answers;
    this.#body = body;
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
   * The JSON at a path below the layout's own; the snapshot is posted again, once, where the service has forgotten it.
   *
   * @param {string} suffix
   * @param {{ signal?: AbortSignal, isKept?: boolean }} options `isKept`: small, and likely asked for again.
   */
  async get(suffix, { signal, isKept = false }) {
    const path = `/v1/layouts/${this.id}${suffix}`;
    const send = async () =>
      isKept ? await this.#answers.get(path, signal) : (await this.#transport.json(path, { signal })).value;
    const posts = this.#posts;
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Problem && error.isLayoutNotFound && this.#body)) throw error;
      // Somebody else's request may have had it posted since this one was sent.
      if (this.#posts === posts) await this.#postAgain(this.#body, signal);
      return await send();
    }
  }

  /**
   * One post for all that wait for it; it goes on when one of them no longer does.
   *
   * @param {Blob} body
   * @param {AbortSignal | undefined} signal
   */
  #postAgain(body, signal) {
    this.#posting ??= Snapshot.send(this.#transport, body, undefined)
      .then((answer) => {
        if (answer.id !== this.id) throw new IdChanged(this.id, answer.id);
        this.#posts += 1;
      })
      .finally(() => {
        this.#posting = null;
      });
    return unlessAborted(this.#posting, signal);
  }

  /**
   * @param {Transport} transport
   * @param {Blob} body
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<LayoutObject>}
   */
  static async send(transport, body, signal) {
    const headers = { 'Content-Type': 'application/json' };
    return (await transport.json('/v1/layouts', { method: 'POST', body, headers, signal })).value;
  }
}
