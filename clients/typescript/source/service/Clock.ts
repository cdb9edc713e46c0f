import type { Clock } from '../../types/index.js';

/** The longest delay that browsers support, in milliseconds. They call back at once after a longer one. */
const longest = 2 ** 31 - 1;

/** The default clock. A callback with a delay of more than 24 days is called after 24 days; callers check the time again. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule: (callback, milliseconds) => setTimeout(callback, Math.min(milliseconds, longest)),
  cancel: (handle) => clearTimeout(handle as any),
};

/** Waits for a time. Rejects with the signal's reason as soon as the signal is aborted. */
export function pause(clock: Clock, seconds: number, signal: AbortSignal | undefined) {
  let handle: unknown = undefined;
  const end = new Promise((resolve) => {
    handle = clock.schedule(() => resolve(undefined), seconds * 1000);
  });
  return unlessAborted(end, signal).finally(() => clock.cancel(handle));
}

/** The promise's outcome, or the signal's reason if the signal is aborted first. The operation itself continues. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}
