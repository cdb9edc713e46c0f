import { unlessAborted } from '../../service/Clock.js';
import { checkOptions } from '../../steps/options.js';
import { inShown } from '../FeedScreen.js';
import { loadedRows, nameOf, nameOn, printedPageLength, printedRows, specialName } from './printedRows.js';
import { Sheet } from './Sheet.js';
import type { SpecialElement } from '../../../types/index.js';
import type { FeedParts } from '../FeedFeatures.js';
import type { Page } from '../../viewport/pages/Page.js';
import type { PrintedRows } from './printedRows.js';

/** The most rows that are printed, unless an option says another number. */
const standardItems = 2000;

/** What prints each feed. */
const all: WeakMap<FeedParts, Printing> = new WeakMap();

/** What prints a feed, from the first call on. */
export function printingOf(parts: FeedParts) {
  const printing = all.get(parts) ?? new Printing(parts);
  all.set(parts, printing);
  return printing;
}

/**
 * Draws the rows that are printed, from `beforeprint` to `afterprint`. Prepared rows are drawn before, where they are in the content:
 * beyond what is visible, so that nothing changes on the screen.
 */
class Printing {
  #parts;
  /** The rows that are drawn to be printed; null for none. */
  #rows: PrintedRows | null = null;
  /** How many rows come before them; NaN if that is not known. */
  #before = 0;
  #sheet: Sheet | null = null;
  /** Pictures that would load once they are near. */
  #lazy: HTMLImageElement[] = [];

