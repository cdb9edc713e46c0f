import { unlessAborted } from '../service/Clock.js';
import { FarSections } from './FarSections.js';
import { setting } from '../service/limits.js';
import { checkOptions } from '../steps/options.js';
import { IdChanged } from '../service/Problem.js';
import { localOptionNames } from './LocalLayout.js';
import { LocalService, bodyOf } from './LocalService.js';
import { sharedModule } from './sharedModule.js';
import { UploadQueue } from './UploadQueue.js';
import type { LocalOptions } from '../../types/index.js';
import type { LocalLayout } from './LocalLayout.js';
import type { Snapshot } from '../service/Snapshot.js';
import type { Layout } from '../viewport/Layout.js';

/** How long changes are collected before they are sent to the service, in seconds. */
const tellSeconds = 2;
/** The most items for which a layout with several sections is read at once; of larger ones, sections are read when they are needed. */
const maximumItems = 100_000;
/** The most steps that the service and the module apply at one time. */
const maximumSteps = 1000;

/** A layout of the service, computed in the page. */
export async function localCopy(layout: Layout, options: LocalOptions = {}): Promise<LocalLayout> {
  checkOptions('local', options, localOptionNames);
  const { offline = false, signal } = options;
  const seconds = setting('tellSeconds', options.tellSeconds, tellSeconds, { least: 0, most: 3600 });
  const layoutModule = await sharedModule(options.module);
  const service = new LocalService(layoutModule);
  const most = setting('maximumItems', options.maximumItems, maximumItems, { least: 0, isWhole: true });
  const { snapshot } = layout;
  const isWhole = snapshot.isHere || snapshot.sectionCount <= 1 || snapshot.itemCount <= most;
  // The options for later layouts: the same module, and no signal.
  const kept = { ...options, module: options.module && layoutModule, signal: undefined };
  const held = isWhole ? await whole(service, snapshot, kept, signal) : await parts(service, layout, kept, signal);
  held.warn(snapshot.warnings, null);
  held.source = snapshot.source;
  if (!offline) held.tell(UploadQueue.from(snapshot, snapshot.clock, seconds));
  signal?.throwIfAborted();
  return held.layoutNow(layout.containerExtent, layout.margins ?? undefined);
}

/** Reads a whole snapshot. */
async function whole(service: LocalService, snapshot: Snapshot, options: LocalOptions, signal?: AbortSignal) {
  const { body, steps } = await snapshot.content(signal);
  const given = await bodyOf(body);
  let { posted: held } = await service.posted(given, { options });
  if (steps.length > 0) await unlessAborted(held.complete(), signal);
  for (let first = 0; first < steps.length; first += maximumSteps) {
    held = held.changed(steps.slice(first, first + maximumSteps).map((step) => JSON.parse(step)));
  }
  if (held.id !== snapshot.id) throw new IdChanged(snapshot.id, held.id);
  return held;
}

/** A snapshot whose sections are read when they are needed. */
async function parts(service: LocalService, layout: Layout, options: LocalOptions, signal?: AbortSignal) {
  const { scrollDirection, layoutDirection, axis: { roomExtent } } = layout;
  // Extents do not depend on margins, but on the extent between them.
  const { far, body } = await FarSections.of(layout.margins ? await layout.snapshot.layout(roomExtent, { signal }) : layout, signal, (
    section,
  ) => (
    service.alone({ scrollDirection, layoutDirection }, section, roomExtent)));
  return service.hold(body, { options, far: { sections: far, id: layout.id, extent: roomExtent } });
}
