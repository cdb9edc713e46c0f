// @ts-check
import { numbered, stepsBetween } from './stepsBetween.js';

/** @typedef {import('../index.js').ItemSize} ItemSize */
/** @typedef {import('../index.js').Key} Key */
/** @typedef {import('../index.js').Step} Step */
/** @typedef {{ snapshot: any, keys: readonly (readonly Key[] | null)[] }} KeyedSnapshot a list of keys for each section */

/**
 * The steps that make one snapshot of another: sections are told apart by their `id`s, else by their numbers, items by
 * their keys. A section without keys is reloaded where its items differ.
 *
 * @param {KeyedSnapshot} before
 * @param {KeyedSnapshot} after
 * @returns {Step[] | null} null where no steps do it, such as for other metrics
 */
export function snapshotSteps(before, after) {
  if (!isSame(withoutSections(before.snapshot), withoutSections(after.snapshot))) return null;
  const sections = sectionSteps(before.snapshot.sections, after.snapshot);
  const places = new Map(sectionNames(before.snapshot.sections).map((name, place) => [name, place]));
  /** @type {any} */
  const step = {};
  for (const [place, name] of sectionNames(after.snapshot.sections).entries()) {
    const source = places.get(name);
    if (source === undefined) continue;
    if (!isSame(settings(before.snapshot.sections[source]), settings(after.snapshot.sections[place]))) return null;
    add(step, oneSection(before, source, after, place));
  }
  const { globalHeaders = [] } = after.snapshot;
  if (!isSame(before.snapshot.globalHeaders ?? [], globalHeaders)) step.set = { globalHeaders };
  return [...sections, step].filter((one) => Object.keys(one).length > 0);
}

/**
 * The keys of each section; null for a section without.
 *
 * @param {import('../index.js').FeedKeys} keys
 * @param {any} snapshot
 * @returns {(readonly Key[] | null)[]}
 */
export function keyLists(keys, snapshot) {
  const { sections } = snapshot;
  const isOne = typeof keys !== 'function' && sections.length === 1
    && !keys.some((entry) => entry === null || Array.isArray(entry));
  const listOf = typeof keys === 'function' ? keys : (/** @type {number} */ section) => (isOne ? keys : keys[section]);
  return sections.map((/** @type {any} */ { items }, /** @type {number} */ section) => {
    const list = /** @type {readonly Key[] | null} */ (listOf(section) ?? null);
    if (list && list.length !== itemCount(items)) {
      throw new TypeError(`Section ${section} has ${itemCount(items)} items and ${list.length} keys`);
    }
    if (list) numbered(list, (key) => key);
    return list;
  });
}

/** @param {any} items in any form */
export function itemCount(items = 0) {
  if (typeof items === 'number') return items;
  if (Array.isArray(items)) return items.reduce((sum, { count = 1 }) => sum + count, 0);
  return items.count ?? items.heights?.length ?? items.widths?.length ?? 0;
}

/**
 * The size of each item in what the engine reads, with what the metrics give, since a step has to say all of that; null
 * where it reads none.
 *
 * @param {any} snapshot
 * @param {any} section
 * @returns {((place: number) => ItemSize) | null}
 */
function sizes(snapshot, section) {
  const engine = /** @type {'flow' | 'column' | 'waterfall' | 'mosaic'} */ (section.engine ?? snapshot.engine ?? 'flow');
  if (engine === 'mosaic') return null;
  const { itemSize = {}, rowHeight = 44 } = /** @type {any} */ ({ ...snapshot.metrics, ...section.metrics });
  const along = snapshot.scrollDirection === 'horizontal' ? 'width' : 'height';
  /** @type {Record<string, any>} */
  const metric = { flow: { width: 50, height: 50, ...itemSize }, column: { [along]: rowHeight }, waterfall: {} }[engine];
  const names = engine === 'column' ? [along, 'estimated'] : ['width', 'height', 'estimated'];
  const given = givenSizes(section.items);
  return (place) => {
    const [values, size] = /** @type {any[]} */ ([given(place), {}]);
    for (const name of names) {
      const value = values[name] ?? metric[name];
      if (value !== undefined) size[name] = value;
    }
    return size;
  };
}

/**
 * What items say of their sizes.
 *
 * @param {any} items in any form
 * @returns {(place: number) => ItemSize}
 */
function givenSizes(items = 0) {
  if (typeof items === 'number') return () => ({});
  if (Array.isArray(items)) {
    const list = items.flatMap(({ count = 1, ...size }) => new Array(count).fill(size));
    return (place) => list[place];
  }
  if (items.count !== undefined) {
    const { count, ...size } = items;
    return () => size;
  }
  const { widths, heights, estimated } = items;
  return (place) => ({
    width: widths?.[place], height: heights?.[place], estimated: Array.isArray(estimated) ? estimated[place] : estimated,
  });
}

