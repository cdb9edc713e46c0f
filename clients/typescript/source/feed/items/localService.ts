import { pause, systemClock } from '../../service/Clock.js';
import { fetchEarly } from '../../service/earlyModule.js';
import { limits } from '../../service/limits.js';

let shared: Promise<any> | null = null;
/** Whether a feed has waited for it in vain, and it has not come since. */
let isLate = false;
/** What is called when it has come after all. */
const late: (() => void)[] = [];

/**
 * The service of feeds that are given none. It lays out in the page. Rejects if the module cannot be loaded, or has not come in time: the
 * next call asks for it once more, and whichever comes first is used.
 *
 * @param arrived called when a module that had not come in time has come
 */
export async function localService(arrived: () => void) {
  fetchEarly();
  if (isLate || !shared) shared = load(isLate);
  const loading = shared;
  loading.catch(() => {
    // The next feed loads it again.
    if (shared === loading) shared = null;
  });
  const ended = new AbortController();
  const inTime = pause(systemClock, limits.moduleSeconds, ended.signal).then(() => {
    isLate ||= shared === loading;
    late.push(arrived);
    throw new DOMException(`The module has not come within ${limits.moduleSeconds} seconds`, 'TimeoutError');
  });
  return await Promise.race([loading, inTime]).finally(() => ended.abort());
}

/** @param isAgain whether the module has been asked for, and has not come */
async function load(isAgain: boolean) {
  isLate = false;
  // Loaded on first use; the second one, which the first one imports, at the same time.
  const [{ LocalService }] = await Promise.all([import('../../module/LocalService.js'), import('../../viewport/LayoutService.js')]);
  const service = await LocalService.load({}, isAgain);
  isLate = false;
  for (const arrived of late.splice(0)) arrived();
  return service;
}
