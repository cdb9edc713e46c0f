import { itemCount } from './itemCount.js';
import { ItemSizes, missingSize } from './itemForms.js';
import { keySources } from './keySources.js';
import { sectionNames } from './keyLists.js';
import { changes, sourceSteps, stepsBetween, type SizeChange } from './stepsBetween.js';
import { members, rivals, sectionMembers, settings as defaults } from './tables.js';
import type { ItemSize, Key, Step } from '../../types/index.js';

/** A list of keys for each section. */
type KeyedSnapshot = { snapshot: any, keys: readonly (readonly Key[] | null)[] };

/**
 * The steps that lead from one snapshot to another. Sections are identified by their `id`s, otherwise by their numbers, items by their
 * keys. A section without keys is reloaded if its items differ.
 *
 * @returns null if no steps lead there, such as for changed metrics
 */
export function snapshotSteps(before: KeyedSnapshot, after: KeyedSnapshot): Step[] | null {
  if (!isSame(withoutSections(before.snapshot), withoutSections(after.snapshot))) return null;
  const sections = sectionSteps(before.snapshot.sections, after.snapshot);
  const places = new Map(sectionNames(before.snapshot.sections).map((name, place) => [name, place]));
  const step: any = {};
  for (const [place, name] of sectionNames(after.snapshot.sections).entries()) {
    const source = places.get(name);
    if (source === undefined) continue;
    if (!isSame(settings(before.snapshot.sections[source]), settings(after.snapshot.sections[place]))) return null;
    add(step, oneSection(before, source, after, place));
  }
  for (const name of Object.keys(defaults)) {
    const value = after.snapshot[name] ?? defaults[name];
    if (!isSame(before.snapshot[name] ?? defaults[name], value)) step.set = { ...step.set, [name]: value };
  }
  return [...sections, step].filter((one) => Object.keys(one).length > 0);
}

/**
 * Each item, with the members that the engine reads. Missing extents are taken from the metrics, since a step has to contain all of them.
 * Null if the engine reads none.
 */
export function sizes(snapshot: any, section: any): ItemSizes | null {
  const metrics = { ...snapshot.metrics, ...section.metrics };
  const size = missingSize(section.engine ?? snapshot.engine ?? 'flow', snapshot.scrollDirection === 'horizontal', (name) => metrics[name]);
  const names = [...Object.keys(size), ...Object.keys(size).length > 0 ? ['estimated'] : [], ...Object.keys(members)];
  return names.length > 0 ? new ItemSizes(section.items, names, size) : null;
}

/** The changes of whole sections. */
function sectionSteps(before: readonly any[], after: any): Step[] {
  const steps = stepsBetween(sectionNames(before), sectionNames(after.sections));
  return steps.map((step) => ({
    ...(step.delete && { deleteSections: step.delete.map(({ item, count }) => ({ section: item, count })) }),
    ...(step.insert && {
      insertSections: step.insert.map(({ item, items }) => ({
        section: item,
        sections: after.sections.slice(item, item + Number(items))
          .map((section: any) => inherited(after, section)),
      })),
    }),
    ...(step.move && {
      moveSections: step.move.map(({ from, to, count }) => ({ from: from.item, to: to.item, count })),
    }),
  }));
}

