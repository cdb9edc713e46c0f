import { Drag } from './Drag.js';
import { movement } from '../feedEdits.js';
import { focusedIn } from '../FeedNodes.js';
import { KeyDrags } from './KeyDrags.js';
import { PointerDrags } from './PointerDrags.js';
import { Settling } from './Settling.js';
import { uncovered, wayTo } from './visible.js';
import { LiveRegion } from './LiveRegion.js';
import type { FeedMove, Key, Point, Rect } from '../../../types/index.js';
import type { FeedFeature, FeedParts } from '../FeedFeatures.js';
import type { FeedNames } from '../FeedNames.js';
import type { FeedNode } from '../FeedNodes.js';

type Path = { section: number, item: number };

/** The attribute of the dragged node, for the styles of the page. */
const mark = 'data-dragged';

export function attach(parts: FeedParts): FeedFeature {
  const dragging = new Dragging(parts);
  return { drawn: () => dragging.drawn(), changing: (names) => dragging.changing(names) };
}

/** Moves cells with a pointer or with keys. */
export class Dragging {
  #parts;
  #settling;
  #liveRegion;
  #pointer;
  #keys;
  drag: Drag | null = null;
  /** The key of the dragged item. */
  #key: Key | undefined = undefined;
  /** The node that has the mark. */
  #marked: HTMLElement | null = null;
  /** The frames of all elements in the layout that a drop is about to replace. */
  #before: Map<string, Rect> | null = null;
  /** Whether the item is dropped, and the layout with its new place has not arrived yet; and the names of that layout. */
  #isDropped = false;
  #made: FeedNames | null = null;
  /** The key of a dragged item that was removed, until that is told. */
  #gone: { key: Key | undefined } | null = null;
  /** The cell that gets the focus again: a node that is moved in the page loses it. */
  #focused: Path | null = null;
  /** The nodes that refer to the explanation of how to move cells. */
  #described: Set<HTMLElement> = new Set();

  constructor(parts: FeedParts) {
    this.#parts = parts;
    const { screen, signal } = parts;
    this.#settling = new Settling(screen, signal);
    this.#liveRegion = new LiveRegion(parts);
    this.#pointer = new PointerDrags(parts, this);
    this.#keys = new KeyDrags(parts, this);
    signal.addEventListener('abort', () => {
      this.#let();
      for (const node of this.#described) node.removeAttribute('aria-describedby');
    });
  }

  get #screen() {
    return this.#parts.screen;
  }

