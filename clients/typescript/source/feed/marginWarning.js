// @ts-check

/**
 * Warns on the console that margins of cells have no effect.
 *
 * @param {string} margin of a cell
 */
export function warnOfMargin(margin) {
  console.warn(`A cell has a CSS margin (${margin}), which the feed sets to 0: the layout places cells. `
    + 'Set the metrics minimumLineSpacing (between rows), minimumInteritemSpacing (between columns) or sectionInset (around all cells) '
    + 'instead, or give the cell a padding.');
}
