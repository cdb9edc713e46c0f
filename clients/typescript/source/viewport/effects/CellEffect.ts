import {
  allNumbers, isIdentity, isOfPlane, lookFrom, matrixOf, mirror, pictureOf, planeNumbers, product, scaleAbout, turn,
} from './matrices.js';
import type { EdgeInsets, Effect, EffectElement, Rect } from '../../../types/index.js';
import type { Axis } from '../pages/Axis.js';
import type { Page } from '../pages/Page.js';

type StopMember = Exclude<keyof Effect['stops'][number], 'at'>;

/** No place is farther away, so that no distance is infinite. */
const far = 2 ** 54;

/** The members of an element that an effect makes. */
const made = new Set(['zIndex', 'alpha', 'transform', 'transform3D', 'transformedFrame']);

const limited = (number: number) => Math.min(far, Math.max(-far, number));

/** What becomes of the cells of a section by their distance from a focal line (docs/effects.md#effects). */
export class CellEffect {
  #effect;
  #axis;
  #tracks;
  /** The matrix of the current cell. */
  #matrix = new Float64Array(16);
  #focus;
  #origin;
  /** The focal line and the unit, for the current bounds. */
  #line = 0;
  #unit = 1;

  /** @param effect as the service writes it */
  constructor(effect: Effect, axis: Axis) {
    this.#effect = effect;
    this.#axis = axis;
    this.#focus = effect.focus ?? 0.5;
    this.#origin = { x: 0.5, y: 0.5, z: 0, ...effect.origin };
    const track = (name: StopMember, standard = 0) => new Track(effect.stops, name, standard);
    this.#tracks = {
      alpha: track('alpha', 1), zIndex: track('zIndex'), scale: track('scale', 1), scaleX: track('scaleX', 1), scaleY: track('scaleY', 1),
      turns: [track('rotateX'), track('rotateY'), track('rotate')], x: track('x'), y: track('y'), z: track('z'), follow: track('follow'),
    };
  }

  /** Sets the bounds, and returns the leads between which cells may be shown. */
  move(bounds: Rect, inset: EdgeInsets) {
    const lead = this.#axis.lead(bounds);
    const start = limited(lead + this.#axis.leadingInset(inset));
    const end = limited(lead + this.#axis.extent(bounds) - this.#axis.trailingInset(inset));
    this.#line = start + this.#focus * (end - start);
    this.#unit = this.#effect.unit ?? Math.max(1, end - start);
    const { stops } = this.#effect;
    return [stops[0].at, stops[stops.length - 1].at].map((at) => limited(this.#line + at * this.#unit));
  }

  /** A cell as the effect shows it; null if it is not shown in the bounds. */
  shown(page: Page, index: number, bounds: Rect) {
    const frame = page.frame(index);
    const look = page.look(index);
    if (look?.hidden || !(frame.width > 0 && frame.height > 0)) return null;
    const offset = this.#axis.lead(frame) + this.#focus * this.#axis.extent(frame) - this.#line;
    const distance = Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, offset / this.#unit));
    const { stops } = this.#effect;
    if (!(distance >= stops[0].at && distance <= stops[stops.length - 1].at) && !overlaps(frame, bounds)) return null;
    this.#transform(frame, distance, offset);
    const own = look && matrixOf(look);
    const matrix = own ? product(own, this.#matrix) : this.#matrix;
    const isFlat = isOfPlane(matrix);
    const isMoved = !(isFlat && isIdentity(matrix));
    const seen = isMoved ? pictureOf(matrix, frame) : frame;
    if (!seen || !overlaps(seen, bounds)) return null;
    const alpha = (look?.alpha ?? 1) * Math.min(1, Math.max(0, this.#tracks.alpha.value(distance)));
    const zIndex = page.zIndex[index] + Math.floor(this.#tracks.zIndex.value(distance) + 0.5);
    const element = page.element(index, made);
    if (zIndex !== 0) element.zIndex = zIndex;
    if (alpha !== 1) element.alpha = alpha;
    if (isMoved) {
      if (isFlat) element.transform = planeNumbers(matrix);
      else element.transform3D = allNumbers(matrix);
      element.transformedFrame = seen;
    }
    element.distance = distance + 0;
    return element as EffectElement;
  }

  /**
   * Computes what the effect makes of a cell (docs/effects.md#matrix).
   *
   * @param offset the distance in points
   */
  #transform({ width, height }: Rect, distance: number, offset: number) {
    const [matrix, tracks, origin] = [this.#matrix, this.#tracks, this.#origin];
    const scale = tracks.scale.value(distance);
    const about = { x: (origin.x - 0.5) * width, y: (origin.y - 0.5) * height, z: origin.z * width };
    scaleAbout(matrix, about, scale * tracks.scaleX.value(distance), scale * tracks.scaleY.value(distance));
    for (let axis = 0; axis < 3; axis += 1) turn(matrix, tracks.turns[axis].value(distance), axis);
    // Sums from the left, as two products of matrices add them.
    matrix[12] = matrix[12] + about.x + tracks.x.value(distance) * width;
    matrix[13] = matrix[13] + about.y + tracks.y.value(distance) * height;
    matrix[14] = matrix[14] + about.z + tracks.z.value(distance) * width;
    const { perspective } = this.#effect;
    if (perspective !== undefined) lookFrom(matrix, perspective);
    const moved = -tracks.follow.value(distance) * offset;
    if (moved !== 0) {
      for (let place = this.#axis.isHorizontal ? 0 : 1; place < 16; place += 4) matrix[place] += matrix[place | 3] * moved;
    }
    if (this.#axis.isMirrored) mirror(matrix);
  }
}

/** The values of a member of stops by the distance. */
class Track {
  /** Of the stops that have the member. */
  #places;
  #values;
  #standard;

  /** @param standard the value if no stop has the member */
  constructor(stops: Effect['stops'], name: StopMember, standard: number) {
    const own = stops.filter((stop) => stop[name] !== undefined);
    this.#places = Float64Array.from(own, ({ at }) => at);
    this.#values = Float64Array.from(own, (stop) => stop[name] as number);
    this.#standard = standard;
  }

  /**
   * The value at a distance: linear between two stops, as at the outermost one beyond; at a place that occurs twice that of the later one.
   */
  value(distance: number) {
    const [places, values] = [this.#places, this.#values];
    if (places.length === 0) return this.#standard;
    let next = 0;
    while (next < places.length && places[next] <= distance) next += 1;
    if (next === 0) return values[0];
    const value = values[next - 1];
    if (next === places.length) return value;
    const place = places[next - 1];
    return value + (values[next] - value) * ((distance - place) / (places[next] - place));
  }
}

/** Whether rectangles overlap that have an area. */
function overlaps(rect: Rect, other: Rect) {
  return rect.width > 0 && rect.height > 0 && rect.x < other.x + other.width && other.x < rect.x + rect.width
    && rect.y < other.y + other.height && other.y < rect.y + rect.height;
}
