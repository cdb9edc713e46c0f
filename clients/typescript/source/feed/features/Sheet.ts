import { isDecoration } from '../../viewport/pages/elementList.js';
import { nameOf } from './printedRows.js';
import type { FeedNode } from '../FeedNodes.js';
import type { FeedScreen } from '../FeedScreen.js';
import type { PrintedRows } from './printedRows.js';

type Styles = Record<string, string>;

/** Smaller overlaps are rounding, in points. */
const tolerance = 0.5;
/** The height of a line that stands beside frames, in points. */
const lineHeight = 40;
/** The most of a sheet's width that each of the margins of a row takes. */
const mostMargin = '5%';
/** The place of a kind in its section, as its nodes are in the page. */
const ranks: Record<string, number> = { header: 0, cell: 1, footer: 2 };
/** What is not printed stays in the page, without a place: a node that is not displayed would lose the focus. */
const unseen = {
  position: 'absolute', inset: '0 auto auto 0', width: '1px', height: '0', 'min-height': '0', padding: '0', border: '0',
  overflow: 'hidden', 'clip-path': 'inset(100%)',
};
const freed = { overflow: 'visible', height: 'auto', 'min-height': 'auto', 'max-height': 'none', contain: 'none' };
const bare = { margin: '0', padding: '0', border: '0' };
const wrapping = { display: 'flex', 'flex-wrap': 'wrap' };
const inFlow = {
  position: 'relative', inset: 'auto', 'z-index': 'auto', transform: 'none', 'max-width': '100%', 'max-height': 'none',
  'content-visibility': 'visible', 'break-inside': 'avoid',
};

/**
 * The nodes of a feed as they are printed, until it is closed. Those of one column are in the flow of the document: a row may be higher on
 * a sheet than on the screen, and is not cut at the end of a sheet. Those of content that scrolls to the side follow each other in
 * lines. All others have their frames.
 */
export class Sheet {
  #screen;
  #offsets;
  #printed: Set<FeedNode>;
  /** The nodes that have other styles, and their own. */
  #styled: [any, string | null][] = [];
  #lines: HTMLElement[] = [];

  /**
   * @param offsets of the scroller
   * @param lines the texts of the lines before and after the rows; empty for none
   */
  constructor(screen: FeedScreen, offsets: ScrollToOptions, { names, low }: PrintedRows, lines: { before: string, after: string }) {
    const { axis, scroller, shown } = screen;
    const { target } = scroller;
    this.#screen = screen;
    this.#offsets = offsets;
    this.#printed = new Set(shown.filter(({ kind, section, number }) => names.has(nameOf(kind, section, number))));
    scroller.isPrinting = true;
    const start = Math.max(0, low);
    const solid = [...this.#printed].filter(({ kind }) => !isDecoration(kind)).sort(inPage);
    if (axis.isHorizontal || isColumn(solid)) this.#flow(solid, start, lines);
    else this.#keep(start, lines);
    for (const one of shown) if (!this.#printed.has(one)) this.#style(one.node, unseen);
    if (target !== scroller.view) this.#style(target, freed);
    this.#style(scroller.probe, { display: 'none' });
  }

  /** Puts nodes into the flow of the document: each below the one before, or beside it if they scroll to the side. */
  #flow(solid: FeedNode[], start: number, lines: { before: string, after: string }) {
    const { axis, scroller: { content } } = this.#screen;
    const borders = axis.isHorizontal ? new Map() : this.#borders(solid);
    let end = start;
    for (const one of solid) {
      const { frame, isFree, node, own } = one;
      const gap = Math.max(0, axis.lead(frame) - end);
      end = Math.max(end, axis.lead(frame) + axis.extent(frame));
      const isWide = !axis.isHorizontal && frame.width > axis.containerExtent / 2;
      const side = (extent: number) => (isWide ? `min(${Math.max(0, extent)}px, ${mostMargin})` : '0');
      const [right, left] = [side(axis.containerExtent - frame.x - frame.width), side(frame.x)];
      this.#style(node, {
        ...inFlow, width: isWide ? 'auto' : `${frame.width}px`, height: isFree && own || 'auto',
        'min-height': isFree ? '0' : `${frame.height}px`,
        margin: axis.isHorizontal ? `0 0 8px ${gap}px` : `${gap}px ${right} 0 ${left}`,
        ...(borders.has(one) && { 'border-bottom': borders.get(one) }),
      });
    }
    for (const one of this.#printed) if (isDecoration(one.kind)) this.#printed.delete(one);
    const groups = new Set(solid.flatMap(({ node }) => groupsOf(node, content)));
    for (const node of groups) this.#style(node, { ...bare, display: 'block', ...(axis.isHorizontal && wrapping) });
    this.#style(content, { ...freed, width: 'auto', ...(axis.isHorizontal && wrapping) });
    this.#say('before', lines.before, {});
    this.#say('after', lines.after, {});
  }

