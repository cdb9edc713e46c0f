// @ts-check
import { pause, systemClock } from './Clock.js';
import { limits, setting } from './limits.js';
import { checkOptions } from './options.js';
import { Problem } from './Problem.js';

/** @typedef {import('../index.js').ServiceOptions} ServiceOptions */
/** @typedef {{ method?: string, body?: Blob, headers?: Record<string, string>, signal?: AbortSignal }} Exchange */
/** @typedef {{ status: number, headers: Headers, value: any }} Answer */

const optionNames = [
  'fetch', 'headers', 'attempts', 'maximumPauseSeconds', 'timeoutSeconds', 'postTimeoutSeconds', 'maximumAnswers', 'clock',
];

/** Sends requests for JSON, again where that may help: every request of this client may be repeated freely. */
export class Transport {
  #url;
  #fetch;
  #headers;
  #maximumPauseSeconds;
  #timeoutSeconds;
  #postTimeoutSeconds;

  /**
   * @param {string | URL} url
   * @param {ServiceOptions} options
   */
  constructor(url, options) {
    checkOptions('LayoutService', options, optionNames);
    this.#url = String(url).replace(/\/+$/, '');
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.#headers = options.headers ?? {};
    this.attempts = setting('attempts', options.attempts, limits.attempts, { least: 1, most: 100, isWhole: true });
    const seconds = { least: 0, most: 3600 };
    this.#maximumPauseSeconds = setting(
      'maximumPauseSeconds', options.maximumPauseSeconds, limits.maximumPauseSeconds, seconds);
    this.#timeoutSeconds = setting('timeoutSeconds', options.timeoutSeconds, limits.timeoutSeconds, seconds);
    this.#postTimeoutSeconds = setting(
      'postTimeoutSeconds', options.postTimeoutSeconds, limits.postTimeoutSeconds, seconds);
    this.clock = options.clock ?? systemClock;
  }

  /**
   * The answer to a request, read to its end. Throws a Problem where it is none of success (304 is one), the signal's
   * reason where that was aborted, and what `fetch` throws where there was no answer.
   *
   * @param {string} path
   * @param {Exchange} [exchange]
   * @returns {Promise<Answer>}
   */
  async json(path, exchange = {}) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#send(path, exchange);
      } catch (error) {
        if (exchange.signal?.aborted) throw exchange.signal.reason;
        if (attempt >= this.attempts || !mayPass(error)) throw error;
        const asked = error instanceof Problem ? error.retryAfterSeconds : null;
        const seconds = Math.max(this.backoffSeconds(attempt), asked ?? 0);
        if (seconds > this.#maximumPauseSeconds) throw error;
        await pause(this.clock, seconds, exchange.signal);
      }
    }
  }

  /**
   * What a POST of JSON answers.
   *
   * @param {string} path
   * @param {Blob} body
   * @param {AbortSignal | undefined} signal
   */
  async post(path, body, signal) {
    return (await this.json(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json' }, signal })).value;
  }

  /**
   * @param {string} path
   * @param {Exchange} exchange
   */
  async #send(path, { method = 'GET', body, headers, signal }) {
    signal?.throwIfAborted();
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    const seconds = method === 'POST' ? this.#postTimeoutSeconds : this.#timeoutSeconds;
    const timer = this.clock.schedule(
      () => controller.abort(new DOMException(`No answer within ${seconds} seconds`, 'TimeoutError')), seconds * 1000);
    try {
      const response = await this.#fetch(this.#url + path, {
        method, body, headers: { ...this.#headers, ...headers }, signal: controller.signal,
      });
      const { status, headers: lines } = response;
      if (status === 204 || status === 304) return { status, headers: lines, value: null };
      if (!response.ok) throw await Problem.from(response, this.clock.now());
      return { status, headers: lines, value: await response.json() };
    } finally {
      this.clock.cancel(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /**
   * The pause behind an attempt: twice as long each time, and not at the same time as everybody else.
   *
   * @param {number} attempt from 1
   */
  backoffSeconds(attempt) {
    return Math.min(this.#maximumPauseSeconds, 0.25 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
  }
}

/**
 * Whether a request that failed so may succeed later. An answer that is not JSON is a fault that stays.
 *
 * @param {unknown} error
 */
function mayPass(error) {
  return error instanceof Problem ? error.isPassing : !(error instanceof SyntaxError);
}