  get #names() {
    return this.#screen.names;
  }

  /** The cell that contains a target, if the cell can be moved. */
  movable(target: Node) {
    const cell = this.#screen.shown.find(({ kind, node }) => kind === 'cell' && node.contains(target)) ?? null;
    return cell && this.#isMovable(cell) ? cell : null;
  }

  #isMovable({ section, number: item, key }: FeedNode) {
    const { movable } = this.#parts.options;
    return typeof movable === 'function' ? Boolean(movable({ section, item, ...(key !== undefined && { key }) })) : movable === true;
  }

  // MARK: A drag

  /**
   * Picks a cell up. Returns whether it could.
   *
   * @param finger on the screen
   */
  begin(id: string, finger: Point | null) {
    const cell = this.#screen.shown.find((shown) => shown.id === id);
    if (this.drag || !cell) return false;
    this.#parts.travel.stop();
    this.drag = new Drag(this.#screen, this.#parts.options, cell, finger, () => this.#arrived());
    this.#key = this.#names.key(cell.section, cell.number);
    this.#screen.preview = this.drag;
    this.#say('lifted');
    this.#screen.draw();
    return true;
  }

  /** Follows the pointer and scrolls, for a frame that comes `seconds` after the one before. */
  moved(seconds: number) {
    const { drag } = this;
    const screen = this.#screen;
    if (!drag || this.#isDropped) return;
    const way = drag.scrolls(seconds);
    const { origin } = screen;
    if (way !== 0) screen.go(screen.originAt(screen.viewport.layout, screen.axis.lead(screen.viewport.bounds) + way));
    if (this.drag !== drag) return;
    if (drag.aim()) {
      this.#redraw(() => screen.draw());
      this.#say('moved');
    } else if (screen.origin === origin) this.#place();
  }

  /** Moves only the dragged node. */
  #place() {
    const { axis, offset, shown } = this.#screen;
    const cell = shown.find(({ id }) => id === this.drag?.id);
    if (!cell || !this.drag) return;
    const { frame } = this.drag;
    cell.frame = frame;
    cell.place(axis.isHorizontal ? frame.x - offset : frame.x, axis.isHorizontal ? frame.y : frame.y - offset, Drag.zIndex, axis);
  }

  /** Moves the item to a place once its preview has arrived. Returns whether it has. */
  reach(target: Path) {
    const { drag } = this;
    const screen = this.#screen;
    if (!drag?.reach(target)) return false;
    this.#redraw(() => screen.draw(), null);
    const way = wayTo(screen.axis, drag.gap, uncovered(screen.viewport, this.#parts.options.inset));
    if (way !== 0 && this.drag === drag) screen.go(screen.originAt(screen.viewport.layout, screen.axis.lead(screen.viewport.bounds) + way));
    this.#say('moved');
    return true;
  }

  #arrived() {
    if (!this.drag) return;
    if (this.drag.isHeld) this.moved(0);
    else this.#keys.goOn();
    // The visible part of the preview may have arrived.
    this.#screen.draw();
  }

  /** Cancels the drag: all cells return to their places. */
  cancel() {
    if (!this.drag || this.#isDropped) return;
    this.#say('cancelled');
    this.#putDown();
  }

  #putDown() {
    this.#focused = null;
    this.#redraw(() => {
      this.#let();
      this.#screen.draw();
    }, null);
  }

  /**
   * Draws, and animates the elements whose frames have changed.
   *
   * @param but id of an element that is not animated, since it follows the finger
   */
  #redraw(draw: () => void, but: string | null = this.drag?.id ?? null) {
    const before = this.#settling.frames;
    draw();
    if (!this.#parts.signal.aborted) this.#settling.from(before, but);
  }

  /** Ends the drag. */
  #let() {
    this.drag?.close();
    this.drag = null;
    this.#screen.preview = null;
    this.#isDropped = false;
    this.#made = null;
    this.#pointer.ended();
    this.#keys.ended();
    this.#marked?.removeAttribute(mark);
    this.#marked = null;
  }

  // MARK: The drop

  /** Drops the item, calls `onMove`, and undoes the move if that fails. */
  drop() {
    const { drag } = this;
    if (!drag || this.#isDropped) return;
    const hadFocus = this.#hasFocus(drag.item);
    drag.release();
    this.#say('dropped');
    if (!drag.isMoved) {
      this.#putDown();
      return;
    }
    const { item: from, target: to } = drag;
    const key = this.#key;
    const names = this.#names;
    const around = [names.key(from.section, from.item - 1), names.key(from.section, from.item + 1)];
    this.#isDropped = true;
    this.#redraw(() => this.#screen.draw(), null);
    const answer = { isRefused: false };
    const made = this.#move(key, from, () => drag.target, () => this.drag === drag && !answer.isRefused, (after) => { this.#made = after; });
    if (hadFocus) this.#focused = to;
    made.catch((error) => this.#fail(error)).finally(() => {
      // The drop has changed nothing.
      if (this.drag === drag) this.#putDown();
    });
    const { names: { keys }, steps: [step] } = movement(names, from, to);
    void this.#tell({ step, ...(key !== undefined && { key }), from, to, ...(keys && { keys: keys as any }) }, around, answer, made);
  }

  /**
   * @param around the items before and after it
   * @param made resolves with the names after the move
   */
  async #tell(move: FeedMove, around: (Key | undefined)[], answer: { isRefused: boolean }, made: Promise<any>) {
    const { options, signal } = this.#parts;
    try {
      const answered = options.onMove?.(move);
      answer.isRefused = answered === false;
      answer.isRefused ||= await answered === false;
    } catch (error) {
      answer.isRefused = true;
      this.#fail(error);
    }
    if (!answer.isRefused) return;
    const names = await made.catch(() => null);
    // If the page has given another list since, that determines the place of the item.
    if (!names || signal.aborted || this.#names.list !== names.list) return;
    const place = move.key === undefined ? this.#names === names && move.to : this.#names.findNear(move.key, move.to.section);
    if (!place) return;
    if (!this.drag && this.#hasFocus(place as Path)) this.#focused = move.from;
    await this.#move(move.key, place as Path, (now, at) => restored(now, at, move.from, around), () => true).catch((error) => this.#fail(error));
  }

  /**
   * Moves the item to another place in the feed, after all changes in progress.
   *
   * @param goal computes the new place of the item from its place at that time
   * @param making called with the names after the move before it is made
   * @returns the names after the move; null if the move is not wanted any more, or the item was removed
   */
  async #move(
    key: Key | undefined, from: Path, goal: (names: FeedNames, place: Path) => Path, isWanted: () => boolean,
    making?: (names: FeedNames) => void,
  ): Promise<any> {
    let shown = null;
    const known = this.#names;
    await this.#parts.edit((_, names) => {
      const place = key === undefined ? (names === known ? from : null) : names.findNear(key, from.section);
      if (!isWanted() || !place) return { names, steps: [] };
      const edit = movement(names, place as Path, goal(names, place as Path));
      shown = edit.names;
      making?.(shown);
      this.#before = this.#settling.frames;
      return edit;
    }, { anchor: 'none' });
    return shown;
  }

  #fail(error: unknown) {
    const { options, signal } = this.#parts;
    if (!signal.aborted) (options.onError ?? console.error)(error);
  }

  // MARK: What the feed tells

  /**
   * Called when another list or layout is about to be drawn. A drag goes on with the key of its item, until the layout arrives that has the
   * item where it was dropped.
   */
  changing(names: FeedNames) {
    const { drag } = this;
    if (drag && names !== this.#made) {
      const place = names === this.#names ? drag.item : this.#key === undefined ? null : names.findNear(this.#key, drag.item.section);
      if (place) {
        const { section, item } = place;
        drag.carry(names.id('cell', section, item), place, this.#carried(names, place));
        this.#keys.carried();
        return;
      }
      this.#gone = { key: this.#key };
      this.#say(this.#key === undefined ? 'cancelled' : 'removed');
    }
    if (drag) this.#before ??= this.#settling.frames;
    // Without keys, nodes then show other items.
    if (this.#before && this.#key === undefined) {
      this.#before = null;
      this.#settling.stop();
    }
    if (drag) this.#let();
  }

  /**
   * The target in another list: beside the same items.
   *
   * @param place of the item
   */
  #carried(names: FeedNames, place: Path) {
    const { item, target } = this.drag as Drag;
    if (names === this.#names) return target;
    if (item.section === target.section && item.item === target.item) return place;
    const before = this.#names;
    // In the list without the item.
    const key = (number: number) => before.key(target.section, number + (item.section === target.section && number >= item.item ? 1 : 0));
    const id = before.section(target.section);
    const section = Array.from(names.sections.keys()).find((other) => names.section(other) === id);
    return section === undefined ? place : restored(names, place, { section, item: target.item }, [key(target.item - 1), key(target.item)]);
  }

  drawn() {
    const { drag } = this;
    const before = this.#before;
    this.#before = null;
    this.#settling.drawn();
    if (before && !drag) this.#settling.from(before);
    const gone = this.#gone;
    this.#gone = null;
    if (gone) this.#parts.feed.dispatchEvent(Object.assign(new Event('movecancelled'), gone));
    const dragged = drag && this.#cell(drag.item);
    if (dragged) this.#keys.drawn(dragged.node);
    this.#mark();
    this.#describe();
    if (!this.#focused || drag) return;
    const place = this.#key === undefined ? this.#focused : this.#names.findNear(this.#key, this.#focused.section);
    const cell = place && this.#cell(place);
    this.#focused = null;
    if (cell && !focusedIn(this.#screen.scroller.content)) cell.node.focus({ preventScroll: true });
  }

  #hasFocus(path: Path) {
    const focused = focusedIn(this.#screen.scroller.content);
    return focused !== null && Boolean(this.#cell(path)?.node.contains(focused));
  }

  #cell({ section, item }: Path) {
    return this.#screen.shown.find((shown) => shown.kind === 'cell' && shown.section === section && shown.number === item);
  }

  #mark() {
    const node = this.#screen.shown.find(({ id }) => id === this.drag?.id)?.node ?? null;
    if (node === this.#marked) return;
    this.#marked?.removeAttribute(mark);
    node?.setAttribute(mark, '');
    this.#marked = node;
  }

  /** Makes the cells that can be moved refer to the explanation of how to move them. */
  #describe() {
    const cells = this.#screen.shown.filter((shown) => shown.kind === 'cell' && this.#isMovable(shown)).map(({ node }) => node);
    const now = new Set(cells);
    for (const node of this.#described) if (!now.has(node)) node.removeAttribute('aria-describedby');
    for (const node of now) if (!this.#described.has(node)) node.setAttribute('aria-describedby', this.#liveRegion.help);
    this.#described = now;
  }

  #say(what: 'lifted' | 'moved' | 'dropped' | 'cancelled' | 'removed') {
    const { item, target } = this.drag as Drag;
    const { section, item: place } = what === 'cancelled' ? item : target;
    const count = this.#names.count(section) + (section === item.section || what === 'cancelled' ? 0 : 1);
    this.#liveRegion.say(what, { position: place + 1, count, section, ...(this.#key !== undefined && { key: this.#key }) });
  }
}

/**
 * A place in another list: after the item that was before it, else before the item that was after it, at their current places; if neither
 * is left, its old number.
 *
 * @param place the current place of the item that is to be there
 * @param from the place in the old list
 * @param around the items that were before and after it
 */
function restored(names: FeedNames, place: Path, { section, item }: Path, around: (Key | undefined)[]): Path {
  const [front, behind] = around.map((key) => (key === undefined ? undefined : names.find(key, section)?.item));
  // The item is removed first.
  const isIn = place.section === section;
  const without = (other: number) => (isIn && place.item < other ? other - 1 : other);
  if (front !== undefined) return { section, item: without(front) + 1 };
  if (behind !== undefined) return { section, item: without(behind) };
  const count = names.count(section);
  return { section, item: count < 0 ? item : Math.min(item, isIn ? count - 1 : count) };
}
