import { LayoutService } from '../../viewport/LayoutService.js';

let shared: Promise<any> | null = null;

/** The service of feeds that are given none. It lays out in the page. */
export function localService() {
  return shared ??= LayoutService.local().catch((error) => {
    // The next feed loads it again.
    shared = null;
    throw error;
  });
}
