// @ts-check
import { Answers } from '../service/Answers.js';
import { DocumentHandle } from '../documents/DocumentHandle.js';
import { firstScreen } from './firstScreen.js';
import { Layout, marginsOf } from './Layout.js';
import { jsonBlob, Lineage } from '../service/Lineage.js';
import { limits, setting } from '../service/limits.js';
import { checkOptions, described } from '../steps/options.js';
import { Problem } from '../service/Problem.js';
import { Restoration } from '../service/Restoration.js';
import { withEffectsOfSeed } from './effects/loadEffects.js';
import { Snapshot } from '../service/Snapshot.js';
import { checkSnapshot } from '../service/stepList.js';
import { Transport } from '../service/Transport.js';

/** @typedef {import('../../index.js').Rect} Rect */
/** @typedef {import('../../index.js').SnapshotBody} SnapshotBody */
/** @typedef {import('../../index.js').ServiceOptions} ServiceOptions */
/** @typedef {{ width?: number, height?: number, margins?: import('../../index.js').Margins, bounds?: Rect, pageLength?: number,
 *   signal?: AbortSignal }} PostOptions */
/** @typedef {(id: string) => unknown} Restore */
/** @typedef {import('../service/Transport.js').Near} Near */

/** A layoutd service. */
export class LayoutService {
  #transport;
  #answers;
  /** @type {import('../service/Snapshot.js').Service} */
  #service;

