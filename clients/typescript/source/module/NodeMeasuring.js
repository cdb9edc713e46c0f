// @ts-check

/** @typedef {{ node: any, id: string, kind: string, section: number, number: number, frame: import('../../index.js').Rect,
 *   isEstimated: boolean, isFree: boolean, isFreeAcross: boolean, isFresh: boolean }} ShownNode an element that a feed shows */
/** @typedef {import('../../index.js').Measurement} Measurement */

/** Names of what was measured that are kept: those that were measured last. */
const maximumKnown = 100_000;
/** What differs by less is rounding, in points. */
const tolerance = 0.01;

/** Finds how long the cells, headers and footers are whose content says so: those that were estimated. */
export class NodeMeasuring {
  #view;
  #report;
  #observer;
  /** What was measured, by name, in that order. These nodes go on saying how long they are. */
  #known = /** @type {Map<string, { width?: number, height?: number }>} */ (new Map());
  /** What is to be observed, and what is already. */
  #watched = /** @type {Map<any, ShownNode>} */ (new Map());
  #observed = /** @type {Set<any>} */ (new Set());
  /** @type {number | undefined} */
  #frame;
  #isHorizontal = false;

  /**
   * @param {Window & typeof globalThis} view
   * @param {(sizes: Measurement[]) => void} report told when any has grown, or shrunk, before that is painted
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
   * Whether the content of a node says how long the node is. Once a list gives the element another size than was measured, that
   * size counts.
   *
   * @param {ShownNode} shown
   */
  isFree({ isEstimated, id, frame }) {
    if (isEstimated) return true;
    const measured = this.#known.get(id);
    return measured !== undefined && isSize(measured, frame);
  }

  /**
   * The sizes of those that were not measured yet, all at once.
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
   * Reports from now on how these change, and no others.
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
    // While sizes are being reported, what begins to be observed is an error to browsers.
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
   * Names may mean others now.
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
   * @param {string} name of what was measured now
   * @param {{ width?: number, height?: number }} measured
   */
  #remember(name, measured) {
    this.#known.delete(name);
    this.#known.set(name, measured);
    if (this.#known.size > maximumKnown) this.#known.delete(/** @type {string} */ (this.#known.keys().next().value));
  }

  /**
   * What layouts do not know yet.
   *
   * @param {ShownNode[]} all
   * @returns {Measurement[]}
   */
  #sizes(all) {
    return all.flatMap((shown) => {
      const { offsetWidth, offsetHeight } = shown.node;
      // One that is not displayed has no size; an empty one, such as a picture on its way, keeps its place until it has one.
      if (offsetWidth === 0 || offsetHeight === 0) return [];
      // With their fractions, and without what transforms and zoom make of them on screen.
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
