import type { Element, ElementKind } from '../../../types/index.js';

export type ElementColumns = { cells: Record<string, any[]>, others: Element[] };

/** The kinds, in the order of docs/rules.md#order, as a page numbers them. */
export const kinds: readonly ElementKind[] = ['globalHeader', 'header', 'placeholder', 'cell', 'footer', 'rowSeparator', 'columnSeparator', 'sectionSeparator', 'background', 'shelf'];

/** What names and places an element. Its other members are handed back. */
const placing = new Set([
  'category', 'kind', 'section', 'item', 'index', 'frame', 'x', 'y', 'width', 'height', 'zIndex', 'columnIndex', 'pinned', 'waits']);

/** Whether a member of an element, or a column of cells, is handed back. */
export function isHandedBack(name: string) {
  return !placing.has(name);
}

/**
 * The elements of an answer as columns. The answer, or its `elements`, has the members `cells` and `others`; otherwise `elements` is a list
 * of objects. Elements of an unknown kind are left out.
 */
export function elementList(answer: any): ElementColumns {
  const { elements } = answer;
  const { cells, others } = Array.isArray(elements) ? columns(elements) : elements ?? answer;
  return { cells, others: others.filter(isKnown) };
}

/** Whether elements of a kind are decorations: separators, backgrounds and shelves. */
export function isDecoration(kind: string) {
  return kind.endsWith('Separator') || ['globalHeaderBackground', 'background', 'shelf'].includes(kind);
}

function isKnown({ kind }: Element) {
  return kind !== undefined && kinds.includes(kind);
}

function columns(rows: any[]) {
  const cellRows = rows.filter(({ category }) => category === 'cell');
  const cells: Record<string, any[]> = {};
  for (const name of ['x', 'y', 'width', 'height']) cells[name] = cellRows.map(({ frame }) => frame[name]);
  for (const name of ['section', 'item', 'columnIndex']) cells[name] = cellRows.map((row) => row[name] ?? null);
  if (cellRows.some(({ zIndex = 0 }) => zIndex !== 0)) cells.zIndex = cellRows.map(({ zIndex = 0 }) => zIndex);
  cellRows.forEach((row, place) => {
    for (const name in row) if (isHandedBack(name)) (cells[name] ??= new Array(cellRows.length).fill(null))[place] = row[name];
  });
  return { cells, others: rows.filter(({ category }) => category !== 'cell') };
}
