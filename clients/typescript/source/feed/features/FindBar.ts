import { adopt } from '../finding/adopt.js';
import { focusedIn } from '../FeedNodes.js';
import type { FeedSearch, FindWords } from '../../../types/index.js';
import type { FeedParts } from '../FeedFeatures.js';

const words: Required<FindWords> = {
  label: 'Find', field: 'Find', previous: 'Previous', next: 'Next', close: 'Close',
  count: ({ count, current, isDone }) => (current > 0 ? `${current} of ${count}` : count > 0 ? `${count}` : isDone ? 'Not found' : '…'),
};
const styles = `
.layoutd-find{display:flex;align-items:center;gap:4px;position:absolute;top:0;inset-inline-end:0;max-width:100%;box-sizing:border-box;
padding:var(--layoutd-find-padding,6px);border:var(--layoutd-find-border,1px solid GrayText);border-radius:var(--layoutd-find-radius,6px);
background:var(--layoutd-find-background,Canvas);color:var(--layoutd-find-color,CanvasText);
font:var(--layoutd-find-font,14px/20px system-ui,sans-serif)}
.layoutd-find>*{font:inherit}
.layoutd-find-field{flex:0 1 14em;min-width:4em}
.layoutd-find-count{min-width:5em;white-space:nowrap;text-align:center}`;
/** How often the count of a search that goes on is told, in milliseconds: a screen reader says it each time. */
const pause = 500;

/** A bar over the start of a scroller's visible part, in which the user finds a text. */
export class FindBar {
  #parts;
  #place: HTMLElement | null = null;
  #field!: HTMLInputElement;
  #count!: HTMLElement;
  #search: FeedSearch | null = null;
  /** The steps that wait for the search of the last text. */
  #found: Promise<FeedSearch | null> = Promise.resolve(null);
  #text = '';
  /** The insets for which it is placed, and how far it was moved along. */
  #placed = '';
  #moved = 0;
  #told = { current: -1, time: 0 };
  /** What had the focus, and the id of the cell around it. */
  #before: { element: HTMLElement | null, id: string | undefined } = { element: null, id: undefined };
  #unadopt = () => {};

  constructor(parts: FeedParts) {
    this.#parts = parts;
    parts.signal.addEventListener('abort', () => this.close());
  }

  get hasFocus() {
    return this.#place !== null && focusedIn(this.#place) !== null;
  }

  /** Whether its field has the focus. */
  get isAsked() {
    return this.#place !== null && focusedIn(this.#place) === this.#field;
  }

