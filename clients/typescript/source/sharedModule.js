// @ts-check
import { LayoutModule } from './LayoutModule.js';

/** @type {Promise<LayoutModule> | null} */
let shared = null;

/**
 * The module: the one that is given, or made of what is given, else one for all, which is loaded once.
 *
 * @param {any} [source]
 * @returns {Promise<LayoutModule>}
 */
export function sharedModule(source) {
  if (source instanceof LayoutModule) return Promise.resolve(source);
  if (source !== undefined) return LayoutModule.load(source);
  shared ??= LayoutModule.load().catch((error) => {
    // The next one tries again.
    shared = null;
    throw error;
  });
  return shared;
}
