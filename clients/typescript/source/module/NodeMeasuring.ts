import { adjustment, hasMembers } from '../steps/memberValues.js';
import { members } from '../steps/tables.js';
import type { FeedItemName, Key, Measurement, Rect } from '../../types/index.js';

/** An element that a feed shows. */
interface ShownNode {
  node: any;
  id: string;
  kind: string;
  section: number;
  number: number;
  frame: Rect;
  isEstimated: boolean;
  isFree: boolean;
  isFreeAcross: boolean;
  isFresh: boolean;
  key?: Key;
}
type Known = { width?: number, height?: number, members?: any, extent?: number };
/** The members that a page prefers for a cell, the cell as it is laid out, and the container extent of its layout. */
export type Preferred = { members: any, cell: any, extent: number };

/** The most names of measured elements that are stored: those measured last. */
const maximumKnown = 100_000;
/** Smaller differences are rounding, in points. */
const tolerance = 0.01;
/**
 * The extent of an element without content, in points: one without an area would not be drawn, and could not grow. More than the tolerance
 * of the rules, so that it has a place among the others.
 */
const hair = 2 ** -9;
/**
 * The most elements without content that have this extent at a time. Others keep their estimates: rows that are empty until they are loaded
 * would all come into sight.
 */
const maximumEmpty = 100;

/** Measures cells, headers and footers whose contents determine their extents: those with estimated sizes. */
export class NodeMeasuring {
  #view;
  #report;
  #preferred;
  #observer;
  /**
   * The measured extents by name, and the preferred members, in the order of measuring. The contents of these nodes still determine their
   * extents.
   */
  #known: Map<string, Known> = new Map();
  /** The nodes to observe, and those that are observed, with what they show. */
  #watched: Map<any, ShownNode> = new Map();
  #observed: Map<any, ShownNode> = new Map();
  #frame: number | undefined;
  #isHorizontal = false;
  /** Whether nodes without content are measured at the end of the task, after components have rendered into them. */
  #isLooking = false;

