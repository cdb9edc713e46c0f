// @ts-check
import { localProblem } from '../service/localProblem.js';
import { itemCount } from '../steps/itemCount.js';
import { checkObject, checkOptions, described } from '../steps/options.js';
import { changeOptionNames } from '../viewport/change.js';
import { checkLayout } from '../viewport/viewportSettings.js';
import { movedItems } from './movedItems.js';
import { SourceNode } from './SourceNode.js';
import { changedValue, itemSizes, nodesOf } from './treeNodes.js';

/** @typedef {import('../../index.js').AnsweredSource} AnsweredSource */
/** @typedef {import('../../index.js').Change} Change */
/** @typedef {import('../../index.js').ChangeOptions} ChangeOptions */
/** @typedef {import('../../index.js').ItemPath} ItemPath */
/** @typedef {import('../../index.js').Step} Step */
/** @typedef {import('./treeNodes.js').TreeNode} TreeNode */
/** @typedef {{ steps: any, after: () => any }} Edit steps, or two trees, and the snapshot after them */

/** The messages of mistakes in steps of a user, by their codes. */
const words = /** @type {Record<string, string>} */ ({
  'not-editable': 'deletes from a node that is not editable', 'cross-source-move': 'moves from one node to another',
  'not-movable': 'moves within a node that is not movable',
});

/** The source of a layout that is shown. */
export class SourceTree {
  #shown;
  /** The last change, which the next one waits for. */
  #last = Promise.resolve(/** @type {unknown} */ (null));
  /** The tree's own change while it is being made; null once its snapshot is held. */
  #upcoming = /** @type {Edit | null} */ (null);
  #snapshot = /** @type {any} */ (null);
  #nodes = /** @type {TreeNode[]} */ ([]);
  #source = /** @type {AnsweredSource | null} */ (null);
  /** What others have moved into sections of the layout whose nodes show no items, by the numbers of the sections. */
  #strays = /** @type {Map<number, any>} */ (new Map());

