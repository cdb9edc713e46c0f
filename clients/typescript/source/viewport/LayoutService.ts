import { Answers } from '../service/Answers.js';
import { DocumentHandle } from '../documents/DocumentHandle.js';
import { fetchEarly } from '../service/earlyModule.js';
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
import type {
  DocumentHead, FirstScreenOptions, LocalServiceOptions, Margins, Rect, ServiceOptions, SnapshotBody, SnapshotOptions,
} from '../../types/index.js';
import type { LocalService } from '../module/LocalService.js';
import type { Service } from '../service/Snapshot.js';
import type { Near } from '../service/Transport.js';

type PostOptions = { width?: number, height?: number, margins?: Margins, bounds?: Rect, pageLength?: number, signal?: AbortSignal };
type Restore = (id: string) => unknown;

/**
 * A layoutd service. After temporary failures (429, 502, 503, 504, no connection, no answer in time), requests are sent again, with growing
 * pauses that are never shorter than `Retry-After`; other failures are thrown as a `Problem`.
 */
export class LayoutService {
  #transport;
  #answers;
  #service: Service;

  /**
   * @param url the address of the service, without `/v1`. In a page, the empty default is the page's own origin.
   * @throws RangeError when an option is out of range
   */
  constructor(url: string | URL = '', options: ServiceOptions = {}) {
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
   * Lays out in the page, without a network.
   *
   * @throws ModuleProblem `module-missing` when the module is not at its address, and in Node, when it is not given
   */
  static async local(options?: LocalServiceOptions): Promise<LocalService> {
    if (options?.module === undefined) void fetchEarly();
    // Loaded on first use.
    const { LocalService } = await import('../module/LocalService.js');
    return await LocalService.load(options);
  }

  /**
   * Posts a snapshot. The result keeps it as a `Blob`: if the service has forgotten it, it is posted again, once for all requests that wait
   * for it, and these are sent again.
   */
  post(snapshot: SnapshotBody, options?: { signal?: AbortSignal }): Promise<Snapshot>;
  /**
   * Posts a snapshot and lays it out, in one round trip: the pages in the bounds are then loaded. If they have more than 10 000 elements,
   * they are requested as usual.
   *
   * @throws RangeError when the width or the bounds are invalid
   */
  post(snapshot: SnapshotBody, options: FirstScreenOptions): Promise<Layout>;
  async post(snapshot: SnapshotBody, options: PostOptions = {}): Promise<any> {
    checkOptions('post', options, ['width', 'height', 'margins', 'bounds', 'pageLength', 'signal']);
    const body = blob(snapshot);
    const screen = firstScreen(options);
    const near: Near = { value: null };
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
   * A snapshot that another client has posted, usually the page's backend, by its layout id. If the service has forgotten it, `restore` is
   * called to have it posted again; without `restore` requests throw the problem `layout-not-found`.
   */
  async snapshot(id: string, options: SnapshotOptions = {}): Promise<Snapshot> {
    checkOptions('snapshot', options, ['restore', 'signal']);
    return await this.snapshotNear(id, { value: null }, options);
  }

  /** @internal */
  async snapshotNear(id: string, near: Near, { restore, signal }: SnapshotOptions) {
    const restoration = this.#restoration(id, restore, near);
    const answer = await restoration.run(() => this.#answers.get(`/v1/layouts/${id}`, signal, near), signal);
    return new Snapshot(this.#service, answer, restoration);
  }

  /**
   * A document: a named layout that changes, which a backend owns and many clients follow. No request is sent.
   *
   * @throws RangeError when the name is not valid: 1 to 128 letters, digits, `.`, `_`, `~` and `-`, beginning with a letter or a digit
   */
  document(name: string): DocumentHandle {
    return new DocumentHandle(this, this.#transport, this.#answers, name);
  }

  /**
   * Requests the documents whose names begin with `prefix`, ordered by name, `limit` (1000) at a time, as they are needed: `for await
   * (const { name, layout } of service.documents({ prefix: 'feed' }))`.
   */
  documents(options: { prefix?: string; limit?: number; signal?: AbortSignal } = {}): AsyncGenerator<DocumentHead, void, undefined> {
    checkOptions('documents', options, ['prefix', 'limit', 'signal']);
    const limit = setting('limit', options.limit, 1000, { least: 1, most: 1000, isWhole: true });
    return this.#documents(options.prefix ?? '', limit, options.signal);
  }

  async *#documents(prefix: string, limit: number, signal: AbortSignal | undefined) {
    let cursor = '';
    do {
      const path = `/v1/documents?prefix=${encodeURIComponent(prefix)}&limit=${limit}${cursor}`;
      const { value } = await this.#transport.json(path, { signal });
      yield* value.documents;
      cursor = value.next === null ? '' : `&cursor=${encodeURIComponent(value.next)}`;
    } while (cursor !== '');
  }

  /** The snapshot that an answer describes. @internal */
  known(answer: any, restore: Restore | undefined) {
    const { id, sectionCount, itemCount, pinning: { scrollDirection } } = answer;
    return new Snapshot(
      this.#service, { id, sectionCount: sectionCount ?? NaN, itemCount: itemCount ?? NaN, scrollDirection },
      this.#restoration(id, restore, { value: null }));
  }

  #restoration(id: string, restore: Restore | undefined, near: Near) {
    if (!/^[0-9a-f]{64}$/.test(id)) throw new RangeError(`${described(id)} is no layout id: not 64 hexadecimal digits`);
    if (restore !== undefined && typeof restore !== 'function') throw new TypeError('restore is no function');
    const count = Math.max(1, this.#transport.attempts - 1);
    const lineage = new Lineage(this.#transport, { id, restore: restore ? () => restore(id) : null, size: 0 }, near);
    return new Restoration(this.#transport, id, lineage, count);
  }

  #posted(body: Blob, answer: any, near: Near) {
    const restore = () => this.#send(body, '', undefined, near);
    const lineage = new Lineage(this.#transport, { id: answer.id, restore, size: body.size, body }, near);
    // Posted again at most once: if the service forgets it at once, it has no memory for it.
    const restoration = new Restoration(this.#transport, answer.id, lineage, 1);
    return new Snapshot(this.#service, answer, restoration);
  }

  #send(body: Blob, query: string, signal: AbortSignal | undefined, near: Near) {
    return this.#transport.post(`/v1/layouts${query}`, body, signal, near);
  }
}

/** Whether a service rejected a post because it is older and supports `pinning` only in GET requests. */
function isUnknownPinning(error: unknown) {
  return error instanceof Problem && error.status === 400 && error.errors.some(({ parameter }) => parameter === 'pinning');
}

function blob(snapshot: SnapshotBody) {
  const isText = typeof snapshot === 'string' || snapshot instanceof Blob
    || snapshot instanceof ArrayBuffer || ArrayBuffer.isView(snapshot);
  if (isText) return jsonBlob(snapshot);
  checkSnapshot(snapshot);
  return jsonBlob(JSON.stringify(snapshot));
}
