import { described } from '../steps/options.js';

const standard = {
  /** The extent of a page along the scroll axis, in points; a whole number. Clients with the same value share pages in caches. */
  pageLength: 1000,
  /** The most pages that a viewport stores, and that its bounds may cover. */
  maximumPages: 64,
  /**
   * The most elements that a viewport stores. Beyond it, the least recently used pages are evicted, and no pages are requested ahead. Pages
   * in the bounds and those being received are not counted.
   */
  maximumElements: 200_000,
  /** The most elements of one page; a page with more of them fails. */
  maximumPageElements: 100_000,
  /**
   * The extent that is shown beyond the bounds, on either side along the scroll axis, in points. Elements are visited there, too, but
   * pinning and scrolling to items use the bounds alone.
   */
  overscan: 0,
  /** The most pages that are requested before they are visible. */
  maximumPrefetchPages: 6,
  /** Pages are requested as far ahead as the scroll velocity reaches in this time, in seconds; at least one page. */
  prefetchSeconds: 0.5,
  /** The most requests for pages at one time. */
  maximumRequests: 6,
  /** The most times that a request is sent before it fails. */
  attempts: 4,
  /** The longest pause between two attempts, in seconds; if the service asks for a longer one, the request fails at once. */
  maximumPauseSeconds: 30,
  /** The longest time of one attempt, in seconds. */
  timeoutSeconds: 30,
  /** The same for the post of a snapshot. */
  postTimeoutSeconds: 300,
  /** The most small answers, such as frames of items, that are cached with their ETags. */
  maximumAnswers: 256,
  /** The longest pause before a visible page that failed is requested again, in seconds. */
  maximumRecoverySeconds: 60,
  /** How long a feed without a service waits for the module, in seconds; the next update then asks for it once more. */
  moduleSeconds: 20,
};

/** The default limits of the client's memory, requests and waiting times. Each but the last two is an option with the same name. */
export const limits = Object.freeze(standard);

/** Whole, so that starts and ends of pages are exact in doubles. */
export const pageLengthRange = { least: 1, most: 1e9, isWhole: true };

/** A setting, or its default. Throws a RangeError if it is not a number from `least` to `most`. */
export function setting(
  name: string, value: number | undefined, standard: number,
  { least, most = Number.MAX_SAFE_INTEGER, isWhole = false }: { least: number, most?: number, isWhole?: boolean },
) {
  if (value === undefined) return standard;
  if (typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
  throw new RangeError(`${name} is ${described(value)}: not a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`);
}
