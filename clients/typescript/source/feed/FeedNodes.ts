import { elementStyle } from '../viewport/pages/elementStyle.js';
import type { FeedElement, Key } from '../../types/index.js';
import type { FeedNames } from './FeedNames.js';
import type { Axis } from '../viewport/pages/Axis.js';
import type { Look } from '../viewport/pages/elementStyle.js';

/** The nodes of a section: its headers, its cells, then its footers and separators, each in reading order. */
export interface FeedSection {
  id: string;
  section: number;
  sectionId: string | undefined;
  headers: FeedNode[];
  cells: FeedNode[];
  rest: FeedNode[];
}

/** Makes nodes and puts them into the page, itself or through a framework. */
export interface FeedHost {
  /** fills the node of an element. It sets `shown.node`, with `take`, here or in `arrange`; if there is no node after that, the next drawing calls `fill` again. */
  fill: (shown: FeedNode, element: FeedElement) => void;
  /** shows exactly these nodes */
  arrange: (globals: FeedNode[], sections: FeedSection[]) => void;
  /** called when an element is no longer shown */
  retire: (shown: FeedNode) => void;
  /** removes all nodes; called with those that are shown */
  close: (shown: FeedNode[]) => void;
}

/** Whether the console has a warning of margins. */
let isWarned = false;

/** The list of a `FeedSection` for each kind of element. */
const parts = { header: 'headers', cell: 'cells' };

/** An element that is shown, and its node. */
export class FeedNode {
  declare id: string;
  declare kind: string;
  node: any = null;
  isEstimated = false;
  /** Whether its content determines its extent along the scroll axis. */
  isFree = false;
  /** Whether its content also determines its extent across the scroll axis. */
  isFreeAcross = false;
  /** Whether its node has to be filled: there is none yet, or its content may have changed. */
  isStale = true;
  /** Whether it was filled, or got another extent across the scroll axis, since it was measured. */
  isFresh = true;
  /** The margin that the page has set in the style of the node. */
  margin = '';
  /** The extent along the scroll axis that the page has set in the style of the node; null until it is read. */
  own: string | null = '';
  frame = { x: 0, y: 0, width: 0, height: 0 };
  /** What its node shows beside its frame; null for nothing. */
  look: Look | null = null;
  section = -1;
  key: Key | undefined = undefined;
  /** Its number among the elements of its kind in the section. */
  number = 0;
  /** For a cell, the number of cells in the section; −1 if it is not known. */
  count = -1;
  #left = NaN;
  #top = NaN;
  #width = '';
  #height = '';
  #zIndex = NaN;
  #across = NaN;
  #most = '';
  #along: 'width' | 'height' = 'height';
  /** The styles of `look` that the node has, and what the page has set in their place. */
  #styles: Record<string, string> = {};
  #ownStyles: Record<string, string> = {};

  constructor(id: string, kind: string) {
    this.id = id;
    this.kind = kind;
  }

