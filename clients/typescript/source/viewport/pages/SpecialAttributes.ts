import { PinningStack } from './PinningRecords.js';
import { tolerance } from './tolerance.js';
import type { EdgeInsets, Element, Rect, SpecialElement } from '../../../types/index.js';
import type { Axis } from './Axis.js';
import type { PinningSection } from './PinningRecords.js';

/**
 * Places special elements for visible bounds (docs/rules.md#pinning), and lists those that overlap them.
 *
 * Drawing a frame allocates nothing: the elements belong to their records, and only their frames are set.
 */
export class SpecialAttributes {
  #axis;
  #globalHeaders;
  /** the background of the global headers */
  #background: SpecialElement | null = null;
  /** The end of the global headers that are not special. */
  #otherEnd = 0;
  /** For the current call: the bounds, E and B of docs/rules.md#pinning, and the least lead of section headers. */
  #bounds: Rect = { x: 0, y: 0, width: 0, height: 0 };
  #start = 0;
  #end = 0;
  #low = 0;
  #list: SpecialElement[] = [];

  /** @param layout `globalHeaders`: those that pin or wait, at rest */
  constructor({ axis, globalHeaders, globalHeaderBackground }: {
    axis: Axis, globalHeaders: readonly Element[], globalHeaderBackground?: { readonly color: string, readonly end: number },
  }) {
    this.#axis = axis;
    this.#globalHeaders = new PinningStack(globalHeaders, axis);
    if (!globalHeaderBackground) return;
    const kind = 'globalHeaderBackground';
    const { color, end } = globalHeaderBackground;
    this.#otherEnd = end;
    this.#background = { category: 'decoration', kind, index: 0, frame: axis.across(0, 0), zIndex: 9001, color, key: `${kind}/0` };
  }

  /** The sum of the extents of all pinning global headers. */
  get globalHeadersExtent() {
    return this.#globalHeaders.extent;
  }

  /**
   * Writes the special elements for the bounds into the list, in the order of docs/rules.md#order.
   *
   * @param sections ascending; every section that the bounds overlap
   * @param list emptied first
   */
  place(bounds: Rect, inset: EdgeInsets, sections: readonly PinningSection[], list: SpecialElement[]) {
    const axis = this.#axis;
    const lead = axis.lead(bounds);
    this.#bounds = bounds;
    this.#start = lead + axis.leadingInset(inset);
    this.#end = lead + axis.extent(bounds) - axis.trailingInset(inset);
    this.#low = this.#start;
    this.#list = list;
    list.length = 0;
    this.#placeGlobalHeaders();
    for (const section of sections) {
      this.#placeHeaders(section);
      this.#placeFooters(section);
    }
  }

  #placeGlobalHeaders() {
    const { rests, extents, before, waits, leads } = this.#globalHeaders;
    const start = this.#start;
    let high = start;
    let end = this.#otherEnd;
    for (let position = rests.length - 1; position >= 0; position -= 1) {
      const extent = extents[position];
      let lead = rests[position];
      if (waits[position]) {
        if (lead + extent < high) lead = high - extent;
        high = Math.min(high, lead);
      } else if (lead < start + before[position]) {
        lead = start + before[position];
        this.#low = Math.max(this.#low, start + (before[position] + extent));
      }
      leads[position] = lead;
      end = Math.max(end, lead + extent);
    }
    if (this.#background) this.#placeBackground(this.#background, end);
    for (let position = 0; position < rests.length; position += 1) this.#take(this.#globalHeaders, position, leads[position]);
  }

  /** @param end of the global headers */
  #placeBackground(element: SpecialElement, end: number) {
    const { frame } = element;
    const axis = this.#axis;
    const lead = axis.lead(this.#bounds);
    const extent = end - lead;
    frame[axis.isHorizontal ? 'width' : 'height'] = extent;
    this.#add(element, axis.startAt(lead, extent));
  }

  #placeHeaders({ headers, maximum }: PinningSection) {
    const { rests, before, extent } = headers;
    for (let position = 0; position < rests.length; position += 1) {
      const pushed = maximum - (extent - before[position]);
      this.#take(headers, position, Math.max(rests[position], Math.min(this.#low + before[position], pushed)));
    }
  }

  #placeFooters({ footers, minimum, headersExtent }: PinningSection) {
    const { rests, before, extent } = footers;
    for (let position = 0; position < rests.length; position += 1) {
      const lifted = this.#end - (extent - before[position]);
      const least = minimum + headersExtent + before[position];
      this.#take(footers, position, Math.min(rests[position], Math.max(lifted, least)));
    }
  }

  /** Places an element of a stack. */
  #take(stack: PinningStack, position: number, lead: number) {
    const element = stack.elements[position];
    // Mirroring would round again, so at rest the start of the answer is used.
    const start = lead === stack.rests[position]
      ? stack.starts[position] : this.#axis.startAt(lead, stack.extents[position]);
    element.pinned = Math.abs(lead - stack.rests[position]) > tolerance;
    this.#add(element, start);
  }

  /** Sets an element's start, and adds the element to the list if its frame overlaps the bounds. */
  #add(element: SpecialElement, start: number) {
    const { frame } = element;
    if (this.#axis.isHorizontal) frame.x = start;
    else frame.y = start;
    if (overlaps(frame.x, frame.y, frame.width, frame.height, this.#bounds)) this.#list.push(element);
  }
}

/** Whether an element with this frame is in the rectangle (docs/rules.md#overlap). */
export function overlaps(x: number, y: number, width: number, height: number, rect: Rect) {
  return width > 0 && height > 0
    && x < rect.x + rect.width && rect.x < x + width && y < rect.y + rect.height && rect.y < y + height;
}
