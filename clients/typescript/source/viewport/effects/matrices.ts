import type { Rect } from '../../../types/index.js';

/**
 * Matrices of 4 × 4 numbers, row by row, for points that are row vectors: p′ = p · M (docs/rules.md#transforms). Numbers are computed in
 * the same order as in the core, so that they have the same bits. Where a factor is known to be 0 or 1, its products are left out: that
 * changes nothing but the sign of a 0, which no answer has, and infinite numbers of cells that are not shown. The matrices of effects are
 * changed in place, since each frame makes one for each cell.
 */
type Matrix = { readonly [place: number]: number };

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Makes a matrix one that moves a point to the origin, and then scales. */
export function scaleAbout(matrix: Float64Array, { x, y, z }: { x: number, y: number, z: number }, across: number, down: number) {
  matrix.set(identity);
  matrix[0] = across;
  matrix[5] = down;
  matrix[12] = -x * across;
  matrix[13] = -y * down;
  matrix[14] = -z;
}

/** Lets a matrix also turn about an axis, in degrees, as CSS does: 0 is x, 1 is y, and 2 is z, which turns clockwise. */
export function turn(matrix: Float64Array, degrees: number, axis: number) {
  if (degrees === 0) return;
  const [sine, cosine] = sineAndCosine(degrees);
  // The columns of the plane in which it turns, the first towards the second one.
  const first = (axis + 1) % 3;
  const second = (axis + 2) % 3;
  for (let row = 0; row < 16; row += 4) {
    const one = matrix[row + first];
    const other = matrix[row + second];
    matrix[row + first] = one * cosine - other * sine;
    matrix[row + second] = one * sine + other * cosine;
  }
}

/** Lets a matrix without perspective also show its picture to a viewer at a distance. */
export function lookFrom(matrix: Float64Array, perspective: number) {
  const lens = -1 / perspective;
  for (let row = 0; row < 16; row += 4) matrix[row + 3] = matrix[row + 2] * lens + matrix[row + 3];
}

/** Makes a matrix its mirror image: F · M · F, where F exchanges left and right. */
export function mirror(matrix: Float64Array) {
  for (const place of [1, 2, 3, 4, 8, 12]) matrix[place] = -matrix[place];
}

/** The matrix that transforms by the first one and then by the second one. */
export function product(first: Matrix, second: Matrix): Matrix {
  const made = [...identity];
  for (let row = 0; row < 16; row += 4) {
    for (let column = 0; column < 4; column += 1) {
      made[row + column] = first[row] * second[column] + first[row + 1] * second[4 + column] + first[row + 2] * second[8 + column]
        + first[row + 3] * second[12 + column];
    }
  }
  return made;
}

/**
 * The matrix of an element.
 *
 * @returns null for the identity
 */
export function matrixOf({ transform, transform3D }: { transform?: readonly number[], transform3D?: readonly number[] }): Matrix | null {
  if (transform3D || !transform) return transform3D ?? null;
  const [a, b, c, d, x, y] = transform;
  return [a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, x, y, 0, 1];
}

/** Whether six numbers say a matrix. */
export const isOfPlane = (matrix: Matrix) => matrix[2] === 0 && matrix[3] === 0 && matrix[6] === 0 && matrix[7] === 0 && matrix[8] === 0
  && matrix[9] === 0 && matrix[10] === 1 && matrix[11] === 0 && matrix[14] === 0 && matrix[15] === 1;

/** Whether a matrix of the plane is the identity. */
export const isIdentity = (matrix: Matrix) => matrix[0] === 1 && matrix[1] === 0 && matrix[4] === 0 && matrix[5] === 1 && matrix[12] === 0
  && matrix[13] === 0;

/** The six numbers of a matrix of the plane. A 0 has no sign. */
export const planeNumbers = (matrix: Matrix) => [matrix[0] + 0, matrix[1] + 0, matrix[4] + 0, matrix[5] + 0, matrix[12] + 0, matrix[13] + 0];

