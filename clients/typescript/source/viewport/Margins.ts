import { setting } from '../service/limits.js';
import { checkObject, checkOptions } from '../steps/options.js';
import type { Margins as GivenMargins, Point, Rect, Size } from '../../types/index.js';
import type { Axis } from './pages/Axis.js';

const names = ['top', 'left', 'bottom', 'right'] as const;
/** The members of questions and answers that are rectangles or points, besides frames. */
const places = ['bounds', 'gap', 'dragged', 'previous', 'proposed', 'point', 'transformedFrame'];
/** The parameters with a place. */
const parameters = /([?&])(width|height|rect|bounds|previous|proposed|point)=([^&]*)/g;

/**
 * The margins of a layout on both sides across the scroll axis. The service and the module lay out and answer what lies between them: here
 * questions are asked, and answers are read, in coordinates of the whole container.
 */
export class Margins {
  declare given: GivenMargins;
  #before;
  #room;
  #whole;
  #start: 'x' | 'y' = 'x';
  #extent: 'width' | 'height' = 'width';

  /** @param axis of the whole container */
  constructor({ isHorizontal, containerExtent, roomExtent, margins: [before] }: Axis, given: GivenMargins) {
    checkObject('margins', given);
    checkOptions('margins', given, names);
    for (const name of names) setting(`margins.${name}`, given[name], 0, { least: 0 });
    if (roomExtent <= 0) throw new RangeError('The margins leave no room');
    this.given = given;
    this.#before = before;
    this.#room = roomExtent;
    this.#whole = containerExtent;
    if (isHorizontal) [this.#start, this.#extent] = ['y', 'height'];
  }

  // MARK: Questions

  /** A query string for the service. */
  query(query: string) {
    const asked = query.replace(parameters, (_, mark, name, text) => `${mark}${name}=${this.#parameter(name, text.split(',').map(Number))}`);
    const keeps = query.includes('&keep=') && !query.includes('&previousWidth=');
    const [, width, height] = keeps && /&previous=[^,]*,[^,]*,([^,]*),([^&]*)/.exec(query) || [];
    return width ? `${asked}&previousWidth=${this.#roomOf({ width: Number(width), height: Number(height) })}` : asked;
  }

  #parameter(name: string, numbers: number[]) {
    if (name === 'width' || name === 'height') return this.#room;
    const place = this.#start === 'x' ? 0 : 1;
    // A page spans the container.
    if (name === 'rect') [numbers[place], numbers[place + 2]] = [0, this.#room];
    else numbers[place] -= this.#before;
    return numbers.join();
  }

  /** A rectangle, a point, or an object with some of those, for the module. */
  asked(value: any) {
    if (typeof value !== 'object' || value === null || 'handle' in value) return value;
    if (typeof value.x === 'number') return { ...value, [this.#start]: value[this.#start] - this.#before };
    const made = { ...value };
    for (const name of places) if (typeof value[name] === 'object') made[name] = this.asked(value[name]);
    if (value.keep !== undefined && value.previous) made.previousExtent ??= this.#roomOf(value.previous);
    return made;
  }

  /** The extent between the same margins in an earlier container. */
  #roomOf(previous: Size) {
    return previous[this.#extent] - (this.#whole - this.#room);
  }

  /**
   * The topmost element at a point. In a margin only elements that span the container are to be found.
   *
   * @param hit answers the element, or a promise of it
   */
  hit(point: Point, hit: (point: Point) => any) {
    const place = point?.[this.#start] - this.#before;
    const inside = Math.max(0, Math.min(place, this.#room * (1 - 2 ** -40)));
    if (inside === place || !(place >= -this.#before && place < this.#whole - this.#before)) return hit(point);
    const found = hit({ ...point, [this.#start]: inside + this.#before });
    const judged = (element: any) => (spans(element ?? {}) ? element : hit(point));
    return typeof found?.then === 'function' ? found.then(judged) : judged(found);
  }

  // MARK: Answers

  /** An answer of the service or of the module. */
  answer(value: any): any {
    if (Array.isArray(value)) return typeof value[0] === 'object' ? value.map((one) => this.answer(one)) : value;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#member(name, member, value)]));
  }

  #member(name: string, member: any, owner: any) {
    if (name === 'frame') return this.#frame(member, owner);
    if (name === 'contentSize') return { ...member, [this.#extent]: this.#whole };
    if (name === 'cells') return { ...member, ...this.#columns(member) };
    if (name === 'initial' || name === 'final') return { ...member, frame: this.#frame(member.frame, owner) };
    return places.includes(name) && member ? this.#inside(member) : this.answer(member);
  }

  /** @param cells columns, of which those that say where cells are are answered */
  #columns({ [this.#start]: starts, transformedFrame }: any) {
    const place = this.#start === 'x' ? 0 : 1;
    const moved = (box: number[] | null) => box?.map((number, index) => (index === place ? number + this.#before : number)) ?? null;
    return {
      [this.#start]: starts.map((start: number) => start + this.#before),
      ...(transformedFrame && { transformedFrame: transformedFrame.map(moved) }),
    };
  }

  #inside(frame: any) {
    return { ...frame, [this.#start]: frame[this.#start] + this.#before };
  }

  /** @param owner an element, its motion, or a section */
  #frame(frame: Rect, owner: any) {
    if (owner.kind === 'background') return { ...frame, [this.#extent]: frame[this.#extent] + this.#whole - this.#room };
    // It starts at 0, unless it slides.
    return spans(owner) ? { ...frame, [this.#extent]: this.#whole } : this.#inside(frame);
  }

  /** A layout of the module that is asked, and answers, in coordinates of the whole container. */
  over(laid: any): any {
    return new Proxy(laid, {
      get: (target, name) => {
        const value = target[name];
        if (name === 'contentSize') return this.#member('contentSize', value, null);
        if (typeof value !== 'function') return value;
        const ask = (...given: any[]) => this.answer(value.apply(target, given.map((one) => this.asked(one))));
        return name === 'hit' ? (point: any, ...options: any) => this.hit(point, (other) => ask(other, ...options)) : ask;
      },
    });
  }
}

/** Whether something spans the container, or stands in its margins, too: a section, or an element that is no cell, separator or shelf. */
function spans({ category, kind, engine }: any) {
  return category === 'supplementary' || engine !== undefined || ['globalHeaderBackground', 'background'].includes(kind);
}
