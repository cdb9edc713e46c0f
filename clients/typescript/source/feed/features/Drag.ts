import { Page } from '../../viewport/pages/Page.js';
import { elementList } from '../../viewport/pages/elementList.js';
import { noInset } from '../../viewport/pages/Axis.js';
import { Previews } from '../../viewport/scrolling/Previews.js';
import { autoScrollAt, cellAt, placeIn } from '../../viewport/scrolling/reordering.js';
import { distance } from './visible.js';
import { isAlong, nearestOn } from '../../viewport/scrolling/neighbors.js';
import type { Point, Rect, ReorderPreview, Size } from '../../../types/index.js';
import type { Side } from '../../viewport/scrolling/neighbors.js';
import type { FeedNode } from '../FeedNodes.js';
import type { FeedScreen } from '../FeedScreen.js';

type Path = { section: number, item: number };
type Shown = Pick<ReorderPreview, 'target' | 'gap' | 'elements' | 'special' | 'contentSize'>;

/** If the finger was set down near an end, it has to move this far before the content scrolls by itself, in points. */
const slack = 10;
/** How far a point at an end of the content is inside of it. */
const edge = 0.01;

/** An item that is being dragged. Meanwhile the screen draws the layout as it would be after a drop, and the item under the finger. */
export class Drag {
  /** Above all pinned elements. */
  static get zIndex() {
    return 1_000_000;
  }

  #screen;
  #options;
  #told;
  #previews;
  /** The layout of the previews. */
  #layout;
  /** The element of the item, without the position at which it is drawn. */
  #element: any = null;
  /** The preview that is drawn. */
  #shown: Shown | null = null;
  /** The position of the finger on the screen; null without a finger. The item then lies in its gap. */
  #finger;
  /** The point of the item under the finger, as shares of its width and height. */
  #grip = { x: 0.5, y: 0.5 };
  /** The end near which the finger was set down, as a sign; 0 once the finger has left it. */
  #calm = 0;
  #lead = 0;
  /** The fraction of a point that the content still has to scroll by itself. */
  #rest = 0;
  /** The place of the item in the layout, and the place at which it would be dropped. */
  item;
  target;
  declare id: string;

