// @ts-check
// One start to a first frame, in a process of its own, as nothing is compiled yet there: the module is made of its bytes,
// takes a list of 10 000 items, lays it out, and answers a screen of it. Prints milliseconds passed, and of CPU, as JSON.
import { readFileSync } from 'node:fs';
import { LayoutModule } from '../../../clients/typescript/source/LayoutModule.js';
import { List, width } from './lists.mjs';

const bytes = readFileSync(process.argv[2]);
const { body } = new List('flow', 10_000);
const [begin, processor] = [performance.now(), process.cpuUsage()];
const layout = (await LayoutModule.load(bytes)).snapshot(body).layout(width);
const { elements } = layout.elements({ x: 0, y: 0, width, height: 844 });
const passed = performance.now() - begin;
const { user, system } = process.cpuUsage(processor);
if (elements.length === 0) throw new Error('The first frame is empty.');
console.log(JSON.stringify({ passed, processor: (user + system) / 1000 }));
