// @ts-check

/**
 * Matrices of 4 × 4 numbers, row by row, for points that are row vectors: p′ = p · M (docs/rules.md#transforms). Numbers are computed in the
 * same order as in the core, so that they have the same bits.
 *
 * @typedef {number[]} Matrix
 */

/** @returns {Matrix} */
export const identity = () => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * @param {number} x
 * @param {number} y
 * @param {number} z
 * @returns {Matrix}
 */
export const moving = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

/**
 * The matrix that transforms by the first one and then by the second one.
 *
 * @param {Matrix} first
 * @param {Matrix} second
 * @returns {Matrix}
 */
export function product(first, second) {
  const made = identity();
  for (let row = 0; row < 16; row += 4) {
    const [x, y, z, w] = [first[row], first[row + 1], first[row + 2], first[row + 3]];
    for (let column = 0; column < 4; column += 1) {
      made[row + column] = x * second[column] + y * second[4 + column] + z * second[8 + column] + w * second[12 + column];
    }
  }
  return made;
}

/**
 * The mirror image: F · M · F, where F exchanges left and right.
 *
 * @param {Matrix} matrix
 * @returns {Matrix}
 */
export const mirrored = (matrix) => matrix.map((number, place) => ((place % 4 === 0) !== (place < 4) ? -number : number));

/** The indices of the six numbers of a matrix of the plane. */
const ofPlane = [0, 1, 4, 5, 12, 13];

/**
 * The matrix of an element.
 *
 * @param {{ transform?: readonly number[], transform3D?: readonly number[] }} element
 * @returns {Matrix | null} null for the identity
 */
export function matrixOf({ transform, transform3D }) {
  if (transform3D) return [...transform3D];
  if (!transform) return null;
  const matrix = identity();
  for (const [place, index] of ofPlane.entries()) matrix[index] = transform[place];
  return matrix;
}

/**
 * The members of an element that say its matrix: none for the identity.
 *
 * @param {Matrix} matrix
 * @returns {{ transform?: number[], transform3D?: number[] }}
 */
export function membersOf(matrix) {
  const standard = identity();
  if (matrix.every((number, place) => number === standard[place])) return {};
  const isOfPlane = matrix.every((number, place) => ofPlane.includes(place) || number === standard[place]);
  // A 0 has no sign.
  return isOfPlane ? { transform: ofPlane.map((place) => matrix[place] + 0) } : { transform3D: matrix.map((number) => number + 0) };
}

/** A point with a fourth coordinate up to this one is behind the viewer. */
const leastDepth = 0.001;

/**
 * The bounding box of a frame as a matrix shows it; null if a corner is behind the viewer, or if it is farther away than numbers can tell.
 *
 * @param {Matrix} matrix
 * @param {import('../../../index.js').Rect} frame
 */
export function pictureOf(matrix, { x, y, width, height }) {
  const [right, down] = [width / 2, height / 2];
  /** @type {number[][]} */
  const points = [];
  for (const [a, b] of [[-right, -down], [right, -down], [-right, down], [right, down]]) {
    const at = (/** @type {number} */ column) => a * matrix[column] + b * matrix[4 + column] + matrix[12 + column];
    const depth = at(3);
    if (!(depth > leastDepth)) return null;
    points.push([at(0) / depth, at(1) / depth]);
  }
  const [xs, ys] = [0, 1].map((edge) => points.map((point) => point[edge]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const box = { x: x + right + left, y: y + down + top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  return Number.isFinite(box.x + box.width) && Number.isFinite(box.y + box.height) ? box : null;
}

/**
 * The matrix that turns elements about an axis, in degrees, as CSS does: 0 is x, 1 is y, and 2 is z, which turns them clockwise.
 *
 * @param {number} degrees
 * @param {number} axis
 * @returns {Matrix}
 */
export function turning(degrees, axis) {
  const [sine, cosine] = sineAndCosine(degrees);
  const matrix = identity();
  // The two axes of the plane in which it turns, the first towards the second one.
  const [first, second] = [[1, 2], [2, 0], [0, 1]][axis];
  matrix[5 * first] = matrix[5 * second] = cosine;
  matrix[4 * first + second] = sine;
  matrix[4 * second + first] = -sine;
  return matrix;
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
 * The core's sine and cosine, which are not those of the browser. Multiples of 90 degrees are exact.
 *
 * @param {number} degrees
 */
export function sineAndCosine(degrees) {
  const quarters = Math.floor(Math.abs(degrees) / 90 + 0.5);
  const rest = Math.abs(degrees) - 90 * quarters;
  const square = rest * rest;
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((all, number) => all * square + number, 0);
  // The upper half of the digits, of which a product with another upper half is exact.
  const shifted = rest * 0x8000001;
  const upper = shifted - (shifted - rest);
  const small = (rest - upper) * radians + rest * (radiansRest + square * sum(ofSine));
  const [sine, cosine] = [upper * radians + small, 1 + square * sum(ofCosine)];
  const [turned, other] = [[sine, cosine], [cosine, -sine], [-sine, -cosine], [-cosine, sine]][quarters % 4];
  return [(degrees < 0 ? -turned : turned) + 0, other + 0];
}
