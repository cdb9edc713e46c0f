import { numberText } from '../page/numbers.js';
import { drawPhoto } from '../photo/photo.js';

/** The least size of a photograph with a number. */
const leastNumbered = { width: 72, height: 40 };

/** Paints every item as a different photograph with its number, and writes words on other elements. */
export class PhotoPaint {
  /** Numbers the items. */
  numbers = null;
  /** The text of a header or footer: `(kind, section)`, without a section for a global header. */
  words = () => '';

  cell(node, page, index) {
    const [kind, section] = [page.kind(index), page.section[index]];
    if (kind !== 'cell') {
      this.#title(node, kind, section);
      return;
    }
    const number = this.numbers.numberOf(section, page.item[index]);
    const size = { width: page.width[index], height: page.height[index] };
    const [canvas, label] = photoParts(node);
    drawPhoto(canvas, number, size);
    const text = numberText(number);
    label.textContent = text;
    label.hidden = size.width < leastNumbered.width || size.height < leastNumbered.height;
    node.classList.add('cell', 'photo');
    node.ariaLabel = `Photo ${text}`;
  }

  special(node, { kind, section }) {
    this.#title(node, kind, section);
  }

  #title(node, kind, section) {
    const text = this.words(kind, section);
    node.classList.add(kind, 'title');
    node.textContent = text;
    node.ariaLabel = text;
  }
}

/** The canvas and the label of a node, which may have had other content before. */
function photoParts(node) {
  if (node.firstElementChild?.localName !== 'canvas') {
    node.replaceChildren(document.createElement('canvas'), document.createElement('span'));
  }
  return node.children;
}
