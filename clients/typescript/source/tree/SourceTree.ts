import { localProblem } from '../service/localProblem.js';
import { itemCount } from '../steps/itemCount.js';
import { checkObject, checkOptions, described } from '../steps/options.js';
import { changeOptionNames } from '../viewport/change.js';
import { checkLayout } from '../viewport/viewportSettings.js';
import { movedItems } from './movedItems.js';
import { SourceNode } from './SourceNode.js';
import { changedValue, itemSizes, nodesOf } from './treeNodes.js';
import type { AnyNode, Change, ChangeOptions, ItemPath, SourceNodeMembers, SourceSnapshot, Step } from '../../types/index.js';
import type { TreeNode } from './treeNodes.js';
import type { Feed } from '../feed/Feed.js';
import type { AnsweredSource } from '../service/AnsweredSource.js';
import type { Layout } from '../viewport/Layout.js';
import type { Viewport } from '../viewport/Viewport.js';

/** Steps, or two trees, and the snapshot after them. */
type Edit = { steps: any, after: () => any };

/** The messages of mistakes in steps of a user, by their codes. */
const words: Record<string, string> = {
  'not-editable': 'deletes from a node that is not editable', 'cross-source-move': 'moves from one node to another',
  'not-movable': 'moves within a node that is not movable',
};

/**
 * The source of a layout that is shown. A change of a node is one change of the layout, from the source before to the one after it. Changes
 * are made in order, each from the result of those before it. A change that is refused leaves the source as it was.
 *
 * Sections of `move` and `delete` are those of the layout. The source follows its viewport: if a feed moves cells because they are dragged,
 * if others move and delete items, and if others change the layout from one source to another. Other steps and updates do not change it: make
 * a new one after them.
 */
export class SourceTree {
  #shown: any;
  /** The last change, which the next one waits for. */
  #last = Promise.resolve(null);
  /** The tree's own change while it is being made; null once its snapshot is held. */
  #upcoming: Edit | null = null;
  #snapshot: any = null;
  #nodes: TreeNode[] = [];
  #source: AnsweredSource | null = null;
  /** What others have moved into sections of the layout whose nodes show no items, by the numbers of the sections. */
  #strays: Map<number, any> = new Map();

