import { askedSeconds, pauseSeconds } from '../service/backoff.js';
import { unlessAborted } from '../service/Clock.js';
import { EventReader } from './EventReader.js';
import { Problem } from '../service/Problem.js';
import { RecordQueue } from './RecordQueue.js';
import { mayPass } from '../service/Transport.js';
import type { DocumentRecord } from '../../types/index.js';
import type { Pauses } from './Pauses.js';
import type { Near, Transport } from '../service/Transport.js';

/** If the first bytes of a stream take longer than this, a proxy is buffering them. */
const openSeconds = 8;
/** The service sends something every 15 seconds. After three times as long without data, the connection counts as lost. */
const silenceSeconds = 45;
/** The time of polling before a stream is tried again. */
const pollingSeconds = 300;
/** The time that a poll waits for records at the server. It is shorter than the time for a request. */
const waitSeconds = 25;
const spareSeconds = 5;
/** The pause before a stream is opened again, if the service has not sent one. */
const retryMilliseconds = 3000;
const maximumRecords = 1000;

/** Thrown if a stream cannot be opened, or nothing arrives on it. */
class NoStream extends Error {}

/** Reads the records of a document's log, each once and in order, over any number of connections. */
export class DocumentLog {
  declare revision: number;
  #transport;
  #near;
  #path;
  #signal;
  #pauses;
  #changed;
  #retryMilliseconds = retryMilliseconds;
  /** The number of consecutive attempts without records. */
  #failures = 0;
  /** The time until which it polls in place of streaming. */
  #pollsUntil = -Infinity;
  /** How records arrive: `stream`, `poll`, or `none` while there is no connection. */
  state: 'stream' | 'poll' | 'none' = 'none';

  /**
   * @param revision of the last known record
   * @param changed called when the state has changed
   */
  constructor(
    { transport, near, path }: { transport: Transport, near: Near, path: string }, revision: number, signal: AbortSignal, pauses: Pauses,
    changed: () => void,
  ) {
    this.#transport = transport;
    this.#near = near;
    this.#path = path;
    this.#signal = signal;
    this.#pauses = pauses;
    this.#changed = changed;
    this.revision = revision;
  }

  /** The records, grouped so that those of a group can be shown together. */
  queue() {
    return new RecordQueue(this.records(), this.#signal);
  }

  /**
   * The later records. Ends after a deletion. Throws the problem `history-gone` if the log no longer has them, and `document-not-found` if
   * the document does not exist.
   */
  async *records(): AsyncGenerator<DocumentRecord, void, undefined> {
    for (;;) {
      this.#signal.throwIfAborted();
      const isPolling = this.#transport.clock.now() < this.#pollsUntil;
      let failure;
      try {
        for await (const record of isPolling ? this.#polled() : this.#streamed()) {
          this.#failures = 0;
          if (record.revision <= this.revision) continue;
          // If records are missing, the log is read again from there. If the document was deleted, its log is gone.
          if (record.revision > this.revision + 1 && record.kind !== 'delete') break;
          this.revision = record.revision;
          yield record;
          if (record.kind === 'delete') return;
        }
      } catch (error) {
        if (this.#signal.aborted) throw this.#signal.reason;
        if (!isPassing(error)) throw error;
        failure = error;
        if (!isPolling && isUnstreamed(error)) {
          this.#pollsUntil = this.#transport.clock.now() + pollingSeconds * 1000;
          if (askedSeconds(error) === 0) continue;
        }
      } finally {
        this.#turn('none');
      }
      this.#failures += 1;
      const first = this.#retryMilliseconds / 1000;
      const most = Math.max(first, this.#transport.maximumPauseSeconds);
      await this.#pauses.wait(pauseSeconds(this.#failures, { first, most, error: failure }), askedSeconds(failure));
    }
  }

  async *#streamed(): AsyncGenerator<DocumentRecord, void, undefined> {
    const { clock } = this.#transport;
    const controller = new AbortController();
    const abort = () => controller.abort(this.#signal.reason);
    this.#signal.addEventListener('abort', abort);
    let timer: unknown = undefined;
    const watch = (seconds: number, error: Error) => {
      clock.cancel(timer);
      timer = clock.schedule(() => controller.abort(error), seconds * 1000);
    };
    try {
      watch(openSeconds, new NoStream('Nothing has come through the stream'));
      // With the header `Last-Event-ID` a browser would send a preflight to another origin.
      const response = await this.#transport.open(`${this.#path}/events?after=${this.revision}`, {
        headers: { Accept: 'text/event-stream' }, signal: controller.signal, near: this.#near,
      });
      const reader = response.body?.getReader?.();
      const type = response.headers.get('Content-Type') ?? '';
      if (!reader || !/^text\/event-stream\b/i.test(type)) throw new NoStream('The answer is no stream');
      const events = new EventReader();
      for (let isFirst = true; ; isFirst = false) {
        const { done, value } = await unlessAborted(reader.read(), controller.signal);
        if (done && isFirst) throw new NoStream('The stream has ended before anything came');
        if (done) return;
        watch(silenceSeconds, new Error('The stream is silent'));
        this.#turn('stream');
        const found = events.read(value);
        this.#retryMilliseconds = events.retryMilliseconds ?? this.#retryMilliseconds;
        for (const { name, data } of found) {
          if (name === 'heartbeat') this.#failures = 0;
          if (name === 'gone') throw new Problem({ status: 410, type: '/problems/history-gone', ...JSON.parse(data) });
          if (isRecordName(name)) yield JSON.parse(data);
        }
      }
    } finally {
      clock.cancel(timer);
      this.#signal.removeEventListener('abort', abort);
      controller.abort();
    }
  }

  async *#polled(): AsyncGenerator<DocumentRecord, void, undefined> {
    const wait = Math.max(0, Math.min(waitSeconds, Math.floor(this.#transport.timeoutSeconds) - spareSeconds));
    while (this.#transport.clock.now() < this.#pollsUntil) {
      const path = `${this.#path}/changes?after=${this.revision}&limit=${maximumRecords}&wait=${wait}`;
      this.#turn('poll');
      const begun = this.#transport.clock.now();
      const { value } = await this.#transport.json(path, { signal: this.#signal, near: this.#near });
      yield* value.changes;
      this.#failures = 0;
      // After a poll that was answered early and without records, there is a pause.
      if (value.changes.length === 0 && this.#transport.clock.now() - begun <= wait * 500) return;
    }
  }

  #turn(state: 'stream' | 'poll' | 'none') {
    if (state === this.state) return;
    this.state = state;
    this.#changed();
  }
}

function isRecordName(name: string) {
  return name === 'change' || name === 'replace' || name === 'delete';
}

/** Whether a new connection may succeed after this error. */
function isPassing(error: unknown) {
  return mayPass(error) && !(error instanceof RangeError);
}

/** Whether a poll may succeed after a stream failed with this error. */
function isUnstreamed(error: unknown) {
  return error instanceof NoStream || (error instanceof Problem && error.status === 429);
}
