import type { Near, Transport } from './Transport.js';

type Kept = { value: any, tag: string | null, freshUntil: number };

/**
 * A cache of small answers by path, of limited size, least recently used first.
 *
 * An answer that is fresh by its Cache-Control is returned without a request; a stale one is requested with its ETag, and renewed by 304. A
 * request with If-None-Match bypasses the browser's own cache, so it is sent only for answers that are cached here.
 */
export class Answers {
  #transport;
  #maximum;
  #kept: Map<string, Kept> = new Map();

  constructor(transport: Transport, maximum: number) {
    this.#transport = transport;
    this.#maximum = maximum;
  }

  /** The JSON at a path. */
  async get(path: string, signal: AbortSignal | undefined, near?: Near) {
    signal?.throwIfAborted();
    const kept = this.#kept.get(path);
    if (kept && this.#transport.clock.now() < kept.freshUntil) return this.#keep(path, kept);
    const headers: Record<string, string> = kept?.tag ? { 'If-None-Match': kept.tag } : {};
    const answer = await this.#transport.json(path, { headers, signal, near });
    const isRenewed = answer.status === 304 && kept !== undefined;
    const value = isRenewed ? kept.value : answer.value;
    const cacheControl = answer.headers.get('Cache-Control') ?? '';
    if (/\bno-store\b/i.test(cacheControl)) return value;
    return this.#keep(path, {
      value,
      tag: answer.headers.get('ETag') ?? (isRenewed ? kept.tag : null),
      freshUntil: this.#transport.clock.now() + freshSeconds(cacheControl) * 1000,
    });
  }

  #keep(path: string, kept: Kept) {
    this.#kept.delete(path);
    this.#kept.set(path, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#maximum) break;
      this.#kept.delete(oldest);
    }
    return kept.value;
  }
}

function freshSeconds(cacheControl: string) {
  if (/\bno-cache\b/i.test(cacheControl)) return 0;
  return Number(/\bmax-age=(\d+)/i.exec(cacheControl)?.[1] ?? 0);
}
