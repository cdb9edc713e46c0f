/** What the panel draws of a group at most: slots, and parts inside of each other. */
const [mostSlots, mostDepth] = [200, 16];
/** The places that the border between two parts can have: 1 to 39 fortieths. */
const steps = 40;

/** @returns {'row' | 'column' | null} what a group or a part is divided into; null for a slot */
export function kindOf(part) {
  return ['row', 'column'].find((kind) => Object.hasOwn(part, kind)) ?? null;
}

/** A group with each part as often as it is repeated; null if that is no group, or a very large one. */
export function expanded(group) {
  return slotCount(group, 0) <= mostSlots ? copied({ ...group }) : null;
}

/** The reverse of `expanded`: equal parts next to each other are written once, with `repeat`. */
export function collapsed(group) {
  const kind = kindOf(group);
  if (!kind) return group;
  const runs = [];
  for (const part of group[kind].map(collapsed)) {
    const text = JSON.stringify(part);
    if (runs.at(-1)?.text === text) runs.at(-1).count += 1;
    else runs.push({ part, text, count: 1 });
  }
  return { ...group, [kind]: runs.map(({ part, count }) => (count > 1 ? { repeat: count, ...part } : part)) };
}

/**
 * The paths of the slots of a group, in the order of items.
 *
 * @param group as `expanded` returns it, and so below
 * @returns {number[][]} for each the places of its parts, from the outermost one on; empty for a group that is not divided
 */
export function slotPaths(group) {
  const kind = kindOf(group);
  return kind ? group[kind].flatMap((part, place) => slotPaths(part).map((path) => [place, ...path])) : [[]];
}

/** A group with a slot divided into a row or a column of two parts. */
export function divided(group, path, kind) {
  return changed(group, path, (slot) => ({ ...slot, [kind]: [{}, {}] }));
}

/** A group without a slot: a neighbour has its room, or what contains the two if there is no other. */
export function joined(group, path) {
  const place = path.at(-1);
  return changed(group, path.slice(0, -1), (parent) => {
    const kind = kindOf(parent);
    const parts = parent[kind].toSpliced(place, 1);
    if (parts.length === 1) return divisionOf(parts[0], without(parent, kind, 'spacing'));
    const near = Math.max(0, place - 1);
    return { ...parent, [kind]: parts.with(near, together(parts[near], parent[kind][place])) };
  });
}

/**
 * A group with the border behind a part of a row or column moved.
 *
 * @param {number[]} path of the part before the border
 * @param {number} share of the room of the two parts that the first one gets, 0 to 1
 */
export function moved(group, path, share) {
  const place = path.at(-1);
  return changed(group, path.slice(0, -1), (parent) => {
    const kind = kindOf(parent);
    const [first, second] = parent[kind].slice(place, place + 2);
    const total = shareOf(first) + shareOf(second);
    const part = round(total * Math.min(steps - 1, Math.max(1, Math.round(share * steps))) / steps);
    const parts = parent[kind].toSpliced(place, 2, withShare(first, part), withShare(second, round(total - part)));
    return { ...parent, [kind]: parts };
  });
}

/** The share of its room that the first of two parts has, 0 to 1; null if one has a length in points. */
export function shareBetween(first, second) {
  return isFixed(first) || isFixed(second) ? null : shareOf(first) / (shareOf(first) + shareOf(second));
}

/** By how much a key moves a border. */
export const shareStep = 1 / steps;

function slotCount(part, depth) {
  if (typeof part !== 'object' || part === null || Array.isArray(part) || depth > mostDepth) return Infinity;
  const { repeat = 1 } = part;
  const kind = kindOf(part);
  if (!Number.isInteger(repeat) || repeat < 1) return Infinity;
  if (!kind) return repeat;
  const parts = Array.isArray(part[kind]) ? part[kind] : [];
  return parts.length ? repeat * parts.reduce((sum, each) => sum + slotCount(each, depth + 1), 0) : Infinity;
}

function copied(part) {
  const kind = kindOf(part);
  if (!kind) return part;
  return { ...part, [kind]: part[kind].flatMap(({ repeat = 1, ...each }) => Array.from({ length: repeat }, () => copied(each))) };
}

/** Exchanges what is at a path. */
function changed(group, [place, ...path], change) {
  if (place === undefined) return change(group);
  const kind = kindOf(group);
  return { ...group, [kind]: group[kind].with(place, changed(group[kind][place], path, change)) };
}

/** A part, or a group, that is divided as another part is. */
function divisionOf(part, sized) {
  const kind = kindOf(part);
  return !kind ? sized : { ...sized, ...('spacing' in part ? { spacing: part.spacing } : {}), [kind]: part[kind] };
}

/** A part with the room of another one. */
function together(part, gone) {
  if (isFixed(part) && isFixed(gone)) return { ...part, points: round(part.points + gone.points) };
  return isFixed(part) || isFixed(gone) ? part : withShare(part, round(shareOf(part) + shareOf(gone)));
}

function isFixed(part) {
  return Object.hasOwn(part, 'points');
}

function shareOf({ parts = 1 }) {
  return parts;
}

function withShare(part, parts) {
  const rest = without(part, 'parts');
  return parts === 1 ? rest : { parts, ...rest };
}

function without(part, ...names) {
  return Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)));
}

function round(number) {
  return Number(number.toFixed(4));
}
