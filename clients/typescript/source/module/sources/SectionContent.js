// @ts-check
import { ItemRuns } from './ItemRuns.js';
import { merged } from './mergedMetrics.js';

/** @typedef {import('../wasm/Vocabulary.js').Rows} Rows */
/** @typedef {import('../wasm/Vocabulary.js').Vocabulary} Vocabulary */

/** The metrics with a default that is not the same for all forms, besides those that each engine has. */
const standards = /** @type {Record<string, any>} */ ({
  lineAlignment: 'uikit', itemAlignment: 'center', cellHeight: 'row', cellOrder: 'leftToRight', placement: 'shortest', segmentHeight: 200,
  leadingSegments: ['fullWidth'], segments: ['fiftyFifty', 'twoThirdsOneThird', 'oneThirdTwoThirds'], showsColumnSeparator: true,
  showsSectionSeparatorWhenLastSection: false, separatorThickness: 0.5,
});
/** By engine, the default of spacings, and that of `numberOfColumns` if it has columns. */
const ofEngine = /** @type {Record<string, { spacing: number, numberOfColumns?: number }>} */ ({
  flow: { spacing: 10 }, column: { spacing: 0, numberOfColumns: 1 }, waterfall: { spacing: 10, numberOfColumns: 2 }, mosaic: { spacing: 0 },
});
const [standardExtent, standardItem] = [44, 50];

/** What a section of a resolved source has: with all that it inherits, and with defaults (docs/rules.md#two-trees). */
export class SectionContent {
  #vocabulary;
  #isHorizontal;
  #section;

  /**
   * @param {any} section
   * @param {any} snapshot whose section it is
   * @param {Vocabulary} vocabulary
   * @param {ReadonlyMap<string, string>} rivals the metrics that replace each other
   */
  constructor(section, snapshot, vocabulary, rivals) {
    this.#vocabulary = vocabulary;
    this.#isHorizontal = snapshot.scrollDirection === 'horizontal';
    this.id = section.id;
    /** @type {string} */
    this.engine = section.engine;
    /** The section as in a step, where it inherits nothing. */
    this.said = { ...section, metrics: merged(snapshot.metrics, section.metrics, rivals) };
    this.#section = section;
    /** The metrics that the engine reads. */
    this.metrics = this.#resolved(this.said.metrics);
    this.items = this.#items();
  }

  /** @param {any} given metrics */
  #resolved(given) {
    const { spacing, numberOfColumns } = ofEngine[this.engine];
    const place = this.#vocabulary.engines.indexOf(this.engine);
    /** @type {Record<string, any>} */
    const metrics = {};
    for (const row of this.#vocabulary.objects.metrics.values()) {
      const { name, form } = row;
      if (!this.#vocabulary.reads(place, row) || form === 'size') continue;
      const value = given[name] ?? standards[name];
      if (form === 'extentOrRemainder') metrics[name] = value === 'remainder' ? value : standardExtent;
      else if (form === 'edges' && (value || name !== 'padding')) metrics[name] = edges(value);
      else metrics[name] = value ?? (form === 'color' ? null : form === 'extent' ? spacing : undefined);
    }
    if (numberOfColumns && metrics.minimumColumnWidth === undefined) metrics.numberOfColumns ??= numberOfColumns;
    // Without a colour, nothing depends on the rest of a separator.
    const unread = this.#isHorizontal ? { left: 0, right: 0 } : { top: 0, bottom: 0 };
    const colors = Object.keys(metrics).filter((name) => /separatorColor$/i.test(name));
    for (const name of colors) {
      const insets = name.replace('Color', 'Insets');
      metrics[insets] = metrics[name] === null ? edges({}) : { ...metrics[insets], ...unread };
    }
    if (colors.every((name) => metrics[name] === null)) metrics.separatorThickness = standards.separatorThickness;
    if (metrics.separatorColor === null) metrics.showsColumnSeparator = true;
    if (metrics.sectionSeparatorColor === null) metrics.showsSectionSeparatorWhenLastSection = false;
    return metrics;
  }

