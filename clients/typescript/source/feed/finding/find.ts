import { systemClock, unlessAborted } from '../../service/Clock.js';
import { deferred } from '../../service/deferred.js';
import { checkFunction, checkOptions, described } from '../../steps/options.js';
import { folded } from './folded.js';
import { FoundMarks } from './FoundMarks.js';
import { Scan } from './Scan.js';
import type { Clock, FeedItemName, FeedSearch, FindOptions, Key } from '../../../types/index.js';
import type { FeedFeature, FeedParts } from '../FeedFeatures.js';
import type { FeedNames } from '../FeedNames.js';
import type { FeedScreen } from '../FeedScreen.js';

type Kept = { section: number, item: number, key?: Key };

const fineClock: Clock = { ...systemClock, now: () => performance.now() };
/** The search of each feed. */
const searches: WeakMap<FeedScreen, Search> = new WeakMap();

/**
 * Finds a text in a feed, and ends its search before.
 *
 * @param begun resolves when it shows a layout
 */
export async function find(parts: FeedParts, begun: Promise<void>, text: string, options: FindOptions<any>, clock = fineClock) {
  if (typeof text !== 'string') throw new TypeError(`The text to find is ${described(text)}: not a string`);
  checkOptions('find', options, ['text', 'signal']);
  checkFunction('text', options.text);
  // Either signal takes as long: searches begin in the order of their calls.
  await unlessAborted(begun, options.signal ?? parts.signal);
  for (const signal of [parts.signal, options.signal]) signal?.throwIfAborted();
  const before = searches.get(parts.screen);
  const first = before?.kept;
  before?.close();
  const search = new Search(parts, text, options, clock);
  searches.set(parts.screen, search);
  search.begin(first, false);
  return search as FeedSearch;
}

/** A search, as `FeedSearch` describes it. */
class Search extends EventTarget implements FeedSearch, FeedFeature {
  text;
  isClosed = false;
  #parts;
  #textOf;
  #clock;
  #marks: FoundMarks | null = null;
  /** Null until the counts of the list are known. */
  #scan: Scan | null = null;
  /** The row of the current hit. */
  #row: number | null = null;
  /** Whether nothing has been scrolled since the search began, or since it went to the current hit; `#travels`: by then. */
  #isHere = true;
  #travels = 0;
  /** Where the search begins, or began last. */
  #first: Kept | undefined = undefined;
  /** Whether a change of the list is about to be drawn. */
  #isChanged = false;
  #sliced = deferred();
  /** The last step to another hit, which the next one waits for. */
  #last: Promise<unknown> = Promise.resolve();
  #told = '';
  #hasFailed = false;
  #closing = new AbortController();

