import { Leaving } from '../viewport/Leaving.js';
import { hasMembers } from '../steps/memberValues.js';
import { checkedSizes } from './measurements.js';
import { anchorRules, isNumber } from '../service/parameterFaults.js';
import { stillItem } from '../viewport/stillItem.js';
import type { Change, Measurement, MeasureOptions } from '../../types/index.js';
import type { LocalLayout } from './LocalLayout.js';

export type Lay = (sizes: readonly Measurement[], options: MeasureOptions) => Change | null;

const members = ['layout', 'parent', 'changed', 'bounds', 'scrollDelta', 'anchor', 'transition'];
/** Anchors that need no item to be located first. */
const rules: any[] = [undefined, ...anchorRules];

/** Lays out measured sizes: those of several calls together, when a property is read, or at the end of the task. */
export class Measuring {
  #lay;
  #show;
  #batch: Batch | null = null;
  /** The layouts of earlier measurements, which the viewport no longer shows. */
  leaving = new Leaving();
  /** Finds the item that stays in place when sizes are measured. */
  stillItem = stillItem;

  constructor(lay: Lay, show: (change: Change) => void) {
    this.#lay = lay;
    this.#show = show;
  }

  /** @param layout that was measured */
  measure(sizes: readonly Measurement[], options: MeasureOptions, layout: LocalLayout) {
    checkedSizes(sizes);
    this.#batch ??= this.#begin(options);
    if (this.#batch.take(sizes, options, layout)) return this.#batch.change;
    this.settle();
    return this.#shown(this.#lay(sizes, options));
  }

  /** Lays out the collected sizes. */
  settle() {
    const batch = this.#batch;
    this.#batch = null;
    if (batch) this.#shown(batch.lay(this.#lay));
  }

  /** Lays out the collected sizes while their layout still exists. */
  close() {
    try {
      this.settle();
    } catch {
      // Reading the change throws the error.
    }
  }

  #shown(change: Change | null) {
    if (change) this.#show(change);
    return change;
  }

  #begin(options: MeasureOptions) {
    queueMicrotask(() => this.settle());
    return new Batch(options, () => this.settle());
  }
}

/** Sizes that are laid out together. */
class Batch {
  #sizes: Measurement[] = [];
  #items = new Set();
  #anchor;
  #outcome: (() => any) | null = null;
  /** The change, which is made when a member of it is read. */
  declare change: {};

  /** @param settle lays the batch out */
  constructor({ anchor }: MeasureOptions, settle: () => void) {
    this.#anchor = anchor;
    const get = (name: string) => {
      if (!this.#outcome) settle();
      return (this.#outcome as () => any)()[name];
    };
    const getters = members.map((name) => [name, { enumerable: true, get: () => get(name) }]);
    this.change = Object.defineProperties({}, Object.fromEntries(getters));
  }

  /**
   * Adds sizes that are certain to make another layout: those of estimated cells, each once, without members. Returns whether it has added
   * them.
   */
  take(sizes: readonly Measurement[], { anchor, endThreshold }: MeasureOptions, layout: LocalLayout) {
    if (anchor !== this.#anchor || !rules.includes(anchor) || endThreshold !== undefined) return false;
    const items = new Set();
    for (const size of sizes) {
      const item = 'kind' in size ? '' : `${size.section}/${size.item}`;
      if (this.#items.has(item) || items.has(item) || !isSize(size) || hasMembers(size) || !layout.isEstimated(size)) return false;
      items.add(item);
    }
    for (const item of items) this.#items.add(item);
    // Copied, since the caller may modify them later.
    for (const size of sizes) this.#sizes.push({ ...size });
    return sizes.length > 0;
  }

  lay(lay: Lay) {
    if (this.#sizes.length === 0) return null;
    try {
      const change = lay(this.#sizes, { anchor: this.#anchor });
      // Listeners may read it.
      this.#outcome = () => change;
      return change;
    } catch (error) {
      this.#outcome = () => { throw error; };
      throw error;
    }
  }
}

function isSize({ width, height }: Measurement) {
  const extents = [width, height].filter((extent) => extent !== undefined);
  return extents.length > 0 && extents.every((extent) => isNumber(extent) && extent >= 0);
}
