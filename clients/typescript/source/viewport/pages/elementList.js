// @ts-check

/** @typedef {import('../../../index.js').Element} Element */
/** @typedef {import('../../../index.js').ElementKind} ElementKind */
/** @typedef {{ cells: Record<string, any[]>, others: Element[], members: readonly string[] }} ElementColumns `members`: the names of
 *   item members that cells may have besides the members of all elements */

/**
 * The kinds, in the order of docs/rules.md#order, as a page numbers them.
 *
 * @type {readonly ElementKind[]}
 */
export const kinds = ['globalHeader', 'header', 'placeholder', 'cell', 'footer', 'rowSeparator', 'columnSeparator', 'sectionSeparator'];

/**
 * The elements of an answer as columns. The answer, or its `elements`, has the members `cells` and `others`; otherwise `elements` is a list
 * of objects. Elements of an unknown kind are left out.
 *
 * @param {any} answer
 * @param {readonly string[]} [members] the names of the item members to keep; others are left out
 * @returns {ElementColumns}
 */
export function elementList(answer, members = []) {
  const { elements } = answer;
  const { cells, others } = Array.isArray(elements) ? columns(elements, members) : elements ?? answer;
  return { cells, others: others.filter(isKnown), members };
}

/**
 * Whether elements of a kind are decorations: separators, and the background of global headers.
 *
 * @param {string} kind
 */
export function isDecoration(kind) {
  return kind.endsWith('Separator') || kind === 'globalHeaderBackground';
}

/** @param {Element} element */
function isKnown({ kind }) {
  return kind !== undefined && kinds.includes(kind);
}

/**
 * @param {any[]} rows
 * @param {readonly string[]} members
 */
function columns(rows, members) {
  const cellRows = rows.filter(({ category }) => category === 'cell');
  /** @type {Record<string, any[]>} */
  const cells = {};
  for (const name of ['x', 'y', 'width', 'height']) cells[name] = cellRows.map(({ frame }) => frame[name]);
  for (const name of ['section', 'item', 'columnIndex', 'backgroundColor', 'selectedBackgroundColor', 'padding', 'estimated', ...members]) {
    cells[name] = cellRows.map((row) => row[name] ?? null);
  }
  return { cells, others: rows.filter(({ category }) => category !== 'cell') };
}
