import { kinds } from '../../service/localProblem.js';
import { ModuleProblem } from '../wasm/ModuleProblem.js';
import { StepReader } from '../wasm/StepReader.js';
import { ResolvedSource, treeFaults } from './ResolvedSource.js';
import { SourceNumbers } from './SourceNumbers.js';
import type { LayoutModule, ModuleSnapshot } from '../wasm/LayoutModule.js';
import type { ModuleInstance } from '../wasm/ModuleInstance.js';

/** The layout that is changed, with the number of items of each section. */
type Listed = { module: LayoutModule, known: ModuleSnapshot, counts: readonly number[], scrollDirection: string, layoutDirection: string };

/** The module's code for trees with mistakes. */
const wrongTrees = -10;

/**
 * Calls the module with trees. Returns the number that it returns, or 0 if there are mistakes, which are among those of the numbers then.
 *
 * @param type of the problem if it fails
 */
function called(instance: ModuleInstance, type: string, name: string, numbers: SourceNumbers) {
  if (!numbers.goesOn) return 0;
  numbers.end();
  const result = instance.callOrRefuse(name, ...instance.write(numbers));
  if (result === wrongTrees) numbers.faults.push(...treeFaults(numbers.trees, instance).slice(0, 20 - numbers.faults.length));
  // With mistakes in the forms of values, others may follow from what is written in their place.
  else if (result < 0 && numbers.faults.length === 0) instance.refuse(result, type, name);
  return Math.max(0, result);
}

/**
 * Reads a snapshot with a source. Throws if there are mistakes.
 *
 * @param base the pointer to it
 */
export function readSource(
  layoutModule: LayoutModule, body: any, base?: string,
): { known: ModuleSnapshot, source: ResolvedSource, explicitItemCount: number } {
  const { instance } = layoutModule;
  const numbers = new SourceNumbers(instance.vocabulary);
  numbers.tree(body, base);
  const handle = called(instance, 'invalid-snapshot', 'layoutd_source', numbers);
  numbers.check('snapshot', body);
  const known = layoutModule.made(handle, numbers.isHorizontal);
  const { trees: [tree], explicitItemCount } = numbers;
  return { known, source: new ResolvedSource(tree, instance.vocabulary, instance.output().slice(3), true), explicitItemCount };
}

/**
 * The steps that a change with trees stands for, with the source after it, and what applies the steps of a user, which do only what the
 * tree allows. Throws if there are mistakes.
 *
 * @param change with a tree
 */
export function treeSteps(
  change: { from?: any, to?: any, steps?: any[] }, layout: Listed,
): { steps: any[], source: ResolvedSource | null, apply: ((known: ModuleSnapshot) => ModuleSnapshot) | null } {
  const { from, to, steps } = change;
  const { instance } = layout.module;
  const { vocabulary } = instance;
  const numbers = new SourceNumbers(vocabulary);
  const { faults } = numbers;
  if (steps !== undefined) {
    faults.push(...layout.known.stepNumbers(steps, to === undefined).faults);
  }
  const refuse = (pointer: string, code: string, detail: string) => faults.push({ pointer, code, detail });
  if (to !== undefined && steps !== undefined) refuse('/to', 'not-allowed', 'cannot stand beside steps');
  if (from === undefined) refuse('/from', 'missing', 'is missing; a change with to needs the tree before it');
  if (to === undefined && steps === undefined) refuse('/to', 'missing', 'is missing, or steps instead');
  for (const [name, tree] of Object.entries({ from, to })) {
    numbers.add(Number(tree !== undefined));
    if (tree !== undefined) numbers.tree(tree, `/${name}`);
    // Mistakes name a tree by its place.
    else numbers.trees.push({ base: `/${name}`, nodes: [] });
  }
  const { scrollDirection, layoutDirection, counts } = layout;
  for (const [name, word] of Object.entries({ scrollDirection, layoutDirection })) {
    numbers.add(vocabulary.objects.snapshot.get(name)?.detail.indexOf(word));
  }
  numbers.add(counts.length);
  numbers.addList(Float64Array.from(counts));
  const { length } = faults;
  called(instance, 'invalid-change', 'layoutd_trees', numbers);
  if (faults.length > 0) {
    // The tree does not stand for the layout, or the step would be too long.
    const isOfLayout = length === 0 && faults.every(({ pointer, code, detail }) => (
      code.endsWith('mismatch') || detail?.includes('the layout') || pointer === '/to'));
    if (isOfLayout) throw new ModuleProblem('invalid-change', kinds['invalid-change'][1], faults);
    throw new ModuleProblem('invalid-change', 'The change is wrong.', faults, { vocabulary, form: 'change', value: change, isHorizontal: layout.known.isHorizontal });
  }
  if (steps) {
    const apply = (known: ModuleSnapshot) => {
      const { known: tree } = readSource(layout.module, from, '/from');
      try {
        return known.change(steps, tree);
      } finally {
        tree.close();
      }
    };
    return { steps, source: null, apply };
  }
  const source = new ResolvedSource(numbers.trees[1], vocabulary, instance.output(), false);
  return { steps: [new StepReader(vocabulary, instance.output().subarray(source.end), instance.textBytes()).step()], source, apply: null };
}
