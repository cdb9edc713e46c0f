import { askedSeconds, isFinal, pauseSeconds } from '../../service/backoff.js';
import type { Clock } from '../../../types/index.js';
import type { Page } from './Page.js';
import type { PageCache } from './PageCache.js';

interface Parts {
  load: (number: number, signal: AbortSignal) => Promise<Page>;
  isHere: (number: number) => boolean;
  cache: PageCache;
  clock: Clock;
  arrived: (page: Page) => void;
  failed: (number: number, error: any) => void;
  maximumRequests: number;
  maximumElements: number;
  maximumRecoverySeconds: number;
}

/**
 * Requests the pages that are wanted now, the visible ones first. Requests for pages that are no longer wanted are aborted at once, and
 * pages ahead of the bounds are aborted or evicted for visible ones.
 */
export class PageLoader {
  #parts;
  /** The pages that are wanted, the most urgent ones first; the first ones are visible. */
  #wanted: number[] = [];
  #visibleCount = 0;
  /** The requests in flight, by page. */
  #requests: Map<number, AbortController> = new Map();
  /** For each failed page the number of failures, the last error, and the time of the next attempt. */
  #failures: Map<number, { failures: number, error: any, until: number }> = new Map();
  /** The time until which the service has asked to wait. */
  #until = -Infinity;
  #timer: unknown;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get requestCount() {
    return this.#requests.size;
  }

  isWanted(number: number) {
    return this.#wanted.includes(number);
  }

  /** The last error of a wanted page that is not loaded, and whether it is final. */
  failure(number: number) {
    const failure = this.#failures.get(number);
    return failure && { error: failure.error, isFinal: failure.until === Infinity };
  }

  /**
   * Sets the pages that are wanted from now on. O(pages)
   *
   * @param numbers the most urgent ones first
   * @param visibleCount number of visible pages, which come first
   */
  want(numbers: readonly number[], visibleCount: number) {
    if (this.#isClosed) return;
    this.#wanted = [...numbers];
    this.#visibleCount = visibleCount;
    for (const number of [...this.#requests.keys()]) {
      if (!this.isWanted(number)) this.#abort(number);
    }
    for (const number of this.#failures.keys()) {
      if (!this.isWanted(number)) this.#failures.delete(number);
    }
    this.#evict();
    this.#start();
  }

  /** Stores a page, and evicts others. */
  keep(page: Page) {
    this.#parts.cache.insert(page);
    this.#evict();
  }

  close() {
    this.want([], 0);
    this.#isClosed = true;
  }

  #start() {
    const { isHere, cache, clock, maximumElements } = this.#parts;
    let soonest = Infinity;
    for (const [place, number] of this.#wanted.entries()) {
      if (this.#requests.has(number) || isHere(number)) continue;
      const isVisible = place < this.#visibleCount;
      // All stored pages are wanted then, and the limit leaves no room for pages ahead of the bounds.
      if (!isVisible && cache.elements > maximumElements) break;
      const until = Math.max(this.#until, this.#failures.get(number)?.until ?? 0);
      if (until > clock.now()) soonest = Math.min(soonest, until);
      else if (this.#hasRoom(place)) this.#request(number);
      else break;
    }
    this.#wake(soonest);
  }

  /** Whether one more request may be sent. For a visible page the least urgent request is aborted. */
  #hasRoom(place: number) {
    if (this.#requests.size < this.#parts.maximumRequests) return true;
    if (place >= this.#visibleCount) return false;
    for (let other = this.#wanted.length - 1; other >= this.#visibleCount; other -= 1) {
      if (!this.#requests.has(this.#wanted[other])) continue;
      this.#abort(this.#wanted[other]);
      return true;
    }
    return false;
  }

  async #request(number: number) {
    const controller = new AbortController();
    this.#requests.set(number, controller);
    const { load, arrived } = this.#parts;
    try {
      const page = await load(number, controller.signal);
      if (controller.signal.aborted) return;
      this.#requests.delete(number);
      this.#failures.delete(number);
      this.keep(page);
      arrived(page);
    } catch (error) {
      if (controller.signal.aborted) return;
      this.#requests.delete(number);
      this.#fail(number, error);
    }
    this.#start();
  }

  #evict() {
    this.#parts.cache.evict((number) => this.isWanted(number));
  }

  #abort(number: number) {
    this.#requests.get(number)?.abort();
    this.#requests.delete(number);
  }

  #fail(number: number, error: any) {
    const { clock, failed, maximumRecoverySeconds } = this.#parts;
    const failures = (this.#failures.get(number)?.failures ?? 0) + 1;
    const seconds = isFinal(error) ? Infinity : pauseSeconds(failures, { first: 1, most: maximumRecoverySeconds, error });
    this.#until = Math.max(this.#until, clock.now() + askedSeconds(error) * 1000);
    this.#failures.set(number, { failures, error, until: clock.now() + seconds * 1000 });
    failed(number, error);
  }

  /** Schedules the next attempt at the earliest time at which a failed page may be requested. */
  #wake(time: number) {
    const { clock } = this.#parts;
    clock.cancel(this.#timer);
    this.#timer = time < Infinity ? clock.schedule(() => this.#start(), time - clock.now()) : undefined;
  }
}
