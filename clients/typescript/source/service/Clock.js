// @ts-check

/** @typedef {import('../../index.js').Clock} Clock */

/** The longest delay that browsers support, in milliseconds. They call back at once after a longer one. */
const longest = 2 ** 31 - 1;

/**
 * The default clock. A callback with a delay of more than 24 days is called after 24 days; callers check the time again.
 *
 * @type {Clock}
 */
export const systemClock = {
  now: () => Date.now(),
  schedule: (callback, milliseconds) => setTimeout(callback, Math.min(milliseconds, longest)),
  cancel: (handle) => clearTimeout(/** @type {any} */ (handle)),
};

/**
 * Waits for a time. Rejects with the signal's reason as soon as the signal is aborted.
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
 * The promise's outcome, or the signal's reason if the signal is aborted first. The operation itself continues.
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
