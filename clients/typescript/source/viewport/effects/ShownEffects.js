// @ts-check
import { CellEffect } from './CellEffect.js';

/** @typedef {import('../../../index.js').EdgeInsets} EdgeInsets */
/** @typedef {import('../../../index.js').EffectElement} EffectElement */
/** @typedef {import('../../../index.js').Rect} Rect */
/** @typedef {import('../pages/Axis.js').Axis} Axis */
/** @typedef {import('../pages/ShownPages.js').ShownPages} ShownPages */

/** By how much the stretch in which cells are looked for is longer on each side, in points. */
const slack = 1;

/** The cells of a layout as effects show them (docs/effects.md#effects), computed from loaded pages. */
export class ShownEffects {
  #axis;
  /** @type {Map<number, CellEffect>} */
  #effects = new Map();

  /** @param {Axis} axis */
  constructor(axis) {
    this.#axis = axis;
  }

  /**
   * Adds the effects of pages. Returns whether there were new ones.
   *
   * @param {readonly import('../pages/Page.js').Page[]} pages
   */
  add(pages) {
    const { size } = this.#effects;
    for (const { effects } of pages) {
      for (const { section, effect } of effects) {
        if (!this.#effects.has(section)) this.#effects.set(section, new CellEffect(effect, this.#axis));
      }
    }
    return this.#effects.size > size;
  }

  /** @param {number} section */
  has(section) {
    return this.#effects.has(section);
  }

  /**
   * How far the cells that may be shown in bounds are before these and behind them, from the start of the scroll axis, in points.
   *
   * @param {Rect} bounds
   * @param {EdgeInsets} inset
   */
  reach(bounds, inset) {
    const lead = this.#axis.lead(bounds);
    const end = lead + this.#axis.extent(bounds);
    let [before, after] = [0, 0];
    for (const effect of this.#effects.values()) {
      const [least, greatest] = effect.move(bounds, inset);
      [before, after] = [Math.max(before, lead - least), Math.max(after, greatest - end)];
    }
    // A cell exactly at the outermost stop may only touch the stretch.
    [before, after] = [before + slack, after + slack];
    return this.#axis.isMirrored ? [after, before] : [before, after];
  }

  /**
   * The cells that are shown in bounds, in the order of docs/rules.md#order. O(cells between the stops)
   *
   * @param {Rect} bounds
   * @param {EdgeInsets} inset
   * @param {ShownPages} pages
   */
  cells(bounds, inset, pages) {
    const list = /** @type {EffectElement[]} */ ([]);
    const [before, after] = this.reach(bounds, inset);
    const start = this.#axis.start(bounds) - before;
    const extent = before + this.#axis.extent(bounds) + after;
    pages.visit(this.#axis.across(start, extent), (page, index) => {
      const effect = page.isCell(index) && this.#effects.get(page.section[index]);
      const shown = effect && effect.shown(page, index, bounds);
      if (shown) list.push(shown);
    });
    return list.sort((left, right) => left.section - right.section || left.item - right.item);
  }
}
