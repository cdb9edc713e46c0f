import { noInset } from '../viewport/pages/Axis.js';
import { tolerance } from '../viewport/pages/tolerance.js';
import { checkQuestion, questionFaults } from '../viewport/scrolling/questions.js';
import { localProblem } from '../service/localProblem.js';
import { refusing } from './refusing.js';
import { unlessAborted } from '../service/Clock.js';
import type { Neighbors, Point, Rect, ReorderPreview, ScrollTarget, ScrollWindow } from '../../types/index.js';
import type { PlacedLayout } from './PlacedLayout.js';
import type { Axis } from '../viewport/pages/Axis.js';

/**
 * A question about scrolling: the sections that it needs, its answer, and the sections that must have been read for the answer to be
 * correct.
 */
type Question<Value> = { before: () => Iterable<number>, answer: () => Value, behind: (value: Value) => Iterable<number> };

/** Answers questions about scrolling for a layout with far sections, each of which is replaced by one item. */
export class LocalScrolling {
  #placed;
  #axis;

  constructor(placed: PlacedLayout, axis: Axis) {
    this.#placed = placed;
    this.#axis = axis;
  }

  /** Resolves with the answer when all sections that it needs have been read. */
  async soon<Value>({ before, answer, behind }: Question<Value>, signal?: AbortSignal): Promise<Value> {
    await this.#placed.reach(before(), signal);
    for (;;) {
      const value = refusing(answer);
      const sections = [...behind(value)];
      if (this.#placed.far(sections).length === 0) return value;
      await this.#placed.reach(sections, signal);
    }
  }

  /** The answer; null if a section that it needs has not been read. */
  now<Value>({ before, answer, behind }: Question<Value>): Value | null {
    if (this.#placed.far(before()).length > 0) return null;
    const value = refusing(answer);
    return this.#placed.far(behind(value)).length > 0 ? null : value;
  }

  /** `soon`, for questions that need the rest of the module. */
  async whole<Value>(question: Question<Value>, signal?: AbortSignal) {
    await unlessAborted(this.#placed.held.complete(), signal);
    return await this.soon(question, signal);
  }

  /** `now`, for questions that need the rest of the module; null also before that is loaded. */
  wholeNow<Value>(question: Question<Value>) {
    return this.#placed.held.isComplete ? this.now(question) : null;
  }

  target(request: any): Question<ScrollTarget> {
    checkQuestion('target', request);
    return {
      before: () => this.#needed('target', request, () => {
        const { item, header, keep, previous } = request;
        return [item, header, keep].flatMap((path) => path?.section ?? []).concat(this.#placed.sectionsIn(previous));
      }),
      answer: () => this.#estimating(this.#placed.laid.target(request), request),
      behind: ({ bounds, anchor, estimated }) => this.#needed('target', request, () => [
        ...anchor ? [anchor.section] : [], ...request.snap ? this.#sectionsAround(request, bounds) : [],
        ...!estimated && this.#hasFarEstimates ? this.#placed.sectionsIn(bounds) : [],
      ]),
    };
  }