/**
 * What happens to whole sections.
 *
 * @param {readonly any[]} before
 * @param {any} after
 * @returns {Step[]}
 */
function sectionSteps(before, after) {
  const steps = stepsBetween(sectionNames(before), sectionNames(after.sections));
  return steps.map((step) => ({
    ...(step.delete && { deleteSections: step.delete.map(({ item, count }) => ({ section: item, count })) }),
    ...(step.insert && {
      insertSections: step.insert.map(({ item, items }) => ({
        section: item,
        sections: after.sections.slice(item, item + Number(items))
          .map((/** @type {any} */ section) => inherited(after, section)),
      })),
    }),
    ...(step.move && {
      moveSections: step.move.map(({ from, to, count }) => ({ from: from.item, to: to.item, count })),
    }),
  }));
}

/**
 * What happens in a section that stays.
 *
 * @param {KeyedSnapshot} before
 * @param {number} source
 * @param {KeyedSnapshot} after
 * @param {number} section
 * @returns {Step}
 */
function oneSection(before, source, after, section) {
  const [old, now] = [before.snapshot.sections[source], after.snapshot.sections[section]];
  /** @type {any} */
  const step = {};
  const supplementary = { headers: now.headers ?? [], footers: now.footers ?? [] };
  if (!isSame({ headers: old.headers ?? [], footers: old.footers ?? [] }, supplementary)) {
    step.setSections = [{ section, ...supplementary }];
  }
  const [keysBefore, keysAfter] = [before.keys[source], after.keys[section]];
  const size = sizes(after.snapshot, now);
  const entriesBefore = entries(keysBefore, sizes(before.snapshot, old));
  const entriesAfter = entries(keysAfter, size);
  if (!keysBefore || !keysAfter || loseExtents(entriesBefore, entriesAfter)) {
    const isEqual = isSame(old.items ?? 0, now.items ?? 0);
    return isEqual ? step : { reloadSections: [{ section, value: inherited(after.snapshot, now) }] };
  }
  const [items] = stepsBetween(entriesBefore, entriesAfter, {
    section, key: ({ key }) => key, ...(size && { size: ({ size }) => /** @type {ItemSize} */ (size) }),
  });
  return { ...step, ...items };
}

/**
 * @param {readonly Key[] | null} keys
 * @param {((place: number) => ItemSize) | null} size
 */
function entries(keys, size) {
  return (keys ?? []).map((key, place) => ({ key, size: size?.(place) }));
}

/**
 * Whether an item has an extent no more, such as one of a waterfall that is not scaled now: what a resize leaves out stays.
 *
 * @param {readonly { key: Key, size?: ItemSize }[]} before
 * @param {readonly { key: Key, size?: ItemSize }[]} after
 */
function loseExtents(before, after) {
  const sizesBefore = new Map(before.map(({ key, size = {} }) => [key, size]));
  return after.some(({ key, size = {} }) => {
    const old = sizesBefore.get(key) ?? {};
    return ('width' in old && !('width' in size)) || ('height' in old && !('height' in size));
  });
}

/**
 * @param {any} step
 * @param {any} other lists are put behind its own
 */
function add(step, other) {
  for (const [name, entries] of Object.entries(other)) step[name] = [...(step[name] ?? []), ...entries];
}

/**
 * What tells sections apart.
 *
 * @param {readonly { id?: string }[]} sections
 */
export function sectionNames(sections) {
  const ids = sections.map(({ id }) => id);
  const isNamed = ids.every((id) => id !== undefined) && new Set(ids).size === ids.length;
  return isNamed ? ids.map((id) => `id ${id}`) : sections.map((_, place) => `section ${place}`);
}

/**
 * A section with what it inherits, since one that comes by a step inherits nothing.
 *
 * @param {any} snapshot
 * @param {any} section
 */
function inherited(snapshot, section) {
  const metrics = { ...snapshot.metrics };
  if ('numberOfColumns' in (section.metrics ?? {}) || 'minimumColumnWidth' in (section.metrics ?? {})) {
    delete metrics.numberOfColumns;
    delete metrics.minimumColumnWidth;
  }
  const engine = section.engine ?? snapshot.engine;
  return { ...section, ...(engine && { engine }), metrics: { ...metrics, ...section.metrics } };
}

/** @param {any} snapshot */
function withoutSections({ sections, globalHeaders, ...rest }) {
  return rest;
}

/** @param {any} section */
function settings({ items, headers, footers, ...rest }) {
  return rest;
}

/**
 * @param {any} one
 * @param {any} other
 */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
