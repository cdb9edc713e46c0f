// @ts-check
import { identity, matrixOf, membersOf, mirrored, moving, pictureOf, product, turning } from './matrices.js';

/** @typedef {import('../../../index.js').EdgeInsets} EdgeInsets */
/** @typedef {import('../../../index.js').Rect} Rect */
/** @typedef {import('../../../index.js').Element} Element */
/** @typedef {import('../pages/Axis.js').Axis} Axis */

/** No place is farther away, so that no distance is infinite. */
const far = 2 ** 54;

/** The value of a member of stops that no stop gives; 0 for all others. */
const standards = /** @type {Record<string, number>} */ ({ alpha: 1, scale: 1, scaleX: 1, scaleY: 1 });

/** @param {number} number */
const limited = (number) => Math.min(far, Math.max(-far, number));

/** What becomes of the cells of a section by their distance from a focal line (docs/effects.md#effects). */
export class CellEffect {
  #effect;
  #axis;
  /**
   * The places and the values of each member that stops have.
   *
   * @type {Map<string, { places: number[], values: number[] }>}
   */
  #tracks = new Map();
  #focus;
  #origin;
  /** The focal line and the unit, for the current bounds. */
  #line = 0;
  #unit = 1;

  /**
   * @param {import('../../../index.js').Effect} effect as the service writes it
   * @param {Axis} axis
   */
  constructor(effect, axis) {
    this.#effect = effect;
    this.#axis = axis;
    this.#focus = effect.focus ?? 0.5;
    this.#origin = { x: 0.5, y: 0.5, z: 0, ...effect.origin };
    for (const { at, ...members } of effect.stops) {
      for (const [name, value] of Object.entries(members)) {
        const track = this.#tracks.get(name) ?? { places: [], values: [] };
        track.places.push(at);
        track.values.push(/** @type {number} */ (value));
        this.#tracks.set(name, track);
      }
    }
  }

  /**
   * Sets the bounds, and returns the leads between which cells may be shown.
   *
   * @param {Rect} bounds
   * @param {EdgeInsets} inset
   */
  move(bounds, inset) {
    const lead = this.#axis.lead(bounds);
    const start = limited(lead + this.#axis.leadingInset(inset));
    const end = limited(lead + this.#axis.extent(bounds) - this.#axis.trailingInset(inset));
    this.#line = start + this.#focus * (end - start);
    this.#unit = this.#effect.unit ?? Math.max(1, end - start);
    const { stops } = this.#effect;
    return [stops[0].at, stops[stops.length - 1].at].map((at) => limited(this.#line + at * this.#unit));
  }

  /**
   * A cell as the effect shows it; null if it is not shown in the bounds.
   *
   * @param {Element} cell at rest
   * @param {Rect} bounds
   */
  shown(cell, bounds) {
    const { frame, zIndex = 0, alpha = 1, transform, transform3D, transformedFrame, ...others } = cell;
    if (!(frame.width > 0 && frame.height > 0)) return null;
    const offset = this.#axis.lead(frame) + this.#focus * this.#axis.extent(frame) - this.#line;
    const distance = Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, offset / this.#unit));
    const { stops } = this.#effect;
    if (!(distance >= stops[0].at && distance <= stops[stops.length - 1].at) && !overlaps(frame, bounds)) return null;
    const own = matrixOf({ transform, transform3D });
    const turned = this.#matrix(frame, distance, offset);
    const matrix = own ? product(own, turned) : turned;
    const members = membersOf(matrix);
    const seen = Object.keys(members).length === 0 ? frame : pictureOf(matrix, frame);
    if (!seen || !overlaps(seen, bounds)) return null;
    const opacity = alpha * Math.min(1, Math.max(0, this.#value('alpha', distance)));
    const above = zIndex + Math.floor(this.#value('zIndex', distance) + 0.5);
    return {
      ...others, frame, ...(above !== 0 && { zIndex: above }), ...(opacity !== 1 && { alpha: opacity }), ...members,
      ...(seen !== frame && { transformedFrame: seen }), distance: distance + 0,
    };
  }

  /**
   * @param {Rect} frame
   * @param {number} distance
   * @param {number} offset the distance in points
   */
  #matrix({ width, height }, distance, offset) {
    const value = (/** @type {string} */ name) => this.#value(name, distance);
    let matrix = identity();
    const scale = value('scale');
    const [across, down] = [scale * value('scaleX'), scale * value('scaleY')];
    const turns = ['rotateX', 'rotateY', 'rotate'].map(value);
    if (across !== 1 || down !== 1 || turns.some((turn) => turn !== 0)) {
      const [x, y, z] = [(this.#origin.x - 0.5) * width, (this.#origin.y - 0.5) * height, this.#origin.z * width];
      [matrix[0], matrix[5]] = [across, down];
      matrix = product(moving(-x, -y, -z), matrix);
      for (const [axis, turn] of turns.entries()) if (turn !== 0) matrix = product(matrix, turning(turn, axis));
      matrix = product(matrix, moving(x, y, z));
    }
    matrix = product(matrix, moving(value('x') * width, value('y') * height, value('z') * width));
    const { perspective } = this.#effect;
    if (perspective !== undefined) {
      const lens = identity();
      lens[11] = -1 / perspective;
      matrix = product(matrix, lens);
    }
    const moved = -value('follow') * offset;
    const { isHorizontal, isMirrored } = this.#axis;
    if (moved !== 0) matrix = product(matrix, moving(isHorizontal ? moved : 0, isHorizontal ? 0 : moved, 0));
    return isMirrored ? mirrored(matrix) : matrix;
  }

  /**
   * The value of a member at a distance: linear between two stops, as at the outermost one beyond; at a place that occurs twice that of the
   * later one.
   *
   * @param {string} name
   * @param {number} distance
   */
  #value(name, distance) {
    const track = this.#tracks.get(name);
    if (!track) return standards[name] ?? 0;
    const { places, values } = track;
    let next = 0;
    while (next < places.length && places[next] <= distance) next += 1;
    if (next === 0) return values[0];
    const [place, value] = [places[next - 1], values[next - 1]];
    return next === places.length ? value : value + (values[next] - value) * ((distance - place) / (places[next] - place));
  }
}

/**
 * Whether rectangles overlap that have an area.
 *
 * @param {Rect} rect
 * @param {Rect} other
 */
function overlaps(rect, other) {
  return rect.width > 0 && rect.height > 0 && rect.x < other.x + other.width && other.x < rect.x + rect.width
    && rect.y < other.y + other.height && other.y < rect.y + rect.height;
}
