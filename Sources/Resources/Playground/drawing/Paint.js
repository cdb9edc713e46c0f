import { inkOn } from './inkOn.js';
import { numberText } from '../page/numbers.js';
import { sectionColorCount } from './SectionRail.js';

/** Font sizes in cells. Cells of at least the given size use the first; others use the second or smaller ones. */
const [letterSizes, largeCell] = [[15, 11, 8, 6], 80];
const [nameSize, namePadding] = [10, 6];
/** The most letters after the name of a pinning element. */
const stateLength = ' · at rest'.length;
/** The average width of a letter as a fraction of the font size. */
const letterPart = 0.58;

/** Gives the nodes of a `LayoutView` the looks of the service's own drawings, or the colours of the snapshot. */
export class Paint {
  /** The length of a unit of letters and lines, in points: larger for smaller drawings. */
  unit = 1;
  /** Whether the snapshot's own colours are used. */
  isOwn = false;

  cell(node, page, index) {
    const [kind, section, item] = [page.kind(index), page.section[index], page.item[index]];
    const [width, height] = [page.width[index], page.height[index]];
    node.classList.add(kind, `s${Math.max(0, section) % sectionColorCount}`);
    if (kind === 'cell') {
      const text = numberText(item);
      const size = this.#sizeOf(text, width, height);
      node.textContent = size ? text : '';
      if (size) node.classList.add(`t${size}`);
      // One line of letters, in the middle.
      node.style.lineHeight = size ? `${height}px` : '';
      this.label(node, section, item);
    } else {
      this.#name(node, kind, section, item, width, height);
    }
    if (this.isOwn) this.#own(node, page.color(index) ?? page.backgroundColor(index), page.selectedBackgroundColor(index));
  }

  special(node, { category, kind, section = -1, index, frame, color, backgroundColor, selectedBackgroundColor }) {
    node.classList.add(kind, `s${Math.max(0, section) % sectionColorCount}`);
    if (category !== 'decoration') node.classList.add('special');
    this.#name(node, kind, section, index, frame.width, frame.height);
    if (this.isOwn) this.#own(node, color ?? backgroundColor, selectedBackgroundColor);
  }

  /** Sets the accessible name of an item. */
  label(node, section, item) {
    node.ariaLabel = `Item ${numberText(item)} of section ${numberText(section)}`;
  }

  /** The text on an element other than an item. */
  nameOf(kind, section, index) {
    return section < 0 ? `${kind} ${numberText(index)}` : `${kind} ${numberText(section)}/${numberText(index)}`;
  }

  /** The largest font size that fits; undefined if none does. */
  #sizeOf(text, width, height) {
    const isLarge = Math.min(width, height) > largeCell * this.unit;
    return letterSizes.slice(isLarge ? 0 : 1).find((units) => {
      const size = units * this.unit;
      return (letterPart * text.length + 0.6) * size <= width && 1.2 * size <= height;
    });
  }

  #name(node, kind, section, index, width, height) {
    const name = this.nameOf(kind, section, index);
    const isUpright = height > width;
    const [length, thickness] = isUpright ? [height, width] : [width, height];
    const room = (length / this.unit - 4 * namePadding - nameSize) / (letterPart * nameSize);
    const isNamed = !/(Separator|Background|background|shelf)$/.test(kind) && thickness >= 1.2 * nameSize * this.unit && name.length <= room;
    node.textContent = isNamed ? name : '';
    node.style.lineHeight = isNamed ? `${thickness}px` : '';
    node.classList.toggle('named', isNamed);
    node.classList.toggle('stated', isNamed && name.length + stateLength <= room);
    node.classList.toggle('upright', isUpright);
    node.ariaLabel = name;
  }

  /** Sets a colour of the snapshot; an invalid one has no effect. */
  #own(node, color = '', selected = '') {
    node.style.backgroundColor = '';
    node.style.backgroundColor = color ?? '';
    node.style.color = inkOn(color);
    node.style.setProperty('--selected', inkOn(selected) ? selected : '');
  }
}
