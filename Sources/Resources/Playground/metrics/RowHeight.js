import { numberText } from '../page/numbers.js';
import { rowHeightEdits } from './metricPlaces.js';

/** The slider for the height of rows with the engine justified. */
export class RowHeight {
  #label;
  #range;
  #output;
  #place = null;
  /** What the edits of one drag have in common. */
  #drag = {};

  /**
   * @param label has the slider and the text of its value
   * @param change called with edits of the text, and what those of one drag have in common
   */
  constructor(label, change) {
    this.#label = label;
    this.#range = label.querySelector('input');
    this.#output = label.querySelector('output');
    this.#range.addEventListener('input', () => {
      const value = Number(this.#range.value);
      this.#output.textContent = numberText(value);
      change(rowHeightEdits(this.#place, value), this.#drag);
    });
    this.#range.addEventListener('change', () => {
      this.#drag = {};
    });
  }

  /** Shows the height that a text says; null if it has no such rows. */
  show(rowHeight) {
    this.#place = rowHeight;
    this.#label.hidden = !rowHeight;
    if (!rowHeight) return;
    this.#range.value = rowHeight.value;
    this.#output.textContent = numberText(rowHeight.value);
  }
}
