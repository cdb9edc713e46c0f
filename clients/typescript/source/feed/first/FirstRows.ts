import { FirstColumn } from './FirstColumn.js';
import { FirstViewport } from './FirstViewport.js';
import type { FeedPlace } from '../../../types/index.js';
import type { CheckedKeys } from '../../steps/CheckedKeys.js';
import type { FeedNames, Making } from '../FeedNames.js';
import type { FeedScreen } from '../FeedScreen.js';
import type { HostedFeedOptions } from '../feedOptions.js';
import type { Layout } from '../../viewport/Layout.js';

/** A place that is at most so far after the start is the start, in points. */
const startTolerance = 1;

/** Shows the first rows of a list of one column while the module that lays it out is being loaded, or while a service is answering. */
export class FirstRows {
  #screen;
  #options;
  #checkedKeys;
  /** The names of the last list that was to be shown, and of the one whose rows are shown. */
  #names: FeedNames | null = null;
  #shown: FeedNames | null = null;
  /** Whether the rows are those of a list that is to be set after the one that waits for its layout. */
  isAhead = false;
  /** Begins with the layout of a list before such a one. */
  #skipped: (() => Promise<unknown>) | null = null;

  constructor(screen: FeedScreen, options: HostedFeedOptions, checkedKeys: CheckedKeys) {
    this.#screen = screen;
    this.#options = options;
    this.#checkedKeys = checkedKeys;
  }

  /** Shows the first rows of a list, unless its layout comes at once. */
  async soon(names: FeedNames, width: number, beginning: FeedPlace | null, layout: Promise<unknown>) {
    this.isAhead = false;
    let isThere = false;
    const come = () => { isThere = true; };
    layout.then(come, come);
    // The rows of another list may have been shown meanwhile.
    if (!this.#screen.viewport) await new Promise((resolve) => { setTimeout(resolve); });
    if (!isThere) this.#show(names, width, beginning);
  }

  /**
   * Shows the rows of another list, or of the same one at another width or place, if any are shown. The update that follows reports
   * mistakes in the list.
   */
  replace(beginning: FeedPlace | null, making: Making | null | undefined = this.#names?.making, place?: FeedPlace) {
    const { scroller: { containerExtent }, viewport } = this.#screen;
    const before = this.#names;
    if (!viewport?.isFirst || !before) return;
    let names = before;
    try {
      if (making) names = before.remade(making, containerExtent, this.#checkedKeys);
    } catch {
      return;
    }
    if (making === before.making) names.list = before.list;
    else this.isAhead = true;
    this.#show(names, containerExtent, beginning, place);
  }

  /** Called in place of beginning with a layout: another list is to be set after its own. */
  skip(begin: () => Promise<unknown>) {
    this.#skipped = begin;
    return null;
  }

  /** Begins with the layout that was skipped, because there is none for the list after it. Rejects with the error. */
  async failed(error: unknown): Promise<never> {
    const skipped = this.#skipped;
    [this.#skipped, this.isAhead] = [null, false];
    await skipped?.();
    throw error;
  }

  /** Shows rows. Reports what the page's functions throw while they are drawn. */
  #show(...given: Parameters<FirstRows['show']>) {
    try {
      this.show(...given);
    } catch (error) {
      (this.#options.onError ?? console.error)(error);
    }
  }

  /**
   * Shows the first rows of a list, in place of those of another list, if they can be laid out here.
   *
   * @param width of the container
   * @param beginning the place at which the list is to begin
   * @param at the place that the rows get; by default they stay where they are
   */
  show(names: FeedNames, width: number, beginning: FeedPlace | null, at?: FeedPlace) {
    const screen = this.#screen;
    this.#names = names;
    const { service, margins, stickToEnd = false } = this.#options;
    const { scroller, viewport: shown } = screen;
    // What a server has rendered stays until there is a layout.
    const isFree = shown?.isFirst || !shown && scroller.content.childElementCount <= 1;
    if (!isFree || margins || !scroller.isDisplayed) return;
    const column = FirstColumn.of(names.snapshot, width);
    if (!column) return;
    const { sections } = names.snapshot;
    const place = at ?? (shown ? screen.place : null) ?? beginning;
    const isAtEnd = stickToEnd && (place === null || place.isAtEnd);
    const path = place && ((place.key === undefined ? undefined : names.findNear(place.key, place.section)) ?? place);
    const isAtStart = !place || place.lead <= startTolerance && !place.offset || path?.item === undefined;
    const row = isAtStart ? 0 : column.rowOf(path?.section ?? 0, path?.item ?? 0);
    const viewport = new FirstViewport(column, width, isAtEnd ? 'end' : isAtStart ? 'start' : { row, offset: place.offset }, {
      sectionCount: sections.length, itemCount: sections.reduce((sum: number, _: unknown, section: number) => sum + names.count(section), 0),
      isMeasured: (service as any)?.laysOutHere === true,
      taken: (change) => screen.take(change as any, screen.names, screen.held),
    });
    if (!viewport.isPossible) return;
    this.#shown = names;
    screen.resize(scroller.viewportExtent);
    const { layout } = viewport;
    const origin = isAtEnd || isAtStart ? screen.originAt(layout, isAtEnd ? Infinity : -Infinity) : viewport.startOf(row) - place.offset;
    screen.begin(viewport, names, origin, isAtStart ? null : place);
  }

  /** The layout to begin with, which has what was measured of the rows if it is that of their list, and the place of the rows. */
  over(layout: any, place: FeedPlace, names: FeedNames): { layout: Layout, place: FeedPlace } {
    const { viewport, isStuck } = this.#screen;
    if (!viewport) return { layout, place };
    const sizes = layout.isLocal && this.#shown?.list === names.list ? viewport.sizes : [];
    return {
      layout: sizes.length > 0 ? layout.measured(sizes)?.layout ?? layout : layout,
      place: isStuck ? { ...place, isAtEnd: true } : this.#screen.place,
    };
  }
}
