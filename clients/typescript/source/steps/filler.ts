import { itemCount } from './itemCount.js';
import { extents } from './tables.js';

/**
 * The member for which a section would share what the content lacks (docs/rules.md#minimum-content-length); null if it does not.
 *
 * @param section with what it inherits
 */
export function filler(
  { engine, metrics, placeholder, items }: { engine: string, metrics?: any, placeholder?: any, items?: any }, isHorizontal: boolean,
) {
  const count = itemCount(items);
  if (count === 0) return placeholder && placeholder[isHorizontal ? 'width' : 'height'] === undefined ? 'placeholder' : null;
  const [metric] = Object.values<any>(extents[engine] ?? {}).find(([name]) => metrics?.[name] === 'remainder') ?? [];
  return count === 1 && metric ? `metrics/${metric}` : null;
}
