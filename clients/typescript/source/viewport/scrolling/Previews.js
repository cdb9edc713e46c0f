// @ts-check

/** @typedef {import('../../../index.js').EdgeInsets} EdgeInsets */
/** @typedef {import('../../../index.js').Rect} Rect */
/** @typedef {import('../../../index.js').ReorderPreview} ReorderPreview */
/** @typedef {import('../pages/Axis.js').Axis} Axis */
/** @typedef {{ section: number, item: number }} Path */
/** @typedef {{ axis: Axis, reorder: (request: any) => Promise<ReorderPreview>, reorderNow?: (request: any) => ReorderPreview | null }} Laid */

/** A finger out there is at no cell, so that the target stays as it is given. */
const nowhere = { x: -1e9, y: -1e9 };
/** Answers that are kept, and requests at one time. */
const [maximumKept, maximumRequests] = [16, 2];

/**
 * What a layout looks like while one of its items is dragged, for each target (docs/rules.md#reordering): at once where the layout
 * is held in the page; else the service is asked, whose answers are kept while the finger moves on.
 */
export class Previews {
  #layout;
  #item;
  #told;
  /** By target, those that were asked for last behind the others. */
  #kept = /** @type {Map<string, { preview: ReorderPreview, rect: Rect }>} */ (new Map());
  #asked = new Set();
  #refused = new Set();
  #closing = new AbortController();

  /**
   * @param {Laid} layout
   * @param {Path} item
   * @param {() => void} told another answer has come
   */
  constructor(layout, item, told) {
    this.#layout = layout;
    this.#item = item;
    this.#told = told;
  }

  /**
   * The preview for a target, as far as it is here; null where it is not.
   *
   * @param {Path} target
   * @param {Rect} rect what is shown of it
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
   * What a layout that is held here answers at once; null where it cannot yet.
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
      // An engine that lacks the item's size does not take it. What else fails may be there later, such as a part of the module.
      if (/** @type {any} */ (error)?.status >= 400) this.#refused.add(name);
      return null;
    }
  }

  /**
   * Whether an item cannot be moved there.
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
    // Who is told of an answer asks again for what is still wanted.
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
 * A preview in the coordinates of the layout that is shown: where content begins at the right, it does so also while its extent is
 * another one.
 *
 * @param {Axis} axis
 * @param {ReorderPreview} preview
 */
function led(axis, preview) {
  const by = axis.isMirrored ? axis.contentExtent - preview.contentSize.width : 0;
  if (by === 0) return preview;
  const moved = (/** @type {Rect} */ frame) => ({ ...frame, x: frame.x + by });
  const all = (/** @type {readonly any[]} */ elements) => elements.map((element) => ({ ...element, frame: moved(element.frame) }));
  return { ...preview, gap: moved(preview.gap), elements: all(preview.elements), special: all(preview.special) };
}

/**
 * @param {Rect} rect
 * @param {Rect} other
 */
function isWithin({ x, y, width, height }, other) {
  return x >= other.x && y >= other.y && x + width <= other.x + other.width && y + height <= other.y + other.height;
}

/**
 * As much again on either side along the scroll axis.
 *
 * @param {Axis} axis
 * @param {Rect} rect
 */
function grown(axis, { x, y, width, height }) {
  return axis.isHorizontal ? { x: x - width, y, width: 3 * width, height } : { x, y: y - height, width, height: 3 * height };
}
