import { askedSeconds, pauseSeconds } from './backoff.js';
import { pause, systemClock } from './Clock.js';
import { limits, setting } from './limits.js';
import { checkFunction, checkObject, checkOptions, described } from '../steps/options.js';
import { Problem } from './Problem.js';
import type { ServiceOptions } from '../../types/index.js';

/** The service's name of a lineage of layouts, which balancers may use. */
export type Near = { value: string | null };
type Exchange = { method?: string, body?: Blob, headers?: Record<string, string>, signal?: AbortSignal, near?: Near };
type Answer = { status: number, headers: Headers, value: any };

const optionNames = [
  'fetch', 'headers', 'attempts', 'maximumPauseSeconds', 'timeoutSeconds', 'postTimeoutSeconds', 'maximumAnswers', 'clock',
  'nearAcrossOrigins', 'compress',
];
/** Headers that a page may send to another origin without a preflight, as this client writes them. */
const simpleHeaders = ['accept', 'accept-language', 'content-language'];
/**
 * Bodies of at least this number of bytes are compressed. At 100 Mbit/s compressing takes less time than it saves, even for random digits.
 */
const compressedSize = 65_536;

/**
 * Sends requests for JSON, and repeats them if that may help: every request of this client may be repeated. Changes of a document have a
 * key for that; after a repeated PUT or DELETE of one, the caller examines the error.
 */
export class Transport {
  declare attempts: number;
  declare maximumPauseSeconds: number;
  declare timeoutSeconds: number;
  clock;
  #url;
  #fetch;
  #headers;
  #postTimeoutSeconds;
  /** Whether requests for pages must not need a preflight. */
  #staysSimple;
  /** Whether large bodies are compressed; false once the service has rejected one. */
  #compresses;

  constructor(url: string | URL, options: ServiceOptions) {
    checkOptions('LayoutService', options, optionNames);
    if (options.fetch !== undefined) checkFunction('fetch', options.fetch);
    if (options.headers !== undefined) checkObject('headers', options.headers);
    for (const name of ['now', 'schedule', 'cancel']) {
      if (options.clock) checkFunction(`clock.${name}`, (options.clock as any)[name]);
    }
    if (!['undefined', 'boolean'].includes(typeof options.compress)) {
      throw new TypeError(`compress is ${described(options.compress)}: not true, and not false`);
    }
    this.#url = String(url).replace(/\/+$/, '');
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.#headers = options.headers ?? {};
    this.#staysSimple = options.nearAcrossOrigins !== true && isAcrossOrigins(this.#url)
      && Object.keys(this.#headers).every((name) => simpleHeaders.includes(name.toLowerCase()));
    this.#compresses = 'CompressionStream' in globalThis && (options.compress ?? !isOnThisMachine(this.#url));
    this.attempts = setting('attempts', options.attempts, limits.attempts, { least: 1, most: 100, isWhole: true });
    const seconds = { least: 0, most: 3600 };
    this.maximumPauseSeconds = setting(
      'maximumPauseSeconds', options.maximumPauseSeconds, limits.maximumPauseSeconds, seconds);
    this.timeoutSeconds = setting('timeoutSeconds', options.timeoutSeconds, limits.timeoutSeconds, seconds);
    this.#postTimeoutSeconds = setting(
      'postTimeoutSeconds', options.postTimeoutSeconds, limits.postTimeoutSeconds, seconds);
    this.clock = options.clock ?? systemClock;
  }