  /** The lower borders of rows, in place of the separators that follow them. */
  #borders(solid: FeedNode[]) {
    const borders: Map<FeedNode, string> = new Map();
    const colors: Map<string, string> = new Map();
    const separators = [...this.#printed].filter(({ kind }) => kind === 'rowSeparator' || kind === 'sectionSeparator')
      .sort((one, other) => one.frame.y - other.frame.y);
    let place = 0;
    for (const { kind, section, node, frame } of separators) {
      while (place + 1 < solid.length && solid[place + 1].frame.y <= frame.y) place += 1;
      const name = `${kind} ${section}`;
      const color = colors.get(name) ?? this.#screen.scroller.view.getComputedStyle(node).backgroundColor;
      colors.set(name, color);
      if (solid[place]) borders.set(solid[place], `${frame.height}px solid ${color}`);
    }
    return borders;
  }

  /** Keeps frames, in a content that is as long as they need. */
  #keep(start: number, lines: { before: string, after: string }) {
    const { axis, scroller: { content } } = this.#screen;
    const shift = (lines.before ? lineHeight : 0) - start;
    let end = lines.after ? 0 : axis.contentExtent + shift;
    for (const { node, frame } of this.#printed) {
      end = Math.max(end, frame.y + frame.height + shift);
      this.#style(node, { top: `${frame.y + shift}px`, 'break-inside': 'avoid', 'content-visibility': 'visible' });
    }
    this.#style(content, { contain: 'none', height: `${end + (lines.after ? lineHeight : 0)}px` });
    this.#say('before', lines.before, { position: 'absolute', top: '0' });
    this.#say('after', lines.after, { position: 'absolute', top: `${end}px` });
  }

  /** Adds a line before or after the rows. */
  #say(place: 'before' | 'after', text: string, styles: Styles) {
    if (!text) return;
    const { page, content } = this.#screen.scroller;
    const line = page.createElement('p');
    line.dataset.print = place;
    line.textContent = text;
    this.#lines.push(line);
    for (const name in styles) line.style.setProperty(name, styles[name]);
    if (place === 'before') content.prepend(line);
    else content.append(line);
  }

  /** Sets styles that nothing in the page overrides. */
  #style(node: HTMLElement, styles: Styles) {
    const own = node.getAttribute('style');
    this.#styled.push([node, own]);
    node.style.cssText = Object.entries(styles).reduce((text, [name, value]) => `${text};${name}:${value}!important`, own ?? '');
  }

  /**
   * Restores all styles, and the offset of the scroller.
   *
   * @param draw removes nodes before the browser lays out those that are left
   */
  close(draw = () => {}) {
    for (const line of this.#lines) line.remove();
    for (const [node, style] of this.#styled.reverse()) {
      node.style.cssText = style ?? '';
      // Chromium removes the attribute only once it has been read.
      if (style === null && node.getAttribute('style') === '') node.removeAttribute('style');
    }
    draw();
    const { scroller } = this.#screen;
    scroller.target.scrollTo({ ...this.#offsets, behavior: 'instant' });
    scroller.isPrinting = false;
  }
}

/** Whether nodes, which are in the order of the page, are below each other. */
function isColumn(solid: FeedNode[]) {
  let end = -Infinity;
  return solid.every(({ frame: { y, height } }) => {
    const isBelow = y >= end - tolerance;
    end = Math.max(end, y + height);
    return isBelow;
  });
}

/** The elements of the feed that contain a node. */
function groupsOf(node: HTMLElement, content: HTMLElement) {
  const groups = [];
  for (let group = node.parentElement; group && group !== content; group = group.parentElement) groups.push(group);
  return groups;
}

function inPage(one: FeedNode, other: FeedNode) {
  const rank = ({ kind }: FeedNode) => ranks[kind] ?? 3;
  return one.section - other.section || rank(one) - rank(other) || one.number - other.number;
}
