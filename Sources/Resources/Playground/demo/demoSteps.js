/** The number of items inserted or deleted at a time. */
const some = 7;
/** The distance that items move. */
const distance = 3;

/**
 * The step of a button: in the middle of the window, or far above it.
 *
 * @param kind `insert`, `delete`, `move` or `shuffle`
 * @param cells the places of the visible cells: `{ section, item }`, in order
 * @param countOf returns the number of items of a section
 * @param newItems makes items for a section
 * @param isAbove whether the step is in the section before the visible ones, instead of in sight
 * @returns null if there are no items for it
 */
export function demoStep(kind, cells, countOf, newItems, isAbove) {
  const middle = cells[Math.floor(cells.length / 2)];
  if (!middle) return null;
  const section = isAbove ? Math.max(0, cells[0].section - 1) : middle.section;
  const item = isAbove ? 0 : middle.item;
  const left = countOf(section) - item;
  const path = (offset) => ({ section, item: item + offset });
  if (kind === 'insert') return { insert: [{ ...path(0), items: newItems(section, some) }] };
  if (kind === 'delete') return left > 0 ? { delete: [{ ...path(0), count: Math.min(some, left) }] } : null;
  if (kind === 'move') return left > distance ? { move: [{ from: path(0), to: path(distance) }] } : null;
  const inSight = cells.filter((cell) => cell.section === section);
  const places = isAbove ? Array.from({ length: Math.min(40, left) }, (_, offset) => path(offset)) : inSight;
  return { move: shuffled(places).map((to, place) => ({ from: places[place], to })) };
}

/** The list in a random order. */
export function shuffled(list) {
  const all = [...list];
  for (let place = all.length - 1; place > 0; place -= 1) {
    const other = Math.floor(Math.random() * (place + 1));
    [all[place], all[other]] = [all[other], all[place]];
  }
  return all;
}
