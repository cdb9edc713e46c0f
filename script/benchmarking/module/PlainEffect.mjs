// @ts-check
/** @typedef {import('../../../clients/typescript/types/index.js').Effect} Effect */
/** @typedef {import('../../../clients/typescript/types/index.js').Rect} Rect */

const standards = /** @type {Record<string, number>} */ ({ alpha: 1, scale: 1, scaleX: 1, scaleY: 1 });

/** An effect of a horizontal list in plain JavaScript: the formula of docs/effects.md#matrix, multiplied out for speed. */
export class PlainEffect {
  /** @param {Effect} effect with a unit, and without members that cells have of their own */
  constructor({ unit = 1, perspective, origin, stops }) {
    this.unit = unit;
    this.depth = perspective === undefined ? 0 : -1 / perspective;
    this.origin = { x: 0.5, y: 0.5, z: 0, ...origin };
    this.isOfPlane = !perspective && stops.every(({ rotateX, rotateY, z }) => !rotateX && !rotateY && !z);
    /** @type {Map<string, [number, number][]>} */
    this.tracks = new Map();
    for (const { at, ...members } of stops) {
      for (const [name, value] of Object.entries(members)) this.tracks.set(name, [...this.tracks.get(name) ?? [], [at, value]]);
    }
  }

  /**
   * @param {string} name
   * @param {number} distance
   */
  value(name, distance) {
    const track = this.tracks.get(name);
    if (!track) return standards[name] ?? 0;
    let next = 0;
    while (next < track.length && track[next][0] <= distance) next += 1;
    if (next === 0 || next === track.length) return track[Math.max(0, next - 1)][1];
    const [[place, value], [end, other]] = [track[next - 1], track[next]];
    return value + (other - value) * (distance - place) / (end - place);
  }

  /**
   * The cells that are seen.
   *
   * @param {Rect[]} frames of the cells from one on
   * @param {number} first the number of that cell
   * @param {Rect} bounds
   */
  cells(frames, first, bounds) {
    const list = [];
    for (let place = 0; place < frames.length; place += 1) {
      const cell = this.cell(first + place, frames[place], bounds);
      if (cell) list.push(cell);
    }
    return list;
  }

  /**
   * @param {number} item
   * @param {Rect} frame
   * @param {Rect} bounds
   */
  cell(item, frame, bounds) {
    const { x, width, height } = frame;
    const offset = x + width / 2 - bounds.x - bounds.width / 2;
    const distance = offset / this.unit;
    const value = (/** @type {string} */ name) => this.value(name, distance);
    const turn = (/** @type {string} */ name) => value(name) * Math.PI / 180;
    const [turnX, turnY, turnZ] = [turn('rotateX'), turn('rotateY'), turn('rotate')];
    const [sx, sy, sz] = [Math.sin(turnX), Math.sin(turnY), Math.sin(turnZ)];
    const [cx, cy, cz] = [Math.cos(turnX), Math.cos(turnY), Math.cos(turnZ)];
    const scale = value('scale');
    const [across, down] = [scale * value('scaleX'), scale * value('scaleY')];
    const [ox, oy, oz] = [(this.origin.x - 0.5) * width, (this.origin.y - 0.5) * height, this.origin.z * width];
    const [mx, my, mz] = [value('x') * width, value('y') * height, value('z') * width];
    const { depth } = this;
    const moved = -value('follow') * offset;
    // S · Rx · Ry · Rz, and what it does with the origin.
    const [a, b, c] = [across * cy * cz, across * cy * sz, -across * sy];
    const [d, e, f] = [down * (sx * sy * cz - cx * sz), down * (sx * sy * sz + cx * cz), down * sx * cy];
    const [g, h, i] = [cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy];
    const [tx, ty, tz] = [
      ox + mx - ox * a - oy * d - oz * g, oy + my - ox * b - oy * e - oz * h, oz + mz - ox * c - oy * f - oz * i];
    const w = 1 + tz * depth;
    const matrix = [
      a + c * depth * moved, b, c, c * depth, d + f * depth * moved, e, f, f * depth, g + i * depth * moved, h, i, i * depth,
      tx + w * moved, ty, tz, w];
    const seen = picture(matrix, frame);
    if (!(seen.x < bounds.x + bounds.width && bounds.x < seen.x + seen.width)) return null;
    if (!(seen.y < bounds.y + bounds.height && bounds.y < seen.y + seen.height)) return null;
    return {
      category: 'cell', section: 0, item, frame, zIndex: Math.floor(value('zIndex') + 0.5), alpha: value('alpha'), distance,
      transformedFrame: seen, transform: this.isOfPlane ? [a, b, d, e, matrix[12], ty] : undefined,
      transform3D: this.isOfPlane ? undefined : matrix,
    };
  }
}

/**
 * @param {number[]} matrix
 * @param {Rect} frame
 */
function picture(matrix, { x, y, width, height }) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let corner = 0; corner < 4; corner += 1) {
    const [across, down] = [corner & 1 ? width / 2 : -width / 2, corner & 2 ? height / 2 : -height / 2];
    const depth = across * matrix[3] + down * matrix[7] + matrix[15];
    const [shownX, shownY] = [
      (across * matrix[0] + down * matrix[4] + matrix[12]) / depth, (across * matrix[1] + down * matrix[5] + matrix[13]) / depth];
    [left, right, top, bottom] = [Math.min(left, shownX), Math.max(right, shownX), Math.min(top, shownY), Math.max(bottom, shownY)];
  }
  return { x: x + width / 2 + left, y: y + height / 2 + top, width: right - left, height: bottom - top };
}
