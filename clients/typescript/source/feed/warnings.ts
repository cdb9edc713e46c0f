/** What was said already. */
const said = new Set();

/** @param text that is said once on the console */
function warn(text: string) {
  if (!said.has(text)) console.warn(text);
  said.add(text);
}

/**
 * Warns that margins of cells have no effect.
 *
 * @param margin of a cell
 */
export function warnOfMargin(margin: string) {
  warn(`A cell has a CSS margin (${margin}), which the feed sets to 0: the layout places cells. `
    + 'Set the metrics minimumLineSpacing (between rows), minimumInteritemSpacing (between columns) or sectionInset (around all cells) '
    + 'instead, or give the cell a padding.');
}

/** Warns that a scroller in the page cannot show anything, unless it is hidden. */
export function warnOfExtent(content: HTMLElement, isHorizontal: boolean) {
  if (content.getClientRects().length === 0) return;
  const hasAcross = (isHorizontal ? content.clientHeight : content.clientWidth) > 0;
  warn(hasAcross !== isHorizontal
    ? 'The scroller of a feed is 0 points high, so nothing is shown. Give it a height in CSS, for example height: 100vh.'
    : 'The scroller of a feed is 0 points wide, so nothing is shown. Give it a width in CSS, for example width: 100%.');
}

/** Warns that the page has left no room for a bar over the content. */
export function warnOfRoom({ side, bar, room }: { side: string, bar: number, room: number }) {
  warn(`inset.${side} says that a bar covers ${bar} points of the feed, but only ${Math.round(room)} points of the scroller are left `
    + `beside the content for it: items at that end stay hidden behind the bar. Give the scroller a padding-${side} of ${bar}px.`);
}
