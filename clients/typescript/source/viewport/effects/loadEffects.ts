import type { Page } from '../pages/Page.js';

/** The class of the effects of a layout; null until a page has an effect and its code has been loaded. */
export let Effects: typeof import('./ShownEffects.js').ShownEffects | null = null;

/** Loads the code of effects, on first use. */
async function loadEffects() {
  ({ ShownEffects: Effects } = await import('./ShownEffects.js'));
}

/** A page, when the code of its effects has been loaded. */
export async function withEffects(page: Page) {
  if (page.effects.length > 0) await loadEffects();
  return page;
}

/** A layout, when the code of the effects of its first screen has been loaded. */
export async function withEffectsOfSeed<Laid extends { seed: { page: Page } | null }>(layout: Laid) {
  if (layout.seed) await withEffects(layout.seed.page);
  return layout;
}
