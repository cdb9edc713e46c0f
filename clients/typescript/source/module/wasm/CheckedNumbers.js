// @ts-check
import { isNumber } from '../../service/parameterFaults.js';
import { NumberWriter } from './NumberWriter.js';

/** @typedef {import('./Vocabulary.js').Row} Row */
/** @typedef {import('./Vocabulary.js').Rows} Rows */
/** @typedef {{ pointer: string, code: string, detail?: string }} Fault */
/** @typedef {string | (() => string)} Pointer */

const encoder = new TextEncoder();
const faultsMax = 20;
/** In bytes of UTF-8. */
const keyMax = 64;
/** The greatest number of a matrix. */
export const matrixMax = 1_000_000;

/** Writes values as numbers, and finds mistakes with the pointers and codes of the service. */
export class CheckedNumbers extends NumberWriter {
  /** @type {Fault[]} */
  faults = [];

  get goesOn() {
    return this.faults.length < faultsMax;
  }

  /**
   * @param {Pointer} pointer
   * @param {string} code
   */
  fault(pointer, code) {
    if (this.goesOn) this.faults.push({ pointer: typeof pointer === 'string' ? pointer : pointer(), code });
  }

  /**
   * Visits the given members of an object; false for any other value.
   *
   * @param {any} value
   * @param {Pointer} pointer
   * @param {ReadonlyMap<string, any>} rows
   * @param {(value: any, row: any, key: string) => void} take
   */
  each(value, pointer, rows, take) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.wrongType(pointer);
      return false;
    }
    for (const key of Object.keys(value)) {
      const member = value[key];
      if (member === undefined || typeof member === 'function') continue;
      const row = rows.get(key);
      if (row !== undefined) take(member, row, key);
      else this.fault(() => below(typeof pointer === 'string' ? pointer : pointer(), key), 'unknown-key');
    }
    return true;
  }

  /**
   * The given members of an object; null for any other value.
   *
   * @param {any} value
   * @param {string} pointer
   * @param {ReadonlyMap<string, any>} rows
   * @returns {Map<string, any> | null}
   */
  members(value, pointer, rows) {
    /** @type {Map<string, any>} */
    const members = new Map();
    return this.each(value, pointer, rows, (member, _, key) => members.set(key, member)) ? members : null;
  }

  /**
   * @param {Pointer} pointer
   * @returns {null}
   */
  wrongType(pointer) {
    this.fault(pointer, 'wrong-type');
    return null;
  }

  /**
   * A number; null if the value is wrong.
   *
   * @param {Pick<Row, 'form' | 'detail'>} row
   * @param {any} value
   * @param {Pointer} pointer
   * @returns {number | null}
   */
  number({ form, detail }, value, pointer) {
    if (form === 'flag') return typeof value === 'boolean' ? Number(value) : this.wrongType(pointer);
    if (!isNumber(value)) return this.wrongType(pointer);
    const [least, most] = Array.isArray(detail) ? detail : [0, Infinity];
    const isRight = value >= least && value <= most && (form !== 'whole' || Number.isInteger(value)) && (form !== 'positive' || value > 0);
    if (isRight) return value;
    this.fault(pointer, form === 'whole' && value > most ? 'too-many' : 'out-of-range');
    return null;
  }

  /**
   * The place of a word in a list.
   *
   * @param {any} value
   * @param {string} pointer
   * @param {readonly string[]} words
   * @returns {number | null}
   */
  choice(value, pointer, words) {
    if (typeof value !== 'string') return this.wrongType(pointer);
    const place = words.indexOf(value);
    if (place >= 0) return place;
    this.fault(pointer, 'out-of-range');
    return null;
  }

  /**
   * @param {any} value
   * @param {Pointer} pointer
   * @param {readonly number[]} range in bytes of UTF-8
   * @returns {string | null}
   */
  string(value, pointer, [least, most]) {
    if (typeof value !== 'string') return this.wrongType(pointer);
    // A UTF-16 unit has up to three bytes in UTF-8.
    const isSurelyShort = value.length >= least && 3 * value.length <= most;
    const count = isSurelyShort || value.length > most ? value.length : encoder.encode(value).length;
    // An unpaired surrogate is not valid text.
    if (count >= least && count <= most && !/\p{Surrogate}/u.test(value)) return value;
    this.fault(pointer, 'out-of-range');
    return null;
  }

  /**
   * A matrix. Of several wrong numbers, the first one is a fault.
   *
   * @param {any} value
   * @param {() => string} pointer
   * @param {number} count of its numbers
   * @returns {ArrayLike<number> | null}
   */
  matrix(value, pointer, count) {
    if (!isList(value)) return this.wrongType(pointer);
    if (value.length !== count) {
      this.fault(pointer, 'out-of-range');
      return null;
    }
    const row = { form: 'number', detail: [-matrixMax, matrixMax] };
    for (let place = 0; place < count; place += 1) {
      if (this.number(row, value[place], () => `${pointer()}/${place}`) === null) return null;
    }
    return value;
  }
}

/**
 * Whether a value is an array or a typed array of numbers.
 *
 * @param {any} value
 * @returns {value is ArrayLike<any>}
 */
export function isList(value) {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/**
 * The pointer to a member; to its object if the key is too long for a pointer.
 *
 * @param {string} pointer
 * @param {string} key
 */
function below(pointer, key) {
  if (encoder.encode(key).length > keyMax) return pointer;
  return `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
