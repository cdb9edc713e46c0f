// @ts-check

/**
 * The metrics that replace each other.
 *
 * @param {import('../wasm/Vocabulary.js').Vocabulary} vocabulary
 * @returns {ReadonlyMap<string, string>}
 */
export function rivalsOf({ objects: { metrics } }) {
  const rivals = new Map();
  for (const { name, detail } of metrics.values()) if (metrics.has(detail)) rivals.set(name, detail).set(detail, name);
  return rivals;
}

/**
 * Metrics with those of an inner level, which replace them one by one, and their rivals.
 *
 * @param {any} outer
 * @param {any} own
 * @param {ReadonlyMap<string, string>} rivals
 */
export function merged(outer, own, rivals) {
  const metrics = { ...outer };
  for (const [name, value] of Object.entries(own ?? {})) {
    if (value === undefined) continue;
    delete metrics[rivals.get(name) ?? ''];
    metrics[name] = value;
  }
  return metrics;
}
