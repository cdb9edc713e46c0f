import { earlyModule } from '../service/earlyModule.js';
import { LayoutModule } from './wasm/LayoutModule.js';

let shared: Promise<LayoutModule> | null = null;

/** The given module, or one loaded from the given source; otherwise a shared one, which is loaded once. */
export async function sharedModule(source?: any): Promise<LayoutModule> {
  if (source instanceof LayoutModule) return source;
  if (source !== undefined) return await LayoutModule.load(source, { waitsForRest: false });
  shared ??= earlyModule().then((early) => LayoutModule.load(early, { waitsForRest: false }));
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
