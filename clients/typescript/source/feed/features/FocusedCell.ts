import { focusedIn } from '../FeedNodes.js';
import { isEmpty } from './visible.js';
import type { Key } from '../../../types/index.js';
import type { FeedNode } from '../FeedNodes.js';
import type { FeedScreen } from '../FeedScreen.js';

/**
 * The one cell of a feed that Tab reaches: the cell that has the focus; else the one that had it last, if it is visible; else the first
 * visible cell. If the focused cell is removed, the cell that takes its place gets the focus.
 */
export class FocusedCell {
  #screen;
  #isOn;
  /** The cell that has the focus, or is about to get it. */
  #current: { section: number, item: number, key: Key | undefined } | null = null;
  /** The id of the cell that had the focus at the last check. A cell that was removed since has lost it. */
  #holder: string | null = null;
  /** The `tabindex` that was set on each node. */
  #given: Map<HTMLElement, string> = new Map();

  /** @param isOn whether cells can get the focus */
  constructor(screen: FeedScreen, signal: AbortSignal, isOn: () => boolean) {
    this.#screen = screen;
    this.#isOn = isOn;
    const { content } = screen.scroller;
    content.addEventListener('focusin', () => this.drawn(), { signal });
    // A node that is removed loses the focus, too; the drawing that removes it then moves the focus on.
    content.addEventListener('focusout', () => queueMicrotask(() => {
      if (!this.#focused) this.#holder = null;
    }), { signal });
    signal.addEventListener('abort', () => this.#close());
  }

  /** The current place of the cell; null if there is none. */
  get path(): { section: number, item: number } | null {
    if (!this.#current) return null;
    const { section, item, key } = this.#current;
    return (key === undefined ? undefined : this.#screen.names.findNear(key, section)) ?? { section, item };
  }

  set path(path: { section: number, item: number } | null) {
    this.#current = path && { section: path.section, item: path.item, key: this.#screen.names.key(path.section, path.item) };
  }

  /** The cell that has the focus or contains the element that has it. */
  get #focused() {
    return this.around(focusedIn(this.#screen.scroller.content));
  }

  /** Whether the current cell has been removed. */
  get #isGone() {
    if (!this.#current) return false;
    const { names } = this.#screen;
    const { section, item, key } = this.#current;
    if (key !== undefined) return !names.find(key);
    const count = names.count(section);
    return count >= 0 && item >= count;
  }

  /** The cells that have nodes. */
  get #cells() {
    return this.#screen.shown.filter(({ kind }) => kind === 'cell');
  }

  /** The cell at a place, if it has a node. */
  shown({ section, item }: { section: number, item: number }) {
    return this.#cells.find((shown) => shown.section === section && shown.number === item) ?? null;
  }

  /** The cell that contains a node. */
  around(node: Node | null) {
    return node && this.#cells.find((shown) => shown.node.contains(node)) || null;
  }

  /** Sets on each node whether Tab reaches it. */
  drawn() {
    const { content } = this.#screen.scroller;
    const cells = this.#isOn() ? this.#cells : [];
    // Remember the last place of the cell, in case it is removed.
    if (this.#current) Object.assign(this.#current, this.path);
    const isLost = this.#holder !== null && isNothing(content) && this.#isGone;
    const focused = isLost ? this.#replace(cells) : this.#focused;
    if (focused && focused.id !== this.#holder) this.path = { section: focused.section, item: focused.number };
    this.#holder = focused?.id ?? null;
    const stop = focused ?? this.#stop(cells);
    const nodes = new Map(cells.map((shown) => [shown.node, shown === stop ? '0' : '-1']));
    for (const node of this.#given.keys()) if (!nodes.has(node)) node.removeAttribute('tabindex');
    for (const [node, index] of nodes) if (this.#given.get(node) !== index) node.setAttribute('tabindex', index);
    this.#given = nodes;
  }

  /** Gives the focus to the cell that is now in the place of the one that had it. */
  #replace(cells: FeedNode[]) {
    const path = this.#current;
    if (!path) return null;
    const rest = cells.filter(({ section }) => section === path.section).sort((one, other) => one.number - other.number);
    const next = rest.find(({ number }) => number >= path.item) ?? rest.at(-1) ?? cells[0] ?? null;
    if (next && !next.node.hasAttribute('tabindex')) next.node.setAttribute('tabindex', '-1');
    next?.node.focus({ preventScroll: true });
    return next;
  }

  #stop(cells: FeedNode[]) {
    const { axis, viewport: { bounds } } = this.#screen;
    const [low, high] = [axis.start(bounds), axis.start(bounds) + axis.extent(bounds)];
    const visible = cells.filter((cell) => (
      axis.start(cell.frame) < high && axis.start(cell.frame) + axis.extent(cell.frame) > low && !isEmpty(cell)));
    const path = this.path;
    return visible.find(({ section, number }) => section === path?.section && number === path.item)
      ?? visible.find(({ frame }) => axis.lead(frame) >= axis.lead(bounds)) ?? visible[0] ?? cells[0];
  }

  #close() {
    for (const node of this.#given.keys()) node.removeAttribute('tabindex');
    this.#given.clear();
  }
}

/** Whether no element of the page has the focus. */
function isNothing({ ownerDocument: { activeElement, body } }: HTMLElement) {
  return !activeElement || activeElement === body;
}
