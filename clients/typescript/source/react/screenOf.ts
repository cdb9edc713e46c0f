import { elementStyle } from '../viewport/pages/elementStyle.js';
import { CheckedKeys } from '../steps/CheckedKeys.js';
import { FeedNames } from '../feed/FeedNames.js';
import { FeedNodes } from '../feed/FeedNodes.js';
import { posted } from '../feed/feedOptions.js';
import { ItemList } from '../feed/items/ItemList.js';
import { ItemSizes } from '../feed/items/ItemSizes.js';
import { noInset } from '../viewport/pages/Axis.js';
import type { Rect } from '../../types/index.js';
import type { FirstScreen } from '../../types/react.js';
import type { FeedNode, FeedSection } from '../feed/FeedNodes.js';
import type { Axis } from '../viewport/pages/Axis.js';
import type { Screen, ScreenOptions } from './firstScreen.js';

/** Browsers place elements at 64ths of a point. */
const tolerance = 0.02;

/** The elements of the first screen of a feed, with their styles. */
export async function screenOf(options: ScreenOptions, screen: Screen): Promise<FirstScreen> {
  const { service, width, height } = screen;
  const list = new ItemList(options);
  const isHorizontal = options.scrollDirection === 'horizontal';
  const extent = isHorizontal ? height : width;
  const snapshot = { ...list.snapshot(extent, new ItemSizes()), ...(options.fills && filled(options, isHorizontal ? width : height)) };
  const layout = await posted({ service, margins: options.margins }, snapshot, { isHorizontal, extent });
  const viewport = layout.viewport();
  try {
    viewport.update({ x: isHorizontal ? layout.axis.startAt(0, width) : 0, y: 0, width, height });
    await viewport.whenWhole();
    const host = new FirstHost();
    new FeedNodes(null, host).draw(viewport, {
      offset: 0, names: FeedNames.from(snapshot, list.keys, new CheckedKeys()), isRefilled: false,
      isFree: ({ isEstimated }) => isEstimated, isFreeAcross: false,
    });
    return host.screen(layout, isHorizontal);
  } finally {
    viewport.close();
  }
}

/**
 * The least length with which content fills a visible part at its start.
 *
 * @param options of the feed
 * @param length of the visible part
 */
function filled({ inset = noInset, scrollDirection }: any, length: number) {
  const covered = scrollDirection === 'horizontal' ? inset.left + inset.right : inset.top + inset.bottom;
  return { minimumContentLength: Math.max(0, length - covered) };
}

/** A host that records the shown elements. */
class FirstHost {
  #elements: Map<string, any> = new Map();
  #globals: FeedNode[] = [];
  #sections: FeedSection[] = [];

  fill({ id }: FeedNode, element: any) {
    this.#elements.set(id, element);
  }

  arrange(globals: FeedNode[], sections: FeedSection[]) {
    [this.#globals, this.#sections] = [globals, sections];
  }

  retire() {}

  close() {}

  screen({ contentSize, axis }: any, isHorizontal: boolean): FirstScreen {
    const all = [...this.#globals, ...this.#sections.flatMap(({ headers, cells, rest }) => [...headers, ...cells, ...rest])];
    const styles = isHorizontal ? null : flowStyles(all, axis);
    const view = (shown: FeedNode) => {
      const { id, count, look, frame } = shown;
      const element = this.#elements.get(id);
      const { category, zIndex } = element;
      const style = {
        ...styles?.get(shown) ?? placedStyle(frame), ...(category === 'cell' && zIndex && { zIndex }), ...(look && elementStyle(look)),
      };
      return { id, count, element, style };
    };
    const extent = isHorizontal ? { width: contentSize.width, height: '100%' } : { height: contentSize.height };
    return {
      isHorizontal, style: { position: 'relative', display: 'flow-root', ...extent }, globals: this.#globals.map(view),
      sections: this.#sections.map(({ headers, cells, rest, ...section }) => (
        { ...section, headers: headers.map(view), cells: cells.map(view), rest: rest.map(view) })),
    };
  }
}

function placedStyle({ x, y, width, height }: Rect) {
  return { position: 'absolute', boxSizing: 'border-box', left: x, top: y, width, height };
}

/**
 * Styles for rows one below the other, some with estimated heights: the browser then stacks the rows by the heights of their contents, as
 * the feed does once it has measured them. Null for other elements.
 *
 * @param all in reading order
 */
function flowStyles(all: FeedNode[], { containerExtent, roomExtent, margins: [before, after] }: Axis) {
  const styles = new Map();
  let end = 0;
  for (const shown of all) {
    const { frame: { x, y, width: own, height }, isFree } = shown;
    if (y < end - tolerance) return null;
    // The page may be wider.
    const isWhole = x === 0 && own === containerExtent;
    const width = isWhole ? '100%' : x === before && own === roomExtent ? `calc(100% - ${before + after}px)` : own;
    styles.set(shown, { position: 'relative', boxSizing: 'border-box', marginTop: y - end, marginLeft: x, width, ...(!isFree && { height }) });
    end = y + height;
  }
  return all.some(({ isFree }) => isFree) ? styles : null;
}