  /**
   * @param {any} shown a viewport, a feed or a layout
   * @param {any} snapshot with a source, which is shown
   */
  constructor(shown, snapshot) {
    if (shown?.viewport === null) throw new TypeError('The feed shows no layout yet');
    const isFeed = shown?.viewport instanceof EventTarget;
    this.#shown = isFeed ? shown.viewport : shown;
    if (!this.#isViewport) checkLayout(this.#shown);
    checkObject('The snapshot', snapshot);
    this.#hold(snapshot);
    // A feed draws at `layout`, and may need the nodes then.
    if (this.#isViewport) this.#shown.addEventListener('beforelayout', (/** @type {any} */ { steps, trees }) => this.#follow(steps, trees));
  }

  get snapshot() {
    return this.#snapshot;
  }

  get source() {
    return /** @type {AnsweredSource} */ (this.#source);
  }

  get layout() {
    return this.#isViewport ? this.#shown.layout : this.#shown;
  }

  load() {
    return this.source.load;
  }

  /** @param {string} id */
  node(id) {
    return this.#find(id)?.value ?? null;
  }

  /**
   * @param {string} id
   * @param {any} members or a function that makes them from the node
   * @param {ChangeOptions} [options]
   */
  async set(id, members, options) {
    return await this.#change(() => {
      const node = this.#find(id);
      if (!node) throw new RangeError(`There is no node ${described(id)}`);
      const given = typeof members === 'function' ? members(node.value) : members;
      checkObject('What set is given', given);
      const snapshot = this.#with(new Map([[node, { ...node.value, ...given }]]));
      return { steps: { from: this.#snapshot, to: snapshot }, after: () => this.#told(snapshot) };
    }, options);
  }

  /**
   * @param {string} id
   * @param {number} selected
   * @param {ChangeOptions} [options]
   */
  async select(id, selected, options) {
    return await this.set(id, { selected }, options);
  }

  /**
   * @param {ItemPath} from
   * @param {ItemPath} to
   * @param {ChangeOptions} [options]
   */
  async move(from, to, options) {
    return await this.#edit({ move: [{ from, to }] }, options);
  }

  /**
   * @param {any} items
   * @param {ChangeOptions} [options]
   */
  async delete(items, options) {
    return await this.#edit({ delete: [items].flat() }, options);
  }

  /**
   * @param {ItemPath} from
   * @param {ItemPath} [to]
   */
  mayMove(from, to = from) {
    const node = this.#nodeOf(from);
    return node !== null && node.isMovable && node === this.#nodeOf(to) && hasItem(node, from)
      && hasItem(node, to, from.section === to.section ? 0 : 1);
  }

  /** @param {ItemPath} item */
  mayDelete(item) {
    const node = this.#nodeOf(item);
    return node !== null && node.isEditable && hasItem(node, item);
  }

  // MARK: Changes

  /**
   * Makes a change after all earlier ones, even if they failed.
   *
   * @param {() => Edit} make
   * @param {ChangeOptions} [options]
   * @returns {Promise<Change>}
   */
  #change(make, options = {}) {
    checkOptions('change', options, [...changeOptionNames, 'bounds', 'inset']);
    const changing = this.#last.then(async () => {
      options.signal?.throwIfAborted();
      const steps = () => {
        this.#upcoming = make();
        return this.#upcoming.steps;
      };
      try {
        const change = await this.#shown.change(this.#isViewport ? steps : steps(), options);
        // A viewport that is closed does not show the layout.
        if (!this.#isViewport || this.layout === change.layout) this.#holdUpcoming();
        if (!this.#isViewport) this.#shown = change.layout;
        return change;
      } finally {
        this.#upcoming = null;
      }
    });
    this.#last = changing.catch(() => {});
    return changing;
  }

  /**
   * Changes items as a user may.
   *
   * @param {Step} step
   * @param {ChangeOptions} [options]
   */
  #edit(step, options) {
    return this.#change(() => {
      const faults = [
        ...(step.delete ?? []).map((item, entry) => ({ pointer: `/steps/0/delete/${entry}`, code: this.#deleteFault(item) })),
        ...(step.move ?? []).map(({ from, to }, entry) => ({ pointer: `/steps/0/move/${entry}`, code: this.#moveFault(from, to) })),
      ].flatMap(({ pointer, code }) => (code ? [{ pointer, code, detail: words[code] }] : []));
      if (faults.length > 0) throw localProblem('invalid-change', `${faults[0].pointer} ${faults[0].detail}.`, faults);
      const setSections = this.#emptied(step);
      return { steps: [setSections.length > 0 ? { ...step, setSections } : step], after: () => this.#after(step) };
    }, options);
  }

  /**
   * The placeholders of the sections that a step empties: a layout forgets those of sections with items.
   *
   * @param {Step} step
   */
  #emptied(step) {
    const places = [...this.#places()];
    return [...movedItems(places.map(({ section }) => section), step)].flatMap(([place, { items }]) => {
      const { node, section: { placeholder } } = places[place];
      return node.value.sections && placeholder && itemCount(items) === 0 ? [{ section: place, placeholder }] : [];
    });
  }

  /**
   * Follows the viewport. Others may move and delete items there, as a feed does if its cells are dragged, and change its source.
   *
   * @param {readonly Step[] | null} steps
   * @param {{ to: any } | null} trees
   */
  #follow(steps, trees) {
    // Measuring has no steps.
    if (this.#upcoming && steps?.length !== 0) this.#holdUpcoming();
    else if (trees) this.#hold(this.#told(trees.to));
    else for (const step of steps ?? []) if (Object.keys(step).every((name) => name === 'move' || name === 'delete')) this.#hold(this.#after(step, true));
  }

  #holdUpcoming() {
    if (this.#upcoming) this.#hold(this.#upcoming.after());
    this.#upcoming = null;
  }

  /**
   * The snapshot after a step has moved and deleted items.
   *
   * @param {Step} step
   * @param {boolean} [isForeign] whether the sections that it empties lose their placeholders
   */
  #after(step, isForeign = false) {
    const places = [...this.#places()];
    const values = new Map();
    for (const [place, changed] of movedItems(places.map(({ section }) => section), step)) {
      const { node, number } = places[place];
      if (node.isBare) {
        if (itemCount(changed.items) > 0) this.#strays.set(place, changed);
        else this.#strays.delete(place);
        continue;
      }
      const isLost = isForeign && itemCount(changed.items) === 0;
      const value = values.get(node) ?? node.value;
      const { sections } = value;
      values.set(node, { ...value, ...(sections
        ? { sections: sections.map((/** @type {any} */ one, /** @type {number} */ other) => (
          other === number ? { ...one, ...changed, ...(isLost && { placeholder: undefined }) } : one)) }
        : changed) });
    }
    return this.#with(values);
  }

  /**
   * The snapshot with other values of nodes.
   *
   * @param {ReadonlyMap<TreeNode, any>} values
   */
  #with(values) {
    return { ...this.#snapshot, source: changedValue(this.#nodes[0], values) };
  }

  /**
   * A snapshot that the layout has been changed to.
   *
   * @param {any} snapshot
   */
  #told(snapshot) {
    this.#strays.clear();
    return snapshot;
  }

  /** @param {any} snapshot */
  #hold(snapshot) {
    this.#nodes = nodesOf(snapshot.source);
    this.#source = SourceNode.answer(this.#nodes);
    this.#snapshot = snapshot;
  }

  get #isViewport() {
    return this.#shown instanceof EventTarget;
  }

  // MARK: Places

  /** @param {string} id */
  #find(id) {
    return typeof id === 'string' ? this.#nodes.find((node) => node.id === id) : undefined;
  }

  /** For each section of the layout its node, its number there, and the object that lists its items. */
  * #places() {
    const snapshot = this.#snapshot;
    for (const node of this.#nodes.filter(ownsSections)) {
      for (let number = 0; number < node.sectionCount; number += 1) {
        const section = this.#strays.get(node.first + number) ?? sectionOf(node, number);
        // Few sections are those of moved items.
        yield { node, number, section: { ...section, get sizes() { return itemSizes(snapshot, node, section); } } };
      }
    }
  }

  /**
   * The node with the section of an item; null if there is no such section.
   *
   * @param {ItemPath} item
   */
  #nodeOf(item) {
    checkObject('The place of an item', item);
    const { section } = item;
    return this.#nodes.find((node) => (
      ownsSections(node) && section >= node.first && section < node.first + node.sectionCount)) ?? null;
  }

  /** @param {ItemPath} item */
  #deleteFault(item) {
    const node = this.#nodeOf(item);
    return node && !node.isEditable && 'not-editable';
  }

  /**
   * @param {ItemPath} from
   * @param {ItemPath} to
   */
  #moveFault(from, to) {
    const [node, target] = [this.#nodeOf(from), this.#nodeOf(to)];
    if (!node || !target) return null;
    return node === target ? !node.isMovable && 'not-movable' : 'cross-source-move';
  }
}

/**
 * The object that lists the items of a section of a node, and their keys.
 *
 * @param {TreeNode} node
 * @param {number} number of the section there
 */
function sectionOf({ isBare, value }, number) {
  return isBare ? { keys: [] } : value.sections?.[number] ?? value;
}

/**
 * Whether a section of a node has an item.
 *
 * @param {TreeNode} node
 * @param {ItemPath} item
 * @param {number} [extra] the number of places after the last item that count, too
 */
function hasItem(node, { section, item }, extra = 0) {
  return Number.isInteger(section) && Number.isInteger(item) && item >= 0 && item < itemCount(sectionOf(node, section - node.first).items) + extra;
}

/**
 * Whether the sections of a node are its own, and not those of nodes below.
 *
 * @param {SourceNode} node
 */
function ownsSections({ hasChildren, isBare }) {
  return !hasChildren || isBare;
}
