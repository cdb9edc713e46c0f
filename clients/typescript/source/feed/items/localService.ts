import { pause, systemClock } from '../../service/Clock.js';
import { fetchEarly } from '../../service/earlyModule.js';
import { limits } from '../../service/limits.js';

let shared: Promise<any> | null = null;
/** Whether a feed has waited for it in vain, and it has not come since. */
let isLate = false;

/**
 * The service of feeds that are given none. It lays out in the page. Rejects if the module has not come in time: the next call asks for it
 * once more, and whichever comes first is used.
 */
export async function localService() {
  fetchEarly();
  if (isLate || !shared) shared = load(isLate);
  const loading = shared;
  const ended = new AbortController();
  const late = pause(systemClock, limits.moduleSeconds, ended.signal).then(() => {
    isLate ||= shared === loading;
    throw new DOMException(`The module has not come within ${limits.moduleSeconds} seconds`, 'TimeoutError');
  });
  return await Promise.race([loading, late]).finally(() => ended.abort());
}

/** @param isAgain whether the module has been asked for, and has not come */
async function load(isAgain: boolean) {
  isLate = false;
  try {
    // Loaded on first use; the second one, which the first one imports, at the same time.
    const [{ LocalService }] = await Promise.all([import('../../module/LocalService.js'), import('../../viewport/LayoutService.js')]);
    const service = await LocalService.load({}, isAgain);
    isLate = false;
    return service;
  } catch (error) {
    // The next feed loads it again.
    shared = null;
    throw error;
  }
}
