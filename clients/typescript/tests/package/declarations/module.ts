// Compiles only if the module's declarations allow what README shows, and nothing that makes no sense.
import { LayoutModule, ModuleLayout, ModuleProblem, ModuleSnapshot } from 'layoutd-client/module';

export async function use(bytes: Uint8Array): Promise<number> {
  const layoutModule = await LayoutModule.load(bytes);
  await LayoutModule.load('/client/layout.wasm');
  const snapshot = layoutModule.snapshot({ sections: [{ engine: 'column', items: { heights: [60, 44], estimated: [true, false] } }] });
  const layout: ModuleLayout = snapshot.layout(390);
  const bounds = { x: 0, y: 0, width: 390, height: 844 };
  const inset = { top: 1, left: 0, bottom: 0, right: 0 };
  let sum = layoutModule.byteCount + layoutModule.rulesVersion + snapshot.estimatedCount + layout.contentSize.height;
  let list = layout.elements(bounds, { limit: 5 });
  while (list.next) list = layout.elements(bounds, { limit: 5, from: list.next });
  for (const { frame, estimated } of [...list.elements, ...layout.special(bounds, inset), ...layout.special(bounds, null)]) {
    sum += estimated ? 0 : frame.y;
  }
  sum += layout.hit({ x: 1, y: 2 }, { special: 'rest' })?.frame.x ?? 0;
  sum += layout.element('rowSeparator', 0, 1, { bounds, inset })?.frame.x ?? 0;
  const changed: ModuleSnapshot = snapshot.change({ resize: [{ section: 0, estimated: 'mean' }] });
  const after = changed.layout(390, layout);
  const change = after.changeFrom(layout, { bounds, inset, anchor: { section: 0, item: 1 }, transition: true });
  for (const { initial, final } of change.transition ?? []) sum += (initial.alpha ?? 1) + final.frame.y;
  sum += change.changed?.after.end ?? change.bounds?.y ?? 0;
  try {
    snapshot.change([]);
  } catch (error) {
    if (error instanceof ModuleProblem) sum += error.type.length + error.errors.map(({ pointer }) => pointer).length;
  }
  for (const held of [layout, snapshot, after, changed]) held.close();
  return sum;
}

export function misuse(layoutModule: LayoutModule, snapshot: ModuleSnapshot, layout: ModuleLayout): void {
  // @ts-expect-error A snapshot has sections.
  layoutModule.snapshot({ items: 3 });
  // @ts-expect-error An insertion has a place.
  snapshot.change({ insert: [{ section: 0, items: 2 }] });
  // @ts-expect-error No such anchor.
  layout.changeFrom(layout, { anchor: 'last' });
  // @ts-expect-error No such kind.
  layout.element('row', 0, 0);
  // @ts-expect-error A place in a list comes from a list.
  layout.elements({ x: 0, y: 0, width: 1, height: 1 }, { from: 'next' });
  // @ts-expect-error Snapshots come from the module.
  new ModuleSnapshot();
  // @ts-expect-error Nothing of a snapshot changes.
  snapshot.id = '';
}
