// @ts-check

/** @typedef {import('../../../index.js').EdgeInsets} EdgeInsets */
/** @typedef {import('../../../index.js').Rect} Rect */
/** @typedef {import('../../../index.js').ReorderPreview} ReorderPreview */
/** @typedef {import('../pages/Axis.js').Axis} Axis */
/** @typedef {{ section: number, item: number }} Path */
/** @typedef {{ axis: Axis, reorder: (request: any) => Promise<ReorderPreview>, reorderNow?: (request: any) => ReorderPreview | null }} Laid */

/** A point at which there is no cell, so that the service uses the given target. */
const nowhere = { x: -1e9, y: -1e9 };
/** The most answers that are cached, and the most requests at one time. */
const [maximumKept, maximumRequests] = [16, 2];

/**
 * Previews of a layout while one of its items is dragged, for each target (docs/rules.md#reordering). They are computed at once if the
 * layout is computed in the page; otherwise they are requested from the service, and cached while the finger moves on.
 */
export class Previews {
  #layout;
  #item;
  #told;
  /** By target, least recently used first. */
  #kept = /** @type {Map<string, { preview: ReorderPreview, rect: Rect }>} */ (new Map());
  #asked = new Set();
  #refused = new Set();
  #closing = new AbortController();
  /** The last point without a cell at which the target was asked for, and the answer; null until it arrives. */
  #beside = /** @type {{ name: string, target: Path | null, isAsked: boolean }} */ ({ name: '', target: null, isAsked: false });

  /**
   * @param {Laid} layout
   * @param {Path} item
   * @param {() => void} told called when another answer has arrived
   */
  constructor(layout, item, told) {
    this.#layout = layout;
    this.#item = item;
    this.#told = told;
  }

  /**
   * The preview for a target; null if it has not arrived.
   *
   * @param {Path} target
   * @param {Rect} rect the shown part of it
   * @param {EdgeInsets} inset
   * @returns {ReorderPreview | null}
   */
  at(target, rect, inset) {
    const name = `${target.section}/${target.item}`;
    if (this.#refused.has(name)) return null;
    const known = this.#kept.get(name);
    if (known && isWithin(rect, known.rect)) return known.preview;
    const now = this.#now(name, target, rect, inset);
    if (now || this.#refused.has(name)) return now;
    void this.#ask(name, target, grown(this.#layout.axis, rect), inset);
    return known?.preview ?? null;
  }

  /**
   * The target of the item if the finger is at a point at which a preview has no cell; null if it has not arrived.
   *
   * @param {ReorderPreview | { target: Path, contentSize?: import('../../../index.js').Size }} preview
   * @param {import('../../../index.js').Point} point
   * @returns {Path | null}
   */
  beside({ target, contentSize }, { x, y }) {
    const { axis } = this.#layout;
    const name = `${target.section}/${target.item} ${x},${y}`;
    if (this.#beside.name === name || this.#beside.isAsked) return this.#beside.name === name ? this.#beside.target : null;
    const point = { x: x - (contentSize ? shift(axis, contentSize) : 0), y };
    const request = { item: this.#item, target, point, bounds: { ...point, width: 1, height: 1 } };
    const asked = { name, target: /** @type {Path | null} */ (null), isAsked: false };
    this.#beside = asked;
    try {
      asked.target = this.#layout.reorderNow?.(request)?.target ?? null;
    } catch {
      return null;
    }
    if (asked.target) return asked.target;
    asked.isAsked = true;
    const { signal } = this.#closing;
    this.#layout.reorder({ ...request, signal }).then((answer) => { asked.target = answer.target; }, () => {}).then(() => {
      asked.isAsked = false;
      if (!signal.aborted) this.#told();
    });
    return null;
  }

  /**
   * The preview from a layout that is computed in the page; null if it cannot compute it yet.
   *
   * @param {string} name
   * @param {Path} target
   * @param {Rect} bounds
   * @param {EdgeInsets} inset
   */
  #now(name, target, bounds, inset) {
    try {
      const preview = this.#layout.reorderNow?.({ item: this.#item, target, point: nowhere, bounds, inset });
      return preview ? this.#keep(name, preview, bounds) : null;
    } catch (error) {
      // The service rejects an item without a size that the engine needs. Other failures may pass, such as a missing part of the module.
      if (/** @type {any} */ (error)?.status >= 400) this.#refused.add(name);
      return null;
    }
  }

  /**
   * Whether the item cannot be moved to a target.
   *
   * @param {Path} target
   */
  isRefused({ section, item }) {
    return this.#refused.has(`${section}/${item}`);
  }

  close() {
    this.#closing.abort();
  }

  /**
   * @param {string} name
   * @param {Path} target
   * @param {Rect} bounds
   * @param {EdgeInsets} inset
   */
  async #ask(name, target, bounds, inset) {
    // After each answer the listener calls again for the preview that it still needs.
    if (this.#asked.has(name) || this.#asked.size >= maximumRequests) return;
    this.#asked.add(name);
    const { signal } = this.#closing;
    try {
      const preview = await this.#layout.reorder({ item: this.#item, target, point: nowhere, bounds, inset, signal });
      this.#keep(name, preview, bounds);
    } catch {
      this.#refused.add(name);
    }
    this.#asked.delete(name);
    if (!signal.aborted) this.#told();
  }

  /**
   * @param {string} name
   * @param {ReorderPreview} preview
   * @param {Rect} rect
   */
  #keep(name, preview, rect) {
    const placed = led(this.#layout.axis, preview);
    this.#kept.delete(name);
    this.#kept.set(name, { preview: placed, rect });
    if (this.#kept.size > maximumKept) this.#kept.delete(/** @type {string} */ (this.#kept.keys().next().value));
    return placed;
  }
}

/**
 * A preview in the coordinates of the layout that is shown. Mirrored content begins at the right edge, even if the preview has another
 * extent.
 *
 * @param {Axis} axis
 * @param {ReorderPreview} preview
 */
function led(axis, preview) {
  const by = shift(axis, preview.contentSize);
  if (by === 0) return preview;
  const moved = (/** @type {Rect} */ frame) => ({ ...frame, x: frame.x + by });
  const all = (/** @type {readonly any[]} */ elements) => elements.map((element) => ({ ...element, frame: moved(element.frame) }));
  return { ...preview, gap: moved(preview.gap), elements: all(preview.elements), special: all(preview.special) };
}

/**
 * How far mirrored content of a size begins from the start of the layout that is shown.
 *
 * @param {Axis} axis
 * @param {import('../../../index.js').Size} contentSize
 */
function shift({ isMirrored, contentExtent }, contentSize) {
  return isMirrored ? contentExtent - contentSize.width : 0;
}

/**
 * @param {Rect} rect
 * @param {Rect} other
 */
function isWithin({ x, y, width, height }, other) {
  return x >= other.x && y >= other.y && x + width <= other.x + other.width && y + height <= other.y + other.height;
}

/**
 * The rectangle, extended by its own extent on both sides along the scroll axis.
 *
 * @param {Axis} axis
 * @param {Rect} rect
 */
function grown(axis, { x, y, width, height }) {
  return axis.isHorizontal ? { x: x - width, y, width: 3 * width, height } : { x, y: y - height, width, height: 3 * height };
}
