// @ts-check
import { Loan } from './Loan.js';
import { described } from '../steps/options.js';

/** @typedef {import('../../index.js').FeedElement} FeedElement */
/** @typedef {import('./FeedNames.js').FeedNames} FeedNames */

/** Nodes of one kind that are kept for elements to come. */
const maximumSpare = 32;

/** What is set on nodes. */
const styles = [
  'position', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left', 'box-sizing', 'left', 'top', 'width', 'height',
  'max-width', 'max-height', 'z-index', 'contain',
];
const attributes = ['role', 'aria-posinset', 'aria-setsize', 'aria-hidden'];

/** What the nodes of a section stand in: the order of its parts is that in which they are read. */
const parts = { header: 0, cell: 1, footer: 2 };

/** An element that is shown, and its node. */
export class FeedNode {
  /** @type {any} */
  node = null;
  isEstimated = false;
  /** Whether its extent along the scroll axis is that of its content. */
  isFree = false;
  /** Whether its extent across the scroll axis is, too. */
  isFreeAcross = false;
  /** Whether its node is to be filled: there is none yet, or what it shows may have changed. */
  isStale = true;
  /** Whether it was filled, or got another extent across the scroll axis, since it was measured. */
  isFresh = true;
  frame = { x: 0, y: 0, width: 0, height: 0 };
  section = -1;
  key = /** @type {import('../../index.js').Key | undefined} */ (undefined);
  /** The number among those of its kind in the section. */
  number = 0;
  #left = NaN;
  #top = NaN;
  #width = '';
  #height = '';
  #zIndex = NaN;
  #across = NaN;
  #most = '';

  /**
   * @param {string} id
   * @param {string} kind
   */
  constructor(id, kind) {
    this.id = id;
    this.kind = kind;
  }

