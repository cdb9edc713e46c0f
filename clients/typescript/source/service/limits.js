// @ts-check
import { described } from '../steps/options.js';

/**
 * What bounds the client's memory, its requests and its patience. Each can be set where the thing that it limits is made.
 */
export const limits = Object.freeze({
  /** How long a page is along the scroll axis, in points; a whole number. */
  pageLength: 1000,
  /** Pages that a viewport holds, and the most that its bounds may cover. */
  maximumPages: 64,
  /** Elements that a viewport holds before it drops the pages that it used longest ago, and stops asking ahead. */
  maximumElements: 200_000,
  /** Elements of one page; a page with more of them fails. */
  maximumPageElements: 100_000,
  /** What is shown beyond the bounds on either side along the scroll axis, in points. */
  overscan: 0,
  /** Pages that are asked for before they are seen. */
  maximumPrefetchPages: 6,
  /** How far ahead of the scroll velocity pages are asked for, in seconds. */
  prefetchSeconds: 0.5,
  /** Requests for pages at one time. */
  maximumRequests: 6,
  /** How often a request is sent before its failure is handed on. */
  attempts: 4,
  /** The longest pause between two attempts, in seconds; who is told to wait longer fails at once. */
  maximumPauseSeconds: 30,
  /** How long one attempt may take, in seconds. */
  timeoutSeconds: 30,
  /** The same for the post of a snapshot. */
  postTimeoutSeconds: 300,
  /** Small answers, such as the frames of items, that are kept with their ETags. */
  maximumAnswers: 256,
  /** The longest time until a page that failed is asked for again, in seconds. */
  maximumRecoverySeconds: 60,
});

/** Whole, so that where pages start and end is exact in doubles. */
export const pageLengthRange = { least: 1, most: 1e9, isWhole: true };

/**
 * A setting, or its default. Throws a RangeError when it is no number from `least` to `most`.
 *
 * @param {string} name
 * @param {number | undefined} value
 * @param {number} standard
 * @param {{ least: number, most?: number, isWhole?: boolean }} range
 */
export function setting(name, value, standard, { least, most = Number.MAX_SAFE_INTEGER, isWhole = false }) {
  if (value === undefined) return standard;
  if (typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
  throw new RangeError(`${name} is ${described(value)}: not a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`);
}
