/** Settles when all earlier calls of the page have ended. */
let before = Promise.resolve();

/**
 * Runs a function after all earlier ones with the same name have ended, in the page and, if the browser has locks, in its other tabs. So
 * writes to a document do not conflict with each other.
 *
 * @template Value
 * @param {string} name
 * @param {() => Promise<Value>} act
 * @returns {Promise<Value>}
 */
export async function inTurn(name, act) {
  // Locks exist only with HTTPS, or on this machine.
  if (navigator.locks) return await navigator.locks.request(name, act);
  const done = before.then(act);
  before = done.catch(() => {});
  return await done;
}