  constructor(parts: FeedParts) {
    this.#parts = parts;
    const { feed, screen: { scroller: { view }, viewport }, signal } = parts;
    view.addEventListener('beforeprint', () => this.#begin(), { signal });
    view.addEventListener('afterprint', () => this.#forget(), { signal });
    feed.addEventListener('scroll', () => {
      if (!this.#sheet) this.#forget();
    }, { signal });
    // Before the feed shows another layout.
    viewport.addEventListener('beforelayout', () => this.#end(), { signal });
    signal.addEventListener('abort', () => this.#end());
  }

  /** Draws the rows, and resolves once the pictures in them are loaded or have failed. */
  async prepare(options: { signal?: AbortSignal }) {
    checkOptions('preparePrint', options, ['signal']);
    const { signal } = options;
    const { feed, screen } = this.#parts;
    await feed.whenWhole({ signal });
    const { rows, before } = await inShown(screen, (layout) => this.#loaded(layout, signal));
    this.#parts.signal.throwIfAborted();
    // It is being printed now.
    if (this.#sheet) return;
    this.#end();
    this.#show(rows, before, false);
    for (;;) {
      const coming = this.#pictures.filter(({ complete }) => !complete);
      if (coming.length === 0) return;
      await unlessAborted(Promise.all(coming.map(settled)), signal);
    }
  }

  /** What is wanted of a layout: the most rows, and where the visible part begins. */
  get #wanted() {
    const { screen: { axis, viewport }, options: { printItems = standardItems } } = this.#parts;
    return { limit: printItems, lead: Math.max(0, axis.lead(viewport.bounds)), length: printedPageLength(viewport.layout) };
  }

  async #loaded(layout: any, signal?: AbortSignal) {
    const wanted = this.#wanted;
    const asking = printedRows(layout, wanted);
    let step = asking.next();
    while (!step.done) step = asking.next(await layout.page(step.value, { ...pageOptions(wanted), signal }));
    const rows = step.value;
    let before = this.#countBefore(rows);
    if (Number.isNaN(before)) {
      before = rows.first!.item;
      for await (const { section, itemCount } of layout.sections({ signal })) {
        if (section === rows.first!.section) break;
        before += itemCount;
      }
    }
    return { rows, before };
  }

  /** The rows that are here. */
  #here() {
    const { viewport } = this.#parts.screen;
    const wanted = this.#wanted;
    if (!viewport.isLocal) return loadedRows(viewport, wanted);
    const asking = printedRows(viewport.layout, wanted);
    let step = asking.next();
    while (!step.done) step = asking.next(viewport.layout.pageIfHere(step.value, pageOptions(wanted)));
    return step.value;
  }

  /** How many rows come before; NaN if that is not known here. */
  #countBefore({ first, layout }: { first: PrintedRows['first'], layout: any }) {
    if (!first) return 0;
    const { names } = this.#parts.screen;
    const counts = Array.from({ length: first.section }, (_, section) => names.count(section));
    if (!counts.includes(-1)) return sum(counts) + first.item;
    if (!layout.isLocal) return NaN;
    const sections: any[] = layout.placed.laid.sections(0, first.section);
    return sum(sections.map((section) => (layout.held.far?.record(section) ?? section).itemCount)) + first.item;
  }

  #begin() {
    const { screen, options } = this.#parts;
    if (this.#sheet || !screen.viewport || !screen.scroller.isDisplayed) return;
    try {
      const isPrepared = this.#rows?.layout === screen.viewport.layout;
      const rows = isPrepared ? this.#rows! : this.#here();
      // Read before the browser has all nodes to lay out.
      const { target } = screen.scroller;
      const { scrollLeft: left = target.scrollX, scrollTop: top = target.scrollY } = target;
      this.#show(rows, isPrepared ? this.#before : this.#countBefore(rows), true);
      const after = rows.layout.snapshot.itemCount - this.#before - rows.cellCount;
      this.#sheet = new Sheet(screen, { left, top }, rows, this.#lines(this.#before, after));
    } catch (error) {
      this.#end();
      (options.onError ?? console.error)(error);
    }
  }

  /** The texts that stand in for rows that are not printed; empty for none. */
  #lines(before: number, after: number) {
    const { before: wordsBefore, after: wordsAfter } = this.#parts.options.printWords ?? {};
    const rows = (count: number) => `${count.toLocaleString('en')} more ${count === 1 ? 'row' : 'rows'}`;
    return {
      before: before > 0 ? (wordsBefore ?? ((count: number) => `${rows(count)} before this`))(before) : '',
      after: after > 0 ? (wordsAfter ?? rows)(after) : '',
    };
  }

  #show(rows: PrintedRows, before: number, isAtRest: boolean) {
    const { screen } = this.#parts;
    [this.#rows, this.#before] = [rows, before];
    screen.printed = {
      over: (viewport) => (viewport.layout === rows.layout ? withRows(viewport, rows, isAtRest) : viewport),
      holds: (isRefilled) => {
        // All nodes are to be filled as they are on the screen.
        if (isRefilled) this.#end();
        return this.#sheet !== null;
      },
    };
    screen.draw();
    for (const picture of this.#pictures.filter(({ loading }) => loading === 'lazy')) {
      picture.loading = 'eager';
      this.#lazy.push(picture);
    }
  }

  get #pictures(): HTMLImageElement[] {
    return [...this.#parts.screen.scroller.content.getElementsByTagName('img')];
  }

  /** Draws what is near alone. */
  #forget() {
    if (!this.#rows) return;
    const isOnSheet = this.#sheet !== null;
    const draw = () => this.#parts.screen.draw();
    this.#end(draw);
    if (!isOnSheet) draw();
  }

  /** From the next drawing on, only what is near is there. */
  #end(draw?: () => void) {
    const sheet = this.#sheet;
    for (const picture of this.#lazy.splice(0)) picture.loading = 'lazy';
    [this.#rows, this.#sheet, this.#parts.screen.printed] = [null, null, null];
    sheet?.close(draw);
  }
}

function pageOptions({ length }: { length: number }) {
  return { length, maximumElements: Number.MAX_SAFE_INTEGER };
}

function sum(numbers: number[]) {
  return numbers.reduce((whole, number) => whole + number, 0);
}

function settled(picture: HTMLImageElement) {
  return new Promise<unknown>((resolve) => {
    for (const name of ['load', 'error']) picture.addEventListener(name, resolve, { once: true });
  });
}

/**
 * The elements that a viewport shows, and those that are printed.
 *
 * @param isAtRest whether nothing is pinned, and no effect is shown
 */
function withRows(viewport: any, rows: PrintedRows, isAtRest: boolean) {
  const specials: SpecialElement[][] = [rows.special, viewport.special];
  const effects = isAtRest ? [] : viewport.effects ?? [];
  let isMore = false;
  return {
    layout: rows.layout, effects,
    // The last ones of a name are drawn.
    special: [...new Map((isAtRest ? specials.reverse() : specials).flat().map((one) => [specialName(one), one])).values()],
    hasEffect: (section: number) => !isAtRest && !isMore && viewport.hasEffect?.(section),
    forEach: (visitor: (page: Page, index: number) => void) => {
      const seen = new Set(effects.map(({ section, item }: any) => nameOf('cell', section, item)));
      const visit = (page: Page, index: number) => {
        const name = nameOn(page, index);
        if (seen.has(name)) return;
        seen.add(name);
        visitor(page, index);
      };
      viewport.forEach(visit);
      isMore = true;
      for (const { page, index } of rows.elements) visit(page, index);
      isMore = false;
    },
  };
}
