// @ts-check
import { Column } from './Column.mjs';
import { EqualFlow } from './EqualFlow.mjs';
import { Flow } from './Flow.mjs';
import { Mosaic } from './Mosaic.mjs';
import { Waterfall } from './Waterfall.mjs';

/**
 * Lays a list out in plain JavaScript.
 *
 * @param {import('../lists.mjs').List} list
 * @returns {import('./elements.mjs').PlainLayout}
 */
export function layOut({ kind, items, numberOfColumns }) {
  const given = /** @type {any} */ (items);
  switch (kind) {
    case 'equalFlow': return new EqualFlow(given);
    case 'flow': return new Flow(given);
    case 'waterfall': return new Waterfall(given, numberOfColumns);
    case 'mosaic': return new Mosaic(given);
    default: return new Column(given, numberOfColumns);
  }
}
