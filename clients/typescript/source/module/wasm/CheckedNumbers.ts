import { isNumber } from '../../service/parameterFaults.js';
import { NumberWriter } from './NumberWriter.js';
import type { Row } from './Vocabulary.js';

export type Fault = { pointer: string, code: string, detail?: string };
type Pointer = string | (() => string);

const encoder = new TextEncoder();
const faultsMax = 20;
/** In bytes of UTF-8. */
const keyMax = 64;
/** The greatest number of a matrix. */
export const matrixMax = 1_000_000;
const wholeForms = ['whole', 'wholeOrAll', 'place'];

/** Writes values as numbers, and finds mistakes with the pointers and codes of the service. */
export class CheckedNumbers extends NumberWriter {
  faults: Fault[] = [];

  get goesOn() {
    return this.faults.length < faultsMax;
  }

  fault(pointer: Pointer, code: string) {
    if (this.goesOn) this.faults.push({ pointer: typeof pointer === 'string' ? pointer : pointer(), code });
  }

  /** Visits the given members of an object; false for any other value. */
  each(value: any, pointer: Pointer, rows: ReadonlyMap<string, any>, take: (value: any, row: any, key: string) => void) {
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

  /** The given members of an object; null for any other value. */
  members(value: any, pointer: string, rows: ReadonlyMap<string, any>): Map<string, any> | null {
    const members: Map<string, any> = new Map();
    return this.each(value, pointer, rows, (member, _, key) => members.set(key, member)) ? members : null;
  }

  wrongType(pointer: Pointer): null {
    this.fault(pointer, 'wrong-type');
    return null;
  }

  /** A number as the module keeps it: of a place 1 more, of the word `all` 0. Null if the value is wrong. */
  number({ form, detail }: Pick<Row, 'form' | 'detail'>, value: any, pointer: Pointer): number | null {
    if (form === 'flag') return typeof value === 'boolean' ? Number(value) : this.wrongType(pointer);
    if (form === 'wholeOrAll' && typeof value === 'string') {
      if (value === 'all') return 0;
      this.fault(pointer, 'out-of-range');
      return null;
    }
    if (!isNumber(value)) return this.wrongType(pointer);
    const [least, most] = Array.isArray(detail) ? detail : [0, Infinity];
    const isWhole = wholeForms.includes(form);
    const isRight = value >= least && value <= most && (!isWhole || Number.isInteger(value)) && (form !== 'positive' || value > 0);
    if (isRight) return form === 'place' ? value + 1 : value;
    this.fault(pointer, isWhole && value > most ? 'too-many' : 'out-of-range');
    return null;
  }

  /** The place of a word in a list. */
  choice(value: any, pointer: string, words: readonly string[]): number | null {
    if (typeof value !== 'string') return this.wrongType(pointer);
    const place = words.indexOf(value);
    if (place >= 0) return place;
    this.fault(pointer, 'out-of-range');
    return null;
  }

  /** @param range in bytes of UTF-8 */
  string(value: any, pointer: Pointer, [least, most]: readonly number[]): string | null {
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
   * @param count of its numbers
   */
  matrix(value: any, pointer: () => string, count: number): ArrayLike<number> | null {
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

/** Whether a value is an array or a typed array of numbers. */
export function isList(value: any): value is ArrayLike<any> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** The pointer to a member; to its object if the key is too long for a pointer. */
function below(pointer: string, key: string) {
  if (encoder.encode(key).length > keyMax) return pointer;
  return `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
