import type { FeedItemName, Point, Rect } from '../../../types/index.js';
import type { ScrollQuestions } from '../../viewport/ScrollQuestions.js';
import type { FeedFeature, FeedParts } from '../FeedFeatures.js';
import type { FeedNames } from '../FeedNames.js';

export function attach(parts: FeedParts): FeedFeature {
  return new Prefetching(parts);
}

/**
 * Calls `prefetch` with the names of the items that come next, so that the page can load their contents (docs/rules.md#scroll-window).
 * `cancel` is called once for each of them: when it neither comes next nor is visible any more, or when the feed is closed.
 */
class Prefetching {
  #screen;
  #options;
  #questions: ScrollQuestions | null = null;
  /** The items that were named and not cancelled, by name. */
  #named: Map<string, FeedItemName> = new Map();
  /** The names of the cells that are visible. */
  #seen: Set<string> = new Set();
  /** The layout of the last call; `window` answers the difference to it. */
  #layout: unknown = null;
  #names: FeedNames | null = null;
  #bounds: Rect | null = null;
  #isWhole = false;
  /** The velocity of the viewport, or its last velocity if it rests. */
  #velocity: Point = { x: 0, y: 0 };

  constructor({ screen, options, signal }: FeedParts) {
    this.#screen = screen;
    this.#options = options;
    signal.addEventListener('abort', () => this.#tell([], [...this.#named.values()]));
    screen.viewport.questions().then((questions: any) => {
      this.#questions = questions;
      if (!signal.aborted) this.drawn();
    }, (error: unknown) => this.#fail(error));
  }

  drawn() {
    const { viewport, names } = this.#screen;
    const { layout, bounds } = viewport;
    if (!this.#questions) return;
    const isSame = layout === this.#layout && names === this.#names;
    const previous = isSame ? this.#bounds : null;
    if (previous && this.#isWhole && isAt(previous, bounds)) return;
    if (!this.#bounds || !isAt(this.#bounds, bounds)) this.#velocity = this.#way(viewport, previous ?? bounds);
    const change = this.#questions.window({ ...(previous && { previous }), ...(isMoving(this.#velocity) && { velocity: this.#velocity }) });
    const nameOf = ({ section, item }: any) => names.id('cell', section, item);
    if (!previous) this.#seen.clear();
    for (const { item, section } of change.leaving) if (item !== undefined) this.#seen.delete(nameOf({ section, item }));
    for (const { item, section } of change.entering) if (item !== undefined) this.#seen.add(nameOf({ section, item }));
    [this.#layout, this.#isWhole, this.#bounds] = [layout, change.isWhole, { ...bounds }];
    const others = this.#names === names ? [] : [...this.#named.keys()].filter((id) => names.isOther(id));
    this.#names = names;
    this.#name(change.prefetch.map((path) => ({ id: nameOf(path), path })), new Set(others));
  }

  /** The velocity; after a jump, which has none, only the direction of the jump. A change of the content is no movement. */
  #way({ velocity, bounds }: any, before: Rect): Point {
    if (isMoving(velocity)) return velocity;
    const way = { x: Math.sign(bounds.x - before.x), y: Math.sign(bounds.y - before.y) };
    return isMoving(way) ? way : this.#velocity;
  }

  /**
   * @param next the nearest first
   * @param others earlier names that mean other items now
   */
  #name(next: { id: string, path: { section: number, item: number } }[], others: Set<string>) {
    const wanted = new Set(next.map(({ id }) => id));
    const gone = [...this.#named].filter(([id]) => others.has(id) || !(wanted.has(id) || this.#seen.has(id)));
    for (const [id] of gone) this.#named.delete(id);
    const added = next.filter(({ id }) => !this.#named.has(id)).map(({ id, path: { section, item } }) => {
      const key = this.#screen.names.key(section, item);
      const name = { section, item, ...(key !== undefined && { key }) };
      this.#named.set(id, name);
      return name;
    });
    this.#tell(added, gone.map(([, name]) => name));
  }

  #tell(added: FeedItemName[], gone: FeedItemName[]) {
    this.#call('cancel', gone);
    this.#call('prefetch', added);
  }

  /** Calls a callback. If it throws, the other one is called all the same. */
  #call(name: 'cancel' | 'prefetch', items: FeedItemName[]) {
    if (items.length === 0) return;
    try {
      this.#options[name]?.(items);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown) {
    (this.#options.onError ?? console.error)(error);
  }
}

function isMoving({ x, y }: Point) {
  return x !== 0 || y !== 0;
}

function isAt(one: Rect, other: Rect) {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}
