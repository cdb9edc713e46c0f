// @ts-check
import { createElement, memo, useCallback, useSyncExternalStore } from 'react';
import { partOf } from '../feed/items/ItemList.js';
import { isDecoration } from '../viewport/pages/elementList.js';

/** @typedef {import('./FeedStore.js').FeedStore} FeedStore */
/** @typedef {import('./FeedStore.js').FeedView} FeedView */
/** @typedef {import('../feed/items/ItemList.js').ItemList} ItemList */
/** @typedef {import('../../types/react.js').UseFeedOptions<any>} UseFeedOptions */

/** The style of a node that the feed has not placed yet. */
const unplaced = { position: 'absolute' };

/**
 * The content of a feed. It is rendered when other elements come into sight, and whenever the feed's component is rendered.
 *
 * @param {{ store: FeedStore, list: ItemList, options: UseFeedOptions, contentRef: (node: HTMLElement | null) => void }} props
 */
export function FeedContent({ store, list, options, contentRef }) {
  const { globals, sections } = useSyncExternalStore(store.subscribe, store.views, store.views);
  const { label, render } = options;
  const others = (/** @type {FeedView[]} */ views) => views.map((view) => (
    createElement(Cell, { key: view.id, store, view, content: drawn(options, view.element) })));
  const cells = (/** @type {FeedView[]} */ views) => views.map((view) => (
    createElement(Item, { key: view.id, store, view, render, item: (list.find(view.element) ?? view.found)?.item })));
  return createElement(
    'div', { ref: contentRef, style: store.style },
    others(globals),
    sections.map(({ id, section, sectionId, headers, cells: all, rest }) => createElement(
      'section', { key: id },
      others(headers),
      createElement('div', { role: 'list', 'aria-label': label?.(section, sectionId) }, cells(all)),
      others(rest))));
}

/** A cell. It is rendered when its item or `render` has changed. */
const Item = memo(
  /** @param {{ store: FeedStore, view: FeedView, item: any, render: UseFeedOptions['render'] }} props */
  function Item({ store, view, item, render }) {
    return createElement(Cell, { store, view, content: render(item, view.element) });
  });

/** @param {{ store: FeedStore, view: FeedView, content: any }} props */
function Cell({ store, view: { id, element, count, style = unplaced }, content }) {
  const ref = useCallback((/** @type {HTMLElement | null} */ node) => store.attach(id, node), [store, id]);
  return createElement('div', { ref, style, ...described(element, count) }, content);
}

/**
 * The ARIA attributes of an element.
 *
 * @param {FeedView['element']} element
 * @param {number} count
 */
function described({ kind, item = 0 }, count) {
  if (kind === 'cell') return { role: 'listitem', 'aria-posinset': item + 1, 'aria-setsize': count };
  return isDecoration(kind) ? { 'aria-hidden': true } : {};
}

/**
 * A header, a footer, a placeholder or a decoration.
 *
 * @param {UseFeedOptions} options
 * @param {FeedView['element']} element
 */
function drawn(options, element) {
  return isDecoration(element.kind) ? options.renderSeparator?.(element) : partOf(options, element)?.render?.(element);
}
