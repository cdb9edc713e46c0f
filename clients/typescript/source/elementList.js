// @ts-check

/** @typedef {import('../index.js').Element} Element */
/** @typedef {import('../index.js').ElementKind} ElementKind */
/** @typedef {{ cells: Record<string, any[]>, others: Element[] }} ElementColumns */

/**
 * The kinds, in the order of contract section 5, as a page numbers them.
 *
 * @type {readonly ElementKind[]}
 */
export const kinds = ['globalHeader', 'header', 'cell', 'footer', 'rowSeparator', 'columnSeparator', 'sectionSeparator'];

/**
 * The elements that an answer lists, as columns: `cells` and `others` are members of the answer, or of its `elements`.
 * Elements of a kind that is not known here are left out.
 *
 * @param {any} answer
 * @returns {ElementColumns}
 */
export function elementList(answer) {
  const { cells, others } = answer.cells ? answer : answer.elements;
  return { cells, others: others.filter(isKnown) };
}

/** @param {Element} element */
function isKnown({ kind }) {
  return kind !== undefined && kinds.includes(kind);
}
