// @ts-check
import { elementList } from '../viewport/pages/elementList.js';
import { pageQuery } from '../viewport/pages/pageQuery.js';
import { IdChanged } from '../service/Problem.js';
import { stackInput } from './stackInput.js';

/** @typedef {import('../../index.js').Section} Section */
/** @typedef {import('../viewport/Layout.js').Layout} Layout */
/** @typedef {import('../service/Snapshot.js').Snapshot} Snapshot */

/** What the id of a section begins with that is not here. */
const mark = '\u0000far/';
/** Sections of which a part may be held. */
const maximumSections = 100_000;

/**
 * The sections of a layout that are not in the page yet. Each stands there as one item that is as long as the section, so
 * that all others stand where they should.
 */
export class FarSections {
  #snapshot;
  /**
   * Those that are asked for, by their numbers.
   *
   * @type {Map<number, Promise<any>>}
   */
  #asked = new Map();
  /**
   * What the service lists of them.
   *
   * @type {Section[]}
   */
  #records;
  #digestOf;
  /** @type {boolean | undefined} */
  #hasEstimates;

  /**
   * @param {Snapshot} snapshot
   * @param {Section[]} records
   * @param {(section: any) => string} digestOf what the module names a section by
   */
  constructor(snapshot, records, digestOf) {
    this.#snapshot = snapshot;
    this.#records = records;
    this.#digestOf = digestOf;
  }

  /**
   * Those of a layout: all of its sections, and a snapshot in which they are far.
   *
   * @param {Layout} layout
   * @param {AbortSignal | undefined} signal
   * @param {(section: any) => string} digestOf what the module names a section by
   */
  static async of(layout, signal, digestOf) {
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
    const globalHeaders = await globalHeadersOf(layout, first, signal);
    return { far: new FarSections(snapshot, records, digestOf), body: { scrollDirection, layoutDirection, globalHeaders, sections } };
  }

  /**
   * The number that a section had at the service; −1 for one that is here.
   *
   * @param {Section} section as the module lists it
   */
  static number({ id }) {
    return id?.startsWith(mark) ? Number(id.slice(mark.length)) : -1;
  }

  /** Whether an item of any of them had an estimated size at the service. */
  get hasEstimates() {
    this.#hasEstimates ??= this.#records.some(({ estimatedCount = 0 }) => estimatedCount > 0);
    return this.#hasEstimates;
  }

  /**
   * What the service lists of a far section, where it stands now.
   *
   * @param {Section} section as the module lists it
   * @returns {Section}
   */
  record(section) {
    const number = FarSections.number(section);
    return number < 0 ? section : { ...this.#records[number], section: section.section, frame: section.frame };
  }

  /**
   * A section as the service has it, asked for once for all who wait for it. IdChanged where the service says another one
   * than it has listed.
   *
   * @param {number} number
   * @returns {Promise<any>}
   */
  section(number) {
    let asked = this.#asked.get(number);
    if (!asked) {
      asked = this.#ask(number).finally(() => this.#asked.delete(number));
      this.#asked.set(number, asked);
    }
    return asked;
  }

  /** @param {number} number */
  async #ask(number) {
    const section = await this.#snapshot.get(`/snapshot?section=${number}`, {});
    const { digest } = this.#records[number];
    const own = this.#digestOf(section);
    // Older services do not say it.
    if (digest !== undefined && own !== digest) throw new IdChanged(digest, own);
    return section;
  }
}

/** Metrics that add nothing to an item. */
const bare = {
  numberOfColumns: 1, cellHeight: 'natural', minimumLineSpacing: 0, minimumInteritemSpacing: 0,
  sectionInset: { top: 0, left: 0, bottom: 0, right: 0 },
};

/**
 * The global headers of a layout, as they would be posted.
 *
 * @param {Layout} layout
 * @param {number} extent of all of them
 * @param {AbortSignal | undefined} signal
 */
async function globalHeadersOf(layout, extent, signal) {
  if (extent <= 0) return [];
  const { axis } = layout;
  const start = axis.startAt(0, extent);
  const answer = await layout.snapshot.get(`/elements?${pageQuery(axis, start, extent)}`, { signal });
  const elements = [...elementList(answer).others, ...answer.pinning.globalHeaders];
  return stackInput(elements.filter(({ kind }) => kind === 'globalHeader'), axis);
}
