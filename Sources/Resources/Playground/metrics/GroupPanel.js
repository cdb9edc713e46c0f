import { made } from '../page/made.js';
import { countText } from '../page/numbers.js';
import { collapsed, divided, expanded, joined, kindOf, moved, shareBetween, shareStep, slotPaths } from './groupParts.js';
import { valueEdit } from './metricPlaces.js';

/** A drag that is shorter is a click, in pixels. */
const leastDrag = 12;

/** One group of a template as a box with its slots, which is divided and joined by mouse or keyboard. */
export class GroupPanel {
  #panel;
  #select;
  #box;
  #buttons;
  #page;
  /** As in `metricPlaces`. */
  #groups = [];
  /** The group that is shown, as `expanded` returns it; null if it cannot be drawn. */
  #group = null;
  /** The path of the selected slot, as text. */
  #selected = '';
  /** What the pointer drags: `{ slot | border, x, y, drag }`; null for nothing. */
  #dragged = null;

  /**
   * @param panel has a list to select a group, a box with the class `slots`, and buttons
   * @param page `change(edits, drag)`, called to edit the text; `width`, that of a group in points; `isHorizontal`, of the layout
   */
  constructor(panel, page) {
    this.#panel = panel;
    this.#select = panel.querySelector('select');
    this.#box = panel.querySelector('.slots');
    this.#buttons = panel.querySelector('.choice');
    this.#page = page;
    this.#select.addEventListener('change', () => this.#draw());
    this.#buttons.addEventListener('click', ({ target: { value } }) => value && this.#act(value));
    this.#box.addEventListener('mousedown', (event) => event.preventDefault());
    this.#box.addEventListener('pointerdown', (event) => this.#press(event));
    this.#box.addEventListener('pointermove', (event) => this.#drag(event));
    this.#box.addEventListener('pointerup', (event) => this.#release(event));
    this.#box.addEventListener('pointercancel', () => this.#end());
    this.#box.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Shows the groups of a text. */
  show(groups) {
    this.#groups = groups;
    this.#panel.hidden = !groups.length;
    const { value } = this.#select;
    this.#select.replaceChildren(...groups.map(({ name, pointer }) => made('option', { textContent: name, value: pointer })));
    if (groups.some(({ pointer }) => pointer === value)) this.#select.value = value;
    this.#draw();
  }

  // MARK: Drawing

  #draw() {
    const { group } = this.#groups.find(({ pointer }) => pointer === this.#select.value) ?? {};
    this.#group = group === undefined ? null : expanded(group);
    const hasFocus = this.#box.contains(document.activeElement);
    const { border } = document.activeElement?.dataset ?? {};
    this.#box.hidden = !this.#group;
    this.#buttons.hidden = !this.#group;
    if (!this.#group) return;
    const paths = slotPaths(this.#group).map(String);
    if (!paths.includes(this.#selected)) this.#selected = paths.find((path) => path.startsWith(this.#selected)) ?? paths[0];
    const { width, isHorizontal } = this.#page;
    const ratio = this.#group.ratio > 0 ? this.#group.ratio : width / this.#group.height;
    this.#box.style.setProperty('--ratio', isHorizontal ? 1 / ratio : ratio);
    this.#box.replaceChildren(this.#partOf(this.#group, [], paths));
    this.#box.ariaLabel = countText(paths.length, 'slot');
    for (const button of this.#buttons.children) button.disabled = button.value === 'join' && !this.#selected;
    if (hasFocus) (this.#at('border', border) ?? this.#at('slot', this.#selected)).focus({ preventScroll: true });
  }

  #at(kind, path) {
    return [...this.#box.querySelectorAll(`[data-${kind}]`)].find(({ dataset }) => dataset[kind] === path);
  }

  #partOf(part, path, paths) {
    const kind = kindOf(part);
    const name = String(path);
    const isSelected = name === this.#selected;
    const node = kind ? made('div', { className: this.#isAcross(kind) ? 'parts across' : 'parts' }) : made('button', {
      type: 'button', className: 'slot', textContent: paths.indexOf(name) + 1, ariaPressed: String(isSelected), tabIndex: isSelected ? 0 : -1,
      ariaLabel: `Slot ${paths.indexOf(name) + 1}`,
    });
    if (!kind) node.dataset.slot = name;
    node.style.flex = Object.hasOwn(part, 'points') ? `0 1 ${100 * part.points / this.#page.width}cqi` : `${part.parts ?? 1} 1 0`;
    for (const [place, each] of kind ? part[kind].entries() : []) {
      if (place) node.append(this.#borderOf(kind, [...path, place - 1], part[kind][place - 1], each));
      node.append(this.#partOf(each, [...path, place], paths));
    }
    return node;
  }

  #borderOf(kind, path, first, second) {
    const share = shareBetween(first, second);
    const node = made('div', { className: 'border', role: 'separator', ariaOrientation: this.#isAcross(kind) ? 'vertical' : 'horizontal' });
    if (share === null) return node;
    Object.assign(node, { tabIndex: 0, ariaLabel: 'Border', ariaValueNow: Math.round(100 * share), ariaValueText: `${Math.round(100 * share)} %` });
    Object.assign(node.dataset, { border: path, share });
    return node;
  }

  /** Whether the parts of a row, or of a column, are beside each other. */
  #isAcross(kind) {
    return (kind === 'row') !== this.#page.isHorizontal;
  }

  // MARK: Changes

  #change(group, drag = null) {
    const pointer = this.#select.value;
    this.#page.change([(text) => valueEdit(text, pointer, collapsed(group))], drag);
  }

  #act(action) {
    const path = this.#selected ? this.#selected.split(',').map(Number) : [];
    if (action === 'join' && path.length) {
      const beside = path.with(-1, Math.max(0, path.at(-1) - 1));
      const group = joined(this.#group, path);
      this.#selected = String(slotPaths(group).some((each) => String(each).startsWith(beside)) ? beside : path.slice(0, -1));
      this.#change(group);
    } else if (action !== 'join') {
      const group = divided(this.#group, path, action);
      this.#selected = String([...path, 0]);
      this.#change(group);
    }
  }

  #choose(node) {
    this.#selected = node.dataset.slot;
    node.focus({ preventScroll: true });
    this.#draw();
  }

  // MARK: Pointer

  #press(event) {
    const { target, button, clientX: x, clientY: y, pointerId } = event;
    if (button || this.#dragged) return;
    const { slot, border } = target.dataset;
    if (slot === undefined && border === undefined) return;
    this.#box.setPointerCapture(pointerId);
    const frames = border === undefined ? [] : [target.previousElementSibling, target.nextElementSibling].map((node) => node.getBoundingClientRect());
    const isAcross = target.ariaOrientation === 'vertical';
    this.#dragged = { slot, border, x, y, frames, isAcross, drag: {} };
    if (slot === undefined) target.focus({ preventScroll: true });
    else this.#choose(target);
  }

  #drag({ clientX, clientY }) {
    if (!this.#dragged) return;
    const { border, frames: [first, second], isAcross, drag } = this.#dragged;
    if (border === undefined) {
      const node = this.#at('slot', this.#selected);
      if (node) node.dataset.cut = this.#cut(clientX, clientY) ?? '';
      return;
    }
    const [start, gap, end, at] = isAcross
      ? [first.left, second.left - first.right, second.right, clientX] : [first.top, second.top - first.bottom, second.bottom, clientY];
    this.#change(moved(this.#group, border.split(',').map(Number), (at - start - gap / 2) / (end - start - gap)), drag);
  }

  /** Which way a drag from where the pointer was pressed cuts; null if it is short. */
  #cut(clientX, clientY) {
    const [across, down] = [Math.abs(clientX - this.#dragged.x), Math.abs(clientY - this.#dragged.y)];
    if (Math.max(across, down) < leastDrag) return null;
    return across >= down ? 'across' : 'down';
  }

  #release({ clientX, clientY }) {
    const cut = this.#dragged?.slot === undefined ? null : this.#cut(clientX, clientY);
    this.#end();
    if (cut) this.#act((cut === 'across') !== this.#page.isHorizontal ? 'row' : 'column');
  }

  #end() {
    this.#dragged = null;
    for (const node of this.#box.querySelectorAll('[data-cut]')) delete node.dataset.cut;
  }

  // MARK: Keyboard

  #key(event) {
    const { key, target: { dataset: { slot, border, share } } } = event;
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    if (border !== undefined && way) {
      this.#change(moved(this.#group, border.split(',').map(Number), Number(share) + way * shareStep));
    } else if (slot !== undefined && way) {
      const slots = [...this.#box.querySelectorAll('.slot')];
      const next = slots[slots.indexOf(event.target) + way];
      if (next) this.#choose(next);
    } else if (slot !== undefined && (key === 'Delete' || key === 'Backspace')) {
      this.#act('join');
    } else return;
    event.preventDefault();
  }
}
