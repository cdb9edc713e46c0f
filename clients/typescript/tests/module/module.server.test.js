import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ModuleComparison } from './ModuleComparison.js';
import { cases } from '../support/cases.js';
import { skip } from '../support/moduleFile.js';
import { layoutModule, send } from '../support/running.js';

const count = Number(process.env.LAYOUTD_MODULE_SNAPSHOTS ?? 160);
const comparison = new ModuleComparison(send, layoutModule);
after(() => {
  if (process.env.LAYOUTD_MODULE_SNAPSHOTS) console.log(JSON.stringify(comparison.counts), layoutModule?.byteCount);
});

const noInset = { top: 0, left: 0, bottom: 0, right: 0 };

test('the module answers random lists and changes as the service does', { skip }, async () => {
  for (const list of cases('lists', { count, places: 2 })) await comparison.list(list);
  assert.ok(comparison.counts.changes > count && comparison.counts.special > count, JSON.stringify(comparison.counts));
});

test('the module refuses what the service refuses, and names the same members', { skip }, async () => {
  const column = (members) => ({ sections: [{ engine: 'column', ...members }] });
  const waterfall = (items) => ({ sections: [{ engine: 'waterfall', items }] });
  const metrics = (values) => column({ metrics: values, items: 2 });
  const wrong = [
    {}, [], 7, null, 'text', { sections: 3 }, { sections: [3] }, { sections: [], more: 1, 'a/b~c': 2 },
    { sections: [], scrollDirection: 'up', layoutDirection: 1, engine: 'grid' },
    column({ items: -1 }), column({ items: 1.5 }), column({ items: 2 ** 54 }), column({ items: '5' }), column({ items: null }),
    column({ items: { height: 5 } }), column({ items: { count: '5', height: -1 } }),
    column({ items: { widths: [1, 2], heights: [1] } }), column({ items: { heights: [1, -2, null, 'x'] } }),
    column({ items: { heights: [1], count: 1, width: 3 } }), column({ items: { heights: 5 } }),
    column({ items: { heights: [1, 2], estimated: [true] } }), column({ items: { heights: [1], estimated: [1] } }),
    column({ items: [{ height: 1 }, { height: '1' }, 5, { size: 1 }, { count: -1 }, { estimated: 0 }] }),
    column({ id: 'x'.repeat(257) }), column({ id: 5 }), column({ headers: {} }), column({ footers: [5] }),
    column({ headers: [{}, { height: -1 }, { height: 1, pin: 1 }, { hidden: true }, { height: 5, more: 1 }] }),
    column({ headers: [{ height: 1, backgroundColor: '' }, { height: 1, padding: { top: -1 } }] }),
    waterfall(3), waterfall({ count: 3 }), waterfall([{ width: 1 }, { height: 2 }]), waterfall({ widths: [1, 2] }),
    { scrollDirection: 'horizontal', ...waterfall([{ height: 1 }]) },
    { scrollDirection: 'horizontal', sections: [], globalHeaders: [{ height: 1 }] },
    metrics({ numberOfColumns: 0 }), metrics({ numberOfColumns: 10_001 }), metrics({ numberOfColumns: 1.5 }),
    metrics({ numberOfColumns: 1, minimumColumnWidth: 5 }), metrics({ minimumColumnWidth: 0 }), metrics({ rowHeight: -1 }),
    metrics({ sectionInset: 5 }), metrics({ sectionInset: { top: -1, middle: 2 } }), metrics({ itemSize: { width: 'x' } }),
    metrics({ segments: [] }), metrics({ segments: ['fullWidth', 'wide'] }), metrics({ leadingSegments: 5 }),
    metrics({ separatorColor: 5 }), metrics({ separatorColor: 'x'.repeat(65) }), metrics({ showsColumnSeparator: 1 }),
    metrics({ background: 5 }), metrics({ background: { insets: { top: -1, middle: 2 }, behind: 'cells', colour: 'red' } }),
    metrics({ shelf: [] }), metrics({ shelf: { insets: { left: -10_000.5 }, height: -1, color: 3 } }),
    metrics({ effect: 5 }), metrics({ effect: {} }), metrics({ effect: { stops: [], unit: 0, focus: 2, origin: { x: 1001, w: 1 } } }),
    metrics({ effect: { stops: [{}, 1, { at: 1, alpha: 2, scael: 1, x: null }], origin: null } }), metrics({ effect: { stops: { at: 1 } } }),
    metrics({ effect: { stops: [{ at: 5 }, {}, { at: '9' }, { at: 1 }, { at: 2e6 }, { at: 5 }, { at: 5 }] } }),
    metrics({ effect: { stops: [{ at: 1 }, { at: 0 }], perspective: 'far' } }), metrics({ effect: { stops: [{ at: 1 }, { at: 1 }, { at: 1 }] } }),
    metrics({ effect: { stops: Array.from({ length: 33 }, (_, at) => ({ at })) } }),
    metrics({ cellHeight: 'high' }), metrics({ placement: null }), metrics({ separatorThickness: 0 }), metrics(null),
  ];
  const { refused } = comparison.counts;
  for (const body of wrong) await comparison.snapshot(body, undefined, JSON.stringify(body));
  assert.equal(comparison.counts.refused - refused, wrong.length);
  const { layout } = await comparison.snapshot({ sections: [{ items: 5 }, { engine: 'waterfall', items: [] }] }, 100, 'steps');
  const options = { bounds: { x: 0, y: 0, width: 100, height: 100 }, inset: noInset, anchor: 'auto' };
  const before = comparison.counts.refusedChanges;
  const steps = [
    5, { more: 1 }, { delete: 5 }, { delete: [5] }, { delete: [{ section: 0 }] }, { delete: [{ section: -1, item: 0.5 }] },
    { delete: [{ section: 0, item: 0, count: 0 }] }, { delete: [{ section: 0, item: 9 }] }, { delete: [{ section: 7, item: 0 }] },
    { insert: [{ section: 0, item: 0 }] }, { insert: [{ section: 0, item: 9, items: 1 }] }, { insert: [{ section: 1, item: 0, items: 1 }] },
    { insert: [{ section: 0, item: 0, items: { heights: [1, -1] } }] }, { insert: [{ section: 0, item: 0, items: 'x' }] },
    { move: [{ from: 5, to: { section: 0 } }] }, { move: [{ from: { section: 0, item: 0 }, to: { section: 0, item: 9 } }] },
    { reload: [{ section: 0, item: 0, count: 2, items: 3 }] }, { resize: [{ section: 0 }] },
    { resize: [{ section: 0, at: [0, 1], heights: [1], item: 3 }] }, { resize: [{ section: 0, at: [0, 0], heights: [1, 2] }] },
    { resize: [{ section: 0, estimated: 'most' }] }, { resize: [{ section: 0, item: 0, items: 1, heights: [1] }] },
    { deleteSections: [{ section: 5, slide: 'up' }] }, { insertSections: [{ section: 0 }] }, { insertSections: [{ section: 9, sections: [{}] }] },
    { insertSections: [{ section: 0, sections: [{ engine: 'waterfall', items: 3 }] }] }, { moveSections: [{ from: 0, to: 5 }] },
    { reloadSections: [{ section: 0, value: { items: -1 } }] }, { setSections: [{ section: 0, metrics: { rowHeight: -1 }, engine: 'x' }] },
    { set: { headers: [] } }, { set: 5 },
    { delete: [{ section: 0, item: 0 }, { section: 0, item: 0 }] }, { insert: [{ section: 0, item: 0, items: 2 ** 53 }] },
  ];
  for (const step of steps) assert.equal(await comparison.change(layout, step, options, JSON.stringify(step)), null, JSON.stringify(step));
  assert.equal(comparison.counts.refusedChanges - before, steps.length);
});
