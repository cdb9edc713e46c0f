// @ts-check

/** @typedef {import('../../../index.js').Element} Element */
/** @typedef {import('../../../index.js').SpecialElement} SpecialElement */
/** @typedef {import('./Axis.js').Axis} Axis */
/** @typedef {{ scrollDirection: 'vertical' | 'horizontal', layoutDirection: 'ltr' | 'rtl', globalHeaders: Element[],
 *   sections: ({ section: number, elements: Element[] } & Record<string, any>)[] }} PinningAnswer */

/** Elements that pin one behind the other: the global headers, the headers or the footers of a section. */
export class PinningStack {
  /**
   * The elements, each of which is told where it stands for every frame.
   *
   * @type {SpecialElement[]}
   */
  elements;
  /** Where each leads at rest, and starts. */
  rests;
  starts;
  extents;
  /** The extents of those before each. */
  before;
  /** The extents of all. */
  extent = 0;

  /**
   * @param {Element[]} elements at rest, in order
   * @param {Axis} axis
   */
  constructor(elements, axis) {
    this.elements = elements.map(specialElement);
    this.rests = Float64Array.from(elements, (element) => axis.lead(element.frame));
    this.starts = Float64Array.from(elements, (element) => axis.start(element.frame));
    this.extents = Float64Array.from(elements, (element) => axis.extent(element.frame));
    this.before = new Float64Array(elements.length);
    for (let position = 0; position < elements.length; position += 1) {
      this.before[position] = this.extent;
      this.extent += this.extents[position];
    }
  }
}

/** What places the pinning elements of one section for any bounds. */
export class PinningSection {
  /**
   * @param {PinningAnswer['sections'][number]} record
   * @param {Axis} axis
   */
  constructor(record, axis) {
    const [least, greatest, headersExtent] = axis.isHorizontal
      ? [record.minX, record.maxX, record.headersWidth] : [record.minY, record.maxY, record.headersHeight];
    /** As it was answered. */
    this.record = record;
    this.section = record.section;
    /** Where the section leads. */
    this.minimum = axis.isMirrored ? axis.contentExtent - greatest : least;
    this.maximum = axis.isMirrored ? axis.contentExtent - least : greatest;
    /** The extents of all its headers, pinning or not. */
    this.headersExtent = headersExtent;
    this.headers = new PinningStack(record.elements.filter((element) => element.kind === 'header'), axis);
    this.footers = new PinningStack(record.elements.filter((element) => element.kind === 'footer'), axis);
  }

  get isEmpty() {
    return this.headers.elements.length + this.footers.elements.length === 0;
  }
}

/**
 * @param {Element} element
 * @returns {SpecialElement}
 */
function specialElement(element) {
  const key = element.kind === 'globalHeader'
    ? `globalHeader/${element.index}` : `${element.kind}/${element.section}/${element.index}`;
  return /** @type {SpecialElement} */ ({ ...element, frame: { ...element.frame }, pinned: false, key });
}
