import { isControls } from './ownKeys.js';
import type { Point } from '../../../types/index.js';
import type { Dragging } from './dragging.js';
import type { FeedParts } from '../FeedFeatures.js';

interface Down {
  pointer: number;
  x: number;
  y: number;
  isMouse: boolean;
  cell: string;
  controller: AbortController;
  timer: number | undefined;
}

/** A mouse with its button down starts a drag when it has moved this far; a finger that moves this far starts none. In points. */
const [mouseSlack, fingerSlack] = [5, 10];
/** How long a finger has to be down to pick up the item, in milliseconds. */
const longPress = 400;
/** The longest time between frames that counts for scrolling by itself, in seconds. */
const longestFrame = 0.05;
/** Set to `none` while a finger is down, so that it does not select text. */
const selection = ['user-select', '-webkit-user-select', '-webkit-touch-callout'];

/** Picks up an item with a mouse that moves, or with a finger that stays, and moves the item with it. */
export class PointerDrags {
  #parts;
  #dragging;
  /** The pointer that is down. */
  #down: Down | null = null;
  #isLifted = false;
  #frame: number | undefined;
  #time = NaN;

  constructor(parts: FeedParts, dragging: Dragging) {
    this.#parts = parts;
    this.#dragging = dragging;
    const { signal, screen: { scroller: { content } } } = parts;
    content.addEventListener('pointerdown', (event: PointerEvent) => this.#pressed(event), { signal });
    // The listener has to exist before the finger is down; otherwise the browser scrolls.
    content.addEventListener('touchmove', (event: TouchEvent) => {
      if (this.#isLifted && event.cancelable) event.preventDefault();
    }, { signal, passive: false });
    signal.addEventListener('abort', () => this.ended());
  }

  get #view() {
    return this.#parts.screen.scroller.view;
  }

  #pressed(event: PointerEvent) {
    const { isPrimary, button, pointerId: pointer, clientX: x, clientY: y, pointerType, target, defaultPrevented, ctrlKey } = event;
    if (this.#down || defaultPrevented || !isPrimary || button !== 0 || ctrlKey) return;
    const cell = this.#dragging.movable(target as Node);
    if (!cell || isControls(event, cell.node)) return;
    const isMouse = pointerType === 'mouse';
    const controller = new AbortController();
    const { signal } = controller;
    this.#down = { pointer, x, y, isMouse, cell: cell.id, controller, timer: undefined };
    const view = this.#view;
    const listen = (name: string, act: (event: any) => void) => view.addEventListener(name, act, { signal, capture: true });
    const own = (act: (event: PointerEvent) => void) => (other: PointerEvent) => {
      if (other.pointerId === pointer) act(other);
    };
    const prevent = (other: Event) => other.preventDefault();
    listen('pointermove', own((moved) => this.#moved(moved)));
    listen('pointerup', own(() => this.#released()));
    listen('pointercancel', own(() => this.#cancelled()));
    listen('keydown', (pressed: KeyboardEvent) => this.#escaped(pressed));
    listen('blur', ({ target: left }) => {
      if (left === view) this.#cancelled();
    });
    this.#parts.screen.scroller.page.addEventListener('visibilitychange', () => this.#cancelled(), { signal });
    // Prevents the browser from selecting text and from dragging pictures and links.
    for (const name of ['selectstart', 'dragstart', ...(isMouse ? [] : ['contextmenu'])]) listen(name, prevent);
    if (isMouse) return;
    const { style } = this.#parts.screen.scroller.content;
    const before = selection.map((name) => style.getPropertyValue(name));
    for (const name of selection) style.setProperty(name, 'none');
    signal.addEventListener('abort', () => selection.forEach((name, place) => style.setProperty(name, before[place])));
    this.#down.timer = view.setTimeout(() => this.#lift({ x, y }), longPress);
  }

  #moved({ clientX: x, clientY: y, buttons }: PointerEvent) {
    const down = this.#down;
    if (!down) return;
    // There is no event when the button is released over a menu of the browser.
    if (down.isMouse && buttons % 2 === 0) return this.#cancelled();
    if (this.#isLifted) {
      this.#dragging.drag?.follow({ x, y });
      return;
    }
    const way = Math.hypot(x - down.x, y - down.y);
    if (down.isMouse && way >= mouseSlack) this.#lift({ x, y });
    else if (!down.isMouse && way >= fingerSlack) this.ended();
  }

  #lift(now: Point) {
    const { x, y, cell, pointer } = this.#down as Down;
    if (!this.#dragging.begin(cell, { x, y })) return this.ended();
    this.#isLifted = true;
    this.#dragging.drag?.follow(now);
    try {
      this.#parts.screen.scroller.content.setPointerCapture(pointer);
    } catch {
      // The pointer is up already; its event comes next.
    }
    this.#time = NaN;
    this.#frame = this.#view.requestAnimationFrame((time) => this.#draws(time));
  }

  #draws(time: number) {
    if (!this.#isLifted) return;
    const seconds = Math.min(longestFrame, Math.max(0, time - this.#time) / 1000 || 0);
    this.#time = time;
    this.#dragging.moved(seconds);
    if (this.#isLifted) this.#frame = this.#view.requestAnimationFrame((next) => this.#draws(next));
  }

  #released() {
    const isLifted = this.#isLifted;
    this.ended();
    if (!isLifted) return;
    this.#swallowClick();
    this.#dragging.drop();
  }

  #cancelled() {
    const isLifted = this.#isLifted;
    this.ended();
    if (isLifted) this.#dragging.cancel();
  }

  #escaped(event: KeyboardEvent) {
    if (!this.#isLifted || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.#cancelled();
  }

  /** Forgets the pointer that is down. */
  ended() {
    const down = this.#down;
    this.#down = null;
    this.#isLifted = false;
    down?.controller.abort();
    this.#view.clearTimeout(down?.timer);
    if (this.#frame !== undefined) this.#view.cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const { content } = this.#parts.screen.scroller;
    if (down && content.hasPointerCapture(down.pointer)) content.releasePointerCapture(down.pointer);
  }

  /** Suppresses the click event after a drag. */
  #swallowClick() {
    const controller = new AbortController();
    this.#view.addEventListener('click', (event) => {
      event.preventDefault();
      event.stopPropagation();
    }, { capture: true, signal: controller.signal });
    this.#view.setTimeout(() => controller.abort());
  }
}
