// @ts-check

/** @typedef {import('./change.js').Change} Change */
/** @typedef {import('./ViewportState.js').ViewportState} ViewportState */

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

/** Whether all of the viewport is here has changed. */
export class StateEvent extends Event {
  /** @param {ViewportState} state */
  constructor({ name, error }) {
    super('state');
    this.state = name;
    this.error = error;
  }
}

/** Another layout is shown. */
export class LayoutEvent extends Event {
  /** @param {Change} change */
  constructor(change) {
    super('layout');
    this.change = change;
  }
}
