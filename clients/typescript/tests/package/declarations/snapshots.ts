// Compiles only if a snapshot has the members that its engines read. What openapi.yaml shows is compiled by Tests/Program/client.
import type { PostedSnapshot, SnapshotInput } from 'layoutd-client';

const photos = [{ wide: 3, high: 4 }];
function engine(): 'flow' | 'column' {
  return 'flow';
}
export const valid: SnapshotInput[] = [
  { sections: [] },
  { sections: [{}, { items: 3 }, { engine: engine(), items: { count: 3, height: 4 } }] },
  { engine: 'column', metrics: { rowHeight: 3, placement: 'shortest' }, sections: [{ metrics: { rowHeight: 9 } }] },
  { sections: [{ engine: 'waterfall', items: photos.map(({ wide, high }) => ({ width: wide, height: high })) }] },
  { sections: photos.map(() => ({ engine: 'column' as const, headers: [{ height: 3, pin: true }], items: 3 })) },
  { globalHeaders: [{ hidden: true }, { height: 3, hidden: false }], sections: [] },
  { globalHeaders: [{ height: 3, waits: true }, { height: 3, pin: true, waits: false }, { height: 3, waits: photos.length > 1 }], sections: [] },
  { scrollDirection: 'horizontal', sections: [{ engine: 'waterfall', headers: [{ width: 3 }], items: { widths: [1, 2] } }] },
  { engine: 'mosaic', sections: [{ items: { alpha: [1, null], transform: [1, 0, 0, 1, 2, 3] } }, { items: [{ count: 2, data: 'a', zIndex: -1 }] }] },
  { sections: [{ items: { heights: [1, 2], transform3D: [null, null], hidden: true } }] },
];
export const invalid: SnapshotInput[] = [
  // @ts-expect-error The metrics of column.
  { sections: [{ metrics: { rowHeight: 3 } }] },
  // @ts-expect-error The same if the engine is inherited.
  { engine: 'waterfall', sections: [{ metrics: { rowHeight: 3 } }] },
  // @ts-expect-error No such engine.
  { sections: [], engine: 'flwo' },
  // @ts-expect-error Mosaic reads no sizes.
  { sections: [{ engine: 'mosaic', items: { count: 3, height: 3 } }] },
  // @ts-expect-error Column reads no widths.
  { sections: [{ engine: 'column', items: [{ width: 3, height: 4 }] }] },
  // @ts-expect-error Waterfall needs heights.
  { sections: [{ engine: 'waterfall', items: { widths: [1] } }] },
  // @ts-expect-error It needs them of equal items, too.
  { sections: [{ engine: 'waterfall', items: 3 }] },
  // @ts-expect-error It needs widths if it scrolls horizontally.
  { scrollDirection: 'horizontal', sections: [{ engine: 'waterfall', items: { heights: [1] } }] },
  // @ts-expect-error Two forms at once.
  { sections: [{ items: { count: 3, heights: [3] } }] },
  // @ts-expect-error Neither form.
  { sections: [{ items: {} }] },
  // @ts-expect-error The same of items whose members are no lists.
  { sections: [{ items: { alpha: 0.5 } }] },
  // @ts-expect-error A header has an extent.
  { sections: [{ headers: [{ pin: true }] }] },
  // @ts-expect-error It is a width if the layout scrolls horizontally.
  { scrollDirection: 'horizontal', sections: [{ headers: [{ height: 3 }] }] },
  // @ts-expect-error A global header that waits does not pin.
  { globalHeaders: [{ height: 3, pin: true, waits: true }], sections: [] },
  // @ts-expect-error The same if it scrolls horizontally.
  { scrollDirection: 'horizontal', globalHeaders: [{ width: 3, pin: true, waits: true }], sections: [] },
  // @ts-expect-error Only global headers wait.
  { sections: [{ headers: [{ height: 3, waits: true }] }] },
  // @ts-expect-error Footers do not.
  { sections: [{ footers: photos.map(({ high }) => ({ height: high, waits: true as const })) }] },
  // @ts-expect-error Never both.
  { sections: [{ engine: 'column', metrics: { numberOfColumns: 2, minimumColumnWidth: 100 } }] },
];

export const posted: PostedSnapshot[] = [
  { sections: [] },
  { source: {} },
  { engine: 'column', metrics: { rowHeight: 44 }, source: { id: 'page', selected: 0, children: [
    { id: 'details', children: [{ items: 2, keys: ['a', 1] }, { sections: [{ engine: 'waterfall', items: { heights: [1] }, keys: [1] }] }] },
    { state: 'loading', items: [{ height: 3 }], headers: [{ height: 30, visibleWhileShowingPlaceholder: true }], movable: true },
  ] } },
  { scrollDirection: 'horizontal', source: { headers: [{ width: 30 }], children: [] } },
  { source: { headers: [{ height: 3, waits: true, visibleWhileShowingPlaceholder: true }], children: [{ headers: [{ height: 3, waits: false }] }] } },
];
export const refused: PostedSnapshot[] = [
  // @ts-expect-error Sections and a source.
  { sections: [], source: {} },
  // @ts-expect-error Neither.
  { engine: 'column' },
  // @ts-expect-error Children and items.
  { source: { children: [], items: 3 } },
  // @ts-expect-error Children and a state.
  { source: { children: [], state: 'loaded' } },
  // @ts-expect-error A selected child, and no children.
  { source: { selected: 0 } },
  // @ts-expect-error Sections and items.
  { source: { sections: [], items: 3 } },
  // @ts-expect-error Keys of sections are theirs.
  { source: { sections: [], keys: [] } },
  // @ts-expect-error No such state.
  { source: { state: 'ready' } },
  // @ts-expect-error The headers of the root are global, and do not both wait and pin.
  { source: { headers: [{ height: 3, waits: true, pin: true }] } },
  // @ts-expect-error Those of other nodes do not wait.
  { source: { children: [{ headers: [{ height: 3, waits: true }] }] } },
  // @ts-expect-error Those of sections do not either.
  { source: { sections: [{ headers: [{ height: 3, waits: true }] }] } },
  // @ts-expect-error Footers have no such mark.
  { source: { footers: [{ height: 3, visibleWhileShowingPlaceholder: true }] } },
];
