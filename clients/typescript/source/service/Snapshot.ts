import { AnsweredSource } from './AnsweredSource.js';
import { jsonBlob, stepsBody } from './Lineage.js';
import { checkList, checkOptions, layoutOptionNames } from '../steps/options.js';
import { changeMembers, checkExpectation, hasTree } from './stepList.js';
import type { ChangeInput, Expectation, LayoutOptions, LocalOptions, Screen, ScrollDirection, Warning } from '../../types/index.js';
import type { Answers } from './Answers.js';
import type { Restoration } from './Restoration.js';
import type { Transport } from './Transport.js';
import type { Layout } from '../viewport/Layout.js';

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

/** A snapshot that the service has. */
export class Snapshot {
  /** The layout id. */
  declare readonly id: string;
  declare readonly sectionCount: number;
  declare readonly itemCount: number;
  declare readonly scrollDirection: ScrollDirection;
  /**
   * Probable mistakes in the posted snapshot, at most 20; none for a snapshot known by its id. For a layout that is computed in the page,
   * those that depend on its width are computed when this is first read, unless the layout is closed.
   */
  declare readonly warnings: readonly Warning[];
  /** The nodes of the posted source; null if the snapshot was posted without one, or is known by its id. */
  declare readonly source: AnsweredSource | null;
  #service;
  #restoration;

  /** @private */
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

  /**
   * Lays it out. With bounds, the elements there come with the answer, as from `post`.
   *
   * @param containerExtent the container's width, or its height if scrolling is horizontal: above 0, up to 2^53
   * @throws RangeError when the margins leave no room, or the bounds are invalid
   */
  async layout(containerExtent: number, options: LayoutOptions = {}): Promise<Layout> {
    checkOptions('layout', options, layoutOptionNames);
    return await this.#service.layout(this, containerExtent, options);
  }

  /**
   * @param layout of this snapshot
   * @returns the same layout, computed in the page
   * @internal
   */
  async hold(layout: any, options?: LocalOptions): Promise<any> {
    return await this.#service.hold(layout, options);
  }

  /**
   * The first screen at each of up to 16 container widths, or heights if scrolling is horizontal, in one answer: for rendering without
   * knowing the device.
   *
   * @param options `length`: the extent of a screen along the scroll axis. Default: that of the content, at most 1000.
   */
  async screens(extents: readonly number[], options: { length?: number; signal?: AbortSignal } = {}): Promise<Screen[]> {
    checkOptions('screens', options, ['length', 'signal']);
    checkList('What screens is given', extents);
    const name = this.scrollDirection === 'horizontal' ? 'heights' : 'widths';
    const length = options.length === undefined ? '' : `&length=${options.length}`;
    return (await this.get(`?${name}=${extents.join()}${length}`, { signal: options.signal })).layouts;
  }

  /**
   * Applies a change. If the service has forgotten the snapshot, the one that was posted last is posted again, and then the changes since.
   * After two trees, the result has the `source` of the second one.
   *
   * @throws Problem `invalid-change` with a pointer to each mistake; nothing is done then
   */
  async change(change: ChangeInput, options: { expect?: Expectation; signal?: AbortSignal } = {}): Promise<Snapshot> {
    checkOptions('change', options, ['expect', 'signal']);
    return (await this.changed(change, '', options)).snapshot;
  }

  /**
   * Posts a change. If the service has forgotten this layout, it is posted again.
   *
   * @returns the snapshot after the change, and the whole answer
   * @internal
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

  /** Whether its content is available without a request. @internal */
  get isHere() {
    return this.#restoration.content !== null;
  }

  /** @internal */
  get clock() {
    return this.#service.transport.clock;
  }

  /** Its content: a posted snapshot and the steps since. If this client has posted it, no request is sent. @internal */
  async content(signal: AbortSignal | undefined): Promise<{ body: any, steps: readonly string[] }> {
    return this.#restoration.content ?? { body: await this.get('/snapshot', { signal }), steps: [] };
  }

  /** Deletes it in the service. Caches may still answer; a later call that needs it posts it again if it can. */
  async delete(options: { signal?: AbortSignal } = {}): Promise<void> {
    checkOptions('delete', options, ['signal']);
    const { near } = this.#restoration;
    await this.#service.transport.json(`/v1/layouts/${this.id}`, { method: 'DELETE', signal: options.signal, near });
  }

  /** Sends a request that names the layout; the snapshot is posted again if the service has forgotten it. @internal */
  naming<Answer>(send: () => Promise<Answer>, signal: AbortSignal | undefined) {
    return this.#restoration.run(send, signal);
  }

  /**
   * The JSON at a path below the layout's own; the snapshot is posted again if the service has forgotten it.
   *
   * @param options `isKept`: whether to cache the answer, which is small and likely to be requested again.
   * @internal
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
