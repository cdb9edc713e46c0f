import type { SnapshotBody } from '../../types/index.js';
import type { LayoutService } from '../viewport/LayoutService.js';

type Reading = (value: string) => any;

const text = (value: string) => value;
const isOn = (value: string) => value !== 'false';

/** The attributes of a feed's element: the property that each sets, and the function that reads its text. */
export const attributes: Record<string, [string, Reading]> = {
  'arrow-keys': ['arrowKeys', isOn],
  crossfades: ['crossfades', isOn],
  engine: ['engine', text],
  estimate: ['estimate', number],
  fills: ['fills', isOn],
  find: ['find', text],
  'keeps-columns': ['keepsColumns', isOn],
  key: ['keyOf', (name) => (item: any) => item[name]],
  label: ['label', (name) => () => name],
  'layout-direction': ['layoutDirection', text],
  margins: ['margins', JSON.parse],
  measures: ['measures', text],
  metrics: ['metrics', JSON.parse],
  overscan: ['overscan', number],
  'page-length': ['pageLength', number],
  'print-items': ['printItems', number],
  reach: ['reach', number],
  remember: ['remember', text],
  'scroll-direction': ['scrollDirection', text],
  service: ['service', serviceAt],
  size: ['size', number],
  snap: ['snap', text],
  'stick-to-end': ['stickToEnd', isOn],
  window: ['window', isOn],
};

/** The service at an address, whose code is loaded here. */
function serviceAt(url: string) {
  let made: Promise<LayoutService> | null = null;
  const load = () => made ??= import('../viewport/LayoutService.js').then(({ LayoutService }) => new LayoutService(url), (error) => {
    // The next post loads it again.
    made = null;
    throw error;
  });
  load().catch(() => {});
  return { post: async (snapshot: SnapshotBody, options: any) => await (await load()).post(snapshot, options) };
}

function number(value: string) {
  const read = Number(value);
  if (value.trim() === '' || !Number.isFinite(read)) throw new RangeError('it is no number');
  return read;
}

/** The value of an attribute; undefined if it is not set. */
export function readAttribute(name: string, value: string | null) {
  if (value === null) return undefined;
  try {
    return attributes[name][1](value);
  } catch (cause) {
    throw Object.assign(new TypeError(`${name}="${value}" cannot be read: ${(cause as any)?.message}`), { cause });
  }
}
