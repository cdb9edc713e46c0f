// @ts-check

/** @typedef {import('../wasm/Vocabulary.js').Row} Row */
/** @typedef {import('../wasm/Vocabulary.js').Rows} Rows */

/** The states of nodes, in the order of their descriptions. */
export const states = ['initial', 'loading', 'refreshing', 'loaded', 'noContent', 'error'];

/**
 * The members of a snapshot with a source, of its nodes, and of their headers and sections. They are not in the module's tables: a
 * snapshot is written for the module without its source.
 *
 * @param {import('../wasm/Vocabulary.js').Vocabulary} vocabulary
 * @returns {Readonly<Record<'snapshot' | 'node' | 'nodeHeader' | 'nodeSection', Rows>>}
 */
export function sourceRows({ objects: { snapshot, section, header } }) {
  const row = (/** @type {string} */ name, /** @type {string} */ form, /** @type {any} */ detail = undefined) => ({ name, form, detail });
  const of = (/** @type {string} */ name) => /** @type {Row} */ (section.get(name));
  const keys = row('keys', 'keys');
  return {
    snapshot: rowsOf([...snapshot.values(), row('source', 'node')]),
    node: rowsOf([
      of('id'), of('engine'), of('metrics'), row('headers', 'nodeHeaders'), of('footers'), of('placeholder'), of('items'),
      row('sections', 'nodeSections'), keys, row('state', 'choice', states), row('movable', 'flag'), row('editable', 'flag'), row('children', 'nodes'), row('selected', 'whole'),
    ]),
    nodeHeader: rowsOf([...header.values(), row('visibleWhileShowingPlaceholder', 'flag')]),
    nodeSection: rowsOf([...section.values(), keys]),
  };
}

/**
 * @param {readonly { name: string, form: string, detail: any }[]} list
 * @returns {Rows}
 */
function rowsOf(list) {
  return new Map(list.map((row, place) => [row.name, { isRequired: false, ...row, place }]));
}
