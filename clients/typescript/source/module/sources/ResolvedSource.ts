import { AnsweredSource } from '../../service/AnsweredSource.js';
import { localProblem } from '../../service/localProblem.js';
import { partitionPoint } from '../../steps/partitionPoint.js';
import type { WrittenTree } from './SourceNumbers.js';
import type { Fault } from '../wasm/CheckedNumbers.js';
import type { ModuleInstance } from '../wasm/ModuleInstance.js';
import type { Vocabulary } from '../wasm/Vocabulary.js';

const [nodeNumbers, listNumbers, warningNumbers, faultNumbers] = [5, 3, 5, 15];

/** What the module says of a tree of sources that was written for it. */
export class ResolvedSource {
  /** What the answer says of the source. */
  declare answer: AnsweredSource;
  /** The number of numbers that it has read. */
  declare end: number;
  #tree;
  #vocabulary;
  /** Ranges of sections, each with its node, its end, and whether the node lists them. */
  #lists;
  #warnings;

  /**
   * @param vocabulary of the module
   * @param numbers of the module
   */
  constructor(tree: WrittenTree, vocabulary: Vocabulary, numbers: Float64Array, hasWarnings: boolean) {
    this.#tree = tree;
    this.#vocabulary = vocabulary;
    const { detail: states } = vocabulary.objects.node.get('state') as any;
    const rows = (start: number, width: number) => (
      Array.from({ length: numbers[start] }, (_, place) => [...numbers.subarray(start + 1 + place * width, start + 1 + (place + 1) * width)]));
    const nodes = rows(1, nodeNumbers).map(([node, state, first, sectionCount, flags]) => ({
      load: flags >= 4,
      id: tree.nodes[node].id as string, state: states[state], ...(sectionCount > 0 && { first }), sectionCount,
      ...(flags & 1 && { movable: true }), ...(flags & 2 && { editable: true }),
    }));
    this.answer = new AnsweredSource({
      state: states[numbers[0]], load: nodes.flatMap(({ load, id }) => (load ? id : [])),
      nodes: nodes.map(({ load, ...node }) => node),
    });
    const lists = 2 + nodes.length * nodeNumbers;
    this.#lists = rows(lists, listNumbers);
    this.end = lists + 1 + this.#lists.length * listNumbers;
    this.#warnings = hasWarnings ? rows(this.end, warningNumbers) : [];
  }

  /** Whether there is something to warn of. */
  get hasUnread() {
    return this.#warnings.length > 0;
  }

  /** What warnings are about. */
  get warned() {
    const { objects: { metrics }, engines } = this.#vocabulary;
    const names = [...metrics.keys()];
    const { base, nodes } = this.#tree;
    return this.#warnings.map(([kind, metric, engine, node, section]) => {
      const owner = node < 0 ? base : `${nodes[node].pointer}${section < 0 ? '' : `/sections/${section}`}`;
      const member = kind === 4 ? 'items' : kind === 2 ? 'placeholder' : `metrics/${names[metric]}`;
      return { kind, engine: engines[engine], pointer: `${owner}/${member}` };
    });
  }

  /** The pointer to the node of a section, or to its entry in the node's `sections`. O(log nodes) */
  pointer(section: number) {
    const lists = this.#lists;
    const place = partitionPoint(0, lists.length, (at) => lists[at][1] > section);
    const [node, , isListed] = lists[place];
    const { pointer } = this.#tree.nodes[node];
    return isListed ? `${pointer}/sections/${section - (place > 0 ? lists[place - 1][1] : 0)}` : pointer;
  }

  /**
   * Does something with the sections, or with the steps that make them. The pointers of errors are those of the source, which alone the
   * caller knows.
   */
  pointing<Value>(act: () => Value): Value {
    try {
      return act();
    } catch (error: any) {
      const { type, detail, errors = [] } = error;
      const [, kind, section] = /^\/(steps|globalHeaders|sections\/(\d+))/.exec(errors[0]?.pointer ?? '') ?? [];
      if (!kind) throw error;
      const pointer = section ? this.pointer(Number(section)) : this.#tree.base;
      const codes: Set<string> = new Set(errors.map(({ code }: any) => code));
      // The detail ends with the pointer of the section.
      const message = kind === 'steps' ? `${pointer} is wrong.` : detail.replace(/: \/.*$/s, '.');
      throw localProblem(type.split('/').at(-1), message, [...codes].map((code) => ({ pointer, code })));
    }
  }
}

/**
 * The mistakes that the module has found in trees.
 *
 * @param instance with the answer
 */
export function treeFaults(trees: readonly WrittenTree[], instance: ModuleInstance): Fault[] {
  const { objects: { node, snapshot }, sourceProblems } = instance.vocabulary;
  const [nodeNames, snapshotNames, numbers, bytes] = [[...node.keys()], [...snapshot.keys()], instance.output(), instance.textBytes()];
  const pointer = ({ base, nodes }: WrittenTree, [place, section, key, entry]: Float64Array) => {
    if (place < 0) return key < 0 ? base : `${base}/${snapshotNames[key]}`;
    const parts = [nodes[place].pointer, ...(section < 0 ? [] : ['sections', section]), ...(key < 0 ? [] : [nodeNames[key]]), ...(entry < 0 ? [] : [entry])];
    return parts.join('/');
  };
  return Array.from({ length: numbers.length / faultNumbers }, (_, place) => {
    const own = numbers.subarray(place * faultNumbers, (place + 1) * faultNumbers);
    const tree = trees[own[0]];
    const [code, start, length, section, expected, given] = own.subarray(9);
    const first = own.subarray(5, 9);
    return {
      pointer: pointer(tree, own.subarray(1, 5)), code: sourceProblems[code],
      detail: new TextDecoder().decode(bytes.slice(start, start + length)),
      ...(first[0] >= 0 && { first: pointer(tree, first) }),
      ...(expected >= 0 && { ...(section >= 0 && { section }), expected, given }),
    };
  });
}
