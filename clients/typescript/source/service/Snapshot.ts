import { AnsweredSource } from './AnsweredSource.js';
import { jsonBlob, stepsBody } from './Lineage.js';
import { checkList, checkOptions, layoutOptionNames } from '../steps/options.js';
import { changeMembers, checkExpectation, hasTree } from './stepList.js';
import type { ChangeInput, Expectation, LayoutOptions, LocalOptions, Screen, Warning } from '../../types/index.js';
import type { Answers } from './Answers.js';
import type { Restoration } from './Restoration.js';
import type { Transport } from './Transport.js';

interface LayoutObject {
  id: string;
  sectionCount: number;
  itemCount: number;
  scrollDirection: 'vertical' | 'horizontal';
  warnings?: Warning[];
  source?: any;
}
/** The calls of a snapshot to its service; `layout`: lays it out, `hold`: makes a layout of it that is computed in the page. */
export interface Service {
  transport: Transport;
  answers: Answers;
  layout: (snapshot: Snapshot, containerExtent: number, options: LayoutOptions) => Promise<any>;
  hold: (layout: any, options: LocalOptions | undefined) => Promise<any>;
}

/** A snapshot that the service has, or that can be posted again. */
export class Snapshot {
  id;
  sectionCount;
  itemCount;
  scrollDirection;
  warnings;
  source;
  #service;
  #restoration;

  constructor(service: Service, answer: LayoutObject, restoration: Restoration) {
    this.#service = service;
    this.#restoration = restoration;
    this.id = answer.id;
    this.sectionCount = answer.sectionCount;
    this.itemCount = answer.itemCount;
    this.scrollDirection = answer.scrollDirection;
    this.warnings = answer.warnings ?? [];
    this.source = answer.source ? new AnsweredSource(answer.source) : null;
  }

  async layout(containerExtent: number, options: LayoutOptions = {}) {
    checkOptions('layout', options, layoutOptionNames);
    return await this.#service.layout(this, containerExtent, options);
  }

  /**
   * @param layout of this snapshot
   * @returns the same layout, computed in the page
   */
  async hold(layout: any, options?: LocalOptions): Promise<any> {
    return await this.#service.hold(layout, options);
  }

  async screens(extents: readonly number[], options: { length?: number, signal?: AbortSignal } = {}): Promise<Screen[]> {
    checkOptions('screens', options, ['length', 'signal']);
    checkList('What screens is given', extents);
    const name = this.scrollDirection === 'horizontal' ? 'heights' : 'widths';
    const length = options.length === undefined ? '' : `&length=${options.length}`;
    return (await this.get(`?${name}=${extents.join()}${length}`, { signal: options.signal })).layouts;
  }

  async change(change: ChangeInput, options: { expect?: Expectation, signal?: AbortSignal } = {}) {
    checkOptions('change', options, ['expect', 'signal']);
    return (await this.changed(change, '', options)).snapshot;
  }

  /**
   * Posts a change. If the service has forgotten this layout, it is posted again.
   *
   * @returns the snapshot after the change, and the whole answer
   */
  async changed(
    change: ChangeInput, query: string, { expect, signal }: { expect?: Expectation, signal?: AbortSignal },
  ): Promise<{ snapshot: Snapshot, answer: any }> {
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

  /** Its content: a posted snapshot and the steps since. If this client has posted it, no request is sent. */
  async content(signal: AbortSignal | undefined): Promise<{ body: any, steps: readonly string[] }> {
    return this.#restoration.content ?? { body: await this.get('/snapshot', { signal }), steps: [] };
  }

  async delete(options: { signal?: AbortSignal } = {}) {
    checkOptions('delete', options, ['signal']);
    const { near } = this.#restoration;
    await this.#service.transport.json(`/v1/layouts/${this.id}`, { method: 'DELETE', signal: options.signal, near });
  }

  /** Sends a request that names the layout; the snapshot is posted again if the service has forgotten it. */
  naming<Answer>(send: () => Promise<Answer>, signal: AbortSignal | undefined) {
    return this.#restoration.run(send, signal);
  }

  /**
   * The JSON at a path below the layout's own; the snapshot is posted again if the service has forgotten it.
   *
   * @param options `isKept`: whether to cache the answer, which is small and likely to be requested again.
   */
  get(suffix: string, { signal, isKept = false }: { signal?: AbortSignal, isKept?: boolean }) {
    const path = `/v1/layouts/${this.id}${suffix}`;
    const { near } = this.#restoration;
    return this.#restoration.run(
      async () => (
        isKept ? await this.#service.answers.get(path, signal, near) : (await this.#service.transport.json(path, { signal, near })).value),
      signal);
  }
}
