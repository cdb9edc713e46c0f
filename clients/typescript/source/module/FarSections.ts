import { elementList } from '../viewport/pages/elementList.js';
import { pageQuery } from '../viewport/pages/pageQuery.js';
import { IdChanged } from '../service/Problem.js';
import { stackInput } from './stackInput.js';
import type { Section } from '../../types/index.js';
import type { Layout } from '../viewport/Layout.js';

/** The prefix of the ids of sections that have not been read. */
const mark = '\u0000far/';
/** The most sections of a layout that is read in parts. */
const maximumSections = 100_000;
/** Two sums of the same lengths differ by less, in points. */
const tolerance = 0.001;

/**
 * The sections of a layout that have not been read yet. In the module, each is replaced by one item of the same extent, so that all other
 * sections have their correct positions.
 */
export class FarSections {
  #snapshot;
  /** The sections that are being requested, by number. */
  #asked: Map<number, Promise<any>> = new Map();
  /** The service's records of the sections. */
  #records: Section[];
  #alone;
  #axis;
  #hasEstimates: boolean | undefined;
  /**
   * The least length of the content, 0 as long as it makes no difference. It is the whole length: a section that is longer in the service
   * than alone takes a part of what the content lacks.
   */
  contentLength = 0;

  /** @param alone the record of a section that is laid out alone in the module */
  constructor({ snapshot, axis }: Layout, records: Section[], alone: (section: any) => Section) {
    this.#snapshot = snapshot;
    this.#axis = axis;
    this.#records = records;
    this.#alone = alone;
    const last = records.at(-1);
    if (last && axis.lead(last.frame) + axis.extent(last.frame) < axis.contentExtent - tolerance) this.contentLength = axis.contentExtent;
  }

  /**
   * The far sections of a layout, which are all of its sections, and a snapshot with their replacements.
   *
   * @param alone the record of a section that is laid out alone in the module
   */
  static async of(layout: Layout, signal: AbortSignal | undefined, alone: (section: any) => Section) {
    const { axis, snapshot, scrollDirection, layoutDirection } = layout;
    if (snapshot.sectionCount > maximumSections) {
      throw new RangeError(`The layout has ${snapshot.sectionCount} sections, of at most ${maximumSections} to hold parts of`);
    }
    const records = [];
    for await (const section of layout.sections({ signal })) records.push(section);
    const extent = axis.isHorizontal ? 'width' : 'height';
    const sections = records.map(({ section, itemCount, frame }) => ({
      id: `${mark}${section}`, engine: 'column', metrics: bare,
      items: itemCount > 0 ? [{ [extent]: axis.extent(frame) }] : 0,
      headers: itemCount === 0 && axis.extent(frame) > 0 ? [{ [extent]: axis.extent(frame) }] : [],
    }));
    const first = records.length > 0 ? axis.lead(records[0].frame) : axis.contentExtent;
    const global = await globalHeadersOf(layout, first, signal);
    const far = new FarSections(layout, records, alone);
    return { far, body: { scrollDirection, layoutDirection, ...global, minimumContentLength: far.contentLength, sections } };
  }

  /**
   * The number of a far section in the service; −1 for a section that has been read.
   *
   * @param section as the module lists it
   */
  static number({ id }: Section) {
    return id?.startsWith(mark) ? Number(id.slice(mark.length)) : -1;
  }

  /** Whether any of them has items, headers or footers with estimated sizes in the service. */
  get hasEstimates() {
    this.#hasEstimates ??= this.#records.some(({ estimatedCount, estimatedHeaderCount }) => estimatedCount || estimatedHeaderCount);
    return this.#hasEstimates;
  }

  /**
   * The service's record of a far section, with its current number and frame.
   *
   * @param section as the module lists it
   */
  record(section: Section): Section {
    const number = FarSections.number(section);
    return number < 0 ? section : { ...this.#records[number], section: section.section, frame: section.frame };
  }

  /**
   * A section of the service's snapshot, requested once for all callers that wait for it. Throws IdChanged if it does not match the digest
   * in its record.
   */
  section(number: number): Promise<any> {
    let asked = this.#asked.get(number);
    if (!asked) {
      asked = this.#ask(number).finally(() => this.#asked.delete(number));
      this.#asked.set(number, asked);
    }
    return asked;
  }

  async #ask(number: number) {
    const section = await this.#snapshot.get(`/snapshot?section=${number}`, {});
    const { digest, frame } = this.#records[number];
    const own = this.#alone(section);
    // Older services do not send a digest.
    if (digest !== undefined && own.digest !== digest) throw new IdChanged(digest, String(own.digest));
    if (this.#axis.extent(frame) > this.#axis.extent(own.frame) + tolerance) this.contentLength = this.#axis.contentExtent;
    return section;
  }
}

/** Metrics with which an item has exactly its given extent. */
const bare = {
  numberOfColumns: 1, cellHeight: 'natural', minimumLineSpacing: 0, minimumInteritemSpacing: 0,
  sectionInset: { top: 0, left: 0, bottom: 0, right: 0 },
};

/**
 * The global headers of a layout and the colour of their background, as in a posted snapshot.
 *
 * @param extent the sum of their extents
 */
async function globalHeadersOf(layout: Layout, extent: number, signal: AbortSignal | undefined) {
  if (extent <= 0) return {};
  const { axis } = layout;
  const start = axis.startAt(0, extent);
  const answer = await layout.snapshot.get(`/elements?${pageQuery(axis, start, extent)}`, { signal });
  const elements = [...elementList(answer).others, ...answer.pinning.globalHeaders];
  const globalHeaders = stackInput(elements.filter(({ kind }) => kind === 'globalHeader'), axis);
  const { color } = answer.pinning.globalHeaderBackground ?? {};
  return { globalHeaders, ...(color !== undefined && { globalHeaderBackgroundColor: color }) };
}