  /**
   * @param {number} left
   * @param {number} top
   * @param {number} zIndex
   * @param {import('../viewport/pages/Axis.js').Axis} axis
   */
  place(left, top, zIndex, { isHorizontal, containerExtent }) {
    const { style } = this.node;
    const { frame: { width, height }, isFree, isFreeAcross } = this;
    const across = isHorizontal ? height : width;
    const extents = [isFree ? '' : `${isHorizontal ? width : height}px`, isFreeAcross ? 'max-content' : `${across}px`];
    const [wide, high] = isHorizontal ? extents : extents.reverse();
    const most = isFreeAcross ? `${containerExtent}px` : '';
    if (left !== this.#left) style.left = `${this.#left = left}px`;
    if (top !== this.#top) style.top = `${this.#top = top}px`;
    if (wide !== this.#width) style.width = this.#width = wide;
    if (high !== this.#height) style.height = this.#height = high;
    if (most !== this.#most) style[isHorizontal ? 'maxHeight' : 'maxWidth'] = most;
    if (across !== this.#across || most !== this.#most) this.isFresh = true;
    [this.#across, this.#most] = [across, most];
    if (zIndex !== this.#zIndex) style.zIndex = `${this.#zIndex = zIndex}`;
  }

  /** The node is another one, or has been another element's. */
  reset() {
    this.#left = this.#top = this.#zIndex = NaN;
    this.#width = this.#height = 'none';
    this.#most = '';
  }
}

/** The nodes of a feed: those of visible elements, in the order in which they are read. */
export class FeedNodes {
  #content;
  #page;
  #make;
  #label;
  #first;
  /** @type {Map<string, FeedNode>} */
  #shown = new Map();
  /** Those of this drawing. */
  #next = /** @type {Map<string, FeedNode>} */ (new Map());
  /** Nodes that show nothing now, by kind. */
  #spare = /** @type {Map<string, HTMLElement[]>} */ (new Map());
  /** What nodes were like before. */
  #loans = /** @type {Map<HTMLElement, Loan>} */ (new Map());
  /** What sections stand in: @type {Map<string, { group: HTMLElement, list: HTMLElement }>} */
  #groups = new Map();
  #removed;

  /**
   * @param {Document} page
   * @param {HTMLElement} content
   * @param {(element: FeedElement, reused: HTMLElement | null) => HTMLElement} make
   * @param {((section: number, id: string | undefined) => string) | undefined} label
   * @param {HTMLElement} first stands before all nodes
   * @param {(element: HTMLElement, key: import('../../index.js').Key | undefined) => void} removed told of nodes that show their
   *   elements no more
   */
  constructor(page, content, make, label, first, removed) {
    this.#removed = removed;
    this.#page = page;
    this.#content = content;
    this.#make = make;
    this.#label = label;
    this.#first = first;
  }

  /** All that are shown. */
  get all() {
    return [...this.#shown.values()].filter(({ node }) => node);
  }

  /**
   * Shows what a viewport has, and nothing else. Where `make` throws, the next drawing goes on with what was not filled.
   *
   * @param {any} viewport
   * @param {{ offset: number, names: FeedNames, isRefilled: boolean, isFree: (shown: FeedNode) => boolean,
   *   isFreeAcross: boolean }} drawing `offset`: of a coordinate along the scroll axis, `isFree`: whether its content says how
   *   long it is, `isFreeAcross`: whether it then says the other extent, too, of cells that stand in lines
   */
  draw(viewport, { offset, names, isRefilled, isFree, isFreeAcross }) {
    const { axis } = viewport.layout;
    const { isHorizontal } = axis;
    this.#next = new Map();
    /** @type {{ shown: FeedNode, zIndex: number, make: (() => any) | null }[]} */
    const drawn = [];
    const add = (/** @type {any} */ head, /** @type {any} */ frame, /** @type {() => any} */ make) => {
      const id = names.id(head.kind, head.section, head.number);
      const shown = this.#shown.get(id) ?? new FeedNode(id, head.kind);
      this.#next.set(id, shown);
      const { section, number, isEstimated } = head;
      Object.assign(shown, { section, number, isEstimated, frame, isStale: shown.isStale || isRefilled });
      shown.isFree = isFree(shown);
      shown.isFreeAcross = shown.isFree && isFreeAcross && head.isInLine;
      drawn.push({ shown, zIndex: head.zIndex, make });
    };
    viewport.forEach((/** @type {any} */ page, /** @type {number} */ index) => add(
      {
        kind: page.kind(index), section: page.section[index], number: page.item[index], zIndex: page.zIndex[index],
        isEstimated: page.isEstimated?.(index) ?? false, isInLine: page.isCell(index) && page.columnIndex[index] < 0,
      },
      { x: page.x[index], y: page.y[index], width: page.width[index], height: page.height[index] },
      () => page.element(index)));
    for (const element of viewport.special) {
      const { kind, section = -1, index, zIndex, estimated = false } = element;
      add({ kind, section, number: index, zIndex, isEstimated: estimated, isInLine: false }, { ...element.frame }, () => element);
    }
    for (const shown of this.#retire(isRefilled)) drawn.push({ shown, zIndex: 0, make: null });
    this.#shown = this.#next;
    for (const { shown, zIndex, make } of drawn) {
      if (make && shown.isStale) this.#fill(shown, make, names);
      const { x, y } = shown.frame;
      shown.place(isHorizontal ? x - offset : x, isHorizontal ? y : y - offset, zIndex, axis);
    }
    this.#arrange(drawn.map(({ shown }) => shown), names);
  }

  /**
   * Nodes of elements that are no longer shown are there for others. One that has the focus stays where it is, out of sight.
   *
   * @param {boolean} isRefilled
   */
  #retire(isRefilled) {
    // What has the focus in a shadow root is known there alone; the document only knows the root's host.
    const { activeElement } = /** @type {Document | ShadowRoot} */ (this.#content.getRootNode());
    const kept = [];
    for (const [id, shown] of this.#shown) {
      if (this.#next.has(id) || !shown.node) continue;
      if (!isRefilled && shown.node.contains(activeElement)) {
        this.#next.set(id, shown);
        kept.push(shown);
        continue;
      }
      // Those that stay are not moved then.
      shown.node.remove();
      this.#removed(shown.node, shown.key);
      if (shown.isFreeAcross) Object.assign(shown.node.style, { maxWidth: '', maxHeight: '' });
      const spare = this.#spare.get(shown.kind) ?? [];
      this.#spare.set(shown.kind, spare);
      if (spare.length < maximumSpare) spare.push(shown.node);
      else this.#giveBack(shown.node);
    }
    return kept;
  }

  /** @param {HTMLElement} node that is not shown any more, nor kept */
  #giveBack(node) {
    this.#loans.get(node)?.end();
    this.#loans.delete(node);
  }

  /**
   * @param {FeedNode} shown
   * @param {() => any} make
   * @param {FeedNames} names
   */
  #fill(shown, make, names) {
    const { kind, section, number } = shown;
    const key = kind === 'cell' ? names.key(section, number) : undefined;
    const sectionId = names.sectionId(section);
    const element = {
      ...make(), kind, frame: { ...shown.frame },
      ...(key !== undefined && { key }), ...(sectionId !== undefined && { sectionId }),
    };
    const spare = this.#spare.get(kind);
    const before = shown.node ?? spare?.at(-1) ?? null;
    const node = this.#make(element, before);
    if (!node?.style) throw new TypeError(`node returns ${described(node)} for ${kind} ${number}: not an element`);
    if (!shown.node) spare?.pop();
    else if (node !== shown.node) this.#removed(shown.node, shown.key);
    if (before && node !== before) this.#giveBack(before);
    shown.key = key;
    if (node !== shown.node) {
      if (!this.#loans.has(node)) this.#loans.set(node, new Loan(node, styles, attributes));
      // What sticks out of a node is painted, and makes the scroller no longer.
      Object.assign(node.style, { position: 'absolute', margin: '0', boxSizing: 'border-box', contain: 'layout' });
      shown.node = node;
      shown.reset();
    }
    [shown.isStale, shown.isFresh] = [false, true];
    if (kind === 'cell') describe(node, number, names.count(section));
    else if (kind.endsWith('Separator')) node.setAttribute('aria-hidden', 'true');
  }

  /**
   * Puts the nodes into the content, in the order in which they are read.
   *
   * @param {FeedNode[]} drawn
   * @param {FeedNames} names
   */
  #arrange(drawn, names) {
    /** @type {Map<number, FeedNode[][]>} */
    const sections = new Map();
    const globals = [];
    for (const shown of drawn) {
      if (shown.section < 0) globals.push(shown);
      else {
        const rows = sections.get(shown.section) ?? [[], [], [], []];
        sections.set(shown.section, rows);
        rows[/** @type {any} */ (parts)[shown.kind] ?? 3].push(shown);
      }
    }
    const groups = new Map();
    const children = [this.#first, ...sorted(globals)];
    for (const [section, [headers, cells, ...rest]] of [...sections].sort(([left], [right]) => left - right)) {
      const id = names.section(section);
      const { group, list } = this.#groups.get(id) ?? this.#group();
      groups.set(id, { group, list });
      const label = this.#label?.(section, names.sectionId(section));
      if (label !== undefined && list.getAttribute('aria-label') !== label) list.setAttribute('aria-label', label);
      arrange(list, sorted(cells));
      arrange(group, [...sorted(headers), list, ...rest.flatMap(sorted)]);
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

  close() {
    arrange(this.#content, []);
    for (const { node, key } of this.#shown.values()) if (node) this.#removed(node, key);
    for (const node of [...this.#loans.keys()]) this.#giveBack(node);
    this.#shown.clear();
    this.#spare.clear();
  }
}

/**
 * Says which one of how many a cell is.
 *
 * @param {HTMLElement} node
 * @param {number} item
 * @param {number} count
 */
function describe(node, item, count) {
  if (!node.hasAttribute('role')) node.setAttribute('role', 'listitem');
  node.setAttribute('aria-posinset', `${item + 1}`);
  node.setAttribute('aria-setsize', `${count}`);
}

/** @param {FeedNode[]} shown */
function sorted(shown) {
  return shown.sort((left, right) => left.number - right.number).map(({ node }) => node);
}

/**
 * Gives a parent these children in this order, and moves only those that stand elsewhere: a node that is moved loses the
 * focus.
 *
 * @param {HTMLElement} parent
 * @param {HTMLElement[]} nodes
 */
function arrange(parent, nodes) {
  const kept = new Set(nodes);
  for (const node of /** @type {any} */ ([...parent.children])) {
    if (!kept.has(node)) node.remove();
  }
  let place = /** @type {any} */ (parent.firstElementChild);
  for (const node of nodes) {
    if (place && node === place.nextElementSibling) {
      // It is this one that has another place.
      place.remove();
      place = node;
    }
    if (node === place) place = node.nextElementSibling;
    else parent.insertBefore(node, place);
  }
}
