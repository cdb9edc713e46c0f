import { FarSections } from './FarSections.js';
import { ModuleHandle } from './ModuleHandle.js';
import { parameterFaults } from '../service/parameterFaults.js';
import { explaining, refusing } from './refusing.js';
import { changeMembers, hasTree } from '../service/stepList.js';
import { unlessAborted } from '../service/Clock.js';
import type { ChangeInput } from '../../types/index.js';
import type { LocalSnapshot, TreeSteps } from './LocalSnapshot.js';
import type { Closable } from './ModuleHandle.js';
import type { ModuleLayout } from './wasm/LayoutModule.js';
import type { Margins } from '../viewport/Margins.js';

/** A layout in the module, which is made again when far sections are read, and when the module has failed. */
export class PlacedLayout {
  declare held: LocalSnapshot;
  declare containerExtent: number;
  #laid;
  #memory;
  #margins;
  /** The layout as it is asked: with margins, in coordinates of the whole container. */
  #asked = ((null as unknown) as ModuleLayout);

  /**
   * @param owner object that uses it; its memory is freed when the owner is garbage-collected
   * @param parts `others`: values that are freed with it
   */
  constructor(
    owner: object, held: LocalSnapshot, laid: ModuleLayout, { others, margins }: { others: readonly Closable[], margins: Margins | null },
  ) {
    this.held = held;
    this.containerExtent = laid.containerExtent;
    this.#laid = laid;
    this.#margins = margins;
    this.#asked = margins?.over(laid) ?? laid;
    this.#memory = ModuleHandle.by(owner, [laid, ...others]);
  }

  /** The layout in the module. */
  get laid() {
    // Another layout of the snapshot may have read sections.
    if (this.#laid.snapshot !== this.held.known && !this.isClosed) this.#lay();
    return this.#asked;
  }

  #lay(earlier?: ModuleLayout) {
    const before = this.#laid;
    this.#laid = refusing(() => this.held.known.layout(this.containerExtent, earlier));
    this.#asked = this.#margins?.over(this.#laid) ?? this.#laid;
    this.#memory.replace(before, this.#laid);
  }

  /** Whether its memory was freed. */
  get isClosed() {
    return this.#memory.isClosed;
  }

  close() {
    this.#memory.close();
  }

  /**
   * The steps that a change stands for; for one with trees, also what `treeSteps` returns.
   *
   * @param now returns the layout that is changed, after what finds the steps is loaded
   */
  async stepsOf(change: ChangeInput, now: () => PlacedLayout = () => this): Promise<TreeSteps> {
    if (!hasTree(change)) return { steps: change, source: null, apply: null };
    const members = changeMembers(change);
    // Loaded on first use.
    const [{ treeSteps }] = await this.held.complete([import('./sources/treeCalls.js')]);
    return await now().#treeSteps(members, treeSteps);
  }

  async #treeSteps(members: any, treeSteps: typeof import('./sources/treeCalls.js').treeSteps) {
    const { far, module, known, sectionCount, scrollDirection, layoutDirection } = this.held;
    const counts = refusing(() => this.laid.sections(0, sectionCount)).map((section) => (far?.record(section) ?? section).itemCount);
    return await explaining(() => refusing(() => treeSteps(members, { module, known, counts, scrollDirection, layoutDirection })));
  }

  // MARK: Far sections

  /** Whether there may be far sections. */
  get isPartial() {
    return this.held.far !== null;
  }

  /** The sections that overlap a rectangle, if there are far sections. */
  sectionsIn(rect: any): number[] {
    // The caller rejects invalid parameters, by their names.
    if (!this.isPartial || parameterFaults({ rect: rect ?? null }).length > 0) return [];
    return refusing(() => this.laid.pinning(rect)).sections.map(({ section }: any) => section);
  }

  /** The far ones of some sections, with their current numbers and those in the service. */
  far(sections: Iterable<number>) {
    if (!this.isPartial) return [];
    return [...new Set(sections)].flatMap((section) => {
      const [listed] = section >= 0 && section < this.held.sectionCount ? this.laid.sections(section, 1) : [];
      const number = listed ? FarSections.number(listed) : -1;
      return number < 0 ? [] : [{ section, number }];
    });
  }

  /**
   * Reads the far ones of some sections. They have the extents of the items that replaced them, so nothing moves.
   *
   * @param now returns the layout for the sections once they are read, with the same numbers
   */
  async reach(sections: Iterable<number>, signal?: AbortSignal, now: () => PlacedLayout = () => this) {
    signal?.throwIfAborted();
    const { far } = this.held;
    const missing = this.far(sections);
    if (!far || missing.length === 0) return;
    const values = await unlessAborted(this.held.complete(missing.map(({ number }) => far.section(number))), signal);
    now().#fill(missing.map(({ section }, place) => ({ section, value: values[place] })));
  }

  #fill(sections: { section: number, value: any }[]) {
    if (this.isClosed) throw new DOMException('The layout was given back', 'AbortError');
    // Another call may have read them meanwhile.
    const still = new Set(this.far(sections.map(({ section }) => section)).map(({ section }) => section));
    const entries = sections.filter(({ section }) => still.has(section));
    if (entries.length === 0) return;
    const before = this.laid;
    this.held.fill(entries);
    this.#lay(before);
  }
}