/** The changes in a section that stays. */
function oneSection(before: KeyedSnapshot, source: number, after: KeyedSnapshot, section: number): Step {
  const [old, now] = [before.snapshot.sections[source], after.snapshot.sections[section]];
  const step: any = {};
  const supplementary = { headers: now.headers ?? [], footers: now.footers ?? [] };
  if (!isSame({ headers: old.headers ?? [], footers: old.footers ?? [] }, supplementary)) {
    step.setSections = [{ section, ...supplementary }];
  }
  for (const [name, standard] of Object.entries(sectionMembers)) {
    const value = now[name] ?? standard;
    if (!isSame(old[name] ?? standard, value)) step.setSections = [{ section, ...step.setSections?.[0], [name]: value }];
  }
  const [placeholder, isEmpty] = [placeholderOf(now), itemCount(now.items) === 0];
  if (isEmpty && !isSame(placeholderOf(old), placeholder)) step.setSections = [{ section, ...step.setSections?.[0], placeholder }];
  const [keysBefore, keysAfter] = [before.keys[source], after.keys[section]];
  const items = keysBefore && keysAfter && itemSteps(before, source, after, section);
  if (items) return { ...step, ...items };
  const isEqual = !(keysBefore && keysAfter) && isSame(old.items ?? 0, now.items ?? 0);
  return isEqual ? step : { reloadSections: [{ section, value: inherited(after.snapshot, now) }] };
}

/**
 * The changes of the items of a section that stays; null if an item no longer has an extent, such as in a waterfall that is no longer
 * scaled: a resize cannot remove one. Equal items at both ends are skipped: O(items) comparisons, and O(items between) for the rest.
 */
function itemSteps(before: KeyedSnapshot, source: number, after: KeyedSnapshot, section: number): Step | null {
  const [keysBefore, keysAfter] = [before.keys[source] ?? [], after.keys[section] ?? []];
  const [old, now] = [before.snapshot.sections[source], after.snapshot.sections[section]];
  const [metricsBefore, metricsAfter] = [sizes(before.snapshot, old), sizes(after.snapshot, now)];
  const { head, tail, sources } = keySources(keysBefore, keysAfter);
  const [countBefore, countAfter] = [keysBefore.length - head - tail, sources.length];
  const shift = keysAfter.length - keysBefore.length;
  const changed: SizeChange[] = [];
  if (metricsBefore && metricsAfter) {
    const add = (place: number, other: number) => {
      if (metricsBefore.isSame(place, metricsAfter, other)) return true;
      const [one, two] = [metricsBefore.at(place), metricsAfter.at(other)];
      changed.push({ place, one, other: two });
      return !loses(one, two);
    };
    const isRead = old.items !== now.items;
    for (let place = 0; isRead && place < head; place += 1) if (!add(place, place)) return null;
    for (let place = 0; place < countAfter; place += 1) if (sources[place] >= 0 && !add(head + sources[place], head + place)) return null;
    for (let place = keysBefore.length - tail; (isRead || shift !== 0) && place < keysBefore.length; place += 1) {
      if (!add(place, place + shift)) return null;
    }
  }
  const step: any = sourceSteps(sources, countBefore, { section, first: head, ...(metricsAfter && { size: (place) => metricsAfter.at(head + place) }) });
  add(step, changes(section, changed));
  return step;
}

function loses(before: ItemSize, after: ItemSize) {
  return ('width' in before && !('width' in after)) || ('height' in before && !('height' in after));
}

/** @param other whose lists are appended to those of the step */
function add(step: any, other: any) {
  for (const [name, entries] of Object.entries<any[]>(other)) step[name] = [...(step[name] ?? []), ...entries];
}

/** A section with its inherited settings, since a section in a step inherits nothing. */
function inherited(snapshot: any, section: any) {
  const metrics = { ...snapshot.metrics };
  const own = { ...section.metrics };
  for (const name of Object.keys(own)) delete metrics[rivals[name]];
  const engine = section.engine ?? snapshot.engine;
  return { ...section, ...(engine && { engine }), metrics: { ...metrics, ...own } };
}

function withoutSections({ sections, ...rest }: any) {
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in defaults)));
}

function settings({ items, headers, placeholder, footers, ...rest }: any) {
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in sectionMembers)));
}

/** What a section shows in place of items; null where it has some, since it is forgotten then. */
function placeholderOf(section: any) {
  return itemCount(section.items) === 0 ? section.placeholder ?? null : null;
}

function isSame(one: any, other: any) {
  return JSON.stringify(one) === JSON.stringify(other);
}
