// @ts-check
import { CheckedNumbers } from './CheckedNumbers.js';
import { isNumber } from '../../service/parameterFaults.js';

const itemsMax = 2 ** 53;
const supplementaryKeys = [
  'height', 'width', 'pin', 'hidden', 'estimated', 'backgroundColor', 'selectedBackgroundColor', 'padding',
];
const rowKeys = ['width', 'height', 'count', 'estimated'];
const itemsKeys = ['count', 'estimated', 'width', 'height', 'widths', 'heights'];

/** Writes what a snapshot says as numbers, and finds what the service would refuse. */
export class SnapshotNumbers extends CheckedNumbers {
  isHorizontal = false;
  itemCount = 0;
  explicitItemCount = 0;

  /** @param {import('./Vocabulary.js').Vocabulary} vocabulary of the module */
  constructor(vocabulary) {
    super();
    this.vocabulary = vocabulary;
    /** How many items the module counts. */
    this.totalMax = vocabulary.limits.items;
  }

  // MARK: Metrics

  /**
   * @param {any} value nothing where it is undefined
   * @param {string} pointer
   */
  metrics(value, pointer) {
    const place = this.count;
    this.add(0);
    if (value === undefined) return;
    const { metrics, metricNames } = this.vocabulary;
    const members = this.members(value, pointer, metricNames) ?? [];
    const said = new Set(members.map(([key]) => key));
    for (const [key, member] of members) {
      const metric = /** @type {import('./Vocabulary.js').Metric} */ (metrics.get(key));
      const rival = metrics.get(metric.detail);
      this.add(metric.place);
      this.#metric(metric, member, `${pointer}/${key}`);
      if (rival && said.has(rival.name) && rival.place < metric.place) this.fault(`${pointer}/${key}`, 'not-allowed');
    }
    this.numbers[place] = members.length;
  }

