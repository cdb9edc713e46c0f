import { LayoutService } from '/client/index.js';
import { demoStep } from './demoSteps.js';
import { HeightPaint, randomHeights } from '../drawing/HeightPaint.js';
import { LayoutView } from '../drawing/LayoutView.js';
import { countText, numberText } from '../page/numbers.js';

const states = { stream: 'by events', poll: 'by polls', none: 'not connected' };

/** Ends when no window of the page makes the document any more. */
let making = Promise.resolve();

/** One window on a document: it shows what the document stands for, follows it, and writes to it. */
export class DocumentPane {
  #parts;
  #view;
  #service;
  #handle;
  #following = null;
  /** Ended to begin anew, at another width or with another key. */
  #showing = new AbortController();
  /** Aborted while there is no network. */
  #line = new AbortController();
  #writing = Promise.resolve();

  /**
   * @param {HTMLElement} node has a `.scroller`, a `.state`, buttons of changes, `.above` and `.offline`
   * @param {typeof fetch} fetch
   * @param {string} name of the document
   */
  constructor(node, fetch, name) {
    const part = (selector) => node.querySelector(selector);
    this.#parts = { scroller: part('.scroller'), state: part('.state'), above: part('.above'), offline: part('.offline') };
    this.#view = new LayoutView(this.#parts.scroller, new HeightPaint());
    const send = (url, init) => {
      this.#line.signal.throwIfAborted();
      return fetch(url, { ...init, signal: AbortSignal.any([init.signal, this.#line.signal]) });
    };
    this.#service = new LayoutService('', { fetch: send });
    this.#handle = this.#service.document(name);
    part('.changes').addEventListener('click', ({ target }) => {
      if (!target.value || target.type !== 'button') return;
      this.#writing = this.#writing.then(() => this.#write(target.value)).catch((error) => this.#say(error.message));
    });
    this.#parts.offline.addEventListener('change', () => this.#connect());
    // A browser has few connections for all of its tabs: one that nobody sees takes none, and then shows what it has missed.
    document.addEventListener('visibilitychange', () => this.#connect());
    let width = this.#parts.scroller.clientWidth;
    new ResizeObserver(() => {
      if (this.#parts.scroller.clientWidth === width) return;
      width = this.#parts.scroller.clientWidth;
      if (this.#following) this.show({ keepsPlace: true });
    }).observe(this.#parts.scroller);
  }

  /** Shows the document, and follows it from then on. */
  async show({ keepsPlace = false } = {}) {
    this.#showing.abort();
    this.#showing = new AbortController();
    const { signal } = this.#showing;
    try {
      const { revision, layout } = await this.#opened(signal);
      if (signal.aborted) return;
      this.#view.show(layout, { keepsPlace });
      this.#following = this.#handle.follow({
        viewport: this.#view.viewport, revision, anchor: 'first', transition: true, signal,
        onChange: ({ kind, change }) => {
          if (change) this.#view.change(change);
          this.#tell(kind);
        },
        onState: () => signal.aborted || this.#tell(),
      });
      this.#tell();
      await this.#following.ended;
    } catch (error) {
      if (!signal.aborted) this.#say(`No document: ${error.message}`);
    }
  }

  /** The document's layout; the first window makes the document, and the other one waits until it has. */
  async #opened(signal) {
    const made = making.then(() => this.#make(signal));
    making = made.catch(() => {});
    await made;
    return await this.#handle.layout(this.#parts.scroller.clientWidth, { signal });
  }

  /** Makes the document where there is none. The list tells that without an error in the browser's log. */
  async #make(signal) {
    for await (const { name } of this.#service.documents({ prefix: this.#handle.name, limit: 1, signal })) {
      if (name === this.#handle.name) return;
      break;
    }
    const sections = [{ engine: 'column', headers: [{ height: 32, pin: true }], items: { heights: randomHeights(2000) } }];
    try {
      await this.#handle.put({ sections }, { revision: 'none', signal });
    } catch (error) {
      // Somebody in another tab was the first.
      if (!error.is?.('precondition-failed')) throw error;
    }
  }

  /** Inserts, deletes, moves or shuffles rows in sight of this window, or at the start of the document. */
  async #write(kind) {
    await this.#following?.change(() => this.#step(kind));
  }

  #step(kind) {
    const { viewport } = this.#view;
    const cells = [];
    viewport.forEach((page, index) => {
      if (page.isCell(index)) cells.push({ section: page.section[index], item: page.item[index] });
    });
    cells.sort((left, right) => left.item - right.item);
    const { itemCount } = viewport.layout.snapshot;
    const newItems = (_, count) => ({ heights: randomHeights(count) });
    return demoStep(kind, cells, () => itemCount, newItems, this.#parts.above.checked);
  }

  #connect() {
    const isConnected = !this.#parts.offline.checked && !document.hidden;
    if (isConnected !== this.#line.signal.aborted) return;
    if (isConnected) this.#line = new AbortController();
    else this.#line.abort(new TypeError('There is no network.'));
    this.#following?.wake();
  }

  #tell(kind) {
    const { revision, state } = this.#following ?? {};
    if (kind === 'delete') {
      this.#say('The document is deleted.');
      return;
    }
    if (revision === undefined || !this.#view.viewport) return;
    this.#parts.scroller.dataset.revision = revision;
    const { itemCount } = this.#view.viewport.layout.snapshot;
    this.#say(`Revision ${numberText(revision)}, ${countText(itemCount, 'row')}, ${states[state]}.`);
  }

  #say(text) {
    this.#parts.state.textContent = text;
  }
}
