// @ts-check
import { listId } from '../documents/listId.js';
import { fits } from '../feed/feedOptions.js';
import { localService } from '../feed/items/localService.js';

/** @typedef {import('../../types/react.js').UsedLayout} UsedLayout */
/** @typedef {import('../../types/react.js').UseLayoutOptions} UseLayoutOptions */

const nothing = /** @type {UsedLayout} */ (Object.freeze({
  layout: null, viewport: null, elements: [], special: [], state: 'loading', error: null,
}));

/** The state of a layout, which components read. */
export class LayoutStore {
  /** The options of the last committed render. */
  options = /** @type {UseLayoutOptions} */ ({});
  #shown = nothing;
  #viewport = /** @type {any} */ (null);
  #error = /** @type {unknown} */ (null);
  #listeners = /** @type {Set<() => void>} */ (new Set());
  /** Aborted when the store is closed; the second one is aborted when the next snapshot is shown. */
  #closing = new AbortController();
  #showing = new AbortController();

  /** @param {() => void} listener */
  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  shown = () => this.#shown;

  /** Opens the store. Returns a function that closes it. */
  open() {
    this.#closing = new AbortController();
    return () => {
      this.#closing.abort();
      this.#showing.abort();
      this.#viewport?.close();
      this.#viewport = null;
      this.#error = null;
      this.#publish();
    };
  }

  /** @param {any} snapshot */
  async show(snapshot) {
    this.#showing.abort();
    const { signal } = this.#showing = new AbortController();
    const { width, height, margins, overscan, pageLength } = this.options;
    if (snapshot === null || (width ?? height) === undefined) return;
    try {
      const service = await (this.options.service ?? localService());
      const layout = await service.post(snapshot, { ...(width === undefined ? { height } : { width }), margins, pageLength, signal });
      signal.throwIfAborted();
      const shown = this.#viewport?.layout;
      // A component may make a new equal snapshot at each render.
      if (shown && listId(layout) === listId(shown) && fits(/** @type {any} */ (layout), shown, layout.containerExtent)) {
        if (!this.#error) return;
      } else if (shown?.axis.isHorizontal === layout.axis.isHorizontal) await this.#viewport.show(layout, { signal });
      else this.#begin(layout.viewport({ ...(overscan !== undefined && { overscan }), ...(pageLength !== undefined && { pageLength }) }));
      this.#error = null;
    } catch (error) {
      if (signal.aborted || isAlike(error, this.#error)) return;
      this.#error = error;
      this.options.onError?.(error);
    }
    this.look();
  }

  /** @param {any} viewport */
  #begin(viewport) {
    // A viewport has one scroll direction, so a new one is made.
    this.#viewport?.close();
    this.#viewport = viewport;
    const { signal } = this.#closing;
    for (const name of ['change', 'state']) viewport.addEventListener(name, () => this.#publish(), { signal });
    viewport.addEventListener('layout', (/** @type {any} */ { change }) => {
      this.#publish();
      this.options.onChange?.(change);
    }, { signal });
  }

  /** Called when the visible part has moved. */
  look() {
    const { bounds, inset } = this.options;
    if (this.#viewport && bounds && bounds.width > 0 && bounds.height > 0) this.#viewport.update(bounds, { inset });
    this.#publish();
  }

  #publish() {
    const viewport = this.#viewport;
    const elements = /** @type {any[]} */ ([]);
    viewport?.forEach((/** @type {any} */ page, /** @type {number} */ index) => {
      if (!page.isCell(index) || !viewport.hasEffect(page.section[index])) elements.push(page.element(index));
    });
    elements.push(...viewport?.effects ?? []);
    this.#shown = viewport || this.#error ? {
      layout: viewport?.layout ?? null, viewport, elements,
      special: viewport?.special.map((/** @type {any} */ { frame, ...element }) => ({ ...element, frame: { ...frame } })) ?? [],
      state: this.#error ? 'failing' : viewport.state, error: this.#error ?? viewport.error,
    } : nothing;
    for (const listener of [...this.#listeners]) listener();
  }
}

/**
 * Whether two errors have the same message.
 *
 * @param {any} error
 * @param {any} other
 */
function isAlike(error, other) {
  return error?.name === other?.name && error?.message === other?.message;
}
