// @ts-check
import { Problem } from './Problem.js';

/**
 * How long to wait behind attempts that failed, in seconds: twice as long each time, and at random between half of that and
 * all of it, so that not all who failed together come back together. What the service has asked for in `Retry-After` is
 * added in front: nobody comes back before it is over.
 *
 * @param {number} failures how many attempts have failed one after the other, from 1
 * @param {{ first: number, most: number, error?: unknown }} options `first`: the pause behind the first one, `most`: the
 *   longest one, `error`: how the last one failed
 */
export function pauseSeconds(failures, { first, most, error }) {
  return askedSeconds(error) + Math.min(most, first * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}

/**
 * How long the service has asked to wait; 0 where it has not.
 *
 * @param {unknown} error how an attempt failed
 */
export function askedSeconds(error) {
  return error instanceof Problem ? error.retryAfterSeconds ?? 0 : 0;
}

/**
 * Whether the same could only fail again. A layout that is not found may be posted again, by whoever has its snapshot.
 *
 * @param {any} error
 */
export function isFinal(error) {
  if (error instanceof Problem && error.isLayoutNotFound) return false;
  if (error instanceof Problem) return error.status < 500 && error.status !== 408 && error.status !== 429;
  return error instanceof RangeError || error?.name === 'IdChanged';
}
