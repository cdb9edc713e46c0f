import { createElement, memo, useCallback, useSyncExternalStore } from 'react';
import { partOf } from '../feed/items/ItemList.js';
import { isDecoration } from '../viewport/pages/elementList.js';
import type { FeedStore, FeedView } from './FeedStore.js';
import type { ItemList } from '../feed/items/ItemList.js';

type UseFeedOptions = import('../../types/react.js').UseFeedOptions<any>;

/** The style of a node that the feed has not placed yet. */
const unplaced = { position: 'absolute' };

/** The content of a feed. It is rendered when other elements come into sight, and whenever the feed's component is rendered. */
export function FeedContent({ store, list, options, contentRef }: {
  store: FeedStore, list: ItemList, options: UseFeedOptions, contentRef: (node: HTMLElement | null) => void,
}) {
  const { globals, sections } = useSyncExternalStore(store.subscribe, store.views, store.views);
  const { label, render } = options;
  const others = (views: FeedView[]) => views.map((view) => (
    createElement(Cell, { key: view.id, store, view, content: drawn(options, view.element) })));
  const cells = (views: FeedView[]) => views.map((view) => (
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
  function Item({ store, view, item, render }: { store: FeedStore, view: FeedView, item: any, render: UseFeedOptions['render'] }) {
    return createElement(Cell, { store, view, content: render(item, view.element) });
  });

function Cell({ store, view: { id, element, count, style = unplaced }, content }: { store: FeedStore, view: FeedView, content: any }) {
  const ref = useCallback((node: HTMLElement | null) => store.attach(id, node), [store, id]);
  return createElement('div', { ref, style, ...described(element, count) }, content);
}

/** The ARIA attributes of an element. */
function described({ kind, item = 0 }: FeedView['element'], count: number) {
  if (kind === 'cell') return { role: 'listitem', 'aria-posinset': item + 1, 'aria-setsize': count };
  return isDecoration(kind) ? { 'aria-hidden': true } : {};
}

/** A header, a footer, a placeholder or a decoration. */
function drawn(options: UseFeedOptions, element: FeedView['element']) {
  return isDecoration(element.kind) ? options.renderSeparator?.(element) : partOf(options, element)?.render?.(element);
}
