import { SavedStyles } from './SavedStyles.js';
import { described } from '../steps/options.js';
import { isDecoration } from '../viewport/pages/elementList.js';
import type { FeedElement, Key } from '../../types/index.js';
import type { FeedNode, FeedSection } from './FeedNodes.js';

/** The most unused nodes of one kind that are kept for later elements. */
const maximumSpare = 32;

/** The styles and attributes that the feed sets on nodes. */
const styles = [
  'position', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left', 'box-sizing', 'left', 'top', 'width', 'height',
  'max-width', 'max-height', 'z-index', 'contain', 'content-visibility',
];
const attributes = ['role', 'aria-posinset', 'aria-setsize', 'aria-hidden', 'aria-describedby', 'tabindex'];

/** Nodes that a function of the page makes, and fills again for other elements. */
export class MadeNodes {
  #content;
  #page;
  #make;
  #label;
  #first;
  /** Unused nodes, by kind. */
  #spare: Map<string, HTMLElement[]> = new Map();
  /** The original styles and attributes of the nodes. */
  #savedStyles: Map<HTMLElement, SavedStyles> = new Map();
  /** The elements that contain the nodes of each section. */
  #groups: Map<string, { group: HTMLElement, list: HTMLElement }> = new Map();
  #removed;

  /** @param parts `first`: the element before all nodes; `removed`: called for a node that no longer shows its element */
  constructor({ page, content, make, label, first, removed }: {
    page: Document, content: HTMLElement, make: (element: FeedElement, reused: HTMLElement | null) => HTMLElement,
    label?: (section: number, id: string | undefined) => string, first: HTMLElement,
    removed: (element: HTMLElement, key: Key | undefined) => void,
  }) {
    this.#removed = removed;
    this.#page = page;
    this.#content = content;
    this.#make = make;
    this.#label = label;
    this.#first = first;
  }

  fill(shown: FeedNode, element: FeedElement) {
    const { kind, number, count } = shown;
    const spare = this.#spare.get(kind);
    if (shown.node) shown.release();
    shown.own = null;
    const before = shown.node ?? spare?.at(-1) ?? null;
    const node = this.#make(element, before);
    if (!node?.style) throw new TypeError(`node returns ${described(node)} for ${kind} ${number}: not an element`);
    if (!shown.node) spare?.pop();
    else if (node !== shown.node) this.#removed(shown.node, shown.key);
    if (before && node !== before) this.#giveBack(before);
    if (node !== shown.node) {
      const isNew = !this.#savedStyles.has(node);
      if (isNew) this.#savedStyles.set(node, new SavedStyles(node, styles, attributes));
      shown.take(node, isNew ? node.style.margin : '');
    }
    if (kind === 'cell') describe(node, number, count);
    else if (isDecoration(kind)) node.setAttribute('aria-hidden', 'true');
  }

  /** Makes the node of an element that is no longer shown available for other elements. */
  retire(shown: FeedNode) {
    const { node, key, kind, isFreeAcross } = shown;
    // Removed first, so that the nodes that stay need not be moved.
    node.remove();
    this.#removed(node, key);
    shown.release();
    if (isFreeAcross) Object.assign(node.style, { maxWidth: '', maxHeight: '' });
    const spare = this.#spare.get(kind) ?? [];
    this.#spare.set(kind, spare);
    if (spare.length < maximumSpare) spare.push(node);
    else this.#giveBack(node);
  }

  /** @param node that is neither shown nor kept */
  #giveBack(node: HTMLElement) {
    this.#savedStyles.get(node)?.end();
    this.#savedStyles.delete(node);
  }

  /** Puts the nodes into the content. */
  arrange(globals: FeedNode[], sections: FeedSection[]) {
    const groups = new Map();
    const children = [this.#first, ...nodesOf(globals)];
    for (const { id, section, sectionId, headers, cells, rest } of sections) {
      const { group, list } = this.#groups.get(id) ?? this.#group();
      groups.set(id, { group, list });
      const label = this.#label?.(section, sectionId);
      if (label !== undefined && list.getAttribute('aria-label') !== label) list.setAttribute('aria-label', label);
      arrange(list, nodesOf(cells));
      arrange(group, [...nodesOf(headers), list, ...nodesOf(rest)]);
      children.push(group);
    }
    this.#groups = groups;
    arrange(this.#content, children);
  }

  #group() {
    const [group, list] = [this.#page.createElement('section'), this.#page.createElement('div')];
    list.setAttribute('role', 'list');
    return { group, list };
  }

  close(shown: FeedNode[]) {
    arrange(this.#content, []);
    for (const one of shown) {
      this.#removed(one.node, one.key);
      one.release();
    }
    for (const node of [...this.#savedStyles.keys()]) this.#giveBack(node);
    this.#spare.clear();
  }
}

function nodesOf(shown: FeedNode[]) {
  return shown.map(({ node }) => node);
}

/** Sets the attributes that say the number of a cell, and how many there are. */
function describe(node: HTMLElement, item: number, count: number) {
  if (!node.hasAttribute('role')) node.setAttribute('role', 'listitem');
  node.setAttribute('aria-posinset', `${item + 1}`);
  node.setAttribute('aria-setsize', `${count}`);
}

/** Gives a parent these children in this order, and moves only those in another place: a node that is moved loses the focus. */
function arrange(parent: HTMLElement, nodes: HTMLElement[]) {
  const kept = new Set(nodes);
  for (const node of ([...parent.children] as any)) {
    if (!kept.has(node)) node.remove();
  }
  let place = parent.firstElementChild;
  for (const node of nodes) {
    if (place && node === place.nextElementSibling) {
      // The node at `place` is the one that has moved.
      place.remove();
      place = node;
    }
    if (node === place) place = node.nextElementSibling;
    else parent.insertBefore(node, place);
  }
}
