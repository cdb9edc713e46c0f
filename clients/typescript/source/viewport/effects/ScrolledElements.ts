import { Effects, withEffects } from './loadEffects.js';
import { SpecialAttributes } from '../pages/SpecialAttributes.js';
import { VisibleSections } from '../pages/VisibleSections.js';
import type { EdgeInsets, EffectElement, Rect, SpecialElement } from '../../../types/index.js';
import type { ShownEffects } from './ShownEffects.js';
import type { ShownPages } from '../pages/ShownPages.js';

/** What the bounds place: special elements, and cells as effects show them. Lists are made when they are asked for. */
export class ScrolledElements {
  #axis;
  #special;
  #sections;
  #specialElements: SpecialElement[] = [];
  #isSpecialPlaced = false;
  /** The effects of the layout's sections; null if no page has one. */
  #effects: ShownEffects | null = null;
  #cells: EffectElement[] | null = null;

  constructor(layout: ConstructorParameters<typeof SpecialAttributes>[0]) {
    this.#axis = layout.axis;
    this.#special = new SpecialAttributes(layout);
    this.#sections = new VisibleSections(layout.axis);
  }

  /** The bounds or the loaded pages have changed. */
  moved() {
    this.#isSpecialPlaced = false;
    this.#cells = null;
  }

  special(bounds: Rect, inset: EdgeInsets, shown: ShownPages) {
    if (!this.#isSpecialPlaced) {
      this.#isSpecialPlaced = true;
      this.#special.place(bounds, inset, this.#sections.update(bounds, shown.pages), this.#specialElements);
    }
    return this.#specialElements;
  }

  effects(bounds: Rect, inset: EdgeInsets, shown: ShownPages) {
    return this.#cells ??= this.#effects?.cells(bounds, inset, shown) ?? [];
  }

  hasEffect(section: number) {
    return this.#effects?.has(section) ?? false;
  }

  /** How far before and behind the bounds cells are that effects may show in them, in points. */
  reach(bounds: Rect, inset: EdgeInsets) {
    return this.#effects?.reach(bounds, inset) ?? [0, 0];
  }

  /**
   * Adds the effects of pages. Returns whether there were new ones.
   *
   * @param loaded called with one of the pages when the code of effects has been loaded
   */
  learn({ pages }: ShownPages, loaded: (page: number) => void) {
    const affected = pages.filter(({ effects }) => effects.length > 0);
    if (affected.length === 0) return false;
    // The elements of a first screen come without the code of their effects.
    if (!Effects) withEffects(affected[0]).then(({ number }) => loaded(number), () => {});
    else this.#effects ??= new Effects(this.#axis);
    return this.#effects?.add(affected) ?? false;
  }
}
