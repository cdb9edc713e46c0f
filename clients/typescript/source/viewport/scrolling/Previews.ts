import type { EdgeInsets, Point, Rect, ReorderPreview, Size } from '../../../types/index.js';
import type { Axis } from '../pages/Axis.js';

type Path = { section: number, item: number };
type Laid = { axis: Axis, reorder: (request: any) => Promise<ReorderPreview>, reorderNow?: (request: any) => ReorderPreview | null };

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
  #kept: Map<string, { preview: ReorderPreview, rect: Rect }> = new Map();
  #asked = new Set();
  #refused = new Set();
  #closing = new AbortController();
  /** The last point without a cell at which the target was asked for, and the answer; null until it arrives. */
  #beside: { name: string, target: Path | null, isAsked: boolean } = { name: '', target: null, isAsked: false };

  /** @param told called when another answer has arrived */
  constructor(layout: Laid, item: Path, told: () => void) {
    this.#layout = layout;
    this.#item = item;
    this.#told = told;
  }

  /**
   * The preview for a target; null if it has not arrived.
   *
   * @param rect the shown part of it
   */
  at(target: Path, rect: Rect, inset: EdgeInsets): ReorderPreview | null {
    const name = `${target.section}/${target.item}`;
    if (this.#refused.has(name)) return null;
    const known = this.#kept.get(name);
    if (known && isWithin(rect, known.rect)) return known.preview;
    const now = this.#now(name, target, rect, inset);
    if (now || this.#refused.has(name)) return now;
    void this.#ask(name, target, grown(this.#layout.axis, rect), inset);
    return known?.preview ?? null;
  }

  /** The target of the item if the finger is at a point at which a preview has no cell; null if it has not arrived. */
  beside({ target, contentSize }: ReorderPreview | { target: Path, contentSize?: Size }, { x, y }: Point): Path | null {
    const { axis } = this.#layout;
    const name = `${target.section}/${target.item} ${x},${y}`;
    if (this.#beside.name === name || this.#beside.isAsked) return this.#beside.name === name ? this.#beside.target : null;
    const point = { x: x - (contentSize ? shift(axis, contentSize) : 0), y };
    const request = { item: this.#item, target, point, bounds: { ...point, width: 1, height: 1 } };
    const asked = { name, target: null as Path | null, isAsked: false };
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

  /** The preview from a layout that is computed in the page; null if it cannot compute it yet. */
  #now(name: string, target: Path, bounds: Rect, inset: EdgeInsets) {
    try {
      const preview = this.#layout.reorderNow?.({ item: this.#item, target, point: nowhere, bounds, inset });
      return preview ? this.#keep(name, preview, bounds) : null;
    } catch (error) {
      // The service rejects an item without a size that the engine needs. Other failures may pass, such as a missing part of the module.
      if ((error as any)?.status >= 400) this.#refused.add(name);
      return null;
    }
  }

  /** Whether the item cannot be moved to a target. */
  isRefused({ section, item }: Path) {
    return this.#refused.has(`${section}/${item}`);
  }

  close() {
    this.#closing.abort();
  }

  async #ask(name: string, target: Path, bounds: Rect, inset: EdgeInsets) {
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

  #keep(name: string, preview: ReorderPreview, rect: Rect) {
    const placed = led(this.#layout.axis, preview);
    this.#kept.delete(name);
    this.#kept.set(name, { preview: placed, rect });
    if (this.#kept.size > maximumKept) this.#kept.delete(this.#kept.keys().next().value);
    return placed;
  }
}

/**
 * A preview in the coordinates of the layout that is shown. Mirrored content begins at the right edge, even if the preview has another
 * extent.
 */
function led(axis: Axis, preview: ReorderPreview) {
  const by = shift(axis, preview.contentSize);
  if (by === 0) return preview;
  const moved = (frame: Rect) => ({ ...frame, x: frame.x + by });
  const all = (elements: readonly any[]) => elements.map((element) => ({ ...element, frame: moved(element.frame) }));
  return { ...preview, gap: moved(preview.gap), elements: all(preview.elements), special: all(preview.special) };
}

/** How far mirrored content of a size begins from the start of the layout that is shown. */
function shift({ isMirrored, contentExtent }: Axis, contentSize: Size) {
  return isMirrored ? contentExtent - contentSize.width : 0;
}

function isWithin({ x, y, width, height }: Rect, other: Rect) {
  return x >= other.x && y >= other.y && x + width <= other.x + other.width && y + height <= other.y + other.height;
}

/** The rectangle, extended by its own extent on both sides along the scroll axis. */
function grown(axis: Axis, { x, y, width, height }: Rect) {
  return axis.isHorizontal ? { x: x - width, y, width: 3 * width, height } : { x, y: y - height, width, height: 3 * height };
}