  place(left: number, top: number, zIndex: number, { isHorizontal, roomExtent }: Axis) {
    const { style } = this.node;
    const { frame: { width, height }, isFree, isFreeAcross } = this;
    const across = isHorizontal ? height : width;
    this.#along = isHorizontal ? 'width' : 'height';
    this.own ??= (style[this.#along] as string);
    const extents = [isFree ? this.own : `${isHorizontal ? width : height}px`, isFreeAcross ? 'max-content' : `${across}px`];
    const [wide, high] = isHorizontal ? extents : extents.reverse();
    const most = isFreeAcross ? `${roomExtent}px` : '';
    if (left !== this.#left) style.left = `${this.#left = left}px`;
    if (top !== this.#top) style.top = `${this.#top = top}px`;
    if (wide !== this.#width) style.width = this.#width = wide;
    if (high !== this.#height) style.height = this.#height = high;
    if (most !== this.#most) style[isHorizontal ? 'maxHeight' : 'maxWidth'] = most;
    if (across !== this.#across || most !== this.#most) this.isFresh = true;
    [this.#across, this.#most] = [across, most];
    if (zIndex !== this.#zIndex) style.zIndex = `${this.#zIndex = zIndex}`;
    this.#show(this.look ? elementStyle(this.look) : {});
  }

  /** Gives the node styles, and sets those back that it had from here. It leaves all others as the page has set them. */
  #show(styles: Record<string, string>) {
    const { style } = this.node;
    for (const name in this.#ownStyles) {
      if (name in styles) continue;
      style[name] = this.#ownStyles[name];
      delete this.#ownStyles[name];
    }
    for (const name in styles) {
      this.#ownStyles[name] ??= style[name];
      if (styles[name] !== this.#styles[name]) style[name] = styles[name];
    }
    this.#styles = styles;
  }

  /** Takes away what was set beside the frame, and gives the node the extent that the page has set: it is about to fill it, or gets it back. */
  release() {
    this.#show({});
    if (this.own === null) return;
    this.node.style[this.#along] = this.own;
    this.#width = this.#height = 'none';
    this.own = null;
  }

  /**
   * Sets the node, which is new or has shown another element before.
   *
   * @param margin that the page has set in its style
   */
  take(node: HTMLElement, margin = '') {
    this.margin = margin;
    // Content that overflows a node is painted, but does not make the scroller longer.
    Object.assign(node.style, { position: 'absolute', margin: '0', boxSizing: 'border-box', contain: 'layout' });
    this.node = node;
    this.isFresh = true;
    this.#left = this.#top = this.#zIndex = NaN;
    this.#width = this.#height = 'none';
    this.#most = '';
    [this.#styles, this.#ownStyles] = [{}, {}];
  }
}

/** The nodes of a feed: those of the visible elements, in reading order. */
export class FeedNodes {
  #content;
  #host;
  #shown: Map<string, FeedNode> = new Map();
  #hasLookedForMargins = false;
  /** The nodes of the drawing in progress. */
  #next: Map<string, FeedNode> = new Map();

  /** @param content parent of the nodes; null if no node can have the focus */
  constructor(content: HTMLElement | null, host: FeedHost) {
    this.#content = content;
    this.#host = host;
  }

  /** All elements that have nodes. */
  get all() {
    return [...this.#shown.values()].filter(({ node }) => node);
  }

  /**
   * Shows exactly the elements of a viewport. If `make` throws, the next drawing fills the nodes that are left.
   *
   * @param drawing `offset` is subtracted from coordinates along the scroll axis; `isFree`: whether the content of a node determines its
   *   extent along the scroll axis; `isFreeAcross`: whether the content of cells in lines then determines the other extent, too
   */
  draw(
    viewport: any,
    { offset, names, isRefilled, isFree, isFreeAcross }: {
      offset: number, names: FeedNames, isRefilled: boolean, isFree: (shown: FeedNode) => boolean, isFreeAcross: boolean,
    },
  ) {
    const { axis } = viewport.layout;
    const { isHorizontal } = axis;
    this.#next = new Map();
    const drawn: { shown: FeedNode, zIndex: number, make: (() => any) | null }[] = [];
    const add = (head: any, frame: any, make: () => any) => {
      if (head.look?.hidden) return;
      const id = names.id(head.kind, head.section, head.number);
      const shown = this.#shown.get(id) ?? new FeedNode(id, head.kind);
      this.#next.set(id, shown);
      const { section, number, isEstimated, look } = head;
      Object.assign(shown, { section, number, isEstimated, look, frame, isStale: shown.isStale || isRefilled });
      shown.isFree = isFree(shown);
      shown.isFreeAcross = shown.isFree && isFreeAcross && head.isInLine;
      drawn.push({ shown, zIndex: head.zIndex, make });
    };
    viewport.forEach((page: any, index: number) => {
      const isCell = page.isCell(index);
      if (isCell && viewport.hasEffect?.(page.section[index])) return;
      add(
        {
          kind: page.kind(index), section: page.section[index], number: page.item[index], zIndex: page.zIndex[index],
          isEstimated: page.isEstimated?.(index) ?? false, look: page.look?.(index) ?? null, isInLine: isCell && page.columnIndex[index] < 0,
        },
        { x: page.x[index], y: page.y[index], width: page.width[index], height: page.height[index] },
        () => page.element(index));
    });
    for (const cell of viewport.effects ?? []) {
      const { section, item: number, zIndex = 0, estimated = false, columnIndex } = cell;
      add(
        { kind: 'cell', section, number, zIndex, isEstimated: estimated, look: cell, isInLine: columnIndex === undefined },
        { ...cell.frame }, () => cell);
    }
    for (const element of viewport.special) {
      const { kind, section = -1, index, zIndex, estimated = false } = element;
      add({ kind, section, number: index, zIndex, isEstimated: estimated, look: element, isInLine: false }, { ...element.frame }, () => element);
    }
    for (const shown of this.#retire(isRefilled)) drawn.push({ shown, zIndex: 0, make: null });
    this.#shown = this.#next;
    for (const { shown, make } of drawn) if (make && shown.isStale) this.#fill(shown, make, names);
    this.#arrange(drawn.map(({ shown }) => shown), names);
    for (const { shown, zIndex } of drawn) {
      if (!shown.node) continue;
      const { x, y } = shown.frame;
      shown.place(isHorizontal ? x - offset : x, isHorizontal ? y : y - offset, zIndex, axis);
    }
    const cells = this.#hasLookedForMargins ? [] : drawn.map(({ shown }) => shown).filter(({ kind, node }) => kind === 'cell' && node);
    this.#hasLookedForMargins ||= cells.length > 0;
    if (cells.length > 0 && !isWarned) lookForMargins(cells);
  }

  /**
   * Retires nodes that are no longer shown. Returns the node that contains the focus, if it is one of them: it stays in place, out of
   * sight.
   */
  #retire(isRefilled: boolean) {
    const focused = this.#content && focusedIn(this.#content);
    const kept = [];
    for (const [id, shown] of this.#shown) {
      if (this.#next.has(id) || !shown.node) continue;
      if (!isRefilled && focused && shown.node.contains(focused)) {
        this.#next.set(id, shown);
        kept.push(shown);
        continue;
      }
      this.#host.retire(shown);
    }
    return kept;
  }

  #fill(shown: FeedNode, make: () => any, names: FeedNames) {
    const { kind, section, number } = shown;
    const key = kind === 'cell' ? names.key(section, number) : undefined;
    const sectionId = names.sectionId(section);
    shown.count = kind === 'cell' ? names.count(section) : -1;
    this.#host.fill(shown, {
      ...make(), kind, frame: { ...shown.frame },
      ...(key !== undefined && { key }), ...(sectionId !== undefined && { sectionId }),
    });
    shown.key = key;
    [shown.isStale, shown.isFresh] = [false, true];
  }

  /** Shows nodes in reading order. */
  #arrange(drawn: FeedNode[], names: FeedNames) {
    const sections: Map<number, FeedSection> = new Map();
    const globals = [];
    for (const shown of drawn) {
      const { section, kind } = shown;
      if (section < 0) {
        globals.push(shown);
        continue;
      }
      const all = sections.get(section) ?? {
        id: names.section(section), section, sectionId: names.sectionId(section), headers: [], cells: [], rest: [],
      };
      sections.set(section, all);
      all[(((parts as any)[kind] ?? 'rest') as 'headers' | 'cells' | 'rest')].push(shown);
    }
    const sorted = [...sections.values()].sort((left, right) => left.section - right.section);
    for (const { headers, cells, rest } of sorted) {
      headers.sort(byNumber);
      cells.sort(byNumber);
      // Footers come before separators.
      rest.sort((left, right) => Number(left.kind !== 'footer') - Number(right.kind !== 'footer') || byNumber(left, right));
    }
    this.#host.arrange(globals.sort(byNumber), sorted);
  }

  close() {
    this.#host.close(this.all);
    this.#shown.clear();
  }
}

/**
 * Warns if the page gives one of these cells a margin. `take` sets it to 0, since only the layout places cells. Margins of the browser's
 * own styles do not count.
 *
 * @param cells that are in the page
 */
function lookForMargins(cells: FeedNode[]) {
  const set = (margin: (cell: FeedNode) => string) => { for (const cell of cells) cell.node.style.margin = margin(cell); };
  const read = () => cells.map(({ node }) => getComputedStyle(node).margin);
  set(({ margin }) => margin);
  const all = read();
  set(() => 'revert');
  const own = read();
  set(() => '0');
  const found = all.find((margin, place) => /[1-9]/.test(margin) && margin !== own[place]);
  if (found === undefined) return;
  isWarned = true;
  import('./warnings.js').then(({ warnOfMargin }) => warnOfMargin(found), () => {});
}

/**
 * The element in some content that has the focus; null if none has. A focused element in a shadow root is known to that root alone; the
 * document only knows its host.
 */
export function focusedIn(content: HTMLElement): Element | null {
  const { activeElement = null } = content.getRootNode() as any;
  return content.contains(activeElement) ? activeElement : null;
}

function byNumber(left: FeedNode, right: FeedNode) {
  return left.number - right.number;
}