  window(request: any): Question<ScrollWindow> {
    checkQuestion('window', request);
    return {
      before: () => this.#needed('window', request, () => {
        const { bounds, previous, velocity, previousVelocity, ahead = 1 } = request;
        const way = previous ? { x: bounds.x - previous.x, y: bounds.y - previous.y } : { x: 0, y: 0 };
        const stretches = [[bounds, velocity && this.#along(velocity) !== 0 ? velocity : way], [previous, previousVelocity]]
          .map(([rect, velocity]) => rect && velocity && this.#stretch(rect, this.#along(velocity), ahead));
        return [bounds, previous, ...stretches].flatMap((rect) => (rect ? this.#placed.sectionsIn(rect) : []));
      }),
      answer: () => this.#placed.laid.window(request), behind: () => [],
    };
  }

  neighbors(section: number, item: number, scale?: number): Question<Neighbors> {
    return {
      before: () => [section],
      answer: () => {
        const found = this.#placed.laid.neighbors(section, item, { scale });
        if (!found) throw localProblem('not-found', `There is no cell ${item} in section ${section}.`);
        return found;
      },
      // The item that replaces a section is at least as near as any cell of it.
      behind: (neighbors) => Object.values(neighbors).flatMap((cell) => cell?.section ?? []),
    };
  }

  reorder(request: any): Question<ReorderPreview> {
    checkQuestion('reorder', request);
    const needed = (sections: () => number[]) => this.#needed('reorder', request, sections);
    return {
      before: () => needed(() => [request.item, request.target].flatMap((path) => path?.section ?? [])
        .concat(this.#placed.sectionsIn(request.bounds))),
      answer: () => this.#placed.laid.reorder(request),
      behind: ({ target, elements }) => needed(() => [target, ...elements].flatMap(({ section }) => section ?? [])),
    };
  }

  /** Whether only the service can answer, since it knows the extents of far sections at another width. */
  takesOtherWidth(request: any) {
    if (!this.#placed.isPartial || request.keep === undefined || questionFaults('target', request).length > 0) return false;
    const { previous, previousExtent } = request;
    const across = this.#axis.isHorizontal ? previous.height : previous.width;
    return previousExtent === undefined ? across !== this.#axis.containerExtent : previousExtent !== this.#axis.roomExtent;
  }

  /** The sections that a question needs; none if there are no far ones, or if the question is invalid, for which the answer throws. */
  #needed(name: string, request: any, sections: () => number[]) {
    return this.#placed.isPartial && questionFaults(name, request).length === 0 ? sections() : [];
  }

  /**
   * The sections that may have a cell as near to the proposed place as the nearest one that was found.
   *
   * @param found the bounds of the target
   */
  #sectionsAround({ bounds, proposed }: any, found: Rect) {
    const axis = this.#axis;
    const length = axis.extent(bounds);
    const place = Math.min(Math.max(axis.start({ ...bounds, ...proposed }), -length), axis.contentExtent);
    const reach = Math.abs(axis.start(found) - place) + length;
    return this.#placed.sectionsIn(axis.across(place - reach, 2 * reach + length));
  }

  #along({ x, y }: Point) {
    return this.#axis.isHorizontal ? x : y;
  }

  /** The stretch ahead of moving bounds; null if they do not move. */
  #stretch(bounds: Rect, way: number, ahead: number): Rect | null {
    const { isHorizontal } = this.#axis;
    const length = this.#axis.extent(bounds);
    const start = this.#axis.start(bounds) + (way > 0 ? length : -ahead * length);
    if (way === 0) return null;
    return isHorizontal ? { ...bounds, x: start, width: ahead * length } : { ...bounds, y: start, height: ahead * length };
  }

  // MARK: Estimates

  get #hasFarEstimates() {
    return this.#placed.held.far?.hasEstimates ?? false;
  }

  /** A target, with `estimated` adapted to estimated items in far sections. */
  #estimating(target: ScrollTarget, { inset = noInset }: any) {
    if (!target.estimated && this.#hasFarEstimates) {
      const { bounds } = target;
      const end = this.#axis.lead(bounds) + this.#axis.extent(bounds) - this.#axis.trailingInset(inset);
      target.estimated = this.#hasEstimateBefore(end);
    }
    return target;
  }

  /** @param end a lead */
  #hasEstimateBefore(end: number) {
    const { held, laid } = this.#placed;
    const countAtOnce = 1000;
    for (let first = 0; first < held.sectionCount; first += countAtOnce) {
      for (const section of laid.sections(first, countAtOnce)) {
        if (this.#axis.lead(section.frame) >= end - tolerance) return false;
        const { estimatedCount, estimatedHeaderCount } = held.far?.record(section) ?? section;
        const isBefore = this.#axis.lead(section.frame) + this.#axis.extent(section.frame) < end;
        if ((estimatedCount || estimatedHeaderCount) && isBefore) return true;
      }
    }
    return false;
  }
}
