import { AnsweredSource } from '../service/AnsweredSource.js';
import { Following } from './Following.js';
import { jsonBlob } from '../service/Lineage.js';
import { checkObject, checkOptions, described, layoutOptionNames } from '../steps/options.js';
import { Problem } from '../service/Problem.js';
import { randomKey } from './randomKey.js';
import { Snapshot } from '../service/Snapshot.js';
import { changeMembers, checkExpectation, hasTree, stepList } from '../service/stepList.js';
import type {
  ChangeInput, DocumentChange, DocumentChangeOptions, DocumentHead, DocumentRecord, FollowOptions, LayoutOptions, PutDocument, SnapshotBody,
} from '../../types/index.js';
import type { Answers } from '../service/Answers.js';
import type { Near, Transport } from '../service/Transport.js';
import type { Layout } from '../viewport/Layout.js';

interface Service {
  post: (body: SnapshotBody, options: { signal?: AbortSignal }) => Promise<any>;
  snapshotNear: (id: string, near: Near, options: { signal?: AbortSignal }) => Promise<Snapshot>;
}

/** The most records of one request. */
const maximumRecords = 1000;
/** The most times that a write is repeated after conflicts with others before it fails. */
const maximumConflicts = 20;

/** A document of a service, by its name. Writes are sent again if their answers are lost, and are never done twice. */
export class DocumentHandle {
  declare readonly name: string;
  #service;
  #transport;
  #answers;
  #path;
  #near: Near = { value: null };

  /** @private */
  constructor(service: Service, transport: Transport, answers: Answers, name: string) {
    if (!/^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/.test(name)) throw new RangeError(`${described(name)} is no name of a document`);
    this.#service = service;
    this.#transport = transport;
    this.#answers = answers;
    this.#path = `/v1/documents/${name}`;
    this.name = name;
  }

  /** @throws Problem `document-not-found` */
  async get(options: { signal?: AbortSignal } = {}): Promise<DocumentHead> {
    checkOptions('get', options, ['signal']);
    return await this.#answers.get(this.#path, options.signal, this.#near);
  }

  /** Its current snapshot, and the revision. */
  async snapshot(options: { signal?: AbortSignal } = {}): Promise<{ revision: number; snapshot: Snapshot }> {
    checkOptions('snapshot', options, ['signal']);
    const { revision, layout } = await this.get(options);
    return { revision, snapshot: await this.snapshotOf(layout, options.signal) };
  }

  /** The snapshot of one of the document's layouts, current or earlier. @internal */
  snapshotOf(id: string, signal: AbortSignal | undefined) {
    return this.#service.snapshotNear(id, this.#near, { signal });
  }

  /** The same, laid out. */
  async layout(containerExtent: number, options: LayoutOptions = {}): Promise<{ revision: number; layout: Layout }> {
    checkOptions('layout', options, layoutOptionNames);
    const { revision, snapshot } = await this.snapshot({ signal: options.signal });
    return { revision, layout: await snapshot.layout(containerExtent, options) };
  }

  /**
   * Sets its content to a snapshot, or to a layout that the service has.
   *
   * @param options `revision`: the current one, `none` if the document does not exist yet, `any` for every state
   * @throws Problem `precondition-failed`, with the current `revision` and `layout`
   */
  async put(
    content: SnapshotBody | Snapshot | { layout: string }, options: { revision: number | 'none' | 'any'; signal?: AbortSignal },
  ): Promise<PutDocument> {
    checkOptions('put', options, ['revision', 'signal']);
    const { revision, signal } = options;
    if (typeof content !== 'string') checkObject('What is put', content);
    const named: any = content;
    const isKnown = content instanceof Snapshot || typeof named.layout === 'string';
    const snapshot = isKnown ? content : await this.#service.post(content as any, { signal });
    const layout = snapshot instanceof Snapshot ? snapshot.id : named.layout;
    const body = jsonBlob(JSON.stringify({ layout }));
    const put = async (before: number | 'none') => {
      const headers = { 'Content-Type': 'application/json', ...condition(before) };
      const send = () => this.#transport.json(this.#path, { method: 'PUT', body, headers, signal, near: this.#near });
      try {
        const { value } = await (snapshot instanceof Snapshot ? snapshot.naming(send, signal) : send());
        return value;
      } catch (error) {
        if (!isRepeatedInVain(error)) throw error;
        const done = await this.#foundPut(before, layout, error as Problem, signal);
        if (!done) throw error;
        return done;
      }
    };
    const head = revision === 'any' ? await this.#untilMet(put, signal) : await put(revision);
    const warnings = content instanceof Snapshot ? [] : snapshot.warnings ?? [];
    return { ...head, warnings: [...warnings, ...head.warnings ?? []] };
  }

