import { sideOf } from './arrowKeys.js';
import { focusedIn } from '../FeedNodes.js';
import type { Dragging } from './dragging.js';
import type { Side } from '../../viewport/scrolling/neighbors.js';
import type { FeedParts } from '../FeedFeatures.js';

/** The most key presses that wait for a preview. */
const maximumWaiting = 8;

/** Picks up the item that has the focus, and moves it with the arrow keys. */
export class KeyDrags {
  #dragging;
  /** The node that is moved. */
  #node: HTMLElement | null = null;
  /** The steps and the drop that wait for the current preview to arrive. */
  #waiting: (Side | 'drop')[] = [];
  /** The place to which the item is being moved, and the side on which that is. */
  #target: { section: number, item: number } | null = null;
  #side: Side = 'down';
  #content;

  constructor({ signal, screen: { scroller: { content } } }: FeedParts, dragging: Dragging) {
    this.#dragging = dragging;
    this.#content = content;
    content.addEventListener('keydown', (event: KeyboardEvent) => this.#pressed(event), { signal });
    content.addEventListener('focusout', () => queueMicrotask(() => {
      if (this.#node && !this.#node.contains(focusedIn(content))) dragging.cancel();
    }), { signal });
  }

  #pressed(event: KeyboardEvent) {
    const { key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey, isComposing } = event;
    if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || isComposing) return;
    const isDrop = key === ' ' || key === 'Enter';
    const side = sideOf(event);
    if (!this.#node) {
      const cell = isDrop ? this.#dragging.movable(target as Node) : null;
      // Controls in a cell use these keys themselves.
      if (!cell || cell.node !== target) return;
      event.preventDefault();
      if (event.repeat || !this.#dragging.begin(cell.id, null)) return;
      this.#node = cell.node;
      this.#waiting = [];
      this.#target = null;
      return;
    }
    if (key === 'Escape' || key === 'Tab') this.#dragging.cancel();
    if (key === 'Tab' || !side && !isDrop && key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape' || isDrop && event.repeat || this.#waiting.length >= maximumWaiting) return;
    this.#waiting.push(side ?? 'drop');
    this.goOn();
  }

  /** Does the waiting steps whose previews have arrived. */
  goOn() {
    while (this.#node) {
      const { drag } = this.#dragging;
      if (!drag) return;
      if (this.#target) {
        if (drag.isRefused(this.#target)) this.#target = null;
        else if (this.#dragging.reach(this.#target)) this.#target = null;
        else return;
      }
      const next = this.#waiting.shift();
      if (!next) return;
      if (next === 'drop') this.#dragging.drop();
      else this.#target = drag.next(this.#side = next);
    }
  }

  /** Called when the list has changed: the place of the current step is another one. */
  carried() {
    if (!this.#target) return;
    this.#target = null;
    this.#waiting.unshift(this.#side);
    queueMicrotask(() => this.goOn());
  }

  /** The node of the item, which loses the focus if a change moves it in the page. */
  drawn(node: HTMLElement) {
    if (!this.#node) return;
    this.#node = node;
    if (!node.contains(focusedIn(this.#content))) node.focus({ preventScroll: true });
  }

  /** Called when the move has ended. The node keeps the focus. */
  ended() {
    this.#node = null;
    this.#waiting = [];
    this.#target = null;
  }
}
