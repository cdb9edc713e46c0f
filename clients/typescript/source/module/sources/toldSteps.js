// @ts-check
import { kinds } from '../../service/localProblem.js';
import { itemCount } from '../../steps/itemCount.js';
import { ModuleProblem } from '../wasm/ModuleProblem.js';
import { SnapshotNumbers } from '../wasm/SnapshotNumbers.js';
import { SourceNumbers } from './SourceNumbers.js';
import { states } from './sourceRows.js';
import { TreeStep } from './TreeStep.js';
import { checkUser, UserStepNumbers } from './UserStepNumbers.js';

/** @typedef {import('../wasm/CheckedNumbers.js').Fault} Fault */
/** @typedef {import('./SourceNode.js').SourceNode} SourceNode */
/** @typedef {import('./ResolvedSource.js').ResolvedSource} ResolvedSource */
/** @typedef {{ known: import('../wasm/LayoutModule.js').ModuleSnapshot, counts: readonly number[], held: readonly number[],
 *   scrollDirection: string, layoutDirection: string }} Listed the layout that is changed: in the module, with the number of items of each
 *   section; `held`: how many items each has in the module */

/** The states to which a basic node may go, besides the one that it has (docs/rules.md#two-trees). */
const statesAfter = /** @type {Record<string, readonly string[]>} */ ({
  initial: ['loading'], loading: ['loaded', 'noContent', 'error'], refreshing: ['loaded', 'noContent', 'error'],
  loaded: ['refreshing', 'noContent', 'error'], noContent: ['refreshing', 'loaded', 'error'], error: ['loading', 'refreshing', 'noContent', 'loaded'],
});
const faultsMax = 20;
const directions = { scrollDirection: ['vertical', 'horizontal'], layoutDirection: ['ltr', 'rtl'] };

/**
 * The steps that a change with trees stands for, with the source after it. Throws if there are mistakes.
 *
 * @param {{ from?: any, to?: any, steps?: any[] }} change with a tree
 * @param {Listed} layout
 * @returns {{ steps: any[], source: ResolvedSource | null }}
 */
export function toldSteps(change, layout) {
  const { from, to, steps } = change;
  const isHorizontal = layout.scrollDirection === 'horizontal';
  const numbers = steps === undefined ? layout.known.stepNumbers([]) : stepNumbers(steps, layout, to === undefined);
  const { vocabulary } = numbers;
  const faults = [...numbers.faults];
  const refuse = (/** @type {string} */ pointer, /** @type {string} */ code, /** @type {string} */ detail) => faults.push({ pointer, code, detail });
  if (to !== undefined && steps !== undefined) refuse('/to', 'not-allowed', 'cannot stand beside steps');
  if (from === undefined) refuse('/from', 'missing', 'is missing; a change with to needs the tree before it');
  if (to === undefined && steps === undefined) refuse('/to', 'missing', 'is missing, or steps instead');
  const [before, after] = /** @type {const} */ (['from', 'to']).map((name) => (
    change[name] === undefined ? null : readTree(change[name], `/${name}`, vocabulary, faults)));
  if (before && after) faults.push(...directionFaults(from, to), ...stateFaults(before.nodes, after.nodes));
  if (faults.length > 0) throw new ModuleProblem('invalid-change', 'The change is wrong.', faults, { vocabulary, form: 'change', value: change, isHorizontal });
  const old = /** @type {ResolvedSource} */ (before?.resolved());
  check(layoutFaults(old, layout));
  if (steps) {
    checkUser(steps, old.nodes, layout);
    return { steps, source: null };
  }
  const now = /** @type {ResolvedSource} */ (after?.resolved());
  const step = new TreeStep(old, now, vocabulary).made();
  if (!step) check([{ pointer: '/to', code: 'too-many', detail: `makes a step of more than ${vocabulary.limits.stepEntries} entries` }]);
  return { steps: [step], source: now };
}

/**
 * @param {any[]} steps
 * @param {Listed} layout
 * @param {boolean} isOfUser
 */
