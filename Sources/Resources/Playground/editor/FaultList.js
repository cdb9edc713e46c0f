import { countText } from '../page/numbers.js';
import { characterAt, lineAndColumn, placeOf } from './jsonPositions.js';

/** The service reports at most this number of errors. */
const mostTold = 20;

/** The errors and warnings of the text: listed, counted, and marked in it. */
export class FaultList {
  #editor;
  #count;
  #list;
  #buttons;
  #faults = [];
  #current = -1;

  /**
   * @param editor has the text
   * @param count tells how many there are
   * @param list tells of each; each leads to its place
   * @param buttons lead to the previous and to the next one
   * @param shown called when the reader goes to one
   */
  constructor(editor, { count, list, previous, next, shown }) {
    this.#editor = editor;
    this.#count = count;
    this.#list = list;
    this.#buttons = [previous, next];
    this.shown = shown;
    previous.addEventListener('click', () => this.#step(-1));
    next.addEventListener('click', () => this.#step(1));
  }

  /** Shows a problem and warnings of the service; null and none if there are none. */
  show(problem, warnings = []) {
    const { text } = this.#editor;
    const errors = problem ? errorsOf(problem, text) : [];
    this.#faults = [
      ...errors.map((fault) => ({ ...fault, kind: 'error' })),
      ...warnings.map((warning) => ({ ...located(warning, text), kind: 'warning' })),
    ];
    this.#current = -1;
    for (const fault of this.#faults) Object.assign(fault, fault.place && lineAndColumn(text, fault.place.start));
    this.#list.replaceChildren(...this.#faults.map((fault) => this.#entry(fault)));
    this.#editor.mark(this.#faults.filter(({ place }) => place), errors.length > 0);
    this.#tell(problem?.errors?.length >= mostTold);
  }

  #tell(areMore) {
    const of = (kind) => this.#faults.filter((fault) => fault.kind === kind).length;
    const [errors, warnings] = [of('error'), of('warning')];
    const parts = [
      ...errors ? [`${areMore ? 'The first ' : ''}${countText(errors, 'error')}`] : [],
      ...warnings ? [countText(warnings, 'warning')] : [],
    ];
    this.#count.textContent = parts.join(', ') || 'No errors';
    this.#count.className = errors ? 'error' : warnings ? 'warning' : '';
    for (const button of this.#buttons) button.disabled = !this.#faults.some(({ place }) => place);
  }

  #entry(fault) {
    const entry = document.createElement('li');
    entry.className = fault.kind;
    if (!fault.place) {
      entry.textContent = fault.detail;
      return entry;
    }
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = `Line ${fault.line}, column ${fault.column}: ${fault.detail}`;
    button.addEventListener('click', () => this.#goTo(this.#faults.indexOf(fault)));
    entry.append(button);
    return entry;
  }

  /** Goes to the next one that has a place, cyclically. */
  #step(by) {
    const count = this.#faults.length;
    let index = this.#current < 0 && by < 0 ? count : this.#current;
    for (let tried = 0; tried < count; tried += 1) {
      index = (index + by + count) % count;
      if (this.#faults[index].place) return this.#goTo(index);
    }
    return undefined;
  }

  #goTo(index) {
    this.#current = index;
    [...this.#list.children].forEach((entry, number) => entry.toggleAttribute('aria-current', number === index));
    this.#list.children[index].scrollIntoView({ block: 'nearest' });
    this.shown();
    this.#editor.goTo(this.#faults[index]);
  }
}

/** The errors of a problem. */
function errorsOf(problem, text) {
  return problem.errors?.length ? problem.errors.map((error) => located(error, text))
    : [located({ detail: problem.detail || problem.message }, text)];
}

/** The place of an error: at a byte of invalid JSON, or at a value. */
function located({ pointer, detail }, text) {
  const byte = pointer ? undefined : /at byte (\d+)/.exec(detail)?.[1];
  if (byte !== undefined) {
    const start = characterAt(text, Number(byte));
    return { detail, place: { start, end: Math.min(text.length, start + 1) } };
  }
  return pointer === undefined ? { detail } : { detail: `${pointer} ${detail}`, place: placeOf(text, pointer) };
}
