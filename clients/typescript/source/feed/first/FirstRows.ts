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
  /** Those of the list whose rows are shown, if they can be; null for none. */
  names: FeedNames | null = null;

  constructor(screen: FeedScreen, options: HostedFeedOptions, checkedKeys: CheckedKeys) {
    this.#screen = screen;
    this.#options = options;
    this.#checkedKeys = checkedKeys;
  }

  /** Shows the first rows of a list, unless its layout comes at once. */
  async soon(names: FeedNames, width: number, beginning: FeedPlace | null, layout: Promise<unknown>) {
    // The rows of another list may have been shown meanwhile.
    if (this.#screen.viewport) return this.show(names, width, beginning);
    let isThere = false;
    const come = () => { isThere = true; };
    layout.then(come, come);
    await new Promise((resolve) => { setTimeout(resolve); });
    if (!isThere) this.show(names, width, beginning);
  }

  /** Shows the rows of another list, or of the same one at another width, if any are shown. */
  replace(beginning: FeedPlace | null, making: Making | null | undefined = this.names?.making) {
    const { scroller: { containerExtent }, viewport } = this.#screen;
    const { names: before } = this;
    if (!viewport?.isFirst || !before) return;
    const names = making ? before.remade(making, containerExtent, this.#checkedKeys) : before;
    if (making === before.making) names.list = before.list;
    this.show(names, containerExtent, beginning);
  }

  /**
   * Shows the first rows of a list, in place of those of another list, if they can be laid out here.
   *
   * @param width of the container
   * @param beginning the place at which the list is to begin
   */
  show(names: FeedNames, width: number, beginning: FeedPlace | null) {
    const screen = this.#screen;
    this.names = names;
    const { service, margins, stickToEnd = false } = this.#options;
    const { scroller, viewport: shown } = screen;
    // What a server has rendered stays until there is a layout.
    const isFree = shown?.isFirst || !shown && scroller.content.childElementCount <= 1;
    if (!isFree || margins || !scroller.isDisplayed) return;
    const column = FirstColumn.of(names.snapshot, width);
    if (!column) return;
    const { sections } = names.snapshot;
    const place = (shown ? screen.place : null) ?? beginning;
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
    screen.resize(scroller.viewportExtent);
    const { layout } = viewport;
    const origin = isAtEnd || isAtStart ? screen.originAt(layout, isAtEnd ? Infinity : -Infinity) : viewport.startOf(row) - place.offset;
    screen.begin(viewport, names, origin, isAtStart ? null : place);
  }

  /** The layout to begin with, which has what was measured of the rows, and the place of the rows. */
  over(layout: any, place: FeedPlace): { layout: Layout, place: FeedPlace } {
    const { viewport, isStuck } = this.#screen;
    if (!viewport) return { layout, place };
    const sizes = layout.isLocal ? viewport.sizes : [];
    return {
      layout: sizes.length > 0 ? layout.measured(sizes)?.layout ?? layout : layout,
      place: isStuck ? { ...place, isAtEnd: true } : this.#screen.place,
    };
  }
}
