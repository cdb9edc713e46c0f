import { characterAt, lineAndColumn, placeOf } from './jsonPositions.js';

/** The text of a snapshot, and what is wrong with it, marked where it is. */
export class SnapshotEditor {
  #area;
  #marks;
  #list;
  #lines = [];

  /**
   * @param area a textarea without line breaks of its own
   * @param marks lies behind it
   * @param list where errors are told; each leads to its place
   */
  constructor(area, marks, list) {
    this.#area = area;
    this.#marks = marks;
    this.#list = list;
    area.addEventListener('scroll', () => this.#placeMarks());
  }

  get text() {
    return this.#area.value;
  }

  set text(text) {
    this.#area.value = text;
    this.#area.scrollTop = 0;
    this.showProblem(null);
  }

  /** Shows what the service answered in place of a layout; null where nothing is wrong. */
  showProblem(problem) {
    const faults = problem ? this.#faults(problem) : [];
    this.#list.replaceChildren(...faults.map((fault) => this.#entry(fault)));
    this.#lines = faults.filter((fault) => fault.place).map((fault) => lineAndColumn(this.text, fault.place.start).line);
    this.#area.setAttribute('aria-invalid', String(faults.length > 0));
    this.#marks.replaceChildren(...this.#lines.map(() => document.createElement('div')));
    this.#placeMarks();
  }

  #faults(problem) {
    const { text } = this;
    const errors = problem.errors ?? [];
    if (errors.length) {
      return errors.map(({ pointer, detail }) => (
        pointer === undefined ? { detail } : { detail: `${pointer} ${detail}`, place: placeOf(text, pointer) }));
    }
    const byte = /at byte (\d+)/.exec(problem.detail)?.[1];
    if (byte === undefined) return [{ detail: problem.detail || problem.message }];
    const start = characterAt(text, Number(byte));
    return [{ detail: problem.detail, place: { start, end: Math.min(text.length, start + 1) } }];
  }

  #entry({ detail, place }) {
    const entry = document.createElement('li');
    if (!place) {
      entry.textContent = detail;
      return entry;
    }
    const button = document.createElement('button');
    const { line, column } = lineAndColumn(this.text, place.start);
    button.type = 'button';
    button.textContent = `Line ${line}, column ${column}: ${detail}`;
    button.addEventListener('click', () => this.#goTo(place, line));
    entry.append(button);
    return entry;
  }

  #goTo({ start, end }, line) {
    this.#area.focus();
    this.#area.setSelectionRange(start, end);
    this.#area.scrollTop = (line - 1) * this.#lineHeight - this.#area.clientHeight / 3;
    this.#area.scrollLeft = 0;
  }

  get #lineHeight() {
    return parseFloat(getComputedStyle(this.#area).lineHeight);
  }

  #placeMarks() {
    const [height, padding] = [this.#lineHeight, parseFloat(getComputedStyle(this.#area).paddingTop)];
    [...this.#marks.children].forEach((mark, number) => {
      mark.style.height = `${height}px`;
      mark.style.transform = `translateY(${padding + (this.#lines[number] - 1) * height - this.#area.scrollTop}px)`;
    });
  }
}
