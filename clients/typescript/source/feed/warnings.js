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

/**
 * Warns on the console that the page has left no room for a bar over the content.
 *
 * @param {{ side: string, bar: number, room: number }} lack
 */
export function warnOfRoom({ side, bar, room }) {
  console.warn(`inset.${side} says that a bar covers ${bar} points of the feed, but only ${Math.round(room)} points of the scroller are left `
    + `beside the content for it: items at that end stay below the bar. Give the scroller a padding-${side} of ${bar}px.`);
}
