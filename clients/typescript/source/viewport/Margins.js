// @ts-check
import { setting } from '../service/limits.js';
import { checkObject, checkOptions } from '../steps/options.js';

/** @typedef {import('../../index.js').Rect} Rect */
/** @typedef {import('../../index.js').Point} Point */
/** @typedef {import('./pages/Axis.js').Axis} Axis */

const names = /** @type {const} */ (['top', 'left', 'bottom', 'right']);
/** The members of questions and answers that are rectangles or points, besides frames. */
const places = ['bounds', 'gap', 'dragged', 'previous', 'proposed', 'point', 'transformedFrame'];
/** The parameters with a place. */
const parameters = /([?&])(width|height|rect|bounds|previous|proposed|point)=([^&]*)/g;

/**
 * The margins of a layout on both sides across the scroll axis. The service and the module lay out and answer what lies between them: here
 * questions are asked, and answers are read, in coordinates of the whole container.
 */
export class Margins {
  #before;
  #room;
  #whole;
  #start = /** @type {'x' | 'y'} */ ('x');
  #extent = /** @type {'width' | 'height'} */ ('width');

  /**
   * @param {Axis} axis of the whole container
   * @param {import('../../index.js').Margins} given
   */
  constructor({ isHorizontal, containerExtent, roomExtent, margins: [before] }, given) {
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

  /**
   * A query string for the service.
   *
   * @param {string} query
   */
  query(query) {
    const asked = query.replace(parameters, (_, mark, name, text) => `${mark}${name}=${this.#parameter(name, text.split(',').map(Number))}`);
    const keeps = query.includes('&keep=') && !query.includes('&previousWidth=');
    const [, width, height] = keeps && /&previous=[^,]*,[^,]*,([^,]*),([^&]*)/.exec(query) || [];
    return width ? `${asked}&previousWidth=${this.#roomOf({ width: Number(width), height: Number(height) })}` : asked;
  }

  /**
   * @param {string} name
   * @param {number[]} numbers
   */
  #parameter(name, numbers) {
    if (name === 'width' || name === 'height') return this.#room;
    const place = this.#start === 'x' ? 0 : 1;
    // A page spans the container.
    if (name === 'rect') [numbers[place], numbers[place + 2]] = [0, this.#room];
    else numbers[place] -= this.#before;
    return numbers.join();
  }

  /**
   * A rectangle, a point, or an object with some of those, for the module.
   *
   * @param {any} value
   */
  asked(value) {
    if (typeof value !== 'object' || value === null || 'handle' in value) return value;
    if (typeof value.x === 'number') return { ...value, [this.#start]: value[this.#start] - this.#before };
    const made = { ...value };
    for (const name of places) if (typeof value[name] === 'object') made[name] = this.asked(value[name]);
    if (value.keep !== undefined && value.previous) made.previousExtent ??= this.#roomOf(value.previous);
    return made;
  }

  /**
   * The extent between the same margins in an earlier container.
   *
   * @param {import('../../index.js').Size} previous
   */
  #roomOf(previous) {
    return previous[this.#extent] - (this.#whole - this.#room);
  }

  /**
   * The topmost element at a point. In a margin only elements that span the container are to be found.
   *
   * @param {Point} point
   * @param {(point: Point) => any} hit answers the element, or a promise of it
   */
  hit(point, hit) {
    const place = point?.[this.#start] - this.#before;
    const inside = Math.max(0, Math.min(place, this.#room * (1 - 2 ** -40)));
    if (inside === place || !(place >= -this.#before && place < this.#whole - this.#before)) return hit(point);
    const found = hit({ ...point, [this.#start]: inside + this.#before });
    const judged = (/** @type {any} */ element) => (spans(element ?? {}) ? element : hit(point));
    return typeof found?.then === 'function' ? found.then(judged) : judged(found);
  }

  // MARK: Answers

  /**
   * An answer of the service or of the module.
   *
   * @param {any} value
   * @returns {any}
   */
  answer(value) {
    if (Array.isArray(value)) return typeof value[0] === 'object' ? value.map((one) => this.answer(one)) : value;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#member(name, member, value)]));
  }

  /**
   * @param {string} name
   * @param {any} member
   * @param {any} owner
   */
  #member(name, member, owner) {
    if (name === 'frame') return this.#frame(member, owner);
    if (name === 'contentSize') return { ...member, [this.#extent]: this.#whole };
    if (name === 'cells') return { ...member, ...this.#columns(member) };
    if (name === 'initial' || name === 'final') return { ...member, frame: this.#frame(member.frame, owner) };
    return places.includes(name) && member ? this.#inside(member) : this.answer(member);
  }

  /** @param {any} cells columns, of which those that say where cells are are answered */
  #columns({ [this.#start]: starts, transformedFrame }) {
    const place = this.#start === 'x' ? 0 : 1;
    const moved = (/** @type {number[] | null} */ box) => box?.map((number, index) => (index === place ? number + this.#before : number)) ?? null;
    return {
      [this.#start]: starts.map((/** @type {number} */ start) => start + this.#before),
      ...(transformedFrame && { transformedFrame: transformedFrame.map(moved) }),
    };
  }

  /** @param {any} frame */
  #inside(frame) {
    return { ...frame, [this.#start]: frame[this.#start] + this.#before };
  }

  /**
   * @param {Rect} frame
   * @param {any} owner an element, its motion, or a section
   */
  #frame(frame, owner) {
    if (owner.kind === 'background') return { ...frame, [this.#extent]: frame[this.#extent] + this.#whole - this.#room };
    // It starts at 0, unless it slides.
    return spans(owner) ? { ...frame, [this.#extent]: this.#whole } : this.#inside(frame);
  }

  /**
   * A layout of the module that is asked, and answers, in coordinates of the whole container.
   *
   * @param {any} laid
   * @returns {any}
   */
  over(laid) {
    return new Proxy(laid, {
      get: (target, name) => {
        const value = target[name];
        if (name === 'contentSize') return this.#member('contentSize', value, null);
        if (typeof value !== 'function') return value;
        const ask = (/** @type {any[]} */ ...given) => this.answer(value.apply(target, given.map((one) => this.asked(one))));
        return name === 'hit' ? (/** @type {any} */ point, /** @type {any} */ ...options) => this.hit(point, (other) => ask(other, ...options)) : ask;
      },
    });
  }
}

/**
 * Whether something spans the container, or stands in its margins, too: a section, or an element that is no cell, separator or shelf.
 *
 * @param {any} owner
 */
function spans({ category, kind, engine }) {
  return category === 'supplementary' || engine !== undefined || ['globalHeaderBackground', 'background'].includes(kind);
}