  #items() {
    const { extentsRead, engines, members } = this.#vocabulary;
    const place = engines.indexOf(this.engine);
    const names = [1, 2].flatMap((way) => extentsRead.call(this.#vocabulary, place, way, this.#isHorizontal).map(({ name }) => name));
    const { itemSize, rowHeight } = this.said.metrics;
    const along = this.#isHorizontal ? 'width' : 'height';
    const substitutes = this.engine === 'flow' ? { width: standardItem, height: standardItem, ...itemSize }
      : this.engine === 'column' ? { [along]: typeof rowHeight === 'number' ? rowHeight : standardExtent } : {};
    const all = [...names, ...(names.length > 0 ? ['estimated'] : []), ...members.map(({ name }) => name)];
    return ItemRuns.of(this.#section.items, all, substitutes);
  }

  /** @param {'headers' | 'footers'} name */
  stack(name) {
    return stackOf(this.#section[name], this.#vocabulary.objects.header, this.#isHorizontal, this.metrics);
  }

  /** What it shows in place of items; null if it has some, and for one without room. */
  get placeholder() {
    const { placeholder } = this.#section;
    if (!placeholder || this.items.count > 0 || placeholder[this.#isHorizontal ? 'width' : 'height'] === 0) return null;
    return elementOf(placeholder, this.#vocabulary.objects.placeholder, this.#isHorizontal, this.metrics);
  }

  /**
   * What differs besides the items, as members of an entry of `setSections`; null if steps cannot say it.
   *
   * @param {SectionContent} after
   */
  settings(after) {
    /** @type {any} */
    const said = {};
    /** @type {Record<string, any>} */
    const metrics = {};
    for (const [name, value] of Object.entries(after.metrics)) {
      // A metric that goes is replaced by its rival.
      if (value !== undefined && !isSame(this.metrics[name], value)) metrics[name] = value;
    }
    if (this.metrics.padding && !after.metrics.padding) return null;
    if (Object.keys(metrics).length > 0) said.metrics = metrics;
    for (const name of /** @type {const} */ (['headers', 'footers'])) {
      const stack = after.stack(name);
      if (!isSame(this.stack(name).seen, stack.seen)) said[name] = stack.said;
    }
    if (!isSame(this.placeholder?.seen, after.placeholder?.seen)) said.placeholder = after.placeholder?.said ?? null;
    return said;
  }
}

/**
 * Headers or footers: all of each, to compare, and as in a step, without what they inherit and with those that take no room hidden.
 *
 * @param {readonly any[]} stack
 * @param {Rows} rows of one
 * @param {boolean} isHorizontal
 * @param {any} [inherited] the colours
 */
export function stackOf(stack = [], rows, isHorizontal, inherited = {}) {
  /** @type {any[]} */
  const seen = [];
  /** @type {any[]} */
  const said = [];
  for (const [index, given] of stack.entries()) {
    const extent = isHorizontal ? 'width' : 'height';
    const value = given[extent] ?? (given.estimated ? standardExtent : 0);
    if (given.hidden || value === 0) continue;
    while (said.length < index) said.push({ hidden: true });
    const element = elementOf({ ...given, [extent]: value }, rows, isHorizontal, inherited);
    seen.push([index, element.seen]);
    said.push(element.said);
  }
  return { seen, said };
}

/**
 * @param {any} given
 * @param {Rows} rows
 * @param {boolean} isHorizontal
 * @param {any} inherited
 */
function elementOf(given, rows, isHorizontal, inherited) {
  const [seen, said] = /** @type {Record<string, any>[]} */ ([{}, {}]);
  for (const { name, form } of rows.values()) {
    let value = given[name];
    if (name === (isHorizontal ? 'height' : 'width')) continue;
    if (form === 'color') value = value === undefined ? inherited[name] ?? null : value;
    if (form === 'edges') value &&= edges(value);
    if (form === 'flag' || form === 'text') value ||= undefined;
    if (value === undefined) continue;
    seen[name] = value;
    if (form !== 'color' || value !== (inherited[name] ?? null)) said[name] = value;
  }
  return { seen, said };
}

/** @param {any} given */
function edges({ top = 0, left = 0, bottom = 0, right = 0 } = {}) {
  return { top, left, bottom, right };
}

/**
 * @param {any} one as in JSON
 * @param {any} other
 */
export function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