  /**
   * @param options of the feed
   * @param finger on the screen
   * @param told called when another preview has arrived
   */
  constructor(screen: FeedScreen, options: any, cell: FeedNode, finger: Point | null, told: () => void) {
    this.#screen = screen;
    this.#options = options;
    this.#told = told;
    this.#finger = finger;
    this.item = this.target = { section: cell.section, item: cell.number };
    this.id = cell.id;
    this.#layout = screen.viewport.layout;
    this.#previews = new Previews(this.#layout, this.item, told);
    screen.viewport.forEach((page: Page, index: number) => {
      if (this.#isItem(page, index)) this.#element = page.element(index);
    });
    // A cell that has the focus may be out of sight.
    this.#element ??= { category: 'cell', ...this.item, frame: { ...cell.frame } };
    if (!finger) return;
    const point = this.#point as Point;
    const { x, y, width, height } = cell.frame;
    this.#grip = { x: (point.x - x) / width, y: (point.y - y) / height };
    this.#lead = this.#leadOf(point);
    this.#calm = Math.sign(autoScrollAt(screen.axis, point, screen.viewport.bounds));
  }

  get isMoved() {
    return this.item.section !== this.target.section || this.item.item !== this.target.item;
  }

  /** The frame that the item would have after a drop. */
  get gap() {
    return this.#shown?.gap ?? this.#element.frame;
  }

  /** The frame in which the item is drawn. */
  get frame() {
    const { gap, isHeld } = this;
    const point = this.#point;
    if (!point || !isHeld) return gap;
    const { width, height } = gap;
    return { x: point.x - this.#grip.x * width, y: point.y - this.#grip.y * height, width, height };
  }

  /** Whether a finger holds the item. */
  get isHeld() {
    return this.#finger !== null;
  }

  /** Called when the finger is lifted: the item lies in its gap from now on. */
  release() {
    this.#finger = null;
  }

  /** @param finger on the screen */
  follow(finger: Point) {
    this.#finger = finger;
  }

  /** Goes on with the item at another place of another list or layout. */
  carry(id: string, item: Path, target: Path) {
    Object.assign(this, { id, item, target });
    this.#element = { ...this.#element, ...item };
    this.#shown = null;
    this.#renew();
  }

  #renew() {
    this.#previews.close();
    this.#layout = this.#screen.viewport.layout;
    this.#previews = new Previews(this.#layout, this.item, this.#told);
  }

  // MARK: What is drawn

  /** The elements to draw in place of those of a viewport. */
  over(viewport: any) {
    const { layout } = viewport;
    // Measuring has made another layout.
    if (layout !== this.#layout) this.#renew();
    const shown = this.#shown = this.#preview(this.target) ?? this.#outdated(viewport);
    const item = { ...this.#element, frame: this.frame, zIndex: Drag.zIndex };
    const page = new Page(-1, viewport.bounds, [elementList({ elements: [...shown.elements, item] })], { sections: [] } as any, layout.axis);
    page.zIndex[page.cellCount - 1] = Drag.zIndex;
    return {
      layout, special: shown.special,
      forEach: (visitor: (page: Page, index: number) => void) => {
        for (let index = 0; index < page.count; index += 1) visitor(page, index);
      },
    };
  }

  /** The preview for a target, with the pinned elements in their current positions; null if it has not arrived. */
  #preview(target: Path): Shown | null {
    const { viewport } = this.#screen;
    if (target.section === this.item.section && target.item === this.item.item) return this.#atRest(viewport);
    const preview = this.#previews.at(target, this.#rect, this.#inset);
    if (!preview || viewport.isLocal) return preview;
    const here = new Set(preview.elements.map(nameOf));
    const { gap } = preview;
    // Elements outside the preview stay in place.
    const more = this.#elements(viewport).filter((element) => !here.has(nameOf(element)) && preview.elements.every(({ frame }) => isApart(frame, element.frame)) && isApart(gap, element.frame));
    return { ...preview, elements: [...preview.elements, ...more], special: viewport.special };
  }

  #atRest(viewport: any) {
    const elements = this.#elements(viewport);
    const { layout: { contentSize }, special } = viewport;
    return { target: this.item, gap: this.#element.frame, elements, special, contentSize };
  }

  /** The preview that is drawn until the one for the target arrives. */
  #outdated(viewport: any) {
    return this.#shown ?? this.#atRest(viewport);
  }

  /** The elements of a viewport without the item, whose element is stored. */
  #elements(viewport: any) {
    const elements: any[] = [];
    viewport.forEach((page: Page, index: number) => {
      const element = page.element(index);
      if (this.#isItem(page, index)) this.#element = element;
      else elements.push({ ...element, kind: page.kind(index) });
    });
    return elements;
  }

  #isItem(page: Page, index: number) {
    return page.isCell(index) && page.section[index] === this.item.section && page.item[index] === this.item.item;
  }

