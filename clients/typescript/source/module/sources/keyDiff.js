// @ts-check

/** @typedef {[first: number, count: number]} Run neighbours, by the number of the first one */
/** @typedef {{ delete: Run[], insert: Run[], move: { from: number, to: number, count: number }[], reload: Run[] }} KeyStep */

/**
 * The step from one list to another one with as few moves as possible, the same as the service's. A changed entry may stay only if no other
 * entry moves because of it; then it is reloaded. O(n log n)
 *
 * @param {number} countBefore
 * @param {readonly (number | undefined)[]} places for each entry, its number in the old list; undefined for a new one
 * @param {(after: number) => boolean} [isChanged] whether an entry differs
 * @returns {KeyStep}
 */
export function keyDiff(countBefore, places, isChanged = () => false) {
  const stays = staying(countBefore, places, isChanged);
  const kept = new Set();
  /** @type {KeyStep} */
  const step = { delete: [], insert: [], move: [], reload: [] };
  for (const [after, before] of places.entries()) {
    if (before === undefined || (!stays.has(after) && isChanged(after))) {
      extend(step.insert, after);
      continue;
    }
    kept.add(before);
    const last = step.move.at(-1);
    if (stays.has(after)) {
      if (isChanged(after)) extend(step.reload, before);
    } else if (last && last.from + last.count === before && last.to + last.count === after) last.count += 1;
    else step.move.push({ from: before, to: after, count: 1 });
  }
  for (let before = 0; before < countBefore; before += 1) if (!kept.has(before)) extend(step.delete, before);
  return step;
}

/**
 * The entries that stay: the ascending sequence of old numbers with the most unchanged entries and, of such sequences, the one with the
 * most entries.
 *
 * @param {number} countBefore
 * @param {readonly (number | undefined)[]} places
 * @param {(after: number) => boolean} isChanged
 */
function staying(countBefore, places, isChanged) {
  // The weight of an unchanged entry is more than that of all changed entries together.
  const unchanged = places.length + 1;
  // A Fenwick tree: the greatest weight among the first numbers, and the entry that has it.
  const weights = new Float64Array(countBefore + 1);
  const entries = new Int32Array(countBefore + 1).fill(-1);
  const greatest = (/** @type {number} */ end) => {
    let [weight, entry] = [0, -1];
    for (let node = end; node > 0; node &= node - 1) if (weights[node] > weight) [weight, entry] = [weights[node], entries[node]];
    return [weight, entry];
  };
  const previous = new Int32Array(places.length);
  for (const [after, before] of places.entries()) {
    if (before === undefined) continue;
    const [weight, last] = greatest(before);
    previous[after] = last;
    const raised = weight + (isChanged(after) ? 1 : unchanged);
    for (let node = before + 1; node <= countBefore; node += node & -node) {
      if (raised > weights[node]) [weights[node], entries[node]] = [raised, after];
    }
  }
  const stays = new Set();
  for (let [, last] = greatest(countBefore); last >= 0; last = previous[last]) stays.add(last);
  return stays;
}

/**
 * Appends a number, or extends the last run by it.
 *
 * @param {Run[]} runs
 * @param {number} number
 */
function extend(runs, number) {
  const last = runs.at(-1);
  if (last && last[0] + last[1] === number) last[1] += 1;
  else runs.push([number, 1]);
}
