import { copyText } from '../page/copyText.js';
import { numberText } from '../page/numbers.js';

/** The members that are shown first, in a special form; all others are shown as they are. */
const known = new Set(['category', 'kind', 'section', 'item', 'index', 'frame', 'zIndex', 'columnIndex']);

/** Shows the selected element; takes no space if there is none. */
export class ElementPanel {
  #panel;
  #list;
  #element = null;

  /**
   * @param panel has a `dl`, and buttons to copy and to close
   * @param closed called when the user closes it
   */
  constructor(panel, closed) {
    this.#panel = panel;
    this.#list = panel.querySelector('dl');
    panel.querySelector('.close').addEventListener('click', closed);
    const copy = panel.querySelector('.copy');
    copy.addEventListener('click', async () => {
      const isCopied = await copyText(JSON.stringify(this.#element, null, 2));
      copy.textContent = isCopied ? 'Copied' : 'Not copied';
    });
  }

  /** Shows an element as the service answers it; null for none. */
  show(element) {
    this.#element = element;
    this.#panel.hidden = !element;
    if (!element) return;
    this.#panel.querySelector('.copy').textContent = 'Copy JSON';
    const { category, kind = category, section, item, index = item, frame, zIndex = 0, columnIndex } = element;
    const place = section === undefined ? numberText(index) : `${numberText(section)}/${numberText(index)}`;
    const rows = [
      ['Element', `${kind} ${place}`], ['x, y', `${numberText(frame.x)}, ${numberText(frame.y)}`],
      ['Size', `${numberText(frame.width)} × ${numberText(frame.height)}`], ['zIndex', numberText(zIndex)],
    ];
    if (columnIndex !== undefined) rows.push(['Column', numberText(columnIndex)]);
    for (const [name, value] of Object.entries(element)) {
      if (!known.has(name)) rows.push([name, valueText(value), /color$/i.test(name) ? value : null]);
    }
    this.#list.replaceChildren(...rows.map(([name, value, color]) => entry(name, value, color)));
  }
}

function entry(name, value, color) {
  const [row, term, text] = ['div', 'dt', 'dd'].map((tag) => document.createElement(tag));
  term.textContent = name;
  text.textContent = value;
  if (color) {
    const swatch = document.createElement('span');
    swatch.className = 'swatch';
    swatch.style.backgroundColor = color;
    text.prepend(swatch);
  }
  row.append(term, text);
  return row;
}

function valueText(value) {
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value).map(([name, part]) => `${name} ${valueText(part)}`).join(', ');
}
