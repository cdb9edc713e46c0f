import { extents } from '../../steps/tables.js';
import type { FeedListOptions, ItemExtent } from '../../../types/items.js';

type KnownSize = { value: ItemExtent, estimated: boolean };
type Computed = { items: readonly any[], extent: number, version: unknown, sizes: KnownSize[] };
type SizeOptions = Pick<FeedListOptions<any, any>, 'size' | 'estimate' | 'version' | 'scrollDirection' | 'engine' | 'metrics'>;

/** The first guess of rows of which nothing is said. */
const guess = 44;

/** The sizes that functions compute for items. They are not called again for items that stay, at the same extent. */
export class ItemSizes {
  /** By section. */
  #computed: Map<number, Computed> = new Map();

  /**
   * The `items` of a section in a snapshot.
   *
   * @param extent of the container
   */
  of(section: number, items: readonly any[], options: SizeOptions, extent: number) {
    const { size, scrollDirection, engine = 'column', metrics } = options;
    const { width: across = [null], height: [metric] = [null] } = extents[engine] ?? {};
    const isGuessed = 'height' in (extents[engine] ?? {}) && across[0] === null && (metrics as any)?.[metric] === undefined && items.length > 0;
    const { estimate = size === undefined && isGuessed ? guess : undefined } = options;
    const isHorizontal = scrollDirection === 'horizontal';
    const [along, alongAll] = isHorizontal ? ['width', 'widths'] : ['height', 'heights'];
    if (typeof size === 'number') return { count: items.length, [along]: size };
    if (size === undefined && typeof estimate === 'number') return { count: items.length, [along]: estimate, estimated: true };
    if (size === undefined && estimate === undefined) return items.length;
    const sizes = this.#sizes(section, items, options, extent);
    if (sizes.some(({ value }) => typeof value === 'object')) {
      return sizes.map(({ value, estimated }) => ({ ...(typeof value === 'object' ? value : { [along]: value }), estimated }));
    }
    const [first] = sizes;
    const isOne = sizes.every(({ estimated }) => estimated === first.estimated);
    return {
      [alongAll]: sizes.map(({ value }) => value), estimated: isOne ? first?.estimated ?? false : sizes.map(({ estimated }) => estimated),
    };
  }

  #sizes(section: number, items: readonly any[], options: SizeOptions, extent: number) {
    const known = this.#computed.get(section);
    const before = known && known.extent === extent && known.version === options.version ? known : { items: [], sizes: [] };
    const [head, tail] = shared(before.items, items);
    const from = before.items.length - items.length;
    const sizes = Array.from(items, (item, place) => {
      if (place < head) return before.sizes[place];
      return place >= items.length - tail ? before.sizes[place + from] : sizeOf(item, options, extent);
    });
    this.#computed.set(section, { items, extent, version: options.version, sizes });
    return sizes;
  }
}

/** The number of items that two lists have in common at their starts, and at their ends after that. */
function shared(before: readonly any[], after: readonly any[]) {
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < least - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return [head, tail];
}

function sizeOf(item: any, { size, estimate }: SizeOptions, extent: number): KnownSize {
  const known = typeof size === 'function' ? size(item, extent) : size;
  if (known !== undefined && known !== null) return { value: known, estimated: false };
  const guess = typeof estimate === 'function' ? estimate(item, extent) : estimate;
  if (guess === undefined) throw new TypeError('size says nothing of an item, and there is no estimate');
  return { value: guess, estimated: true };
}
