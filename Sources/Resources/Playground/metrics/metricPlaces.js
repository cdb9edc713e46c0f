import { stretchOf } from '../editor/jsonPositions.js';
import { jsonText } from '../editor/jsonText.js';
import { memberEdit } from '../sources/memberEdit.js';
import { sourceNodes } from '../sources/sourceNodes.js';

/** The metrics that a template of groups has, and what a group of each is called. */
const templates = { leadingGroups: 'Leading group', groups: 'Group', lastGroups: 'Last group' };
/** The height of rows if the metrics do not say it (docs/rules.md#metrics). */
const usualRowHeight = 200;

/**
 * What the controls of metrics change in a text: the row heights of sections with the engine justified, and groups.
 *
 * @param {string} text a snapshot, valid or not
 * @returns {{ rowHeight: object | null, groups: object[] } | undefined} undefined if the text is not JSON. `rowHeight` has the
 *   `value` and the `owners` of the metrics that say it, and is null without such a section; `groups` are `{ pointer, name, group }`
 */
export function metricPlaces(text) {
  const [hasRows, hasGroups] = [/"justified"/u.test(text), /"(?:leadingGroups|groups|lastGroups)"\s*:/u.test(text)];
  if (!hasRows && !hasGroups) return { rowHeight: null, groups: [] };
  let snapshot;
  try {
    snapshot = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(snapshot)) return { rowHeight: null, groups: [] };
  const sections = sectionsOf(snapshot);
  const owners = [{ pointer: '', owner: snapshot, name: '' }, ...sections].filter(({ owner }) => owner.metrics === undefined || isObject(owner.metrics));
  return { rowHeight: hasRows ? rowHeightOf(snapshot, sections, owners) : null, groups: hasGroups ? groupsOf(owners) : [] };
}

/**
 * How a text is edited to give sections with the engine justified another row height: one edit after the other, each of the text
 * that the ones before have made.
 *
 * @param {object} rowHeight as in `metricPlaces`
 * @param {number} value
 * @returns {((text: string) => { place: { start: number, end: number }, text: string })[]}
 */
export function rowHeightEdits({ owners }, value) {
  return owners.map(({ pointer, owner }) => (text) => (owner.metrics
    ? memberEdit(text, `${pointer}/metrics`, owner.metrics, 'targetRowHeight', value)
    : memberEdit(text, pointer, owner, 'metrics', { targetRowHeight: value })));
}

/** How a text is edited to replace a value in it. */
export function valueEdit(text, pointer, value) {
  const { value: start, end } = stretchOf(text, pointer);
  return { place: { start, end }, text: jsonText(value) };
}

function rowHeightOf(snapshot, sections, owners) {
  const isJustified = ({ owner }) => (owner.engine ?? snapshot.engine) === 'justified';
  if (!sections.some(isJustified)) return null;
  const says = ({ owner }) => owner.metrics?.targetRowHeight !== undefined;
  const saying = owners.filter((one) => says(one) && (one.owner === snapshot || isJustified(one)));
  const { targetRowHeight } = saying[0]?.owner.metrics ?? {};
  return {
    value: Number.isFinite(targetRowHeight) ? targetRowHeight : usualRowHeight,
    owners: saying.length ? saying : owners.filter(({ owner }) => owner === snapshot),
  };
}

function groupsOf(owners) {
  return owners.flatMap(({ pointer, owner, name }) => Object.entries(templates).flatMap(([metric, title]) => {
    const groups = owner.metrics?.[metric];
    return !Array.isArray(groups) ? [] : groups.map((group, number) => (
      { pointer: `${pointer}/metrics/${metric}/${number}`, name: `${name}${title} ${number + 1}`, group }));
  }));
}

/** The sections of a snapshot, also those of its source. */
function sectionsOf({ sections, source }) {
  const lists = isObject(source)
    ? sourceNodes(source).map(({ node, pointer }) => [node.sections, pointer]) : [[sections, '']];
  return lists.flatMap(([list, pointer]) => (Array.isArray(list) ? list : []).map((owner, number) => (
    { pointer: `${pointer}/sections/${number}`, owner, name: `${owner?.id ?? `section ${number}`}: ` })))
    .filter(({ owner }) => isObject(owner));
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
