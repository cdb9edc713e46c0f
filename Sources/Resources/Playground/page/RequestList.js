import { made } from './made.js';
import { numberText } from './numbers.js';
import { tabStorage } from './keptTexts.js';

/** The number of last requests that are shown. */
const maximumEntries = 40;
const keyName = 'layoutd-key';
const columns = ['Target', 'Method', 'Status', 'Time', 'Memo', 'Stages, ms'];

/** The page's requests: sent with the key that was entered, and shown in a table, the last one first. */
export class RequestList {
  #body = made('tbody');
  #field;
  #entries = [];
  #isDue = false;

  /**
   * @param node shows the table
   * @param field field for the key, which is stored in this tab
   */
  constructor(node, field) {
    const head = made('thead', {}, made('tr', {}, ...columns.map((textContent) => made('th', { textContent }))));
    const table = made('table', {}, head, this.#body);
    node.append(made('div', { className: 'table', tabIndex: 0, role: 'group', ariaLabel: 'Requests' }, table));
    this.#field = field;
    field.value = tabStorage.read(keyName) ?? '';
    field.addEventListener('change', () => tabStorage.write(keyName, field.value));
  }

  /** `fetch`, with an entry in the list. */
  fetch = async (url, init = {}) => {
    const headers = { ...init.headers };
    if (this.#field.value) headers.Authorization = `Bearer ${this.#field.value}`;
    const entry = { method: init.method ?? 'GET', status: '…', time: '', memo: '', stages: '', target: shortened(url) };
    this.#entries.unshift(entry);
    this.#entries.splice(maximumEntries);
    const start = performance.now();
    try {
      const response = await fetch(url, { ...init, headers });
      entry.status = response.status;
      if (response.status === 401) {
        this.#field.closest('details').open = true;
        if (!this.#field.checkVisibility()) this.#field.closest('.sheet').showPopover();
      }
      entry.memo = /; (hit|fwd=miss)/.exec(response.headers.get('Cache-Status') ?? '')?.[1].replace('fwd=', '') ?? '';
      entry.stages = (response.headers.get('Server-Timing') ?? '').replace(/;dur=([\d.]+)/g, (_, time) => ` ${numberText(Number(time))}`);
      return response;
    } catch (error) {
      entry.status = init.signal?.aborted ? 'aborted' : 'failed';
      throw error;
    } finally {
      entry.time = `${numberText(performance.now() - start)} ms`;
      this.#plan();
    }
  };

  /** Shows the list before the next frame. */
  #plan() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#show();
    });
  }

  /** Rows stay and get other texts, so that nothing moves under the pointer. */
  #show() {
    this.#entries.forEach(({ target, method, status, time, memo, stages }, number) => {
      const row = this.#body.rows[number] ?? this.#body.insertRow();
      [target, method, status, time, memo, stages].forEach((text, place) => {
        const cell = row.cells[place] ?? row.insertCell();
        if (cell.textContent !== String(text)) cell.textContent = text;
      });
    });
  }
}

/** A target in which layout ids are shortened. */
function shortened(url) {
  return String(url).replace(/([0-9a-f]{6})[0-9a-f]{58}/, '$1…');
}