  /** How far beyond the visible part elements are drawn, on either side. */
  get #overscan() {
    return this.#options.overscan ?? this.#screen.extent / 2;
  }

  /** The part of the content that is drawn. */
  get #rect() {
    const { axis, viewport: { bounds } } = this.#screen;
    return axis.across(axis.start(bounds) - this.#overscan, axis.extent(bounds) + 2 * this.#overscan);
  }

  /** The insets of the drawn part, with which elements are pinned at the ends of the visible part. */
  get #inset() {
    const { axis: { isHorizontal } } = this.#screen;
    const { inset = noInset } = this.#options;
    const over = this.#overscan;
    return isHorizontal ? { ...inset, left: inset.left + over, right: inset.right + over } : { ...inset, top: inset.top + over, bottom: inset.bottom + over };
  }

  // MARK: Where it goes

  /** The position of the finger in the content. */
  get #point() {
    if (!this.#finger) return null;
    const { axis, offset, scroller: { content } } = this.#screen;
    const { left, top, width, height } = content.getBoundingClientRect();
    const x = (this.#finger.x - left) / (width / content.offsetWidth || 1);
    const y = (this.#finger.y - top) / (height / content.offsetHeight || 1);
    return axis.isHorizontal ? { x: x + offset, y } : { x, y: y + offset };
  }

  /** The nearest point in the content, along the scroll axis: a finger behind the content is at its end. */
  #within(point: Point, size: Size) {
    const { axis } = this.#screen;
    const most = axis.extent(size);
    const first = axis.isMirrored ? axis.contentExtent - most : 0;
    const inside = (place: number) => Math.min(Math.max(place, first + edge), first + most - edge);
    return axis.isHorizontal ? { ...point, x: inside(point.x) } : { ...point, y: inside(point.y) };
  }

  #leadOf(point: Point) {
    const { axis, viewport: { bounds } } = this.#screen;
    return axis.lead({ ...point, width: 0, height: 0 }) - axis.lead(bounds);
  }

  /**
   * Moves the item to the place of the cell under the finger, if the gap there is nearer to the finger than the current one. So the item
   * does not move back and forth while the finger rests. Beside all cells, it moves to the place that the rules name. Returns whether it
   * has moved.
   */
  aim() {
    const point = this.#point;
    const shown = this.#shown;
    if (!point || !shown) return false;
    const cell = cellAt(shown, this.item, point);
    const target = cell ?? this.#previews.beside(shown, this.#within(point, shown.contentSize));
    if (!target || isSame(target, this.target)) return false;
    const there = this.#preview(target);
    if (!there || cell && distance(there.gap, point) >= distance(shown.gap, point)) return false;
    this.target = target;
    return true;
  }

  /** The distance that the content scrolls by itself within a time, in whole points towards the end. */
  scrolls(seconds: number) {
    const point = this.#point;
    if (!point) return 0;
    const velocity = autoScrollAt(this.#screen.axis, point, this.#screen.viewport.bounds);
    if (Math.sign(velocity) !== this.#calm || this.#calm * (this.#leadOf(point) - this.#lead) >= slack) this.#calm = 0;
    if (this.#calm !== 0 || velocity === 0) {
      this.#rest = 0;
      return 0;
    }
    const way = this.#rest + velocity * seconds;
    this.#rest = way - Math.trunc(way);
    return Math.trunc(way);
  }

  /**
   * The next place on a side of the gap: that of the nearest cell. Where that is of another section, the first place of the next one, which
   * may have no cells, or the place behind the last cell of the one before. Null if there is none.
   */
  next(side: Side): Path | null {
    const { gap, target: { section, item } } = this;
    const { axis, viewport } = this.#screen;
    const isAhead = isAlong(side, axis.isHorizontal);
    const cells = (this.#shown?.elements ?? []).filter(({ category, frame }) => (
      category === 'cell' && frame.width > 0 && frame.height > 0)) as any[];
    const near = nearestOn(cells, gap, side, true) ?? (isAhead ? nearestOn(cells, gap, side, false) : null);
    const place = near && placeIn(near, this.item, this.target);
    if (!isAhead || place?.section === section) return place;
    const isForward = side === 'down' || side === (axis.isMirrored ? 'left' : 'right');
    const beside = section + (isForward ? 1 : -1);
    const behind = isForward ? 0 : this.#countIn(beside);
    if (place?.section === beside && (isForward || place.item < behind - 1)) return place;
    // Further cells of the section may be out of sight.
    if (!near && item !== (isForward ? this.#countIn(section) : 0)) return null;
    return beside < 0 || behind < 0 || beside >= viewport.layout.snapshot.sectionCount ? place : { section: beside, item: behind };
  }

  /** The number of other items of a section; below 0 if it is not known. */
  #countIn(section: number) {
    return this.#screen.names.count(section) - (section === this.item.section ? 1 : 0);
  }

  /** Moves the item to a place if its preview has arrived. Returns whether it has. */
  reach(target: Path) {
    if (!this.#preview(target)) return false;
    this.target = target;
    return true;
  }

  /** Whether the item cannot be moved to a place. */
  isRefused(target: Path) {
    return this.#previews.isRefused(target);
  }

  close() {
    this.#previews.close();
  }
}

function nameOf({ category, kind, section, item, index }: any) {
  return category === 'cell' ? `cell ${section}/${item}` : `${kind} ${section}/${index}`;
}

function isSame(one: Path, other: Path) {
  return one.section === other.section && one.item === other.item;
}

function isApart(one: Rect, other: Rect) {
  return one.x >= other.x + other.width - 1 || other.x >= one.x + one.width - 1 || one.y >= other.y + other.height - 1 || other.y >= one.y + one.height - 1;
}
