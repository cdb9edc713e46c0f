// @ts-check
import { LayoutModule } from './wasm/LayoutModule.js';

/** @type {Promise<LayoutModule> | null} */
let shared = null;

/**
 * The module: the one that is given, or made of what is given, else one for all, which is loaded once.
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
    // The next one tries again.
    if (shared === loading) shared = null;
    throw error;
  }
  if (shared === loading) shared = null;
  return await sharedModule();
}