  /**
   * @param {string | URL} [url]
   * @param {ServiceOptions} options
   */
  constructor(url = '', options = {}) {
    this.#transport = new Transport(url, options);
    this.#answers = new Answers(
      this.#transport,
      setting('maximumAnswers', options.maximumAnswers, limits.maximumAnswers, { least: 0, most: 1e6, isWhole: true }));
    this.#service = {
      transport: this.#transport, answers: this.#answers,
      layout: (snapshot, containerExtent, options) => Layout.of(snapshot, containerExtent, options),
      hold: async (layout, options) => {
        // Loaded on first use.
        const { localCopy } = await import('../module/localCopy.js');
        return await localCopy(layout, options);
      },
    };
  }

  /**
   * @param {import('../../index.js').LocalServiceOptions} [options]
   * @returns {Promise<any>} a LocalService
   */
  static async local(options) {
    // Loaded on first use.
    const { LocalService } = await import('../module/LocalService.js');
    return await LocalService.load(options);
  }

  /**
   * @param {SnapshotBody} snapshot
   * @param {PostOptions} options
   * @returns {Promise<any>} a Layout if the options have a width or a height, otherwise a Snapshot
   */
  async post(snapshot, options = {}) {
    checkOptions('post', options, ['width', 'height', 'margins', 'bounds', 'pageLength', 'signal']);
    const body = blob(snapshot);
    const screen = firstScreen(options);
    /** @type {Near} */
    const near = { value: null };
    if (!screen) return this.#posted(body, await this.#send(body, '', options.signal, near), near);
    const margins = await marginsOf(screen.axis, options.margins);
    try {
      const answer = await this.#send(body, margins?.query(screen.query) ?? screen.query, options.signal, near);
      return await withEffectsOfSeed(new Layout(this.#posted(body, answer, near), answer, screen.rect, margins));
    } catch (error) {
      if (!isUnknownPinning(error)) throw error;
    }
    const posted = this.#posted(body, await this.#send(body, '', options.signal, near), near);
    return await posted.layout(screen.axis.containerExtent, { margins: options.margins, signal: options.signal });
  }

  /**
   * @param {string} id
   * @param {import('../../index.js').SnapshotOptions} options
   */
  async snapshot(id, options = {}) {
    checkOptions('snapshot', options, ['restore', 'signal']);
    return await this.snapshotNear(id, { value: null }, options);
  }

  /**
   * @param {string} id
   * @param {Near} near
   * @param {import('../../index.js').SnapshotOptions} options
   */
  async snapshotNear(id, near, { restore, signal }) {
    const restoration = this.#restoration(id, restore, near);
    const answer = await restoration.run(() => this.#answers.get(`/v1/layouts/${id}`, signal, near), signal);
    return new Snapshot(this.#service, answer, restoration);
  }

  /** @param {string} name */
  document(name) {
    return new DocumentHandle(this, this.#transport, this.#answers, name);
  }

  /**
   * @param {{ prefix?: string, limit?: number, signal?: AbortSignal }} options
   * @returns {AsyncGenerator<import('../../index.js').DocumentHead, void, undefined>}
   */
  documents(options = {}) {
    checkOptions('documents', options, ['prefix', 'limit', 'signal']);
    const limit = setting('limit', options.limit, 1000, { least: 1, most: 1000, isWhole: true });
    return this.#documents(options.prefix ?? '', limit, options.signal);
  }

  /**
   * @param {string} prefix
   * @param {number} limit
   * @param {AbortSignal | undefined} signal
   */
  async *#documents(prefix, limit, signal) {
    let cursor = '';
    do {
      const path = `/v1/documents?prefix=${encodeURIComponent(prefix)}&limit=${limit}${cursor}`;
      const { value } = await this.#transport.json(path, { signal });
      yield* value.documents;
      cursor = value.next === null ? '' : `&cursor=${encodeURIComponent(value.next)}`;
    } while (cursor !== '');
  }

  /**
   * The snapshot that an answer describes.
   *
   * @param {any} answer
   * @param {Restore | undefined} restore
   */
  known(answer, restore) {
    const { id, sectionCount, itemCount, pinning: { scrollDirection } } = answer;
    return new Snapshot(
      this.#service, { id, sectionCount: sectionCount ?? NaN, itemCount: itemCount ?? NaN, scrollDirection },
      this.#restoration(id, restore, { value: null }));
  }

  /**
   * @param {string} id
   * @param {Restore | undefined} restore
   * @param {Near} near
   */
  #restoration(id, restore, near) {
    if (!/^[0-9a-f]{64}$/.test(id)) throw new RangeError(`${described(id)} is no layout id: not 64 hexadecimal digits`);
    if (restore !== undefined && typeof restore !== 'function') throw new TypeError('restore is no function');
    const count = Math.max(1, this.#transport.attempts - 1);
    const lineage = new Lineage(this.#transport, { id, restore: restore ? () => restore(id) : null, size: 0 }, near);
    return new Restoration(this.#transport, id, lineage, count);
  }

  /**
   * @param {Blob} body
   * @param {any} answer
   * @param {Near} near
   */
  #posted(body, answer, near) {
    const restore = () => this.#send(body, '', undefined, near);
    const lineage = new Lineage(this.#transport, { id: answer.id, restore, size: body.size, body }, near);
    // Posted again at most once: if the service forgets it at once, it has no memory for it.
    const restoration = new Restoration(this.#transport, answer.id, lineage, 1);
    return new Snapshot(this.#service, answer, restoration);
  }

  /**
   * @param {Blob} body
   * @param {string} query
   * @param {AbortSignal | undefined} signal
   * @param {Near} near
   */
  #send(body, query, signal, near) {
    return this.#transport.post(`/v1/layouts${query}`, body, signal, near);
  }
}

/**
 * Whether a service rejected a post because it is older and supports `pinning` only in GET requests.
 *
 * @param {unknown} error
 */
function isUnknownPinning(error) {
  return error instanceof Problem && error.status === 400 && error.errors.some(({ parameter }) => parameter === 'pinning');
}

/** @param {SnapshotBody} snapshot */
function blob(snapshot) {
  const isText = typeof snapshot === 'string' || snapshot instanceof Blob
    || snapshot instanceof ArrayBuffer || ArrayBuffer.isView(snapshot);
  if (isText) return jsonBlob(snapshot);
  checkSnapshot(snapshot);
  return jsonBlob(JSON.stringify(snapshot));
}
