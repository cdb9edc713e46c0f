import { drawPhoto } from '../photo/photo.js';
import { Paint } from './Paint.js';
import { readable } from './SectionRail.js';

/** The longest side of a photograph, in points of the page. */
const longestSide = 1200;
/** The difference of the first photograph numbers of two consecutive sections. */
const sectionStride = 1000;

/** Paints every item as a photograph, and writes the names of sections on headers. */
export class WallPaint extends Paint {
  #titleOf;

  /** @param titleOf returns the name of a section; undefined if it has none */
  constructor(titleOf) {
    super();
    this.#titleOf = titleOf;
  }

  cell(node, page, index) {
    if (page.kind(index) !== 'cell') {
      super.cell(node, page, index);
      return;
    }
    const [section, item] = [Math.max(0, page.section[index]), page.item[index]];
    node.classList.add('cell', 'photograph');
    node.style.lineHeight = '';
    this.label(node, section, item);
    const kept = node.firstElementChild;
    const canvas = kept ?? document.createElement('canvas');
    if (!kept) node.replaceChildren(canvas);
    const [width, height] = [page.width[index], page.height[index]];
    const scale = Math.min(1 / this.unit, longestSide / Math.max(width, height));
    drawPhoto(canvas, section * sectionStride + item, { width: width * scale, height: height * scale });
  }

  nameOf(kind, section, index) {
    const title = kind === 'header' ? this.#titleOf(section) : undefined;
    return title ? readable(title) : super.nameOf(kind, section, index);
  }
}
