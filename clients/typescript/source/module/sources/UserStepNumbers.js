// @ts-check
import { itemCount } from '../../steps/itemCount.js';
import { ModuleProblem } from '../wasm/ModuleProblem.js';
import { StepNumbers } from '../wasm/StepNumbers.js';

/** @typedef {import('../wasm/CheckedNumbers.js').Fault} Fault */
/** @typedef {import('./toldSteps.js').Listed} Listed */
/** @typedef {import('./SourceNode.js').SourceNode} SourceNode */

/** The code of the stage of a step before that in which a user's permission is checked, and those of this one (docs/rules.md#step-errors). */
const first = 'section-out-of-range-before';
const together = [
  'item-out-of-range-before', 'move-from-deleted-section', 'duplicate-delete', 'duplicate-reload',
  'duplicate-resize', 'moves-from-same', 'delete-and-reload-same', 'delete-and-resize-same', 'delete-and-move-same',
];

/** Finds the mistakes in steps of a user, which name no whole sections. */
export class UserStepNumbers extends StepNumbers {
  /**
   * @param {import('../wasm/Vocabulary.js').Row} row
   * @param {any} value
   * @param {string} pointer
   */
  value(row, value, pointer) {
    if (row.form !== 'entries' || !row.name.endsWith('Sections')) super.value(row, value, pointer);
    else if (this.goesOn) this.faults.push({ pointer, code: 'not-allowed', detail: 'cannot stand beside from' });
  }
}

/**
 * Throws if nodes do not allow what the first of some steps of a user does that they refuse (docs/rules.md#steps-of-a-user).
 *
 * @param {readonly any[]} steps of the right form
 * @param {readonly SourceNode[]} nodes of the layout's source
 * @param {Listed} layout
 */
export function checkUser(steps, nodes, layout) {
  const { counts } = layout;
  const owners = nodes.flatMap((node) => new Array(node.ownCount).fill(node));
  const left = [...counts];
  for (const [number, step] of steps.entries()) {
    const refused = refusals(step, owners, left, `/steps/${number}`);
    if (refused.length > 0) {
      const faults = stepFaults(layout, steps.slice(0, number), step, `/steps/${number}`);
      const isEarlier = faults.some(({ code }) => code === first);
      const all = isEarlier ? faults : [...faults.filter(({ code }) => together.includes(code)), ...refused];
      throw new ModuleProblem('invalid-change', 'The steps are wrong.', inOrder(all));
    }
    for (const { section, count = 1 } of step.delete ?? []) left[section] -= count;
    for (const { section, items, ...entry } of step.insert ?? []) left[section] += itemCount(items ?? { count: isListed(entry) ? undefined : 1, ...entry });
    for (const { from, to, count = 1 } of step.move ?? []) {
      left[from.section] -= count;
      left[to.section] += count;
    }
  }
}

/**
 * The entries of existing items that nodes do not allow.
 *
 * @param {any} step
 * @param {readonly SourceNode[]} owners of the sections
 * @param {readonly number[]} counts of their items
 * @param {string} pointer
 */
function refusals({ delete: deletes = [], move = [] }, owners, counts, pointer) {
  /** @type {Fault[]} */
  const faults = [];
  const refuse = (/** @type {string} */ place, /** @type {string} */ code, /** @type {string} */ detail) => (
    faults.push({ pointer: `${pointer}/${place}`, code, detail }));
  const owner = (/** @type {any} */ { section, item }) => (item < counts[section] ? owners[section] : undefined);
  for (const [entry, item] of deletes.entries()) {
    if (owner(item)?.isEditable === false) refuse(`delete/${entry}`, 'not-editable', 'deletes from a node that is not editable');
  }
  for (const [entry, { from, to }] of move.entries()) {
    const [node, target] = [owner(from), owners[to.section]];
    if (!node || !target) continue;
    if (node !== target) refuse(`move/${entry}`, 'cross-source-move', 'moves from one node to another');
    else if (!node.isMovable) refuse(`move/${entry}`, 'not-movable', 'moves within a node that is not movable');
  }
  return faults;
}

/**
 * The mistakes of a step, by the module. Throws if there are any in the steps before it.
 *
 * @param {Listed} layout
 * @param {readonly any[]} before
 * @param {any} step
 * @param {string} pointer to it
 * @returns {readonly Fault[]}
 */
function stepFaults({ known, counts, held }, before, step, pointer) {
  // The mistakes that are listed depend on the numbers of items alone, which a far section does not have in the module.
  const entries = [...before, step].flatMap((one) => Object.values(one).flat());
  const named = new Set(entries.flatMap(({ section, from, to }) => [section, from?.section, to?.section]));
  const reloadSections = [...named].filter((section) => held[section] !== counts[section])
    .map((section) => ({ section, value: { items: { count: counts[section], width: 1, height: 1 } } }));
  const made = [known.change([{ reloadSections }])];
  try {
    made.push(made[0].change(before));
    made.push(made[1].change(step));
    return [];
  } catch (error) {
    if (made.length < 2 || !(error instanceof ModuleProblem) || error.type !== 'invalid-change') throw error;
    return /** @type {Fault[]} */ (error.errors).map((fault) => ({ ...fault, pointer: fault.pointer.replace('/steps/0', pointer) }));
  } finally {
    for (const snapshot of made) snapshot.close();
  }
}

/** @param {any} entry of `insert` */
function isListed({ widths, heights }) {
  return widths !== undefined || heights !== undefined;
}

/** @param {readonly Fault[]} faults of one step */
function inOrder(faults) {
  const lists = ['delete', 'reload', 'resize', 'move'];
  const place = (/** @type {Fault} */ { pointer }) => {
    const [, , , list, entry] = pointer.split('/');
    return lists.indexOf(list) * 2 ** 32 + Number(entry);
  };
  return [...faults].sort((one, other) => place(one) - place(other));
}
