import { isHandedBack } from '../viewport/pages/elementList.js';
import type { Axis } from '../viewport/pages/Axis.js';

/**
 * Headers or footers as in a posted snapshot: at their indices, with hidden ones at unused indices.
 *
 * @param elements at rest, in any order
 */
export function stackInput(elements: readonly any[], axis: Axis): any[] {
  const name = axis.isHorizontal ? 'width' : 'height';
  const stack: any[] = [];
  for (const element of elements) {
    const { index, frame, pinned, waits } = element;
    const handedBack = Object.fromEntries(Object.entries(element).filter(([member]) => isHandedBack(member)));
    // A missing colour would be inherited from the metrics.
    stack[index] = {
      [name]: axis.extent(frame), pin: pinned !== undefined && !waits, backgroundColor: null, selectedBackgroundColor: null,
      ...handedBack, ...(waits && { waits }),
    };
  }
  return Array.from(stack, (input) => input ?? { hidden: true });
}
