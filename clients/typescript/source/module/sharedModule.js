// @ts-check
import { LayoutModule } from './wasm/LayoutModule.js';

/** @type {Promise<LayoutModule> | null} */
let shared = null;

/**
 * The given module, or one loaded from the given source; otherwise a shared one, which is loaded once.
 *
 * @param {any} [source]
 * @returns {Promise<LayoutModule>}
 */
export async function sharedModule(source) {
  if (source instanceof LayoutModule) return source;
  if (source !== undefined) return await LayoutModule.load(source, { waitsForRest: false });
  shared ??= LayoutModule.load(undefined, { waitsForRest: false });
  const loading = shared;
  try {
    const layoutModule = await loading;
    if (!layoutModule.isBroken) return layoutModule;
  } catch (error) {
    // The next call tries again.
    if (shared === loading) shared = null;
    throw error;
  }
  if (shared === loading) shared = null;
  return await sharedModule();
}
