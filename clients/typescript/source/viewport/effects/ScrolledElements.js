// @ts-check
import { Effects, withEffects } from './loadEffects.js';
import { SpecialAttributes } from '../pages/SpecialAttributes.js';
import { VisibleSections } from '../pages/VisibleSections.js';

/** @typedef {import('../../../index.js').EdgeInsets} EdgeInsets */
/** @typedef {import('../../../index.js').Rect} Rect */
/** @typedef {import('../pages/ShownPages.js').ShownPages} ShownPages */

/** What the bounds place: special elements, and cells as effects show them. Lists are made when they are asked for. */
export class ScrolledElements {
  #axis;
  #special;
  #sections;
  /** @type {import('../../../index.js').SpecialElement[]} */
  #specialElements = [];
  #isSpecialPlaced = false;
  /** The effects of the layout's sections; null if no page has one. */
  #effects = /** @type {import('./ShownEffects.js').ShownEffects | null} */ (null);
  /** @type {import('../../../index.js').EffectElement[] | null} */
  #cells = null;

  /** @param {ConstructorParameters<typeof SpecialAttributes>[0]} layout */
  constructor(layout) {
    this.#axis = layout.axis;
    this.#special = new SpecialAttributes(layout);
    this.#sections = new VisibleSections(layout.axis);
  }

  /** The bounds or the loaded pages have changed. */
  moved() {
    this.#isSpecialPlaced = false;
    this.#cells = null;
  }

  /**
   * @param {Rect} bounds
   * @param {EdgeInsets} inset
   * @param {ShownPages} shown
   */
  special(bounds, inset, shown) {
    if (!this.#isSpecialPlaced) {
      this.#isSpecialPlaced = true;
      this.#special.place(bounds, inset, this.#sections.update(bounds, shown.pages), this.#specialElements);
    }
    return this.#specialElements;
  }

  /**
   * @param {Rect} bounds
   * @param {EdgeInsets} inset
   * @param {ShownPages} shown
   */
  effects(bounds, inset, shown) {
    return this.#cells ??= this.#effects?.cells(bounds, inset, shown) ?? [];
  }

  /** @param {number} section */
  hasEffect(section) {
    return this.#effects?.has(section) ?? false;
  }

  /**
   * How far before and behind the bounds cells are that effects may show in them, in points.
   *
   * @param {Rect} bounds
   * @param {EdgeInsets} inset
   */
  reach(bounds, inset) {
    return this.#effects?.reach(bounds, inset) ?? [0, 0];
  }

  /**
   * Adds the effects of pages. Returns whether there were new ones.
   *
   * @param {ShownPages} shown
   * @param {(page: number) => void} loaded called with one of the pages when the code of effects has been loaded
   */
  learn({ pages }, loaded) {
    const affected = pages.filter(({ effects }) => effects.length > 0);
    if (affected.length === 0) return false;
    // The elements of a first screen come without the code of their effects.
    if (!Effects) withEffects(affected[0]).then(({ number }) => loaded(number), () => {});
    else this.#effects ??= new Effects(this.#axis);
    return this.#effects?.add(affected) ?? false;
  }
}
