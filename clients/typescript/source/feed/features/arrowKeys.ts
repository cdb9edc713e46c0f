import { FocusedCell } from './FocusedCell.js';
import { isControls } from './ownKeys.js';
import { distance, isEmpty, uncovered } from './visible.js';
import type { Side } from '../../viewport/scrolling/neighbors.js';
import type { FeedParts } from '../FeedFeatures.js';
import type { FeedNode } from '../FeedNodes.js';

type Path = { section: number, item: number };

/** The side to which each arrow key leads. */
const sides: Record<string, Side> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };
const ends: Record<string, 'start' | 'end'> = { Home: 'start', End: 'end' };
const pages: Record<string, 1 | -1> = { PageDown: 1, PageUp: -1 };
/** The most key presses that wait for an earlier one. */
const maximumWaiting = 4;
/** The most cells that are passed to find one that is not empty. */
const maximumSteps = 100;

/** The side to which an arrow key leads; undefined for another key, and with a modifier. */
export function sideOf(event: KeyboardEvent) {
  return isPlain(event) ? sides[event.key] : undefined;
}

/** The next cell on a side of another one. */
async function neighborOf(viewport: any, { section, item }: Path, side: Side): Promise<Path | null> {
  const questions = await viewport.questions();
  const found = questions.neighbors(section, item)[side];
  return found === undefined ? (await viewport.layout.neighbors(section, item))[side] : found;
}

export function attach(parts: FeedParts) {
  const keys = new ArrowKeys(parts);
  return { drawn: () => keys.focused.drawn() };
}

/** Moves the focus from cell to cell with the arrow keys, by the positions of the cells. */
class ArrowKeys {
  declare focused: FocusedCell;
  #parts;
  #waiting = 0;
  /** Whether the cell that is to have the focus has no node yet. */
  #isOnWay = false;
  #last = Promise.resolve();

  constructor(parts: FeedParts) {
    const { screen, signal } = this.#parts = parts;
    this.focused = new FocusedCell(screen, signal, () => this.#isOn);
    screen.scroller.content.addEventListener('keydown', (event: KeyboardEvent) => this.#pressed(event), { signal });
  }

  /** A cell needs the focus to be moved by keys, too. */
  get #isOn() {
    const { arrowKeys, movable } = this.#parts.options;
    return arrowKeys ?? Boolean(movable);
  }

  #pressed(event: KeyboardEvent) {
    const { screen, options, signal } = this.#parts;
    // An item that is being moved uses these keys itself.
    if (screen.preview || !this.#isOn || event.defaultPrevented || !isPlain(event) || event.isComposing) return;
    const from = this.focused.around(event.target as Node);
    if (!from || isControls(event, from.node)) return;
    const [side, end, page] = [sides[event.key], ends[event.key], pages[event.key]];
    if (!side && !end && !page) return;
    event.preventDefault();
    if (!this.#isOnWay && this.#waiting === 0) this.focused.path = { section: from.section, item: from.number };
    if (this.#waiting >= maximumWaiting) return;
    this.#waiting += 1;
    this.#last = this.#last.then(async () => {
      this.#waiting -= 1;
      if (signal.aborted) return;
      if (side) await this.#step(side);
      else if (end) await this.#toEnd(end);
      else await this.#turn(page);
    }).catch((error) => {
      if (!signal.aborted) (options.onError ?? console.error)(error);
    });
  }

  async #step(side: Side) {
    const { screen: { viewport } } = this.#parts;
    let next = this.focused.path as any;
    // Cells without content are stepped over.
    for (let steps = 0; next && (steps === 0 || isEmpty(next) && steps < maximumSteps); steps += 1) next = await neighborOf(viewport, next, side);
    if (next) this.#go(next);
  }

  /** Moves the focus to the first or the last cell. */
  async #toEnd(end: 'start' | 'end') {
    const { travel } = this.#parts;
    const signal = travel.start();
    await travel.go(end, {}, signal);
    await this.#drawn(signal);
    const [first] = this.#cells(end === 'start' ? byPath : (one, other) => byPath(other, one));
    if (first && !signal.aborted) this.#go({ section: first.section, item: first.number });
  }

  /** Scrolls by the visible extent, and moves the focus to the cell that is then at the position of this one. */
  async #turn(way: 1 | -1) {
    const { screen, travel, options } = this.#parts;
    const { axis, viewport } = screen;
    const path = this.focused.path;
    const frame = path && (this.focused.shown(path)?.frame ?? (await viewport.layout.item(path.section, path.item)).frame);
    if (!frame) return;
    const [low, high] = uncovered(viewport, options.inset);
    const by = way * (high - low);
    const middle = Math.max(0, Math.min(axis.lead(frame) + axis.extent(frame) / 2 + by, axis.contentExtent));
    const [across, along] = axis.isHorizontal ? [frame.y + frame.height / 2, 'x'] : [frame.x + frame.width / 2, 'y'];
    const start = axis.startAt(middle, 0);
    const point = along === 'x' ? { x: start, y: across } : { x: across, y: start };
    const signal = travel.start();
    screen.go(screen.originAt(viewport.layout, axis.lead(viewport.bounds) + by));
    await this.#drawn(signal);
    const [near] = this.#cells((one, other) => distance(one.frame, point) - distance(other.frame, point) || byPath(one, other));
    if (near && !signal.aborted) this.#go({ section: near.section, item: near.number });
  }

  /** Waits until all visible elements are drawn, or another scroll begins. */
  async #drawn(signal: AbortSignal) {
    const { screen } = this.#parts;
    if (signal.aborted || screen.viewport.missing.length === 0) return;
    try {
      await screen.viewport.whenWhole({ signal });
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    screen.draw();
  }

  #cells(order: (one: FeedNode, other: FeedNode) => number) {
    return this.#parts.screen.shown.filter((shown) => shown.kind === 'cell' && !isEmpty(shown)).sort(order);
  }

  /** Scrolls to a cell and gives it the focus, unless the user scrolls or presses another key meanwhile. */
  #go(path: Path) {
    const { travel, options } = this.#parts;
    this.focused.path = path;
    // At once, if the cell has a node.
    this.#isOnWay = !this.#focus(path);
    const signal = travel.start();
    const arrive = async () => {
      await travel.go(path, { alignment: 'nearest' }, signal);
      await this.#drawn(signal);
      const now = this.focused.path;
      if (now && !signal.aborted) this.#focus(now);
    };
    arrive().catch((error) => {
      if (!signal.aborted) (options.onError ?? console.error)(error);
    }).finally(() => {
      if (!signal.aborted) this.#isOnWay = false;
    });
  }

  /** Returns whether it has a node. */
  #focus(path: Path) {
    const shown = this.focused.shown(path);
    if (!shown) return false;
    if (!shown.node.hasAttribute('tabindex')) shown.node.setAttribute('tabindex', '-1');
    shown.node.focus({ preventScroll: true });
    return true;
  }
}

function isPlain({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) {
  return !altKey && !ctrlKey && !metaKey && !shiftKey;
}

function byPath(one: FeedNode, other: FeedNode) {
  return one.section - other.section || one.number - other.number;
}
