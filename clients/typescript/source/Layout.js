// @ts-check
import { Axis } from './Axis.js';
import { elementList } from './elementList.js';
import { limits, pageLengthRange, setting } from './limits.js';
import { checkOptions } from './options.js';
import { Page } from './Page.js';
import { Viewport } from './Viewport.js';

/** @typedef {import('../index.js').Size} Size */
/** @typedef {import('../index.js').Element} Element */
/** @typedef {import('../index.js').ViewportOptions} ViewportOptions */
/** @typedef {import('./Snapshot.js').Snapshot} Snapshot */
/** @typedef {import('./PinningRecords.js').PinningAnswer} PinningAnswer */
/** @typedef {{ contentSize: Size, pinning: PinningAnswer }} FirstAnswer */

/** The greatest extent, and the greatest coordinate, that the service knows. */
const greatestCoordinate = 2 ** 53;

/** A snapshot laid out at a container width. */
export class Layout {
  #snapshot;

  /**
   * @param {Snapshot} snapshot
   * @param {FirstAnswer} answer
   */
  constructor(snapshot, { contentSize, pinning }) {
    this.#snapshot = snapshot;
    this.id = snapshot.id;
    this.contentSize = contentSize;
    this.scrollDirection = pinning.scrollDirection;
    this.layoutDirection = pinning.layoutDirection;
    this.globalHeaders = pinning.globalHeaders;
    this.axis = new Axis(pinning.scrollDirection, pinning.layoutDirection, contentSize);
  }

  get containerExtent() {
    return this.axis.containerExtent;
  }

  /**
   * One answer has all that is said above: a thin stretch at the start of the content.
   *
   * @param {Snapshot} snapshot
   * @param {number} containerExtent
   * @param {AbortSignal | undefined} signal
   */
  static async of(snapshot, containerExtent, signal) {
    if (typeof containerExtent !== 'number' || !(containerExtent > 0 && containerExtent <= greatestCoordinate)) {
      throw new RangeError(`The container's extent is ${containerExtent}: not a number above 0 up to 2^53`);
    }
    const size = snapshot.scrollDirection === 'horizontal'
      ? { width: 0, height: containerExtent } : { width: containerExtent, height: 0 };
    const axis = new Axis(snapshot.scrollDirection, 'ltr', size);
    const suffix = `/elements?${pageQuery(axis, 0, 1)}&limit=1`;
    return new Layout(snapshot, await snapshot.get(suffix, { signal, isKept: true }));
  }

  /**
   * @param {number} number
   * @param {{ length?: number, maximumElements?: number, signal?: AbortSignal }} options
   */
  async page(number, options = {}) {
    checkOptions('page', options, ['length', 'maximumElements', 'signal']);
    const { length, maximumElements, signal } = options;
    const extent = setting('length', length, limits.pageLength, pageLengthRange);
    const start = setting('number', number, 0, { least: 0, isWhole: true }) * extent;
    const most = setting(
      'maximumElements', maximumElements, limits.maximumPageElements, { least: 1, isWhole: true });
    const query = pageQuery(this.axis, start, extent);
    const pieces = [];
    let count = 0;
    let cursor = '';
    let pinning = null;
    do {
      const answer = await this.#snapshot.get(`/elements?${query}${cursor}`, { signal });
      const piece = elementList(answer);
      pieces.push(piece);
      pinning ??= answer.pinning;
      count += piece.cells.item.length + piece.others.length;
      if (count > most) throw new RangeError(`Page ${number} has more than ${most} elements; make pages shorter`);
      cursor = answer.next === null ? '' : `&cursor=${answer.next}`;
    } while (cursor !== '');
    return new Page(number, this.axis.across(start, extent), pieces, pinning, this.axis);
  }

  /**
   * @param {number} section
   * @param {number} item
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<Element>}
   */
  async item(section, item, options = {}) {
    checkOptions('item', options, ['signal']);
    const [name, extent] = [this.axis.isHorizontal ? 'height' : 'width', this.containerExtent];
    const place = `${index('section', section)}/${index('item', item)}`;
    return await this.#snapshot.get(`/items/${place}?${name}=${extent}`, { signal: options.signal, isKept: true });
  }

  /** @param {ViewportOptions} [options] */
  viewport(options) {
    return new Viewport(this, options);
  }
}

/**
 * The same bytes for all who ask for the same page, so that one copy in a cache serves them all.
 *
 * @param {Axis} axis
 * @param {number} start
 * @param {number} extent
 */
function pageQuery(axis, start, extent) {
  const { x, y, width, height } = axis.across(start, extent);
  const name = axis.isHorizontal ? 'height' : 'width';
  return `${name}=${axis.containerExtent}&rect=${x},${y},${width},${height}&format=columns&pinning=true`;
}

/**
 * @param {string} name
 * @param {number} value
 */
function index(name, value) {
  return setting(name, value, -1, { least: 0, isWhole: true });
}