  constructor(parts: FeedParts, text: string, options: FindOptions<any>, clock: Clock) {
    super();
    this.text = text;
    this.#parts = parts;
    this.#textOf = options.text;
    this.#clock = clock;
    const { screen, signal } = parts;
    const word = folded(text);
    if (word !== '') this.#marks = new FoundMarks(screen.scroller.content, word, () => this.#mark());
    screen.features?.add(this);
    for (const one of [signal, options.signal]) one?.addEventListener('abort', () => this.close(), { signal: this.#closing.signal });
  }

  get count() {
    return this.#scan?.count ?? 0;
  }

  get current() {
    return this.#row === null || !this.#scan?.has(this.#row) ? 0 : this.#scan.number(this.#row);
  }

  get skipped() {
    return this.#scan?.skipped ?? 0;
  }

  get isDone() {
    return this.#scan?.isDone ?? false;
  }

  /** The place of the current hit, if it is where the user is. */
  get kept(): Kept | undefined {
    return this.#row !== null && this.#isNear(this.#row) ? this.#named(this.#row) : undefined;
  }

  async next() {
    return await this.#go(1);
  }

  async previous() {
    return await this.#go(-1);
  }

  close() {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#scan?.stop();
    this.#closing.abort();
    this.#marks?.close();
    this.#parts.screen.features?.remove(this);
    this.#sliced.resolve();
    this.dispatchEvent(new Event('close'));
  }

  // MARK: The list

  /**
   * Searches the list that is shown.
   *
   * @param first the row at which it begins; undefined for the first one in sight
   * @param isHit whether that is the current hit, if it is still one
   */
  begin(first: Kept | undefined, isHit: boolean) {
    const { names, viewport } = this.#parts.screen;
    this.#scan?.stop();
    this.#scan = this.#row = null;
    this.#first = first;
    const known = Array.from({ length: viewport.layout.snapshot.sectionCount }, (_, section) => names.count(section));
    if (known.every((count) => count >= 0)) this.#start(known, isHit);
    else void this.#load(names, isHit);
  }

  /** Loads the counts of a list of which only the layout is known. */
  async #load(names: FeedNames, isHit: boolean) {
    const { screen, options } = this.#parts;
    const counts: number[] = [];
    try {
      for await (const { itemCount } of screen.viewport.layout.sections({ signal: this.#closing.signal })) counts.push(itemCount);
    } catch (error) {
      if (this.isClosed || screen.names !== names) return;
      (options.onError ?? console.error)(error);
    }
    if (!this.isClosed && screen.names === names && !this.#isChanged) this.#start(counts, isHit);
  }

  #start(counts: readonly number[], isHit: boolean) {
    const { screen, travel, options: { itemOf } } = this.#parts;
    const { names } = screen;
    const first = this.#first?.key === undefined ? this.#first : names.findNear(this.#first.key, this.#first.section);
    const isThere = first !== undefined && first.item < counts[first.section];
    const text = (section: number, item: number) => {
      const key = names.key(section, item);
      const name: FeedItemName = key === undefined ? { section, item } : { section, item, key };
      const found = itemOf ? itemOf(name) : { item: name };
      return found ? this.#read(found.item) : undefined;
    };
    const scan = this.#scan = new Scan({
      word: this.text, counts, first: isThere ? first : this.#inSight, text, clock: this.#clock, sliced: () => this.#look(),
    });
    this.#row = isHit && isThere ? scan.first : null;
    [this.#isHere, this.#travels] = [true, travel.count];
    scan.run();
  }

  #read(item: any) {
    try {
      return this.#textOf(item);
    } catch (error) {
      // One report is enough for a function that throws for each item.
      if (!this.#hasFailed) (this.#parts.options.onError ?? console.error)(error);
      this.#hasFailed = true;
      return undefined;
    }
  }

  changing(names: FeedNames) {
    const { names: shown } = this.#parts.screen;
    if (names === shown || isTurned(names, shown)) return;
    if (this.#scan && !this.#isChanged) this.#first = this.#row === null ? undefined : this.#named(this.#row);
    this.#isChanged = true;
    this.#scan?.stop();
  }

  drawn() {
    if (this.#isChanged) {
      this.#isChanged = false;
      this.begin(this.#first, true);
    }
    this.#mark();
  }

  scrolled() {
    this.#isHere = false;
  }

  // MARK: The hits

  /** Goes to the next hit in a direction, once that is found. */
  async #go(way: 1 | -1): Promise<FeedItemName | null> {
    const chosen = this.#last.then(() => this.#choose(way));
    this.#last = chosen;
    const place = await chosen;
    const { feed, travel } = this.#parts;
    if (place === null || this.isClosed) return null;
    const scan = this.#scan;
    const reached = feed.scrollTo({ section: place.section, item: place.item }, { alignment: 'center' });
    [this.#isHere, this.#travels] = [true, travel.count];
    try {
      await reached;
    } catch (error) {
      // The item was removed meanwhile, or the feed is closed.
      if (!this.isClosed && !this.#isChanged && this.#scan === scan) throw error;
    }
    return place;
  }

  /** The next hit, which is the current one from now on; null if there is none. */
  async #choose(way: 1 | -1): Promise<Kept | null> {
    for (;;) {
      const scan = this.#isChanged ? null : this.#scan;
      const row = this.isClosed ? null : scan ? this.#step(scan, way) : undefined;
      if (row !== undefined) {
        if (row === null) return null;
        this.#row = row;
        [this.#isHere, this.#travels] = [true, this.#parts.travel.count];
        const place = this.#named(row);
        this.#look();
        return place;
      }
      await this.#sliced.promise;
    }
  }

  #step(scan: Scan, way: 1 | -1) {
    const isStill = this.#row !== null && scan.has(this.#row) && this.#isNear(this.#row);
    const from = isStill ? this.#row as number : this.#isUnmoved ? scan.first : scan.row(this.#inSight);
    return way > 0 ? scan.after(from, !isStill) : scan.before(from);
  }

  get #isUnmoved() {
    return this.#isHere && this.#travels === this.#parts.travel.count;
  }

  /** Whether the user is where a hit is: nothing has been scrolled since, or it is in sight. */
  #isNear(row: number) {
    if (this.#isUnmoved) return true;
    const { axis, shown, viewport: { bounds } } = this.#parts.screen;
    const { section, item } = (this.#scan as Scan).path(row);
    const cell = shown.find(({ kind, section: own, number }) => kind === 'cell' && own === section && number === item);
    return cell !== undefined && axis.start(cell.frame) < axis.start(bounds) + axis.extent(bounds)
      && axis.start(cell.frame) + axis.extent(cell.frame) > axis.start(bounds);
  }

  /** The first row in sight. */
  get #inSight() {
    const { section = 0, item = 0 } = this.#parts.screen.place;
    return { section, item };
  }

  #named(row: number): Kept {
    const { section, item } = (this.#scan as Scan).path(row);
    const key = this.#parts.screen.names.key(section, item);
    return { section, item, ...(key !== undefined && { key }) };
  }

  /** Marks and tells what has been found since. */
  #look() {
    if (this.isClosed || !this.#scan) return;
    // The first row is looked at in the first slice.
    if (this.#row !== null && !this.#scan.has(this.#row)) this.#row = null;
    this.#mark();
    const { count, current, skipped, isDone } = this;
    const sliced = this.#sliced;
    this.#sliced = deferred();
    sliced.resolve();
    const now = `${[count, current, skipped, isDone]}`;
    if (now === this.#told) return;
    this.#told = now;
    this.dispatchEvent(new Event('change'));
  }

  #mark() {
    const scan = this.#scan;
    // Until the first slice of a changed list, the marks stay.
    if (this.isClosed || this.#isChanged || !scan?.hasBegun) return;
    const nodes: Map<HTMLElement, boolean> = new Map();
    for (const { kind, section, number, node } of this.#parts.screen.shown) {
      if (kind !== 'cell') continue;
      const row = scan.row({ section, item: number });
      if (scan.has(row)) nodes.set(node, row === this.#row);
    }
    this.#marks?.show(nodes);
  }
}

/** Whether names are those of the same list, made for another width. */
function isTurned({ making }: FeedNames, { making: shown }: FeedNames) {
  return making && making.make === shown?.make && making.keys === shown.keys && making.extent !== shown.extent;
}
