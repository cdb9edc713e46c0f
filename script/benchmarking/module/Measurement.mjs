// @ts-check
import { LayoutModule } from '../../../clients/typescript/built/source/module/wasm/LayoutModule.js';
import { each, nanoseconds } from './figures.mjs';
import { List, names, step, width } from './lists.mjs';
import { PlainRows } from './PlainRows.mjs';

/** @typedef {import('../../../clients/typescript/types/module.js').ModuleLayout} ModuleLayout */
/** @typedef {import('../../../clients/typescript/types/module.js').ModuleSnapshot} ModuleSnapshot */
/** @typedef {import('./lists.mjs').Edit} Edit */
/** @typedef {import('./lists.mjs').Kind} Kind */
/** @typedef {{ native: number[], module: number[], plain: number[] }} Figures of the rounds, in nanoseconds */

const pagesPerRound = 200;
/** So many items are laid out in a round, in one list or again and again; equal ones take no time for each. */
const itemsPerRound = 1_000_000;
const equalListsPerRound = 100;
const screen = { x: 0, y: 0, width, height: 844 };

/** What has been measured: of each list, what was done with it. */
export class Measurement {
  #module;
  #native;
  #rounds;
  #changing;
  /** @type {{ kind: Kind, count: number, hasSizes: boolean, figures: Map<string, Figures> }[]} */
  lists = [];

  /**
   * @param {LayoutModule} layoutModule
   * @param {{ taken: number }} changing the nanoseconds that the module's own part of changes has taken
   * @param {import('./NativeProgram.mjs').NativeProgram | null} native
   * @param {number} rounds
   */
  constructor(layoutModule, changing, native, rounds) {
    this.#module = layoutModule;
    this.#changing = changing;
    this.#native = native;
    this.#rounds = rounds;
  }

  /**
   * @param {BufferSource} bytes of the module
   * @param {import('./NativeProgram.mjs').NativeProgram | null} native
   * @param {number} rounds
   */
  static async made(bytes, native, rounds) {
    const exports = /** @type {any} */ ((await WebAssembly.instantiate(bytes, {})).instance.exports);
    const changing = { taken: 0 };
    // What a change takes beside it is JavaScript, which checks the steps and writes them as numbers.
    const change = (/** @type {number[]} */ ...values) => {
      let result = 0;
      changing.taken += nanoseconds(() => { result = exports.layoutd_change(...values); });
      return result;
    };
    const instance = /** @type {any} */ ({ exports: { ...exports, layoutd_change: change } });
    return new Measurement(new LayoutModule(instance), changing, native, rounds);
  }

  get hasNative() {
    return this.#native !== null;
  }

  /**
   * Measures a list, and edits of it.
   *
   * @param {Kind} kind
   * @param {number} count
   * @param {[Edit, number][]} edits with how often each is done in a round
   */
  async list(kind, count, edits) {
    const list = new List(kind, count);
    const passes = this.#rounds === 1 ? 1 : itemsPerRound / count;
    const turns = list.hasSizes ? passes : equalListsPerRound;
    const snapshot = this.#module.snapshot(list.body);
    const layout = snapshot.layout(width);
    const plain = kind === 'list' ? new PlainRows(list.items) : null;
    if (plain) expectHeight(layout, plain, list);
    /** @type {Map<string, Figures>} */
    const figures = new Map();
    // The first round does not count, unless there is no other one.
    for (let round = this.#rounds === 1 ? 1 : 0; round <= this.#rounds; round += 1) {
      const rounds = [
        await this.#nativeRound(list, round, turns, edits, snapshot, layout),
        this.#moduleRound(list, round, turns, edits, snapshot, layout),
        plain ? this.#plainRound(list, round, passes, edits, plain) : {},
      ];
      if (round > 0) collect(figures, rounds);
    }
    if (plain) for (const [edit] of edits) this.#compareEdit(list, edit, snapshot, layout, plain);
    layout.close();
    snapshot.close();
    this.lists.push({ kind, count, hasSizes: list.hasSizes, figures });
  }

  /**
   * @param {List} list
   * @param {number} round
   * @param {number} turns
   * @param {[Edit, number][]} edits
   * @param {ModuleSnapshot} snapshot
   * @param {ModuleLayout} layout
   * @returns {Promise<Record<string, number>>}
   */
  async #nativeRound(list, round, turns, edits, snapshot, layout) {
    if (!this.#native) return {};
    const { id, height, ...measured } = await this.#native.round(list, round, turns, edits);
    if (id !== snapshot.id || height !== layout.contentSize.height) {
      throw new Error(`${names[list.kind]}, ${list.count} items: Benchmarks has ${id}, ${height}, the module ${snapshot.id}`);
    }
    /** @type {Record<string, number>} */
    const parts = {};
    for (const [name, value] of Object.entries(measured)) {
      if (typeof value === 'number') parts[name] = value;
      else for (const part of ['change', 'layout', 'motion']) parts[`${name} ${part}`] = value[part];
    }
    return parts;
  }