function stepNumbers(steps, { known }, isOfUser) {
  if (!isOfUser) return known.stepNumbers(steps);
  const numbers = new UserStepNumbers(known.stepNumbers([]).vocabulary, known.isHorizontal);
  numbers.steps(steps);
  return numbers;
}

/**
 * Reads a tree.
 *
 * @param {any} body
 * @param {string} base the pointer to it
 * @param {import('../wasm/Vocabulary.js').Vocabulary} vocabulary
 * @param {Fault[]} faults to which its mistakes are added
 */
function readTree(body, base, vocabulary, faults) {
  const source = new SourceNumbers(Object.assign(new SnapshotNumbers(vocabulary), { faults }), base);
  const resolved = source.read(body);
  return { nodes: source.nodes, resolved };
}

/**
 * @param {any} from
 * @param {any} to
 * @returns {Fault[]}
 */
function directionFaults(from, to) {
  if (typeof to !== 'object' || to === null) return [];
  return Object.entries(directions).flatMap(([name, words]) => {
    const [before, after] = [from, to].map((snapshot) => (snapshot?.[name] === undefined ? words[0] : snapshot[name]));
    const differ = before !== after && words.includes(before) && words.includes(after);
    return differ ? [{ pointer: `/to/${name}`, code: 'not-allowed', detail: `is ${after}, that of from is ${before}` }] : [];
  });
}

/**
 * The nodes that go to a state to which they cannot go.
 *
 * @param {readonly SourceNode[]} before
 * @param {readonly SourceNode[]} after
 */
function stateFaults(before, after) {
  const stated = (/** @type {readonly SourceNode[]} */ nodes) => nodes.filter(({ id, hasChildren }) => id !== null && !hasChildren)
    .map(({ id, members, pointer }) => ({ id, pointer, state: members.has('state') ? members.get('state') : 'loaded' }));
  const known = new Map(stated(before).map(({ id, state }) => [id, state]));
  /** @type {Fault[]} */
  const faults = [];
  for (const { id, pointer, state } of stated(after)) {
    const old = known.get(id);
    if (old === undefined || old === state || !states.includes(old) || !states.includes(state) || statesAfter[old].includes(state)) continue;
    faults.push({ pointer: `${pointer}/state`, code: 'illegal-transition', detail: `cannot be ${state} after ${old}` });
  }
  return faults;
}

/**
 * The mistakes of a tree that does not stand for the layout that is changed.
 *
 * @param {ResolvedSource} source
 * @param {Listed} layout
 */
function layoutFaults(source, layout) {
  const { body } = source;
  const { sections } = body;
  const { counts } = layout;
  /** @type {any[]} */
  const faults = [];
  for (const [name, words] of Object.entries(directions)) {
    const [given, expected] = [body[name] ?? words[0], /** @type {any} */ (layout)[name]];
    if (given !== expected) faults.push({ pointer: `/from/${name}`, code: 'not-allowed', detail: `is ${given}, that of the layout is ${expected}` });
  }
  const [given, expected] = [sections.length, counts.length];
  if (given !== expected) {
    const detail = `has ${counted(given, 'section')}, the layout has ${expected}`;
    return [...faults, { pointer: '/from/source', code: 'section-count-mismatch', detail, expected, given }];
  }
  for (let section = 0; section < given && faults.length < faultsMax; section += 1) {
    const [given, expected] = [itemCount(sections[section].items), counts[section]];
    const detail = `has ${counted(given, 'item')}, section ${section} of the layout has ${expected}`;
    if (given !== expected) faults.push({ pointer: source.pointerToItems(section), code: 'item-count-mismatch', detail, section, expected, given });
  }
  return faults;
}

/**
 * @param {number} count
 * @param {string} noun
 */
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** @param {(Fault & object)[]} faults all with their details */
function check(faults) {
  if (faults.length > 0) throw new ModuleProblem('invalid-change', kinds['invalid-change'][1], faults);
}
