// @ts-check
import { isNumber } from '../../service/parameterFaults.js';
import { NumberWriter } from './NumberWriter.js';

/** @typedef {{ pointer: string, code: string }} Fault */
/** @typedef {string | (() => string)} Pointer */

const encoder = new TextEncoder();
const faultsMax = 20;
/** In bytes of UTF-8. */
const keyMax = 64;
const edgeNames = ['top', 'left', 'bottom', 'right'];

/** Writes values as numbers, and finds what the service would refuse, by its pointers and codes. */
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
   * The members of an object that are said; null for anything else.
   *
   * @param {any} value
   * @param {string} pointer
   * @param {readonly string[]} keys
   * @returns {[string, any][] | null}
   */
  members(value, pointer, keys) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.wrongType(pointer);
    /** @type {[string, any][]} */
    const known = [];
    for (const key of Object.keys(value)) {
      if (value[key] === undefined || typeof value[key] === 'function') continue;
      if (keys.includes(key)) known.push([key, value[key]]);
      else this.fault(() => below(pointer, key), 'unknown-key');
    }
    return known;
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
   * @param {any} value
   * @param {Pointer} pointer
   * @returns {number | null}
   */
  extent(value, pointer) {
    if (!isNumber(value)) return this.wrongType(pointer);
    if (value >= 0) return value;
    this.fault(pointer, 'out-of-range');
    return null;
  }

  /**
   * @param {any} value
   * @param {Pointer} pointer
   * @param {number} least
   * @param {number} greatest
   * @returns {number | null}
   */
  integer(value, pointer, least, greatest) {
    if (!isNumber(value)) return this.wrongType(pointer);
    if (Number.isInteger(value) && value >= least && value <= greatest) return value;
    this.fault(pointer, value > greatest ? 'too-many' : 'out-of-range');
    return null;
  }

  /**
   * @param {any} value
   * @param {Pointer} pointer
   * @returns {boolean | null}
   */
  boolean(value, pointer) {
    return typeof value === 'boolean' ? value : this.wrongType(pointer);
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
   * @param {string} pointer
   * @param {number} least
   * @param {number} greatest in bytes of UTF-8
   * @returns {string | null}
   */
  string(value, pointer, least, greatest) {
    if (typeof value !== 'string') return this.wrongType(pointer);
    const count = value.length > greatest ? value.length : encoder.encode(value).length;
    // A half of a pair of surrogates is no text.
    if (count >= least && count <= greatest && !/\p{Surrogate}/u.test(value)) return value;
    this.fault(pointer, 'out-of-range');
    return null;
  }

  /**
   * @param {any} value
   * @param {string} pointer
   */
  color(value, pointer) {
    return value === null ? null : this.string(value, pointer, 1, 64);
  }

  /**
   * Distances from the top, the left, the bottom and the right.
   *
   * @param {any} value
   * @param {string} pointer
   */
  edges(value, pointer) {
    const distances = [0, 0, 0, 0];
    for (const [key, distance] of this.members(value, pointer, edgeNames) ?? []) {
      distances[edgeNames.indexOf(key)] = this.extent(distance, `${pointer}/${key}`) ?? 0;
    }
    return distances;
  }
}

/**
 * The pointer to a member; to its object where the key is too long to be part of a pointer.
 *
 * @param {string} pointer
 * @param {string} key
 */
function below(pointer, key) {
  if (encoder.encode(key).length > keyMax) return pointer;
  return `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
