// Measures the WebAssembly module in node: what it takes to load it and to take, lay out, ask and change lists, in CPU time
// of this process, which does not count others on the machine. Argument: the module.
import { readFileSync } from 'node:fs';
import { LayoutModule } from '../../clients/typescript/source/LayoutModule.js';
import { SeededRandom } from '../../clients/typescript/tests/SeededRandom.js';

const rounds = 9;
const bytes = readFileSync(process.argv[2]);

/** Milliseconds of CPU that some work takes, and what it returns. */
async function taken(work) {
  const start = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(start);
  return [(user + system) / 1000, value];
}

const median = (values) => values.sort((one, other) => one - other)[values.length >> 1];

const [load, layoutModule] = await taken(() => LayoutModule.load(bytes));
const screen = { x: 0, y: 0, width: 390, height: 844 };
const [frame] = await taken(() => (
  layoutModule.snapshot({ sections: [{ engine: 'column', items: { heights: [40, 60, 50] } }] }).layout(390).elements(screen)));
console.log(`load ${load.toFixed(1)} ms, first frame ${frame.toFixed(1)} ms`);
console.log('| | items | snapshot, ns/item | layout, ns/item | a screen, µs | one insertion and its layout, µs |');
console.log('|---|---|---|---|---|---|');
for (const count of [10_000, 100_000, 1_000_000]) {
  const random = new SeededRandom(1);
  const lengths = () => Float64Array.from({ length: count }, () => random.whole(20, 120));
  const [widths, heights] = [lengths(), lengths()];
  for (const engine of ['flow', 'column', 'waterfall', 'mosaic']) {
    const metrics = engine === 'column' ? { numberOfColumns: 3 } : {};
    const body = { sections: [{ engine, metrics, items: engine === 'mosaic' ? count : { widths, heights } }] };
    const steps = { insert: [{ section: 0, item: count / 2, items: [{ width: 33, height: 44 }] }] };
    const [posts, layouts, screens, changes] = [[], [], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const [post, snapshot] = await taken(() => layoutModule.snapshot(body));
      const [made, layout] = await taken(() => snapshot.layout(390 + round));
      const middle = { ...screen, y: layout.contentSize.height / 2 };
      const [asked] = await taken(() => { for (let turn = 0; turn < 20; turn += 1) layout.elements(middle); });
      const [changed, held] = await taken(() => {
        const after = snapshot.change(steps);
        return [after, after.layout(390 + round, layout)];
      });
      for (const one of [snapshot, layout, ...held]) one.close();
      posts.push(post * 1e6 / count);
      layouts.push(made * 1e6 / count);
      screens.push(asked * 1000 / 20);
      changes.push(changed * 1000);
    }
    const figures = [posts, layouts, screens, changes].map((values) => median(values).toPrecision(3));
    console.log(`| ${engine} | ${count} | ${figures.join(' | ')} |`);
  }
}
console.log(`memory ${layoutModule.byteCount} bytes`);
