import { IdChanged } from './Problem.js';
import type { Expectation } from '../../types/index.js';
import type { Near, Transport } from './Transport.js';

type Base = { id: string, restore: (() => unknown) | null, size: number, body?: Blob };

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
  declare near: Near;

  /**
   * @param base the posted snapshot: its id, a function that posts it again, its size in bytes, and the snapshot itself if it is available
   * @param steps as JSON; two trees in place of a step are an object of `from` and `to`
   */
  constructor(
    transport: Transport, base: Base, near: Near, steps: readonly string[] = [], mostLength: number = Math.max(base.size, shortSteps),
  ) {
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

  with(steps: readonly string[]) {
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
   * @param id of the layout
   */
  async shortened(id: string) {
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

/** @param step as JSON */
function areTrees(step: string) {
  return step.startsWith(trees);
}

/**
 * The bodies with which steps are posted again.
 *
 * @param steps as JSON
 */
function* bodies(steps: readonly string[]) {
  const waiting: string[] = [];
  for (const step of steps) {
    if (waiting.length > 0 && (areTrees(step) || waiting.length === maximumSteps)) yield stepsBody(waiting.splice(0));
    if (areTrees(step)) yield jsonBlob(step);
    else waiting.push(step);
  }
  if (waiting.length > 0) yield stepsBody(waiting);
}

/** @param steps as JSON */
export function stepsBody(steps: readonly string[], expect?: Expectation) {
  return jsonBlob(`{"steps":[${steps.join()}]${expect ? `,"expect":${JSON.stringify(expect)}` : ''}}`);
}

export function jsonBlob(part: BlobPart) {
  return new Blob([part], { type: 'application/json' });
}

/**
 * The layout id in an answer, if it has one.
 *
 * @param answer an id, a layout object, or anything else
 */
export function idOf(answer: any) {
  const id = answer?.id ?? answer;
  return typeof id === 'string' ? id : undefined;
}