  /**
   * Deletes it. With `any`, it is no error if the document does not exist.
   *
   * @throws Problem `precondition-failed`
   */
  async delete(options: { revision: number | 'any'; signal?: AbortSignal }): Promise<void> {
    checkOptions('delete', options, ['revision', 'signal']);
    const { revision, signal } = options;
    const remove = async (before: number | 'none') => {
      // The document does not exist, so there is nothing to delete.
      if (before === 'none') return;
      const headers = condition(before);
      try {
        await this.#transport.json(this.#path, { method: 'DELETE', headers, signal, near: this.#near });
      } catch (error) {
        // If the document does not exist any more, an earlier attempt has deleted it.
        if (!(isRepeatedInVain(error) && (error as Problem).revision === null)) throw error;
      }
    };
    if (revision === 'any') await this.#untilMet(remove, signal);
    else await remove(revision);
  }

  /**
   * Writes whatever the current revision is. The request has that revision as condition all the same, so that a repeated request cannot
   * overwrite a later write of another client.
   */
  async #untilMet<Written>(write: (before: number | 'none') => Promise<Written>, signal: AbortSignal | undefined) {
    let before = await this.#revision(signal);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write(before);
      } catch (error) {
        const isOther = error instanceof Problem && error.is('precondition-failed');
        if (!isOther || attempt >= maximumConflicts) throw error;
        before = error.revision ?? 'none';
      }
    }
  }

  async #revision(signal: AbortSignal | undefined): Promise<number | 'none'> {
    try {
      return (await this.get({ signal })).revision;
    } catch (error) {
      if (error instanceof Problem && error.is('document-not-found')) return 'none';
      throw error;
    }
  }

  /**
   * Changes its layout.
   *
   * @throws Problem `conflict` with the current `revision` and `layout`; `invalid-change` with a pointer to each mistake
   */
  async change(change: ChangeInput, options: DocumentChangeOptions): Promise<DocumentChange> {
    checkOptions('document change', options, ['revision', 'rebase', 'expect', 'signal']);
    const { rebase, expect, signal } = options;
    let { steps = null, ...trees } = changeMembers(change);
    checkExpectation(expect);
    let { revision } = options;
    for (let attempt = 0; ; attempt += 1) {
      const body = jsonBlob(JSON.stringify({ revision, key: randomKey(), ...trees, ...(steps && { steps }), expect }));
      try {
        const answer = await this.#transport.post(`${this.#path}/changes`, body, signal, this.#near);
        const source = answer.source ? new AnsweredSource(answer.source) : null;
        return { revision: answer.revision, layout: answer.id, isRepeated: answer.repeated === true, steps, source };
      } catch (error) {
        const isConflict = error instanceof Problem && error.is('conflict');
        // Trees stand for one layout.
        if (!isConflict || !rebase || !steps || hasTree(change) || attempt >= maximumConflicts) throw error;
        const records = await this.#recordsAfter(revision, error.revision as number, signal);
        const carried = records && await rebase(records, steps);
        if (!records || !carried) throw error;
        steps = stepList(carried);
        revision = (records.at(-1) as DocumentRecord).revision;
      }
    }
  }

  /** Follows it, until it is deleted, `close` is called or the signal is aborted. */
  follow(options?: FollowOptions): Following {
    const parts = { transport: this.#transport, near: this.#near, path: this.#path };
    return new Following(this, parts, options);
  }

  /** The records after a revision up to another one; null if the log does not have them. */
  async #recordsAfter(after: number, revision: number, signal: AbortSignal | undefined) {
    const records: DocumentRecord[] = [];
    for (let last = after; last < revision;) {
      const found = await this.#records(last, signal);
      if (!found || found.length === 0) return null;
      records.push(...found);
      last = (found.at(-1) as DocumentRecord).revision;
    }
    return records.length > 0 && !records.some(({ kind }) => kind === 'delete') ? records : null;
  }

  async #records(after: number, signal: AbortSignal | undefined): Promise<DocumentRecord[] | null> {
    try {
      const path = `${this.#path}/changes?after=${after}&limit=${maximumRecords}`;
      return (await this.#transport.json(path, { signal, near: this.#near })).value.changes;
    } catch (error) {
      if (error instanceof Problem && (error.is('history-gone') || error.is('document-not-found'))) return null;
      throw error;
    }
  }

  /**
   * The result of a PUT whose answer was lost; null if it was not done, or if that is not known. Later records in the log do not matter.
   *
   * @param problem of the repeated request
   */
  async #foundPut(
    before: number | 'none', layout: string, problem: Problem, signal: AbortSignal | undefined,
  ): Promise<DocumentHead | null> {
    if (before === 'none') return problem.layout === layout ? await this.get({ signal }) : null;
    const [record] = await this.#records(before, signal) ?? [];
    if (record?.kind !== 'replace' || record.layout !== layout) return null;
    return { name: this.name, revision: record.revision, layout, updatedAt: record.time };
  }
}

function condition(revision: number | 'none') {
  const headers: Record<string, string> = revision === 'none' ? { 'If-None-Match': '*' } : { 'If-Match': `"${revision}"` };
  return headers;
}

/** Whether the condition of a repeated write failed: its first attempt may have succeeded. */
function isRepeatedInVain(error: unknown) {
  return error instanceof Problem && error.is('precondition-failed') && error.attempts > 1;
}
