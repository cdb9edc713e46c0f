// @ts-check
import { IdChanged } from './Problem.js';

/** @typedef {import('./Transport.js').Near} Near */
/** @typedef {import('./Transport.js').Transport} Transport */
/** @typedef {{ id: string, restore: (() => unknown) | null, size: number, body?: Blob }} Base */

/** The most steps that the service applies in one request. */
const maximumSteps = 1000;
/** The beginning of two trees, which no step has. */
const trees = '{"from":';
/** Steps of up to this number of characters are stored, however short the snapshot is. */
const shortSteps = 65_536;

/** The data from which a layout can be made again: a posted snapshot, and the steps since. */
export class Lineage {
  #transport;
  #base;
  #steps;
  /** The number of characters of all steps. */
  #length;
  /** If the steps are longer, the snapshot that they make replaces them. */
  #mostLength;
  /** The service's name of the lineage. */
  near;

  /**
   * @param {Transport} transport
   * @param {Base} base the posted snapshot: its id, a function that posts it again, its size in bytes, and the snapshot itself if it is
   *   available
   * @param {Near} near
   * @param {readonly string[]} [steps] as JSON; two trees in place of a step are an object of `from` and `to`
   * @param {number} [mostLength]
   */
  constructor(transport, base, near, steps = [], mostLength = Math.max(base.size, shortSteps)) {
    this.#transport = transport;
    this.#base = base;
    this.near = near;
    this.#steps = steps;
    this.#length = steps.reduce((length, step) => length + step.length, 0);
    this.#mostLength = mostLength;
  }

  /** Whether the layout can be made again. */
  get isRestorable() {
    return this.#base.restore !== null || this.#steps.length > 0;
  }

  /** The posted snapshot and the steps since, as JSON; null if the snapshot is not available, or there are trees in place of steps. */
  get content() {
    const { body } = this.#base;
    return body && !this.#steps.some(areTrees) ? { body, steps: this.#steps } : null;
  }

  /** @param {readonly string[]} steps */
  with(steps) {
    return new Lineage(this.#transport, this.#base, this.near, [...this.#steps, ...steps], this.#mostLength);
  }

  /** Posts the snapshot and then the steps. Returns the id, if the service sent one. */
  async restore() {
    let id = this.#base.restore ? idOf(await this.#base.restore()) : this.#base.id;
    if (this.#steps.length > 0 && id !== undefined && id !== this.#base.id) throw new IdChanged(this.#base.id, id);
    for (const body of bodies(this.#steps)) {
      const answer = await this.#transport.post(`/v1/layouts/${id ?? this.#base.id}/changes`, body, undefined, this.near);
      id = answer.id;
    }
    return id;
  }

  /**
   * A lineage without steps, if these are longer than the snapshot that they make and the service sends that; otherwise this one.
   *
   * @param {string} id of the layout
   */
  async shortened(id) {
    if (this.#length <= this.#mostLength) return this;
    try {
      const { value } = await this.#transport.json(`/v1/layouts/${id}/snapshot`, { near: this.near });
      const body = jsonBlob(JSON.stringify(value));
      const restore = () => this.#transport.post('/v1/layouts', body, undefined, this.near);
      return new Lineage(this.#transport, { id, restore, size: body.size, body }, this.near);
    } catch {
      // The next attempt is when the steps are twice as long.
      return new Lineage(this.#transport, this.#base, this.near, this.#steps, 2 * this.#length);
    }
  }
}

/** @param {string} step as JSON */
function areTrees(step) {
  return step.startsWith(trees);
}

/**
 * The bodies with which steps are posted again.
 *
 * @param {readonly string[]} steps as JSON
 */
function* bodies(steps) {
  const waiting = /** @type {string[]} */ ([]);
  for (const step of steps) {
    if (waiting.length > 0 && (areTrees(step) || waiting.length === maximumSteps)) yield stepsBody(waiting.splice(0));
    if (areTrees(step)) yield jsonBlob(step);
    else waiting.push(step);
  }
  if (waiting.length > 0) yield stepsBody(waiting);
}

/**
 * @param {readonly string[]} steps as JSON
 * @param {import('../../index.js').Expectation} [expect]
 */
export function stepsBody(steps, expect) {
  return jsonBlob(`{"steps":[${steps.join()}]${expect ? `,"expect":${JSON.stringify(expect)}` : ''}}`);
}

/** @param {BlobPart} part */
export function jsonBlob(part) {
  return new Blob([part], { type: 'application/json' });
}

/**
 * The layout id in an answer, if it has one.
 *
 * @param {any} answer an id, a layout object, or anything else
 */
export function idOf(answer) {
  const id = answer?.id ?? answer;
  return typeof id === 'string' ? id : undefined;
}
