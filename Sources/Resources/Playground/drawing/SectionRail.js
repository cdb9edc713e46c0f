import { countText, numberText } from '../page/numbers.js';

/** How many colours tell sections apart. */
export const sectionColorCount = 8;
/** As many sections have a place on the rail: more are no more than lines. */
const maximumCount = 300;
/** The size of its letters, and about what part of it one is wide. */
const [letterSize, letterPart] = [11, 0.6];

/** The sections beside a drawing, with their names, and the ground that they lie on; both move with the drawing. */
export class SectionRail {
  #rail;
  #ground;
  #paper = document.createElement('div');
  /** `{ bar, label, ground }` for each section that is seen. */
  #places = [];

  /**
   * @param rail stands beside the drawing
   * @param ground lies behind it, and moves and is scaled with it
   */
  constructor(rail, ground) {
    this.#rail = rail;
    this.#ground = ground;
    this.#paper.className = 'paper';
    ground.append(this.#paper);
  }

  /** Shows what of the sections is seen. */
  draw(layout, list, bounds, scale) {
    const isHorizontal = layout.scrollDirection === 'horizontal';
    const [low, length] = isHorizontal ? [bounds.x, bounds.width] : [bounds.y, bounds.height];
    const high = low + length;
    const { width, height } = layout.contentSize;
    const [extent, across] = isHorizontal ? [width, height] : [height, width];
    place(this.#paper, isHorizontal, 0, Math.min(length, extent - low), `${across}px`);
    const { first, end } = list.between(low, high);
    const count = Math.min(maximumCount, end - first);
    for (let index = 0; index < count; index += 1) {
      const section = list.known[first + index];
      const start = Math.max(section.start, low) - low;
      const visible = Math.max(0, Math.min(section.end, high) - low - start);
      const { bar, label, ground } = this.#placeAt(index);
      const color = `s${(first + index) % sectionColorCount}`;
      if (bar.className !== `section-bar ${color}`) {
        bar.className = `section-bar ${color}`;
        ground.className = `section-ground ${color}`;
      }
      place(bar, isHorizontal, start * scale, visible * scale);
      place(ground, isHorizontal, start, visible);
      const text = labelOf(first + index, section, visible * scale - 4);
      if (label.textContent !== text) label.textContent = text;
    }
    for (const { bar, ground } of this.#places.splice(count)) {
      bar.remove();
      ground.remove();
    }
  }

  #placeAt(index) {
    const known = this.#places[index];
    if (known) return known;
    const made = { bar: document.createElement('div'), label: document.createElement('span'), ground: document.createElement('div') };
    made.bar.append(made.label);
    this.#rail.append(made.bar);
    this.#ground.append(made.ground);
    this.#places.push(made);
    return made;
  }
}

function place(node, isHorizontal, start, extent, across = '') {
  const { style } = node;
  const length = `${Math.max(0, extent)}px`;
  style.transform = isHorizontal ? `translateX(${start}px)` : `translateY(${start}px)`;
  style.width = isHorizontal ? length : across;
  style.height = isHorizontal ? across : length;
}

/** What a label says, the most important first, as far as there is room for it. */
function labelOf(number, { id, engine, itemCount }, room) {
  const parts = [numberText(number), ...id ? [readable(id)] : [], engine, countText(itemCount, 'item')];
  while (parts.length && [...parts.join(' · ')].length * letterPart * letterSize > room) parts.pop();
  return parts.join(' · ');
}

/** Text of anybody, without marks that turn the direction of what follows, and not longer than it need be. */
export function readable(text) {
  const characters = [...text.slice(0, 100)];
  return characters.slice(0, 32).join('').replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')
    + (characters.length > 32 ? '…' : '');
}
