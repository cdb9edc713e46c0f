import { listId } from '../documents/listId.js';
import { fits } from '../feed/feedOptions.js';
import { localService } from '../feed/items/localService.js';
import type { UsedLayout, UseLayoutOptions } from '../../types/react.js';

const nothing = Object.freeze({
  layout: null, viewport: null, elements: [], special: [], state: 'loading', error: null,
}) as UsedLayout;

/** The state of a layout, which components read. */
export class LayoutStore {
  /** The options of the last committed render. */
  options: UseLayoutOptions = {};
  #shown = nothing;
  #viewport: any = null;
  #error: unknown = null;
  #listeners: Set<() => void> = new Set();
  /** Aborted when the store is closed; the second one is aborted when the next snapshot is shown. */
  #closing = new AbortController();
  #showing = new AbortController();

  subscribe = (listener: () => void) => {
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

  async show(snapshot: any) {
    this.#showing.abort();
    const { signal } = this.#showing = new AbortController();
    const { width, height, margins, overscan, pageLength } = this.options;
    if (snapshot === null || (width ?? height) === undefined) return;
    try {
      const service = await (this.options.service ?? localService(() => void (signal.aborted || this.show(snapshot))));
      const layout = await service.post(snapshot, { ...(width === undefined ? { height } : { width }), margins, pageLength, signal });
      signal.throwIfAborted();
      const shown = this.#viewport?.layout;
      // A component may make a new equal snapshot at each render.
      if (shown && listId(layout) === listId(shown) && fits(layout, shown, layout.containerExtent)) {
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

  #begin(viewport: any) {
    // A viewport has one scroll direction, so a new one is made.
    this.#viewport?.close();
    this.#viewport = viewport;
    const { signal } = this.#closing;
    for (const name of ['change', 'state']) viewport.addEventListener(name, () => this.#publish(), { signal });
    viewport.addEventListener('layout', ({ change }: any) => {
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
    const elements: any[] = [];
    viewport?.forEach((page: any, index: number) => {
      if (!page.isCell(index) || !viewport.hasEffect(page.section[index])) elements.push(page.element(index));
    });
    elements.push(...viewport?.effects ?? []);
    this.#shown = viewport || this.#error ? {
      layout: viewport?.layout ?? null, viewport, elements,
      special: viewport?.special.map(({ frame, ...element }: any) => ({ ...element, frame: { ...frame } })) ?? [],
      state: this.#error ? 'failing' : viewport.state, error: this.#error ?? viewport.error,
    } : nothing;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Whether two errors have the same message. */
function isAlike(error: any, other: any) {
  return error?.name === other?.name && error?.message === other?.message;
}
