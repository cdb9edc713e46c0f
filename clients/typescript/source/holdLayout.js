// @ts-check
import { setting } from './limits.js';
import { checkOptions } from './options.js';
import { IdChanged } from './Problem.js';
import { LocalService, bodyOf } from './LocalService.js';
import { sharedModule } from './sharedModule.js';
import { Telling } from './Telling.js';

/** @typedef {import('../index.js').LocalOptions} LocalOptions */
/** @typedef {import('./Layout.js').Layout} Layout */
/** @typedef {import('./LocalLayout.js').LocalLayout} LocalLayout */

/** How long changes are gathered until the service is told, in seconds. */
const tellSeconds = 2;
/** The service applies no more of them at one time, nor does the module. */
const maximumSteps = 1000;

/**
 * A layout of the service, held here.
 *
 * @param {Layout} layout
 * @param {LocalOptions} options
 * @returns {Promise<LocalLayout>}
 */
export async function holdLayout(layout, options = {}) {
  checkOptions('local', options, ['module', 'offline', 'tellSeconds', 'signal']);
  const { offline = false, signal } = options;
  const seconds = setting('tellSeconds', options.tellSeconds, tellSeconds, { least: 0, most: 3600 });
  const service = new LocalService(await sharedModule(options.module));
  const { snapshot } = layout;
  const { body, steps } = await snapshot.content(signal);
  let held = service.hold(await bodyOf(body), options);
  for (let first = 0; first < steps.length; first += maximumSteps) {
    held = held.changed(steps.slice(first, first + maximumSteps).map((step) => JSON.parse(step)));
  }
  if (held.id !== snapshot.id) throw new IdChanged(snapshot.id, held.id);
  if (!offline) held.tell(Telling.from(snapshot, snapshot.clock, seconds));
  return held.layoutNow(layout.containerExtent);
}
