// @ts-check

/** @typedef {import('../../../index.js').Element} Element */
/** @typedef {import('../../../index.js').ElementKind} ElementKind */
/** @typedef {{ cells: Record<string, any[]>, others: Element[] }} ElementColumns */

/**
 * The kinds, in the order of docs/rules.md#order, as a page numbers them.
 *
 * @type {readonly ElementKind[]}
 */
export const kinds = ['globalHeader', 'header', 'cell', 'footer', 'rowSeparator', 'columnSeparator', 'sectionSeparator'];

/**
 * The elements of an answer as columns. The answer, or its `elements`, has the members `cells` and `others`; otherwise `elements` is a list
 * of objects. Elements of an unknown kind are left out.
 *
 * @param {any} answer
 * @returns {ElementColumns}
 */
export function elementList(answer) {
  const { elements } = answer;
  const { cells, others } = Array.isArray(elements) ? columns(elements) : elements ?? answer;
  return { cells, others: others.filter(isKnown) };
}

/** @param {Element} element */
function isKnown({ kind }) {
  return kind !== undefined && kinds.includes(kind);
}

/**
 * @param {any[]} rows
 * @returns {ElementColumns}
 */
function columns(rows) {
  const cellRows = rows.filter(({ category }) => category === 'cell');
  /** @type {Record<string, any[]>} */
  const cells = {};
  for (const name of ['x', 'y', 'width', 'height']) cells[name] = cellRows.map(({ frame }) => frame[name]);
  for (const name of ['section', 'item', 'columnIndex', 'backgroundColor', 'selectedBackgroundColor', 'padding', 'estimated']) {
    cells[name] = cellRows.map((row) => row[name] ?? null);
  }
  return { cells, others: rows.filter(({ category }) => category !== 'cell') };
}
