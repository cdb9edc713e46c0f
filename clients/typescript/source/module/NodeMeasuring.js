// @ts-check

/** @typedef {{ node: any, id: string, kind: string, section: number, number: number, frame: import('../../index.js').Rect,
 * isEstimated: boolean, isFree: boolean, isFreeAcross: boolean, isFresh: boolean }} ShownNode an element that a feed shows */
/** @typedef {import('../../index.js').Measurement} Measurement */

/** The most names of measured elements that are stored: those measured last. */
const maximumKnown = 100_000;
/** Smaller differences are rounding, in points. */
const tolerance = 0.01;

/** Measures cells, headers and footers whose contents determine their extents: those with estimated sizes. */
export class NodeMeasuring {
  #view;
  #report;
  #observer;
  /** The measured extents by name, in the order of measuring. The contents of these nodes still determine their extents. */
  #known = /** @type {Map<string, { width?: number, height?: number }>} */ (new Map());
  /** The nodes to observe, and those that are observed. */
  #watched = /** @type {Map<any, ShownNode>} */ (new Map());
  #observed = /** @type {Set<any>} */ (new Set());
  /** @type {number | undefined} */
  #frame;
  #isHorizontal = false;

  /**
   * @param {Window & typeof globalThis} view
   * @param {(sizes: Measurement[]) => void} report called when a node has changed its size, before that is painted
   */
  constructor(view, report) {
    this.#view = view;
    this.#report = report;
    this.#observer = new view.ResizeObserver((entries) => {
      const shown = entries.flatMap(({ target }) => this.#watched.get(target) ?? []);
      const sizes = this.#sizes(shown);
      if (sizes.length > 0) this.#report(sizes);
    });
  }

  /**
   * Whether the content of a node determines its extent. Once a list gives the element a size other than the measured one, that size
   * counts.
   *
   * @param {ShownNode} shown
   */
  isFree({ isEstimated, id, frame }) {
    if (isEstimated) return true;
    const measured = this.#known.get(id);
    return measured !== undefined && isSize(measured, frame);
  }

  /**
   * The sizes of all nodes that were not measured yet.
   *
   * @param {ShownNode[]} all
   * @param {boolean} isHorizontal
   */
  read(all, isHorizontal) {
    this.#isHorizontal = isHorizontal;
    const fresh = all.filter(({ isFree, isFresh }) => isFree && isFresh);
    const sizes = this.#sizes(fresh);
    for (const shown of fresh) shown.isFresh = false;
    return sizes;
  }

  /**
   * From now on reports size changes of exactly these nodes.
   *
   * @param {ShownNode[]} all
   */
  watch(all) {
    this.#watched = new Map(all.filter(({ isFree }) => isFree).map((shown) => [shown.node, shown]));
    for (const node of this.#observed) {
      if (this.#watched.has(node)) continue;
      this.#observer.unobserve(node);
      this.#observed.delete(node);
    }
    // Browsers report an error if an observation begins while sizes are being reported.
    if (this.#watched.size > this.#observed.size) this.#frame ??= this.#view.requestAnimationFrame(() => this.#observe());
  }

  #observe() {
    this.#frame = undefined;
    for (const node of this.#watched.keys()) {
      if (!this.#observed.has(node)) this.#observer.observe(node, { box: 'border-box' });
      this.#observed.add(node);
    }
  }

  /**
   * Forgets names that may mean other elements now.
   *
   * @param {(name: string) => boolean} isLost
   */
  forget(isLost) {
    for (const name of this.#known.keys()) if (isLost(name)) this.#known.delete(name);
  }

  close() {
    this.#observer.disconnect();
    if (this.#frame !== undefined) this.#view.cancelAnimationFrame(this.#frame);
  }

  /**
   * @param {string} name of the element that was measured now
   * @param {{ width?: number, height?: number }} measured
   */
  #remember(name, measured) {
    this.#known.delete(name);
    this.#known.set(name, measured);
    if (this.#known.size > maximumKnown) this.#known.delete(/** @type {string} */ (this.#known.keys().next().value));
  }

  /**
   * The sizes that layouts do not have yet.
   *
   * @param {ShownNode[]} all
   * @returns {Measurement[]}
   */
  #sizes(all) {
    return all.flatMap((shown) => {
      const { offsetWidth, offsetHeight } = shown.node;
      // A node that is not displayed has no size; an empty one, such as a picture that is being loaded, keeps its estimate.
      if (offsetWidth === 0 || offsetHeight === 0) return [];
      // Computed styles have fractions, and do not include transforms and zoom.
      const style = this.#view.getComputedStyle(shown.node);
      const [width, height] = [parseFloat(style.width), parseFloat(style.height)];
      const { kind, section, number, frame } = shown;
      const along = this.#isHorizontal ? { width } : { height };
      const measured = shown.isFreeAcross ? { width, height } : along;
      this.#remember(shown.id, measured);
      if (!shown.isEstimated && isSize(measured, frame)) return [];
      const path = kind === 'cell' ? { section, item: number } : { kind, index: number, ...(section >= 0 && { section }) };
      return [/** @type {Measurement} */ ({ ...path, ...measured })];
    });
  }
}

/**
 * Whether a frame has the extents that were measured.
 *
 * @param {{ width?: number, height?: number }} measured
 * @param {{ width: number, height: number }} frame
 */
function isSize({ width, height }, frame) {
  return isExtent(width, frame.width) && isExtent(height, frame.height);
}

/**
 * @param {number | undefined} measured
 * @param {number} extent
 */
function isExtent(measured, extent) {
  return measured === undefined || Math.abs(measured - extent) <= tolerance;
}
