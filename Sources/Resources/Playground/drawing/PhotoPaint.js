import { numberText } from '../page/numbers.js';
import { Paint } from './Paint.js';

/** The kinds of pictures in photos.css. */
const sceneCount = 6;
const leastCaption = { width: 44, height: 24 };

/** Paints every item as another photo, drawn from its number: nothing is fetched for it. */
export class PhotoPaint extends Paint {
  /** Numbers the items. */
  numbers = null;

  cell(node, page, index) {
    if (page.kind(index) !== 'cell') {
      super.cell(node, page, index);
      return;
    }
    const number = this.numberOf(page, index);
    const noise = scrambled(number);
    node.classList.add('cell', 'photo', `scene${noise % sceneCount}`);
    node.style.setProperty('--hue', (noise >>> 4) % 360);
    node.style.setProperty('--x', `${20 + ((noise >>> 13) % 60)}%`);
    node.style.setProperty('--y', `${25 + ((noise >>> 20) % 40)}%`);
    node.style.lineHeight = '';
    const text = numberText(number);
    const isLarge = page.width[index] >= leastCaption.width && page.height[index] >= leastCaption.height;
    node.textContent = isLarge ? text : '';
    node.ariaLabel = `Item ${text}`;
  }

  /** Which photo a cell is. */
  numberOf(page, index) {
    return this.numbers.numberOf(page.section[index], page.item[index]);
  }
}

/** 32 bits that look like chance, the same for a number each time (the finalizer of MurmurHash3). */
function scrambled(number) {
  let bits = (number % 4294967296) ^ Math.floor(number / 4294967296);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