  /**
   * @param {import('./Vocabulary.js').Metric} metric
   * @param {any} value
   * @param {string} pointer
   */
  #metric({ form, detail }, value, pointer) {
    switch (form) {
      case 'edges': return this.edges(value, pointer).forEach((distance) => this.add(distance));
      case 'extent': return this.add(this.extent(value, pointer) ?? 0);
      case 'size': {
        const size = { width: 50, height: 50 };
        for (const [name, extent] of this.members(value, pointer, ['width', 'height']) ?? []) {
          size[/** @type {'width' | 'height'} */ (name)] = this.extent(extent, `${pointer}/${name}`) ?? 0;
        }
        this.add(size.width);
        return this.add(size.height);
      }
      case 'columns': return this.add(this.integer(value, pointer, 1, this.vocabulary.limits.columns) ?? 1);
      case 'positive': {
        if (!isNumber(value)) this.wrongType(pointer);
        else if (value <= 0) this.fault(pointer, 'out-of-range');
        return this.add(value);
      }
      case 'flag': return this.add(Number(this.boolean(value, pointer)));
      case 'color': return this.text(this.color(value, pointer));
      case 'styles': {
        const { styles, limits } = this.vocabulary;
        if (!Array.isArray(value)) return void this.wrongType(pointer);
        if (value.length > limits.segments) return this.fault(pointer, 'too-many');
        if (value.length === 0 && !detail) return this.fault(pointer, 'out-of-range');
        this.add(value.length);
        return value.forEach((style, place) => this.add(this.choice(style, `${pointer}/${place}`, styles) ?? 0));
      }
      default: return this.add(this.choice(value, pointer, detail) ?? 0);
    }
  }

  // MARK: Headers and footers

  /**
   * @param {any} value nothing where it is undefined
   * @param {string} pointer
   */
  stack(value, pointer) {
    const place = this.count;
    this.add(0);
    if (value === undefined) return;
    if (!Array.isArray(value)) {
      this.wrongType(pointer);
      return;
    }
    for (let index = 0; index < value.length && this.goesOn; index += 1) {
      if (this.#supplementary(value[index], `${pointer}/${index}`, index)) this.numbers[place] += 1;
    }
  }

  /**
   * @param {any} value
   * @param {string} pointer
   * @param {number} index
   */
  #supplementary(value, pointer, index) {
    const members = this.members(value, pointer, supplementaryKeys);
    if (!members) return false;
    /** @type {Record<string, any>} */
    const read = {};
    for (const [key, member] of members) {
      const place = `${pointer}/${key}`;
      if (key === 'height' || key === 'width') read[key] = this.extent(member, place) ?? 0;
      else if (key === 'pin' || key === 'hidden' || key === 'estimated') read[key] = this.boolean(member, place) ?? false;
      else read[key] = key === 'padding' ? this.edges(member, place) : this.color(member, place);
    }
    const name = this.isHorizontal ? 'width' : 'height';
    if (read[name] === undefined && !read.hidden) this.fault(`${pointer}/${name}`, 'missing');
    if (read.hidden || !(read[name] > 0)) return false;
    const hasAppearance = members.some(([key]) => key === 'padding' || key.endsWith('ackgroundColor'));
    this.add(index);
    this.add(read[name]);
    this.add((read.pin ? 1 : 0) + (read.estimated ? 2 : 0) + (hasAppearance ? 4 : 0));
    if (!hasAppearance) return true;
    for (const color of [read.backgroundColor, read.selectedBackgroundColor]) {
      this.add(Number(color !== undefined));
      if (color !== undefined) this.text(color);
    }
    this.add(Number(read.padding !== undefined));
    for (const distance of read.padding ?? []) this.add(distance);
    return true;
  }

  // MARK: Items

  /**
   * @param {any} value nothing where it is undefined
   * @param {string} pointer
   * @param {string | null} engine null where it is not known what the items need
   */
  items(value, pointer, engine) {
    const needed = engine === 'waterfall' ? (this.isHorizontal ? 'width' : 'height') : null;
    const before = this.itemCount;
    if (value === undefined) this.#equalItems(0, NaN, NaN, false);
    else if (isNumber(value)) {
      const count = this.integer(value, pointer, 0, itemsMax) ?? 0;
      if (count > 0 && needed) this.fault(pointer, 'missing');
      this.#equalItems(count, NaN, NaN, false);
    } else if (Array.isArray(value)) this.#rows(value, pointer, needed);
    else if (typeof value === 'object' && value !== null) this.#described(value, pointer, needed);
    else this.wrongType(pointer);
    if (this.itemCount > this.totalMax) this.fault(pointer, 'too-many');
    return this.itemCount - before;
  }

  /**
   * @param {number} count
   * @param {number} width
   * @param {number} height
   * @param {boolean} isEstimated
   */
  #equalItems(count, width, height, isEstimated) {
    this.itemCount += count;
    for (const number of [0, count, width, height, Number(isEstimated)]) this.add(number);
  }

  /**
   * @param {number} count
   * @param {string} pointer
   */
  #mayList(count, pointer) {
    this.explicitItemCount += count;
    if (this.explicitItemCount <= this.vocabulary.limits.explicitItems) return true;
    this.fault(pointer, 'too-many');
    return false;
  }

  /**
   * @param {any[]} rows
   * @param {string} pointer
   * @param {string | null} needed
   */
  #rows(rows, pointer, needed) {
    const { length } = rows;
    if (!this.#mayList(length, pointer)) return;
    const columns = rowKeys.map((key) => (rows.some((row) => row?.[key] !== undefined) ? new Float64Array(length).fill(NaN) : null));
    for (let place = 0; place < length && this.goesOn; place += 1) {
      const at = `${pointer}/${place}`;
      const members = this.members(rows[place], at, rowKeys);
      for (const [key, member] of members ?? []) {
        const column = rowKeys.indexOf(key);
        const list = /** @type {Float64Array} */ (columns[column]);
        if (column < 2) list[place] = this.extent(member, () => `${at}/${key}`) ?? 0;
        else if (column === 2) list[place] = this.integer(member, () => `${at}/${key}`, 0, itemsMax) ?? 0;
        else list[place] = Number(this.boolean(member, () => `${at}/${key}`));
      }
      if (needed && rows[place]?.[needed] === undefined) this.fault(members ? `${at}/${needed}` : at, 'missing');
    }
    const [widths, heights, counts, marks] = columns;
    counts?.forEach((count, place) => { if (Number.isNaN(count)) counts[place] = 1; });
    marks?.forEach((mark, place) => { if (Number.isNaN(mark)) marks[place] = 0; });
    this.itemCount += counts ? counts.reduce((sum, count) => sum + count, 0) : length;
    this.#listed(length, widths, heights, counts, marks ?? false);
  }

  /**
   * @param {number} length
   * @param {Float64Array | null} widths
   * @param {Float64Array | null} heights
   * @param {Float64Array | null} counts
   * @param {Float64Array | boolean} marks one for all, or for each
   */
  #listed(length, widths, heights, counts, marks) {
    const isEachMarked = typeof marks !== 'boolean';
    const head = [1, length, Number(widths !== null), Number(heights !== null), Number(counts !== null)];
    for (const number of [...head, isEachMarked ? 2 : Number(marks)]) this.add(number);
    for (const list of [widths, heights, counts, isEachMarked ? marks : null]) if (list) this.addList(list);
  }

  /**
   * @param {any} value
   * @param {string} pointer
   * @param {string | null} needed
   */
  #described(value, pointer, needed) {
    const members = new Map(this.members(value, pointer, itemsKeys) ?? []);
    if (members.has('widths') || members.has('heights')) {
      for (const key of ['count', 'width', 'height']) if (members.has(key)) this.fault(`${pointer}/${key}`, 'not-allowed');
      this.columns(members, pointer, needed, null);
      return;
    }
    const [width, height] = ['width', 'height'].map((key) => (
      members.has(key) ? this.extent(members.get(key), `${pointer}/${key}`) ?? 0 : NaN));
    const isEstimated = members.has('estimated') && this.boolean(members.get('estimated'), `${pointer}/estimated`);
    if (!members.has('count')) return this.fault(`${pointer}/count`, 'missing');
    const count = this.integer(members.get('count'), `${pointer}/count`, 0, itemsMax) ?? 0;
    if (count > 0 && needed && !members.has(needed)) this.fault(`${pointer}/${needed}`, 'missing');
    this.#equalItems(count, width, height, isEstimated === true);
  }

  /**
   * @param {ArrayLike<any>} list
   * @param {number} count
   * @param {string} pointer
   */
  #extents(list, count, pointer) {
    const numbers = new Float64Array(count);
    for (let place = 0; place < count && this.goesOn; place += 1) {
      const value = list[place];
      numbers[place] = isExtent(value) ? value : this.extent(value, `${pointer}/${place}`) ?? 0;
    }
    return numbers;
  }

  /**
   * A list for each member.
   *
   * @param {Map<string, any>} members
   * @param {string} pointer
   * @param {string | null} needed
   * @param {number | null} given how many items there are, where something else says it
   */
  columns(members, pointer, needed, given) {
    const estimated = members.get('estimated');
    let length = given;
    for (const key of ['widths', 'heights', ...(Array.isArray(estimated) ? ['estimated'] : [])]) {
      const list = members.get(key);
      if (!isList(list)) continue;
      if (length !== null && list.length !== length) return this.fault(`${pointer}/${key}`, 'not-allowed');
      length = list.length;
    }
    const count = length ?? 0;
    if (!this.#mayList(given === null ? count : 0, pointer)) return;
    if (count > 0 && needed && !members.has(`${needed}s`)) this.fault(`${pointer}/${needed}s`, 'missing');
    const [widths, heights] = ['widths', 'heights'].map((key) => {
      const list = members.get(key);
      if (list === undefined) return null;
      if (!isList(list)) return this.wrongType(`${pointer}/${key}`);
      return list instanceof Float64Array && list.length === count && areExtents(list)
        ? list : this.#extents(list, count, `${pointer}/${key}`);
    });
    /** @type {Float64Array | boolean} */
    let marks = false;
    if (Array.isArray(estimated)) {
      marks = Float64Array.from(estimated, (mark, place) => Number(this.boolean(mark, () => `${pointer}/estimated/${place}`)));
    } else if (estimated !== undefined) {
      marks = this.boolean(estimated, `${pointer}/estimated`) ?? false;
    }
    this.itemCount += count;
    this.#listed(count, widths, heights, null, marks);
  }

  // MARK: Sections

  /**
   * @param {any} value
   * @param {string} pointer
   * @param {string} inherited the engine
   */
  section(value, pointer, inherited) {
    const members = new Map(this.members(value, pointer, ['id', 'engine', 'metrics', 'headers', 'items', 'footers']) ?? []);
    const { engines } = this.vocabulary;
    let engine = engines.indexOf(inherited);
    if (members.has('engine')) engine = this.choice(members.get('engine'), `${pointer}/engine`, engines) ?? engine;
    this.add(engine);
    this.text(members.has('id') ? this.string(members.get('id'), `${pointer}/id`, 0, 256) : null);
    this.metrics(members.get('metrics'), `${pointer}/metrics`);
    this.stack(members.get('headers'), `${pointer}/headers`);
    this.stack(members.get('footers'), `${pointer}/footers`);
    return this.items(members.get('items'), `${pointer}/items`, engines[engine]);
  }

  /**
   * @param {any} list
   * @param {string} pointer
   * @param {string} engine
   */
  sections(list, pointer, engine) {
    if (!Array.isArray(list)) {
      this.wrongType(pointer);
    } else if (list.length > this.vocabulary.limits.sections) {
      this.fault(pointer, 'too-many');
    } else {
      this.add(list.length);
      for (let place = 0; place < list.length && this.goesOn; place += 1) {
        this.section(list[place], `${pointer}/${place}`, engine);
      }
    }
  }

  /** @param {any} value */
  snapshot(value) {
    const keys = ['scrollDirection', 'layoutDirection', 'engine', 'metrics', 'globalHeaders', 'sections'];
    const read = this.members(value, '', keys);
    const members = new Map(read ?? []);
    const choice = (/** @type {string} */ key, /** @type {readonly string[]} */ words) => (
      members.has(key) ? this.choice(members.get(key), `/${key}`, words) ?? 0 : 0);
    const [direction, mirrored] = [choice('scrollDirection', ['vertical', 'horizontal']), choice('layoutDirection', ['ltr', 'rtl'])];
    const { engines } = this.vocabulary;
    const engine = engines[choice('engine', engines)];
    this.isHorizontal = direction === 1;
    this.add(direction);
    this.add(mirrored);
    this.metrics(members.get('metrics'), '/metrics');
    this.stack(members.get('globalHeaders'), '/globalHeaders');
    if (members.has('sections')) this.sections(members.get('sections'), '/sections', engine);
    else if (read) this.fault('/sections', 'missing');
  }
}

/**
 * Whether it is an array or one of numbers.
 *
 * @param {any} value
 * @returns {value is ArrayLike<any>}
 */
function isList(value) {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** @param {any} value */
function isExtent(value) {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

/** @param {Float64Array} list */
function areExtents(list) {
  for (let place = 0; place < list.length; place += 1) if (!isExtent(list[place])) return false;
  return true;
}
