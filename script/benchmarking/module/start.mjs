// @ts-check
// One start to a first frame, in a process of its own, as nothing is compiled yet there: the module is made of the bytes of
// its first file, takes a list of 10 000 items, lays it out, and answers a screen of it. Prints as JSON the milliseconds that have passed
// for each of these, and those of CPU for all.
import { readFileSync } from 'node:fs';
import { first, rest } from '../../../clients/typescript/module/files.js';
import { LayoutModule } from '../../../clients/typescript/built/source/module/wasm/LayoutModule.js';
import { List, width } from './lists.mjs';

const bytes = readFileSync(first);
const { body } = new List('flow', 10_000);
const processor = process.cpuUsage();
const times = [performance.now()];
const layoutModule = await LayoutModule.load({ first: bytes, rest }, { waitsForRest: false });
times.push(performance.now());
const snapshot = layoutModule.snapshot(body);
times.push(performance.now());
const layout = snapshot.layout(width);
times.push(performance.now());
const { elements } = layout.elements({ x: 0, y: 0, width, height: 844 });
times.push(performance.now());
const { user, system } = process.cpuUsage(processor);
if (elements.length === 0) throw new Error('The first frame is empty.');
const parts = times.slice(1).map((time, place) => time - times[place]);
console.log(JSON.stringify({ passed: times[4] - times[0], parts, processor: (user + system) / 1000 }));
