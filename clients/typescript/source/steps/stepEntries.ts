import { itemCount } from './itemCount.js';
import { stepLists } from './tables.js';

export type Place = { section: number, item: number };
/** What the entries of a list do. */
type StepList = { isOfSections: boolean, takes: boolean, puts: boolean, replaces: boolean };
/**
 * An entry of a step's list. `from`: its place before the step; `to`: its place after it; `count`: of sections or items; `made`: its new
 * sections.
 */
export type StepEntry = { list: StepList, from: Place | null, to: Place | null, count: number, made: readonly any[] | null };

const lists = Object.entries(stepLists);

/**
 * The entries of a step, list by list.
 *
 * @param step whose values are checked
 * @param isWanted which lists to read
 */
export function stepEntries(step: any, isWanted: (list: StepList) => boolean = () => true): StepEntry[] {
  const entries = [];
  for (const [name, list] of lists) {
    if (!step[name] || !isWanted(list)) continue;
    for (const { section, item, from, to, count, items, sections, value } of step[name]) {
      const isMove = from !== undefined;
      const made = sections ?? (value === undefined ? null : [value]);
      entries.push({
        list,
        from: isMove ? placeAt(from) : list.puts ? null : { section, item },
        to: isMove ? placeAt(to) : list.puts ? { section, item } : null,
        count: count ?? (!list.puts || isMove ? 1 : list.isOfSections ? made.length : itemCount(items)),
        made,
      });
    }
  }
  return entries;
}

/** Whether the entries of a list put sections elsewhere, or others in their place. */
export function renumbers({ isOfSections, takes, puts, replaces }: StepList) {
  return isOfSections && (takes || puts || replaces);
}

function placeAt(place: Place | number): Place {
  return typeof place === 'number' ? { section: place, item: 0 } : { section: place.section, item: place.item };
}