  open() {
    const { screen } = this.#parts;
    if (!this.hasFocus) {
      const { activeElement = null } = screen.scroller.content.getRootNode() as any;
      this.#before = { element: activeElement, id: this.#cellAround(activeElement)?.id };
    }
    if (!this.#place) this.#make();
    this.#field.focus({ preventScroll: true });
    this.#field.select();
    if (this.#search === null && this.#field.value !== '') this.#find(false);
  }

  close() {
    if (!this.#place) return;
    const hadFocus = this.hasFocus;
    this.#text = this.#field.value;
    this.#search?.close();
    this.#search = null;
    this.#found = Promise.resolve(null);
    this.#place.remove();
    this.#place = null;
    this.#unadopt();
    if (hadFocus) this.#giveBack();
  }

  /** Places the bar beside the page's own. */
  drawn() {
    const place = this.#place;
    if (!place) return;
    const { inset: { top, left, right }, scroller: { view, target, isHorizontal } } = this.#parts.screen;
    const isWindow = 'document' in target;
    const margin = `0px ${right}px 0px ${left}px`;
    if (`${top} ${margin}` !== this.#placed) {
      this.#placed = `${top} ${margin}`;
      // What sticks to an element sticks to the end of its padding.
      place.style.top = `${top - (isWindow ? 0 : parseFloat(view.getComputedStyle(target).paddingTop))}px`;
      (place.firstChild as HTMLElement).style.margin = margin;
    }
    if (!isHorizontal || isWindow) return;
    // In WebKit nothing sticks to an element that scrolls to the left.
    const way = target.getBoundingClientRect().left + target.clientLeft - place.getBoundingClientRect().left;
    if (Math.abs(way) >= 1) place.style.translate = `${(this.#moved += way)}px`;
  }

  /** The focus is given back to what had it, unless its node shows another cell by now. */
  #giveBack() {
    const { element, id } = this.#before;
    if (element?.isConnected && this.#cellAround(element)?.id === id) element.focus({ preventScroll: true });
  }

  #cellAround(element: Element | null) {
    return element ? this.#parts.screen.shown.find(({ node }) => node.contains(element)) : undefined;
  }

  #word<Name extends keyof FindWords>(name: Name): Required<FindWords>[Name] {
    return this.#parts.options.findWords?.[name] ?? words[name];
  }

  #make() {
    const { page, content, target } = this.#parts.screen.scroller;
    const made = (name: string, part: string, attributes: Record<string, string>) => {
      const element = page.createElement(name);
      element.className = `layoutd-find${part}`;
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
      return element;
    };
    const button = (name: 'previous' | 'next' | 'close', sign: string, act: () => void) => {
      const element = made('button', `-${name}`, { type: 'button', 'aria-label': this.#word(name), title: this.#word(name) });
      element.textContent = sign;
      element.addEventListener('click', act);
      return element;
    };
    this.#field = made('input', '-field', {
      type: 'text', 'aria-label': this.#word('field'), autocomplete: 'off', enterkeyhint: 'search',
    }) as HTMLInputElement;
    this.#field.value = this.#text;
    this.#count = made('span', '-count', { role: 'status', 'aria-live': 'polite' });
    const bar = made('div', '', { role: 'search', 'aria-label': this.#word('label') });
    bar.append(
      this.#field, this.#count, button('previous', '↑', () => this.#step('previous')), button('next', '↓', () => this.#step('next')),
      button('close', '×', () => this.close()),
    );
    bar.addEventListener('keydown', (event) => this.#pressed(event));
    this.#field.addEventListener('input', () => this.#find(true));
    const isWindow = 'document' in target;
    // It takes no room, in a flex box neither, and stays in sight.
    const place = this.#place = made('div', '-place', {});
    Object.assign(place.style, {
      position: isWindow ? 'fixed' : 'sticky', insetInlineStart: '0', width: '100%', height: '0', zIndex: '1', flex: 'none',
      marginInlineEnd: '-100%',
    });
    place.append(bar);
    this.#unadopt = adopt(content, styles);
    if (isWindow) content.before(place);
    else target.prepend(place);
    [this.#placed, this.#moved] = ['', 0];
    this.drawn();
  }

  #pressed(event: KeyboardEvent) {
    if (event.isComposing) return;
    const { key, target, shiftKey } = event;
    if (key === 'Escape') this.close();
    else if (key === 'Enter' && target === this.#field) this.#step(shiftKey ? 'previous' : 'next');
    else return;
    // A dialog around the feed stays open, and a form is not sent.
    event.preventDefault();
  }

  /**
   * Finds what is in the field.
   *
   * @param goes whether it goes to the first hit
   */
  #find(goes: boolean) {
    const { feed, options } = this.#parts;
    const { value } = this.#field;
    this.#search?.close();
    this.#search = null;
    this.#count.textContent = '';
    if (value === '') {
      this.#found = Promise.resolve(null);
      return;
    }
    const found = this.#found = feed.find(value, { text: options.findText }).then((search) => {
      // The text may be another one by now, or the bar closed.
      if (this.#found !== found) {
        search.close();
        return null;
      }
      this.#search = search;
      this.#told = { current: -1, time: 0 };
      search.addEventListener('change', () => this.#tell(search));
      this.#tell(search);
      return search;
    });
    found.catch((error) => this.#fail(error));
    if (goes) this.#step('next');
  }

  #step(way: 'next' | 'previous') {
    // The page has searched for something else meanwhile.
    if (this.#search?.isClosed) return this.#find(true);
    this.#found.then((search) => search?.[way]()).catch((error) => this.#fail(error));
  }

  #fail(error: unknown) {
    if (!this.#parts.signal.aborted) (this.#parts.options.onError ?? console.error)(error);
  }

  #tell(search: FeedSearch) {
    const { current, isDone } = search;
    const now = performance.now();
    if (search !== this.#search || !isDone && current === this.#told.current && now - this.#told.time < pause) return;
    this.#told = { current, time: now };
    const text = this.#word('count')(search);
    if (text !== this.#count.textContent) this.#count.textContent = text;
  }
}
