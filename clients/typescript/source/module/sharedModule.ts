import { earlyModule } from '../service/earlyModule.js';
import { LayoutModule } from './wasm/LayoutModule.js';
import { distrust, ownFiles } from './wasm/moduleSource.js';

let shared: Promise<LayoutModule> | null = null;

async function load() {
  return await LayoutModule.load(await earlyModule(), { waitsForRest: false });
}

/** Loads it once more. The request bypasses the cache, where it would wait for the one before. */
async function loadAgain() {
  distrust((await ownFiles()).first);
  return await LayoutModule.load(undefined, { waitsForRest: false });
}

/**
 * The given module, or one loaded from the given source; otherwise a shared one, which is loaded once.
 *
 * @param isAgain whether the shared one is asked for once more if it is still on its way: whichever comes first is shared
 */
export async function sharedModule(source?: any, isAgain = false): Promise<LayoutModule> {
  if (source instanceof LayoutModule) return source;
  if (source !== undefined) return await LayoutModule.load(source, { waitsForRest: false });
  shared ??= load();
  if (isAgain) shared = Promise.any([loadAgain(), shared]).catch(({ errors }) => Promise.reject(errors[0]));
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
