import { countText, numberText } from '../page/numbers.js';

/** The number of colours for sections. */
export const sectionColorCount = 8;
/** The most sections on the rail. */
const maximumCount = 300;
/** The font size, and the average width of a letter as a fraction of it. */
const [letterSize, letterPart] = [11, 0.6];

/** The sections beside a drawing, with their names, and their backgrounds; both move with the drawing. */
export class SectionRail {
  #rail;
  #ground;
  #paper = document.createElement('div');
  /** `{ bar, label, ground }` for each visible section. */
  #places = [];

  /**
   * @param rail node beside the drawing
   * @param ground its background, which moves and is scaled with it
   */
  constructor(rail, ground) {
    this.#rail = rail;
    this.#ground = ground;
    this.#paper.className = 'paper';
    ground.append(this.#paper);
  }

  /** Shows the visible parts of the sections. */
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

/** The text of a label, the most important part first, as far as it fits. */
function labelOf(number, { id, engine, itemCount }, room) {
  const parts = [numberText(number), ...id ? [readable(id)] : [], engine, countText(itemCount, 'item')];
  while (parts.length && [...parts.join(' · ')].length * letterPart * letterSize > room) parts.pop();
  return parts.join(' · ');
}

/** Untrusted text, shortened, and without characters that change the text direction. */
export function readable(text) {
  const characters = [...text.slice(0, 100)];
  return characters.slice(0, 32).join('').replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')
    + (characters.length > 32 ? '…' : '');
}
