// @ts-check

/** @typedef {import('../../index.js').Step} Step */
/** @typedef {import('./change.js').Change} Change */
/** @typedef {import('./ViewportState.js').ViewportState} ViewportState */
/** @typedef {{ from: any, to: any, keys: (readonly any[] | null)[] | null }} Told two trees; `keys`: those of the sections of the second one,
 *   null if they are not known */

/** A page of the bounds arrived, or failed. */
export class PageEvent extends Event {
  /**
   * @param {'change' | 'error'} type
   * @param {number} page
   * @param {any} error
   */
  constructor(type, page, error) {
    super(type);
    this.page = page;
    this.error = error;
  }
}

/** The state has changed: whether all pages of the viewport are loaded. */
export class StateEvent extends Event {
  /** @param {Pick<ViewportState, 'name' | 'error'>} state */
  constructor({ name, error }) {
    super('state');
    this.state = name;
    this.error = error;
  }
}

/** Another layout is shown. */
export class LayoutEvent extends Event {
  /**
   * @param {Change} change
   * @param {Step | readonly Step[] | null} steps that have made it; empty if sizes were measured, null for a layout that steps have not
   *   made
   * @param {Told | null} trees of a change that was told as two trees. If there are neither steps nor trees, the layout is not made from
   *   the one before
   * @param {'beforelayout' | 'layout'} type
   */
  constructor(change, steps, trees, type) {
    super(type);
    this.change = change;
    this.trees = trees;
    this.steps = /** @type {readonly Step[] | null} */ (steps === null || Array.isArray(steps) ? steps : [steps]);
  }
}

/**
 * Tells of another layout: at first the source that follows it, then those who draw, if anything is visible.
 *
 * @param {EventTarget} viewport
 * @param {Change} change
 * @param {Step | readonly Step[] | null} steps
 * @param {Told | null} [trees]
 */
export function tellLayout(viewport, change, steps, trees = null) {
  for (const type of /** @type {const} */ (['beforelayout', 'layout'])) {
    if (type === 'beforelayout' || change.bounds) viewport.dispatchEvent(new LayoutEvent(change, steps, trees, type));
  }
}

/** A node no longer shows its element. */
export class NodeEvent extends Event {
  /**
   * @param {HTMLElement} node
   * @param {import('../../index.js').Key | undefined} key
   */
  constructor(node, key) {
    super('noderemoved');
    this.node = node;
    this.key = key;
  }
}
