import type { Change, Key, Step } from '../../types/index.js';
import type { ViewportState } from './ViewportState.js';

/** Two trees; `keys`: those of the sections of the second one, null if they are not known. */
export type Told = { from: any, to: any, keys: (readonly any[] | null)[] | null };

/** A page in the bounds has arrived (`change`, with `error` null), or its request has failed (`error`). */
export class PageEvent extends Event {
  declare readonly page: number;
  /** Usually a `Problem`. The page is requested again after a while if that may help. */
  declare readonly error: any;
  /** @private */
  constructor(type: 'change' | 'error', page: number, error: any) {
    super(type);
    this.page = page;
    this.error = error;
  }
}

/** The state has changed: whether all pages of the viewport are loaded. */
export class StateEvent extends Event {
  state;
  error;
  constructor({ name, error }: Pick<ViewportState, 'name' | 'error'>) {
    super('state');
    this.state = name;
    this.error = error;
  }
}

/** Another layout is shown, because of `change`, `measure` or `show`. */
export class LayoutEvent extends Event {
  declare readonly change: Change;
  /** @internal */
  declare trees: Told | null;
  /**
   * The steps that have made it from the last layout: empty if sizes were measured; null if it is not derived from that layout, or the
   * service has made it from two trees.
   */
  declare readonly steps: readonly Step[] | null;
  /**
   * @param steps that have made it; empty if sizes were measured, null for a layout that steps have not made
   * @param trees of a change that was told as two trees. If there are neither steps nor trees, the layout is not made from the one before
   * @private
   */
  constructor(change: Change, steps: Step | readonly Step[] | null, trees: Told | null, type: 'beforelayout' | 'layout') {
    super(type);
    this.change = change;
    this.trees = trees;
    this.steps = (steps === null || Array.isArray(steps) ? steps : [steps]);
  }
}

/** Tells of another layout: at first the source that follows it, then those who draw, if anything is visible. */
export function tellLayout(viewport: EventTarget, change: Change, steps: Step | readonly Step[] | null, trees: Told | null = null) {
  for (const type of (['beforelayout', 'layout'] as const)) {
    if (type === 'beforelayout' || change.bounds) viewport.dispatchEvent(new LayoutEvent(change, steps, trees, type));
  }
}

/** A node no longer shows its element. */
export class NodeEvent extends Event {
  declare node: HTMLElement;
  declare key: Key | undefined;
  constructor(node: HTMLElement, key: Key | undefined) {
    super('noderemoved');
    this.node = node;
    this.key = key;
  }
}
