import { Problem } from './Problem.js';

/**
 * The pause after failed attempts, in seconds. It doubles each time, and is drawn at random between half of that and all of it, so that
 * clients that failed together do not all come back together. The time of `Retry-After` is added, so that no client comes back before it is
 * over.
 *
 * @param failures number of consecutive failed attempts, from 1
 * @param options `first`: the pause after the first failure, `most`: the longest pause, `error`: that of the last attempt
 */
export function pauseSeconds(failures: number, { first, most, error }: { first: number, most: number, error?: unknown }) {
  return askedSeconds(error) + Math.min(most, first * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}

/**
 * The time in seconds that the service has asked to wait; 0 if it has not.
 *
 * @param error of an attempt
 */
export function askedSeconds(error: unknown) {
  return error instanceof Problem ? error.retryAfterSeconds ?? 0 : 0;
}

/**
 * Whether the same request can only fail again. A layout that is not found does not count: a client that has its snapshot may post it
 * again.
 */
export function isFinal(error: any) {
  if (error instanceof Problem && error.isLayoutNotFound) return false;
  if (error instanceof Problem) return error.status < 500 && error.status !== 408 && error.status !== 429;
  return error instanceof RangeError || error?.name === 'IdChanged';
}
