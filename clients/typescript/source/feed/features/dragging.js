// @ts-check
import { Drag } from './Drag.js';
import { movement } from '../feedEdits.js';
import { focusedIn } from '../FeedNodes.js';
import { KeyDrags } from './KeyDrags.js';
import { PointerDrags } from './PointerDrags.js';
import { Settling } from './Settling.js';
import { uncovered, wayTo } from './visible.js';
import { LiveRegion } from './LiveRegion.js';

/** @typedef {import('../FeedFeatures.js').FeedParts} FeedParts */
/** @typedef {import('../FeedNodes.js').FeedNode} FeedNode */
/** @typedef {import('../../../index.js').FeedMove} FeedMove */
/** @typedef {import('../../../index.js').Key} Key */
/** @typedef {import('../../../index.js').Point} Point */
/** @typedef {import('../../../index.js').Rect} Rect */
/** @typedef {{ section: number, item: number }} Path */

/** The attribute of the dragged node, for the styles of the page. */
const mark = 'data-dragged';

/**
 * @param {FeedParts} parts
 * @returns {import('../FeedFeatures.js').FeedFeature}
 */
export function attach(parts) {
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
  drag = /** @type {Drag | null} */ (null);
  /** The key of the dragged item. */
  #key = /** @type {Key | undefined} */ (undefined);
  /** The node that has the mark. */
  #marked = /** @type {HTMLElement | null} */ (null);
  /** The frames of all elements in the layout that a drop is about to replace. */
  #before = /** @type {Map<string, Rect> | null} */ (null);
  /** Whether the item is dropped, and the layout with its new place has not arrived yet; and the names of that layout. */
  #isDropped = false;
  #made = /** @type {import('../FeedNames.js').FeedNames | null} */ (null);
  /** The key of a dragged item that was removed, until that is told. */
  #gone = /** @type {{ key: Key | undefined } | null} */ (null);
  /** The cell that gets the focus again: a node that is moved in the page loses it. */
  #focused = /** @type {Path | null} */ (null);
  /** The nodes that refer to the explanation of how to move cells. */
  #described = /** @type {Set<HTMLElement>} */ (new Set());

  /** @param {FeedParts} parts */
  constructor(parts) {
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

  /**
   * The cell that contains a target, if the cell can be moved.
   *
   * @param {Node} target
   */
  movable(target) {
    const cell = this.#screen.shown.find(({ kind, node }) => kind === 'cell' && node.contains(target)) ?? null;
    return cell && this.#isMovable(cell) ? cell : null;
  }

  /** @param {FeedNode} cell */
  #isMovable({ section, number: item, key }) {
    const { movable } = this.#parts.options;
    return typeof movable === 'function' ? Boolean(movable({ section, item, ...(key !== undefined && { key }) })) : movable === true;
  }

  // MARK: A drag

  /**
   * Picks a cell up. Returns whether it could.
   *
   * @param {string} id
   * @param {Point | null} finger on the screen
   */
  begin(id, finger) {
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

  /**
   * Follows the pointer and scrolls, for a frame that comes `seconds` after the one before.
   *
   * @param {number} seconds
   */
  moved(seconds) {
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

  /**
   * Moves the item to a place once its preview has arrived. Returns whether it has.
   *
   * @param {Path} target
   */
  reach(target) {
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
   * @param {() => void} draw
   * @param {string | null} [but] id of an element that is not animated, since it follows the finger
   */
  #redraw(draw, but = this.drag?.id ?? null) {
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
    void this.#tell({ step, ...(key !== undefined && { key }), from, to, ...(keys && { keys: /** @type {any} */ (keys) }) }, around, answer, made);
  }

  /**
   * @param {FeedMove} move
   * @param {(Key | undefined)[]} around the items before and after it
   * @param {{ isRefused: boolean }} answer
   * @param {Promise<any>} made resolves with the names after the move
   */
  async #tell(move, around, answer, made) {
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
    if (!this.drag && this.#hasFocus(/** @type {Path} */ (place))) this.#focused = move.from;
    await this.#move(move.key, /** @type {Path} */ (place), (now, at) => restored(now, at, move.from, around), () => true).catch((error) => this.#fail(error));
  }

  /**
   * Moves the item to another place in the feed, after all changes in progress.
   *
   * @param {Key | undefined} key
   * @param {Path} from
   * @param {(names: import('../FeedNames.js').FeedNames, place: Path) => Path} goal computes the new place of the item from its place at
   *   that time
   * @param {() => boolean} isWanted
   * @param {(names: import('../FeedNames.js').FeedNames) => void} [making] called with the names after the move before it is made
   * @returns {Promise<any>} the names after the move; null if the move is not wanted any more, or the item was removed
   */
  async #move(key, from, goal, isWanted, making) {
    let shown = null;
    const known = this.#names;
    await this.#parts.edit((_, names) => {
      const place = key === undefined ? (names === known ? from : null) : names.findNear(key, from.section);
      if (!isWanted() || !place) return { names, steps: [] };
      const edit = movement(names, /** @type {Path} */ (place), goal(names, /** @type {Path} */ (place)));
      shown = edit.names;
      making?.(shown);
      this.#before = this.#settling.frames;
      return edit;
    }, { anchor: 'none' });
    return shown;
  }

  /** @param {unknown} error */
  #fail(error) {
    const { options, signal } = this.#parts;
    if (!signal.aborted) (options.onError ?? console.error)(error);
  }

  // MARK: What the feed tells

  /**
   * Called when another list or layout is about to be drawn. A drag goes on with the key of its item, until the layout arrives that has the
   * item where it was dropped.
   *
   * @param {import('../FeedNames.js').FeedNames} names
   */
  changing(names) {
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
   * @param {import('../FeedNames.js').FeedNames} names
   * @param {Path} place of the item
   */
  #carried(names, place) {
    const { item, target } = /** @type {Drag} */ (this.drag);
    if (names === this.#names) return target;
    if (item.section === target.section && item.item === target.item) return place;
    const before = this.#names;
    // In the list without the item.
    const key = (/** @type {number} */ number) => before.key(target.section, number + (item.section === target.section && number >= item.item ? 1 : 0));
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

  /** @param {Path} path */
  #hasFocus(path) {
    const focused = focusedIn(this.#screen.scroller.content);
    return focused !== null && Boolean(this.#cell(path)?.node.contains(focused));
  }

  /** @param {Path} path */
  #cell({ section, item }) {
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

  /** @param {'lifted' | 'moved' | 'dropped' | 'cancelled' | 'removed'} what */
  #say(what) {
    const { item, target } = /** @type {Drag} */ (this.drag);
    const { section, item: place } = what === 'cancelled' ? item : target;
    const count = this.#names.count(section) + (section === item.section || what === 'cancelled' ? 0 : 1);
    this.#liveRegion.say(what, { position: place + 1, count, section, ...(this.#key !== undefined && { key: this.#key }) });
  }
}

/**
 * A place in another list: after the item that was before it, else before the item that was after it, at their current places; if neither
 * is left, its old number.
 *
 * @param {import('../FeedNames.js').FeedNames} names
 * @param {Path} place the current place of the item that is to be there
 * @param {Path} from the place in the old list
 * @param {(Key | undefined)[]} around the items that were before and after it
 * @returns {Path}
 */
function restored(names, place, { section, item }, around) {
  const [front, behind] = around.map((key) => (key === undefined ? undefined : names.find(key, section)?.item));
  // The item is removed first.
  const isIn = place.section === section;
  const without = (/** @type {number} */ other) => (isIn && place.item < other ? other - 1 : other);
  if (front !== undefined) return { section, item: without(front) + 1 };
  if (behind !== undefined) return { section, item: without(behind) };
  const count = names.count(section);
  return { section, item: count < 0 ? item : Math.min(item, isIn ? count - 1 : count) };
}
