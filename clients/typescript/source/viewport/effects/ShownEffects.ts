import { CellEffect } from './CellEffect.js';
import type { EdgeInsets, EffectElement, Rect } from '../../../types/index.js';
import type { Axis } from '../pages/Axis.js';
import type { Page } from '../pages/Page.js';
import type { ShownPages } from '../pages/ShownPages.js';

/** By how much the stretch in which cells are looked for is longer on each side, in points. */
const slack = 1;

/** The cells of a layout as effects show them (docs/effects.md#effects), computed from loaded pages. */
export class ShownEffects {
  #axis;
  #effects: Map<number, CellEffect> = new Map();

  constructor(axis: Axis) {
    this.#axis = axis;
  }

  /** Adds the effects of pages. Returns whether there were new ones. */
  add(pages: readonly Page[]) {
    const { size } = this.#effects;
    for (const { effects } of pages) {
      for (const { section, effect } of effects) {
        if (!this.#effects.has(section)) this.#effects.set(section, new CellEffect(effect, this.#axis));
      }
    }
    return this.#effects.size > size;
  }

  has(section: number) {
    return this.#effects.has(section);
  }

  /** How far the cells that may be shown in bounds are before these and behind them, from the start of the scroll axis, in points. */
  reach(bounds: Rect, inset: EdgeInsets) {
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

  /** The cells that are shown in bounds, in the order of docs/rules.md#order. O(cells between the stops) */
  cells(bounds: Rect, inset: EdgeInsets, pages: ShownPages) {
    const list: EffectElement[] = [];
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
