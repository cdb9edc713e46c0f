// @ts-check

/** @typedef {import('../../index.js').FeedPlace} FeedPlace */
/** @typedef {import('../../types/react.js').FirstScreen} FirstScreen */

/** @param {string} name */
function storageKey(name) {
  return `layoutd feed ${name}`;
}

/**
 * The place that was kept by a name in this tab.
 *
 * @param {string | undefined} name
 * @returns {FeedPlace | null}
 */
export function keptPlace(name) {
  if (name === undefined) return null;
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(name)) ?? 'null');
  } catch {
    // A page may be refused its storage.
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
    // It begins at its start then.
  }
}

/**
 * Where a first screen, which a server rendered, has been scrolled to; null at its start.
 *
 * @param {FirstScreen} first
 * @param {Map<string, HTMLElement>} nodes
 * @param {HTMLElement | Window} scroller
 * @param {HTMLElement} content
 * @returns {FeedPlace | null}
 */
export function placeOnScreen(first, nodes, scroller, content) {
  if (first.isHorizontal) return null;
  const edge = 'document' in scroller ? 0 : scroller.getBoundingClientRect().top + scroller.clientTop;
  const lead = edge - content.getBoundingClientRect().top;
  if (lead < 1) return null;
  for (const { element, id } of first.sections.flatMap(({ cells }) => cells)) {
    const top = nodes.get(id)?.getBoundingClientRect().top ?? -Infinity;
    const { section, item, key } = element;
    if (top >= edge) return { section, item, key, offset: top - edge, lead, isAtEnd: false };
  }
  return { offset: 0, lead, isAtEnd: false };
}