  /**
   * The answer to a request, read to its end. Throws a Problem for an unsuccessful answer (304 counts as success), the signal's reason if
   * that was aborted, and the error of `fetch` if there was no answer.
   */
  async json(path: string, exchange: Exchange = {}): Promise<Answer> {
    const isLarge = exchange.body !== undefined && exchange.body.size >= compressedSize;
    let sent = isLarge && this.#compresses ? await compressed(exchange) : exchange;
    let { attempts } = this;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#send(path, sent);
      } catch (error) {
        if (exchange.signal?.aborted) throw exchange.signal.reason;
        if (sent !== exchange && error instanceof Problem && error.status === 415) {
          this.#compresses = false;
          // The same request is sent uncompressed at once, even after the last attempt.
          sent = exchange;
          attempts += 1;
          continue;
        }
        if (error instanceof Problem) (error as { attempts: number }).attempts = attempt;
        if (attempt >= attempts || !mayPass(error)) throw error;
        if (askedSeconds(error) > this.maximumPauseSeconds) throw error;
        await pause(this.clock, this.pauseSeconds(attempt, error), exchange.signal);
      }
    }
  }

  /** The answer to a POST of JSON. */
  async post(path: string, body: Blob, signal: AbortSignal | undefined, near?: Near) {
    const headers = { 'Content-Type': 'application/json' };
    return (await this.json(path, { method: 'POST', body, headers, signal, near })).value;
  }

  /** The answer to a GET, which is sent once, as soon as its headers have arrived; its body may take any time. Throws as `json` does. */
  async open(path: string, exchange: Exchange) {
    const response = await this.#request(path, exchange, exchange.signal);
    if (!response.ok) throw await Problem.from(response, this.clock.now());
    return response;
  }

  async #request(path: string, { method = 'GET', body, headers, near }: Exchange, signal: AbortSignal | undefined) {
    const isSimple = this.#staysSimple && method === 'GET'
      && Object.keys(headers ?? {}).every((name) => simpleHeaders.includes(name.toLowerCase()));
    const nearby: Record<string, string> = near?.value && !isSimple ? { 'Layoutd-Near': near.value } : {};
    const response = await this.#fetch(this.#url + path, {
      method, body, headers: { ...this.#headers, ...nearby, ...headers }, signal,
    });
    if (near) near.value = response.headers.get('Layoutd-Near') ?? near.value;
    return response;
  }

  async #send(path: string, exchange: Exchange) {
    const { method, signal } = exchange;
    signal?.throwIfAborted();
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    const seconds = method === 'POST' ? this.#postTimeoutSeconds : this.timeoutSeconds;
    const timer = this.clock.schedule(
      () => controller.abort(new DOMException(`No answer within ${seconds} seconds`, 'TimeoutError')), seconds * 1000);
    try {
      const response = await this.#request(path, exchange, controller.signal);
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
   * The pause after an attempt that failed.
   *
   * @param attempt from 1
   */
  pauseSeconds(attempt: number, error: unknown) {
    return pauseSeconds(attempt, { first: 0.25, most: this.maximumPauseSeconds, error });
  }
}

/** The same request with its body compressed. Each attempt sends these bytes. */
async function compressed(exchange: Exchange): Promise<Exchange> {
  const { body, headers, signal } = exchange;
  signal?.throwIfAborted();
  try {
    const { CompressionStream } = globalThis as any;
    const stream = (body as Blob).stream().pipeThrough(new CompressionStream('gzip'), { signal });
    return { ...exchange, body: await new Response(stream).blob(), headers: { ...headers, 'Content-Encoding': 'gzip' } };
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Whether the service is on the machine of this client: compressing then takes longer than sending. */
function isOnThisMachine(url: string) {
  const { hostname } = addressOf(url, baseAddress() ?? 'http://localhost');
  return /^(.*\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
}

/**
 * The base address of relative addresses; in a frame with `srcdoc` it is that of the enclosing page. Undefined if there is neither a page
 * nor a worker.
 */
function baseAddress() {
  return globalThis.document?.baseURI ?? globalThis.location?.href;
}

function addressOf(url: string, base: string) {
  try {
    return new URL(url, base);
  } catch {
    throw new TypeError(`The service's address is ${described(url)}: not a URL`);
  }
}

/** Whether this page has another origin than an address: the browser then sends a preflight, unless the request is a simple one. */
function isAcrossOrigins(url: string) {
  const base = baseAddress();
  if (!base) return false;
  // `location.origin` is `null` in a frame with `srcdoc`.
  return addressOf(url, base).origin !== globalThis.origin;
}

/** Whether a request that failed with an error may succeed later. An answer that is not JSON is a permanent fault. */
export function mayPass(error: unknown) {
  return error instanceof Problem ? error.isPassing : !(error instanceof SyntaxError);
}
