// @ts-check

/** The class of the effects of a layout; null until a page has an effect and its code has been loaded. */
export let Effects = /** @type {typeof import('./ShownEffects.js').ShownEffects | null} */ (null);

/** Loads the code of effects, on first use. */
async function loadEffects() {
  ({ ShownEffects: Effects } = await import('./ShownEffects.js'));
}

/**
 * A page, when the code of its effects has been loaded.
 *
 * @param {import('../pages/Page.js').Page} page
 */
export async function withEffects(page) {
  if (page.effects.length > 0) await loadEffects();
  return page;
}

/**
 * A layout, when the code of the effects of its first screen has been loaded.
 *
 * @template {{ seed: { page: import('../pages/Page.js').Page } | null }} Laid
 * @param {Laid} layout
 */
export async function withEffectsOfSeed(layout) {
  if (layout.seed) await withEffects(layout.seed.page);
  return layout;
}