  /** @param report called when a node has changed its size, before that is painted */
  constructor(
    view: Window & typeof globalThis, report: (sizes: Measurement[]) => void,
    preferred?: (cell: FeedItemName, node: any) => Preferred | null,
  ) {
    this.#view = view;
    this.#report = report;
    this.#preferred = preferred;
    this.#observer = new view.ResizeObserver((entries) => {
      this.#tell(entries.flatMap(({ target }) => this.#watched.get(target) ?? []));
    });
  }

  /**
   * Whether the content of a node determines its extent. Once a list gives the element a size other than the measured one, that size
   * counts.
   */
  isFree({ isEstimated, id, frame }: ShownNode) {
    if (isEstimated) return true;
    const measured = this.#known.get(id);
    return measured !== undefined && isSize(measured, frame);
  }

  /** The sizes of all nodes that were not measured yet, except those that seem to be empty. */
  read(all: ShownNode[], isHorizontal: boolean) {
    this.#isHorizontal = isHorizontal;
    return this.#sizes(all.filter(({ isFree, isFresh }) => isFree && isFresh), true);
  }

  /** Measurements without members of cells, for a layout that refuses those. */
  withoutMembers = withoutMembers;

  /** From now on reports size changes of exactly these nodes. */
  watch(all: ShownNode[]) {
    this.#watched = new Map(all.filter(({ isFree }) => isFree).map((shown) => [shown.node, shown]));
    for (const [node, shown] of this.#observed) {
      // A node that shows something else now has another size: that is no news, and an error while sizes are being reported.
      if (this.#watched.get(node) === shown) continue;
      this.#observer.unobserve(node);
      this.#observed.delete(node);
    }
    // Browsers report an error if an observation begins while sizes are being reported.
    if (this.#watched.size > this.#observed.size) this.#frame ??= this.#view.requestAnimationFrame(() => this.#observe());
  }

  #observe() {
    this.#frame = undefined;
    for (const [node, shown] of this.#watched) {
      if (!this.#observed.has(node)) this.#observer.observe(node, { box: 'border-box' });
      this.#observed.set(node, shown);
    }
  }

  /** Forgets names that may mean other elements now. */
  forget(isLost: (name: string) => boolean) {
    for (const name of this.#known.keys()) if (isLost(name)) this.#known.delete(name);
  }

  close() {
    this.#observer.disconnect();
    this.#watched.clear();
    if (this.#frame !== undefined) this.#view.cancelAnimationFrame(this.#frame);
  }

  /** @param name of the element that was measured now */
  #remember(name: string, measured: Known) {
    this.#known.delete(name);
    this.#known.set(name, measured);
    if (this.#known.size > maximumKnown) this.#known.delete(this.#known.keys().next().value);
  }

  /** Measures nodes again that were empty, or whose pictures were being loaded. */
  #again = () => {
    this.#isLooking = false;
    this.#tell([...this.#watched.values()].filter(({ isFresh }) => isFresh));
  };

  #tell(all: ShownNode[]) {
    const sizes = this.#sizes(all);
    if (sizes.length > 0) this.#report(sizes);
  }

  /**
   * The sizes that layouts do not have yet. Nodes that have no size yet stay fresh.
   *
   * @param isDrawing whether they have just been drawn, so that their components may not have rendered yet
   */
  #sizes(all: ShownNode[], isDrawing = false): Measurement[] {
    // A box whose contents the browser skips has not the size that it gets in sight.
    for (const { node } of all) {
      for (const { style } of [node, ...node.getElementsByTagName('*')].filter((box) => this.#style(box).contentVisibility === 'auto')) {
        style.contentVisibility = 'visible';
      }
    }
    return all.flatMap((shown) => {
      const { node, kind, section, number, frame } = shown;
      shown.isFresh = true;
      // It is not displayed, or the scroller is not.
      if (node.getClientRects().length === 0) return [];
      // Computed styles have fractions, and do not include transforms and zoom.
      const style = this.#style(node);
      let [width, height] = [parseFloat(style.width), parseFloat(style.height)];
      if (shown.isFreeAcross ? !(width && height) : !(this.#isHorizontal ? width : height)) {
        if (this.#waits(node, isDrawing)) return [];
        [width, height] = [width || hair, height || hair];
      }
      shown.isFresh = false;
      const along = this.#isHorizontal ? { width } : { height };
      const measured = shown.isFreeAcross ? { width, height } : along;
      const known = this.#known.get(shown.id);
      const preferred = kind === 'cell' && this.#preferred?.({ section, item: number, ...(shown.key !== undefined && { key: shown.key }) }, node) || null;
      const adjusted = preferred && adjustmentTo(preferred, known);
      this.#remember(shown.id, { ...known, ...measured, ...(preferred && { members: preferred.members, extent: preferred.extent }) });
      if (!shown.isEstimated && isSize(measured, frame) && !adjusted) return [];
      const path = kind === 'cell' ? { section, item: number } : { kind, index: number, ...(section >= 0 && { section }) };
      return [{ ...path, ...measured, ...adjusted }];
    });
  }

  #style(node: any): any {
    return this.#view.getComputedStyle(node);
  }

  /** Whether an empty node keeps its estimate for now. */
  #waits(node: any, isDrawing: boolean) {
    const pictures = [node, ...node.getElementsByTagName('img')].filter(({ complete }) => complete === false);
    for (const picture of pictures) for (const name of ['load', 'error']) picture.addEventListener(name, this.#again, { once: true });
    if (isDrawing && !this.#isLooking) {
      this.#isLooking = true;
      queueMicrotask(this.#again);
    }
    const empty = ({ frame }: ShownNode) => Math.min(frame.width, frame.height) <= hair;
    return isDrawing || pictures.length > 0 || [...this.#watched.values()].filter(empty).length >= maximumEmpty;
  }
}

/** The members that a cell gets: the preferred ones, and the defaults of those that were preferred at this container extent before. */
function adjustmentTo({ members: wanted, cell, extent }: Preferred, known: Known | undefined) {
  const before = known?.extent === extent ? known.members : {};
  const names = Object.keys(members).filter((name) => wanted[name] !== undefined || before[name] !== undefined);
  return adjustment(Object.fromEntries(names.map((name) => [name, wanted[name] === undefined ? before[name] : cell[name]])), wanted);
}

function withoutMembers(sizes: readonly Measurement[]) {
  if (!sizes.some(hasMembers)) return sizes;
  return sizes.map((size) => Object.fromEntries(Object.entries(size).filter(([name]) => !(name in members))));
}

/** Whether a frame has the extents that were measured. */
function isSize({ width, height }: { width?: number, height?: number }, frame: { width: number, height: number }) {
  return isExtent(width, frame.width) && isExtent(height, frame.height);
}

function isExtent(measured: number | undefined, extent: number) {
  return measured === undefined || Math.abs(measured - extent) <= tolerance;
}
