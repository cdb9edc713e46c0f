// @ts-check

/** @typedef {import('../../../index.js').FeedPlace} FeedPlace */
/** @typedef {import('../../../index.js').Key} Key */

/** @param {string} name */
function storageKey(name) {
  return `layoutd feed ${name}`;
}

/**
 * The place that was stored under a name in this tab.
 *
 * @param {string | undefined} name
 * @returns {FeedPlace | null}
 */
export function keptPlace(name) {
  if (name === undefined) return null;
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(name)) ?? 'null');
  } catch {
    // The browser may deny the page its storage.
    return null;
  }
}

/**
 * @param {string | undefined} name
 * @param {FeedPlace | null} place
 */
export function keepPlace(name, place) {
  if (name === undefined || !place) return;
  try {
    sessionStorage.setItem(storageKey(name), JSON.stringify(place));
  } catch {
    // The feed then begins at its start.
  }
}

/**
 * The place to which cells rendered by a server have been scrolled; null at their start.
 *
 * @param {readonly { node: HTMLElement | undefined, section?: number, item?: number, key?: Key }[]} cells in their order
 * @param {HTMLElement | Window} scroller
 * @param {HTMLElement} content
 * @returns {FeedPlace | null}
 */
export function placeOnScreen(cells, scroller, content) {
  const edge = 'document' in scroller ? 0 : scroller.getBoundingClientRect().top + scroller.clientTop;
  const lead = edge - content.getBoundingClientRect().top;
  if (lead < 1) return null;
  for (const { node, ...cell } of cells) {
    const top = node?.getBoundingClientRect().top ?? -Infinity;
    if (top >= edge) return { ...cell, offset: top - edge, lead, isAtEnd: false };
  }
  return { offset: 0, lead, isAtEnd: false };
}
