/** Ends when nothing of the page has the turn any more. */
let before = Promise.resolve();

/**
 * Does something when all that had the same name before is done, in the page and, where the browser can say so, in its other
 * tabs: who writes to a document for the revision that it has is then not told of a conflict.
 *
 * @template Value
 * @param {string} name
 * @param {() => Promise<Value>} act
 * @returns {Promise<Value>}
 */
export async function inTurn(name, act) {
  // Pages that did not come by HTTPS, or from this machine, have no locks.
  if (navigator.locks) return await navigator.locks.request(name, act);
  const done = before.then(act);
  before = done.catch(() => {});
  return await done;
}