/** All numbers of a matrix. A 0 has no sign. */
export const allNumbers = (matrix: Matrix) => [
  matrix[0] + 0, matrix[1] + 0, matrix[2] + 0, matrix[3] + 0, matrix[4] + 0, matrix[5] + 0, matrix[6] + 0, matrix[7] + 0,
  matrix[8] + 0, matrix[9] + 0, matrix[10] + 0, matrix[11] + 0, matrix[12] + 0, matrix[13] + 0, matrix[14] + 0, matrix[15] + 0];

/** A point with a fourth coordinate up to this one is behind the viewer. */
const leastDepth = 0.001;

/**
 * The bounding box of a frame as a matrix shows it; null if a corner is behind the viewer, or if it is farther away than numbers can tell.
 */
export function pictureOf(matrix: Matrix, { x, y, width, height }: Rect) {
  const right = width / 2;
  const down = height / 2;
  let [left, top, end, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let corner = 0; corner < 4; corner += 1) {
    const across = corner % 2 === 0 ? -right : right;
    const below = corner < 2 ? -down : down;
    const depth = coordinate(matrix, 3, across, below);
    if (!(depth > leastDepth)) return null;
    const seenX = coordinate(matrix, 0, across, below) / depth;
    const seenY = coordinate(matrix, 1, across, below) / depth;
    left = Math.min(left, seenX);
    top = Math.min(top, seenY);
    end = Math.max(end, seenX);
    bottom = Math.max(bottom, seenY);
  }
  const box = { x: x + right + left, y: y + down + top, width: end - left, height: bottom - top };
  return Number.isFinite(box.x + box.width) && Number.isFinite(box.y + box.height) ? box : null;
}

/** A coordinate of what a matrix makes of a point. */
function coordinate(matrix: Matrix, column: number, x: number, y: number) {
  return x * matrix[column] + y * matrix[4 + column] + matrix[12 + column];
}

/** The upper half of the digits of π/180, and what that number lacks. */
const [radians, radiansRest] = [0x11df46a / 2 ** 30, 1.3519960527851425e-10];
/** The other terms of Taylor's series, with the powers of π/180 in them, from the last one: ±(π/180)ⁿ/n!. */
const ofSine = [
  3.637866301611077e-45, -3.248335681954942e-39, 2.2393679707751967e-33, -1.1468201775379016e-27,
  4.1412674172573206e-22, -9.788384861617728e-17, 1.349601623163255e-11, -8.86096155701298e-07];
const ofCosine = [
  3.5433845537580686e-42, -2.7917388752665238e-36, 1.667982335528525e-30, -7.227875163670209e-25,
  2.135494303594986e-19, -3.925831985743095e-14, 3.866323851562994e-09, -0.0001523087098933543];

/**
 * The sum of a series.
 *
 * @param numbers from the last one
 */
function sum(numbers: readonly number[], square: number) {
  let all = 0;
  for (let place = 0; place < numbers.length; place += 1) all = all * square + numbers[place];
  return all;
}

/** The core's sine and cosine, which are not those of the browser. Multiples of 90 degrees are exact. */
export function sineAndCosine(degrees: number) {
  const quarters = Math.floor(Math.abs(degrees) / 90 + 0.5);
  const rest = Math.abs(degrees) - 90 * quarters;
  const square = rest * rest;
  // The upper half of the digits, of which a product with another upper half is exact.
  const shifted = rest * 0x8000001;
  const upper = shifted - (shifted - rest);
  const small = (rest - upper) * radians + rest * (radiansRest + square * sum(ofSine, square));
  const sine = upper * radians + small;
  const cosine = 1 + square * sum(ofCosine, square);
  const isOdd = quarters % 2 === 1;
  const turned = isOdd ? cosine : sine;
  const other = isOdd ? -sine : cosine;
  const isOpposite = quarters % 4 >= 2;
  return [((degrees < 0) !== isOpposite ? -turned : turned) + 0, (isOpposite ? -other : other) + 0];
}
