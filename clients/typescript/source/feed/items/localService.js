// @ts-check
import { LayoutService } from '../../viewport/LayoutService.js';

let shared = /** @type {Promise<any> | null} */ (null);

/** The service of those that are given none: it lays out in the page. */
export function localService() {
  return shared ??= LayoutService.local().catch((error) => {
    // The next one loads it again.
    shared = null;
    throw error;
  });
}
