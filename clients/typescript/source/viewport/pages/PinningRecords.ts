import type { Element, SpecialElement } from '../../../types/index.js';
import type { Axis } from './Axis.js';

export interface PinningAnswer {
  scrollDirection: 'vertical' | 'horizontal';
  layoutDirection: 'ltr' | 'rtl';
  globalHeaders: Element[];
  globalHeaderBackground?: { color: string, end: number };
  sections: ({ section: number, elements: Element[] } & Record<string, any>)[];
}

/** Elements that are pinned one after the other: the global headers, or the headers or footers of a section. */
export class PinningStack {
  /** The elements, whose frames are set for every drawn frame. */
  declare elements: SpecialElement[];
  /** The lead and the start of each at rest. */
  declare rests: Float64Array;
  declare starts: Float64Array;
  declare extents: Float64Array;
  /** For each, the sum of the extents of those before it that pin. */
  declare before: Float64Array;
  /** Whether each waits, and its lead for the present bounds. These are of global headers alone. */
  waits;
  declare leads: Float64Array;
  /** The sum of the extents of those that pin. */
  extent = 0;

  /** @param elements at rest, in order */
  constructor(elements: readonly Element[], axis: Axis) {
    this.elements = elements.map(specialElement);
    this.rests = Float64Array.from(elements, (element) => axis.lead(element.frame));
    this.starts = Float64Array.from(elements, (element) => axis.start(element.frame));
    this.extents = Float64Array.from(elements, (element) => axis.extent(element.frame));
    this.before = new Float64Array(elements.length);
    this.waits = elements.map(({ waits }) => waits);
    this.leads = new Float64Array(elements.length);
    for (let position = 0; position < elements.length; position += 1) {
      this.before[position] = this.extent;
      if (!this.waits[position]) this.extent += this.extents[position];
    }
  }
}

/** The data that place the pinning elements of one section for any bounds. */
export class PinningSection {
  /** The record as the service sent it. */
  record;
  declare section: number;
  /** The lead of the section. */
  minimum;
  maximum;
  /** The sum of the extents of all its headers, pinning or not. */
  headersExtent;
  declare headers: PinningStack;
  declare footers: PinningStack;
  constructor(record: PinningAnswer['sections'][number], axis: Axis) {
    const [least, greatest, headersExtent] = axis.isHorizontal
      ? [record.minX, record.maxX, record.headersWidth] : [record.minY, record.maxY, record.headersHeight];
    this.record = record;
    this.section = record.section;
    this.minimum = axis.isMirrored ? axis.contentExtent - greatest : least;
    this.maximum = axis.isMirrored ? axis.contentExtent - least : greatest;
    this.headersExtent = headersExtent;
    this.headers = new PinningStack(record.elements.filter((element) => element.kind === 'header'), axis);
    this.footers = new PinningStack(record.elements.filter((element) => element.kind === 'footer'), axis);
  }

  get isEmpty() {
    return this.headers.elements.length + this.footers.elements.length === 0;
  }
}

function specialElement({ waits, ...element }: Element): SpecialElement {
  const { kind, section, index } = element;
  const key = section === undefined ? `${kind}/${index}` : `${kind}/${section}/${index}`;
  return { ...element, frame: { ...element.frame }, pinned: false, key } as SpecialElement;
}
