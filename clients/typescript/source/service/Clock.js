// @ts-check

/** @typedef {import('../../index.js').Clock} Clock */

/** Browsers call back at once what is scheduled later than this, in milliseconds. */
const longest = 2 ** 31 - 1;

/**
 * The clock that is used where no other is given. What is scheduled later than in 24 days is called then: who waits looks at the
 * time.
 *
 * @type {Clock}
 */
export const systemClock = {
  now: () => Date.now(),
  schedule: (callback, milliseconds) => setTimeout(callback, Math.min(milliseconds, longest)),
  cancel: (handle) => clearTimeout(/** @type {any} */ (handle)),
};

/**
 * Waits; rejects with the signal's reason as soon as it is aborted.
 *
 * @param {Clock} clock
 * @param {number} seconds
 * @param {AbortSignal | undefined} signal
 */
export function pause(clock, seconds, signal) {
  let handle = /** @type {unknown} */ (undefined);
  const end = new Promise((resolve) => {
    handle = clock.schedule(() => resolve(undefined), seconds * 1000);
  });
  return unlessAborted(end, signal).finally(() => clock.cancel(handle));
}

/**
 * The promise's outcome, or the signal's reason where that comes first. What the promise stands for goes on.
 *
 * @template Value
 * @param {Promise<Value>} promise
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Value>}
 */
export function unlessAborted(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}