  /**
   * @param {List} list
   * @param {number} round
   * @param {number} turns
   * @param {[Edit, number][]} edits
   * @param {ModuleSnapshot} snapshot
   * @param {ModuleLayout} layout
   */
  #moduleRound(list, round, turns, edits, snapshot, layout) {
    const { body } = list;
    /** @type {Record<string, number>} */
    const parts = {
      post: each(turns, () => this.#module.snapshot(body).close()),
      layout: each(turns, () => snapshot.layout(width).close()),
      page: each(pagesPerRound, () => layout.elements(screen)),
    };
    const bounds = { ...screen, y: Math.floor(layout.contentSize.height / 2) };
    for (const [edit, times] of edits) {
      const steps = Array.from({ length: times }, (_, turn) => step(list.edit(edit, round * times + turn)));
      this.#changing.taken = 0;
      /** @type {ModuleSnapshot[]} */
      const snapshots = [];
      /** @type {ModuleLayout[]} */
      const layouts = [];
      parts[`${edit} change`] = each(times, (turn) => snapshots.push(snapshot.change(steps[turn])));
      parts[`${edit} numbers`] = parts[`${edit} change`] - this.#changing.taken / times;
      parts[`${edit} layout`] = each(times, (turn) => layouts.push(snapshots[turn].layout(width, layout)));
      parts[`${edit} motion`] = each(times, (turn) => layouts[turn].changeFrom(layout, { bounds }));
      for (const held of [...layouts, ...snapshots]) held.close();
    }
    return parts;
  }

  /**
   * Plain JavaScript keeps no earlier list: it applies edits one behind the other. To take them back does not count.
   *
   * @param {List} list
   * @param {number} round
   * @param {number} passes
   * @param {[Edit, number][]} edits
   * @param {PlainRows} plain
   */
  #plainRound(list, round, passes, edits, plain) {
    /** @type {Record<string, number>} */
    const parts = {
      layout: each(passes, () => new PlainRows(list.items)),
      page: each(pagesPerRound, () => plain.elements(screen)),
    };
    for (const [edit, times] of edits) {
      const changes = Array.from({ length: times }, (_, turn) => list.edit(edit, round * times + turn));
      edited(plain, changes, (apply) => { parts[`${edit} layout`] = each(times, apply); });
    }
    return parts;
  }

  /**
   * @param {List} list
   * @param {Edit} edit
   * @param {ModuleSnapshot} snapshot
   * @param {ModuleLayout} layout
   * @param {PlainRows} plain
   */
  #compareEdit(list, edit, snapshot, layout, plain) {
    const change = list.edit(edit, 1);
    const after = snapshot.change(step(change));
    const changed = after.layout(width, layout);
    edited(plain, [change], (apply) => {
      apply(0);
      expectHeight(changed, plain, list, edit);
    });
    changed.close();
    after.close();
  }
}

/**
 * Fails unless the module and plain JavaScript have lists of the same height.
 *
 * @param {ModuleLayout} layout
 * @param {PlainRows} plain
 * @param {List} list
 * @param {Edit} [edit]
 */
function expectHeight({ contentSize: { height } }, { contentHeight }, { kind, count }, edit) {
  if (height === contentHeight) return;
  throw new Error(`${names[kind]}, ${count} items, ${edit ? names[edit] : 'laid out'}: the height is ${height}, in plain JavaScript ${contentHeight}`);
}

/**
 * Has edits of one kind applied, one behind the other, and takes them back.
 *
 * @param {PlainRows} plain
 * @param {ReturnType<List['edit']>[]} changes
 * @param {(apply: (turn: number) => void) => void} use
 */
function edited(plain, changes, use) {
  const [{ before, at = [] }] = changes;
  if (before !== undefined) {
    use((turn) => plain.insert(before, changes[turn].heights[0]));
    for (let turn = 0; turn < changes.length; turn += 1) plain.delete(before);
  } else {
    const old = at.map((item) => plain.heights[item]);
    use((turn) => plain.resize(at, changes[turn].heights));
    plain.resize(at, old);
  }
}

/**
 * @param {Map<string, Figures>} figures
 * @param {Record<string, number>[]} rounds of the program, the module, and plain JavaScript
 */
function collect(figures, [native, layoutModule, plain]) {
  for (const name of Object.keys(layoutModule)) {
    if (!figures.has(name)) figures.set(name, { native: [], module: [], plain: [] });
    const own = /** @type {Figures} */ (figures.get(name));
    own.module.push(layoutModule[name]);
    if (name in native) own.native.push(native[name]);
    if (name in plain) own.plain.push(plain[name]);
  }
}
