// @ts-check

/** @typedef {import('./Transport.js').Transport} Transport */
/** @typedef {{ value: any, tag: string | null, freshUntil: number }} Kept */

/**
 * A cache of small answers by path, of limited size, least recently used first.
 *
 * An answer that is fresh by its Cache-Control is returned without a request; a stale one is requested with its ETag, and renewed by 304. A
 * request with If-None-Match bypasses the browser's own cache, so it is sent only for answers that are cached here.
 */
export class Answers {
  #transport;
  #maximum;
  /** @type {Map<string, Kept>} */
  #kept = new Map();

  /**
   * @param {Transport} transport
   * @param {number} maximum
   */
  constructor(transport, maximum) {
    this.#transport = transport;
    this.#maximum = maximum;
  }

  /**
   * The JSON at a path.
   *
   * @param {string} path
   * @param {AbortSignal | undefined} signal
   * @param {import('./Transport.js').Near} [near]
   */
  async get(path, signal, near) {
    signal?.throwIfAborted();
    const kept = this.#kept.get(path);
    if (kept && this.#transport.clock.now() < kept.freshUntil) return this.#keep(path, kept);
    /** @type {Record<string, string>} */
    const headers = kept?.tag ? { 'If-None-Match': kept.tag } : {};
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

  /**
   * @param {string} path
   * @param {Kept} kept
   */
  #keep(path, kept) {
    this.#kept.delete(path);
    this.#kept.set(path, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#maximum) break;
      this.#kept.delete(oldest);
    }
    return kept.value;
  }
}

/** @param {string} cacheControl */
function freshSeconds(cacheControl) {
  if (/\bno-cache\b/i.test(cacheControl)) return 0;
  return Number(/\bmax-age=(\d+)/i.exec(cacheControl)?.[1] ?? 0);
}