  /**
   * @param shown the viewport or feed that shows the snapshot, or its layout. `layout` is then the layout after the last change.
   * @param snapshot with a source, as a value. It is not modified; do not modify it either.
   * @throws TypeError when the snapshot has no source, the feed shows no layout yet, or `shown` is none of these
   */
  constructor(shown: Viewport | Feed | Layout, snapshot: SourceSnapshot) {
    const viewport = (shown as { viewport?: unknown } | undefined)?.viewport;
    if (viewport === null) throw new TypeError('The feed shows no layout yet');
    this.#shown = viewport instanceof EventTarget ? viewport : shown;
    if (!this.#isViewport) checkLayout(this.#shown);
    checkObject('The snapshot', snapshot);
    this.#hold(snapshot);
    // A feed draws at `layout`, and may need the nodes then.
    if (this.#isViewport) this.#shown.addEventListener('beforelayout', ({ steps, trees }: any) => this.#follow(steps, trees));
  }

  /** The snapshot with the source as it is after the last change. */
  get snapshot(): SourceSnapshot {
    return this.#snapshot;
  }

  /** The nodes, and where their sections are in the layout. */
  get source(): AnsweredSource {
    return this.#source as AnsweredSource;
  }

  get layout(): Layout {
    return this.#isViewport ? this.#shown.layout : this.#shown;
  }

  /** The ids of the nodes to load. Whoever loads one sets its state to `loading`. */
  load(): readonly string[] {
    return this.source.load;
  }

  /** The node with an id, as the snapshot has it; null if there is none. */
  node(id: string): AnyNode | null {
    return this.#find(id)?.value ?? null;
  }

  /**
   * Changes members of a node; those that are undefined are left out from then on. A function is called with the node when all earlier
   * changes have been made, and returns the members.
   *
   * @throws RangeError when no node has the id; Problem as `change` does, such as `illegal-transition`
   */
  async set(id: string, members: SourceNodeMembers | ((node: AnyNode) => SourceNodeMembers), options?: ChangeOptions): Promise<Change> {
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
   * Selects the child that a node shows.
   *
   * @throws as `set` does
   */
  async select(id: string, selected: number, options?: ChangeOptions): Promise<Change> {
    return await this.set(id, { selected }, options);
  }

  /**
   * Moves an item for a user, with its key.
   *
   * @throws Problem `invalid-change` with `cross-source-move` or `not-movable` if the nodes do not allow it; nothing is sent then
   */
  async move(from: ItemPath, to: ItemPath, options?: ChangeOptions): Promise<Change> {
    return await this.#edit({ move: [{ from, to }] }, options);
  }

  /**
   * Deletes items for a user, with their keys.
   *
   * @throws Problem `invalid-change` with `not-editable` if a node does not allow it; nothing is sent then
   */
  async delete(
    items: (ItemPath & { count?: number }) | readonly (ItemPath & { count?: number })[], options?: ChangeOptions,
  ): Promise<Change> {
    return await this.#edit({ delete: [items].flat() }, options);
  }

  /**
   * Whether a user may move an item, and to a place if one is given. The places are those before the move: in `onMove` of a feed, call this
   * before you wait for anything.
   */
  mayMove(from: ItemPath, to: ItemPath = from): boolean {
    const node = this.#nodeOf(from);
    return node !== null && node.isMovable && node === this.#nodeOf(to) && hasItem(node, from)
      && hasItem(node, to, from.section === to.section ? 0 : 1);
  }

  /** Whether a user may delete an item. */
  mayDelete(item: ItemPath): boolean {
    const node = this.#nodeOf(item);
    return node !== null && node.isEditable && hasItem(node, item);
  }

  // MARK: Changes

  /** Makes a change after all earlier ones, even if they failed. */
  #change(make: () => Edit, options: ChangeOptions = {}): Promise<Change> {
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

  /** Changes items as a user may. */
  #edit(step: Step, options?: ChangeOptions) {
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

  /** The placeholders of the sections that a step empties: a layout forgets those of sections with items. */
  #emptied(step: Step) {
    const places = [...this.#places()];
    return [...movedItems(places.map(({ section }) => section), step)].flatMap(([place, { items }]) => {
      const { node, section: { placeholder } } = places[place];
      return node.value.sections && placeholder && itemCount(items) === 0 ? [{ section: place, placeholder }] : [];
    });
  }

  /** Follows the viewport. Others may move and delete items there, as a feed does if its cells are dragged, and change its source. */
  #follow(steps: readonly Step[] | null, trees: { to: any } | null) {
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
   * @param isForeign whether the sections that it empties lose their placeholders
   */
  #after(step: Step, isForeign = false) {
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
        ? { sections: sections.map((one: any, other: number) => (
          other === number ? { ...one, ...changed, ...(isLost && { placeholder: undefined }) } : one)) }
        : changed) });
    }
    return this.#with(values);
  }

  /** The snapshot with other values of nodes. */
  #with(values: ReadonlyMap<TreeNode, any>) {
    return { ...this.#snapshot, source: changedValue(this.#nodes[0], values) };
  }

  /** A snapshot that the layout has been changed to. */
  #told(snapshot: any) {
    this.#strays.clear();
    return snapshot;
  }

  #hold(snapshot: any) {
    this.#nodes = nodesOf(snapshot.source);
    this.#source = SourceNode.answer(this.#nodes);
    this.#snapshot = snapshot;
  }

  get #isViewport() {
    return this.#shown instanceof EventTarget;
  }

  // MARK: Places

  #find(id: string) {
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

  /** The node with the section of an item; null if there is no such section. */
  #nodeOf(item: ItemPath) {
    checkObject('The place of an item', item);
    const { section } = item;
    return this.#nodes.find((node) => (
      ownsSections(node) && section >= node.first && section < node.first + node.sectionCount)) ?? null;
  }

  #deleteFault(item: ItemPath) {
    const node = this.#nodeOf(item);
    return node && !node.isEditable && 'not-editable';
  }

  #moveFault(from: ItemPath, to: ItemPath) {
    const [node, target] = [this.#nodeOf(from), this.#nodeOf(to)];
    if (!node || !target) return null;
    return node === target ? !node.isMovable && 'not-movable' : 'cross-source-move';
  }
}

/**
 * The object that lists the items of a section of a node, and their keys.
 *
 * @param number of the section there
 */
function sectionOf({ isBare, value }: TreeNode, number: number) {
  return isBare ? { keys: [] } : value.sections?.[number] ?? value;
}

/**
 * Whether a section of a node has an item.
 *
 * @param extra the number of places after the last item that count, too
 */
function hasItem(node: TreeNode, { section, item }: ItemPath, extra = 0) {
  return Number.isInteger(section) && Number.isInteger(item) && item >= 0 && item < itemCount(sectionOf(node, section - node.first).items) + extra;
}

/** Whether the sections of a node are its own, and not those of nodes below. */
function ownsSections({ hasChildren, isBare }: SourceNode) {
  return !hasChildren || isBare;
}
