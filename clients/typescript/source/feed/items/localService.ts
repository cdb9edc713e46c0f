import { fetchEarly } from '../../service/earlyModule.js';

let shared: Promise<any> | null = null;

/** The service of feeds that are given none. It lays out in the page. */
export function localService() {
  fetchEarly();
  return shared ??= load().catch((error) => {
    // The next feed loads it again.
    shared = null;
    throw error;
  });
}

async function load() {
  // Loaded on first use; the second one, which the first one imports, at the same time.
  const [{ LocalService }] = await Promise.all([import('../../module/LocalService.js'), import('../../viewport/LayoutService.js')]);
  return await LocalService.load();
}
