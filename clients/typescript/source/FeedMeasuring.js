// @ts-check

/** @typedef {import('./FeedNodes.js').FeedNode} FeedNode */
/** @typedef {{ section: number, item: number, width?: number, height?: number }} MeasuredSize */

/** What differs by less is rounding, in points. */
const tolerance = 0.01;

/** Finds how long the cells are whose content says so: those that were estimated. */
export class FeedMeasuring {
  #view;
  #report;
  #observer;
  /** The cells that were measured once: their nodes go on saying how long they are. */
  #known = new Set();
  /** What is to be observed, and what is already. */
  #watched = /** @type {Map<any, FeedNode>} */ (new Map());
  #observed = /** @type {Set<any>} */ (new Set());
  /** @type {number | undefined} */
  #frame;
  #isHorizontal = false;

  /**
   * @param {Window & typeof globalThis} view
   * @param {(sizes: MeasuredSize[]) => void} report told when cells have grown, or shrunk, before that is painted
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

  /** @param {FeedNode} shown */
  isFree(shown) {
    return shown.isEstimated || this.#known.has(shown.id);
  }

  /**
   * The sizes of the cells that were not measured yet, all at once.
   *
   * @param {FeedNode[]} cells
   * @param {boolean} isHorizontal
   */
  read(cells, isHorizontal) {
    this.#isHorizontal = isHorizontal;
    const fresh = cells.filter(({ isFree, isFresh }) => isFree && isFresh);
    const sizes = this.#sizes(fresh);
    for (const shown of fresh) shown.isFresh = false;
    return sizes;
  }

  /**
   * Reports from now on how these change, and no others.
   *
   * @param {FeedNode[]} cells
   */
  watch(cells) {
    this.#watched = new Map(cells.filter(({ isFree }) => isFree).map((shown) => [shown.node, shown]));
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

  /** The names of cells mean others now. */
  forget() {
    this.#known.clear();
  }

  close() {
    this.#observer.disconnect();
    if (this.#frame !== undefined) this.#view.cancelAnimationFrame(this.#frame);
  }

  /**
   * What layouts do not know yet.
   *
   * @param {FeedNode[]} cells
   * @returns {MeasuredSize[]}
   */
  #sizes(cells) {
    return cells.flatMap((shown) => {
      const { width, height } = shown.node.getBoundingClientRect();
      const [extent, across, said] = this.#isHorizontal
        ? [width, height, shown.frame.width] : [height, width, shown.frame.height];
      // One that is not displayed has no size.
      if (across === 0) return [];
      this.#known.add(shown.id);
      if (!shown.isEstimated && Math.abs(extent - said) <= tolerance) return [];
      const { section, number: item } = shown;
      return [this.#isHorizontal ? { section, item, width: extent } : { section, item, height: extent }];
    });
  }
}
