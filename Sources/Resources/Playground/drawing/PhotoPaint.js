import { numberText } from '../page/numbers.js';
import { drawPhoto } from '../photo/photo.js';

/** A smaller photograph has no room for its number. */
const leastNumbered = { width: 72, height: 40 };

/** Paints every item as another photograph, with its number, and says in words what the others are. */
export class PhotoPaint {
  /** Numbers the items. */
  numbers = null;
  /** What a header or a footer says: `(kind, section)`, no section of a global header. */
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

/** The canvas and the label of a node, which may have been something else before. */
function photoParts(node) {
  if (node.firstElementChild?.localName !== 'canvas') {
    node.replaceChildren(document.createElement('canvas'), document.createElement('span'));
  }
  return node.children;
}
