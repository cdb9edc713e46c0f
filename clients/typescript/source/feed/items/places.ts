import type { FeedPlace, Key } from '../../../types/index.js';

function storageKey(name: string) {
  return `layoutd feed ${name}`;
}

/** The place that was stored under a name in this tab. */
export function keptPlace(name: string | undefined): FeedPlace | null {
  if (name === undefined) return null;
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(name)) ?? 'null');
  } catch {
    // The browser may deny the page its storage.
    return null;
  }
}

export function keepPlace(name: string | undefined, place: FeedPlace | null) {
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
 * @param cells in their order
 */
export function placeOnScreen(
  cells: readonly { node: HTMLElement | undefined, section?: number, item?: number, key?: Key }[], scroller: HTMLElement | Window,
  content: HTMLElement,
): FeedPlace | null {
  const edge = 'document' in scroller ? 0 : scroller.getBoundingClientRect().top + scroller.clientTop;
  const lead = edge - content.getBoundingClientRect().top;
  if (lead < 1) return null;
  for (const { node, ...cell } of cells) {
    const top = node?.getBoundingClientRect().top ?? -Infinity;
    if (top >= edge) return { ...cell, offset: top - edge, lead, isAtEnd: false };
  }
  return { offset: 0, lead, isAtEnd: false };
}
