import { checkOptions, described } from '../../steps/options.js';
import { fault, insetFaults, numbersFaults, rectFaults } from '../../service/parameterFaults.js';
import type { ParameterFault } from '../../service/parameterFaults.js';

/** How an option is checked, and written in a query. */
type Form = { faults: (name: string, value: any) => ParameterFault[], text: (value: any) => string };

const area: Form = { faults: rectFaults, text: ({ x, y, width, height }) => `${x},${y},${width},${height}` };
const edges: Form = {
  faults: (name, value) => numbersFaults(name, value, ['top', 'left', 'bottom', 'right']),
  text: ({ top, left, bottom, right }) => `${top},${left},${bottom},${right}`,
};
const point: Form = { faults: (name, value) => numbersFaults(name, value, ['x', 'y']), text: ({ x, y }) => `${x},${y}` };

/** The numbers of a section and of an item or header in it. */
const path = (member: string): Form => ({
  faults(name, value) {
    const faults = numbersFaults(name, value, ['section', member]);
    if (faults.length > 0 || [value.section, value[member]].every((number) => Number.isSafeInteger(number) && number >= 0)) return faults;
    return [fault(name, 'out-of-range', `must be the whole numbers section, ${member} from 0`)];
  },
  text: (value) => `${value.section},${value[member]}`,
});

const oneOf = (words: readonly string[]): Form => ({
  faults: (name, value) => (words.includes(value) ? [] : [
    fault(name, value === '' ? 'bad-syntax' : 'out-of-range', `must be ${words.join(' or ')}, not ${described(value)}`),
  ]),
  text: String,
});

/** @param range in words */
const number = (range: string, isIn: (value: number) => boolean): Form => ({
  faults: (name, value) => (Number.isFinite(value) && isIn(value) ? [] : [
    fault(name, Number.isFinite(value) ? 'out-of-range' : 'bad-syntax', `must be a number ${range}, not ${described(value)}`),
  ]),
  text: String,
});
const extent = number('above 0 and at most 2^53', (value) => value > 0 && value <= 2 ** 53);
const scale = number('from 0.1 to 16', (value) => value >= 0.1 && value <= 16);
const lengths = number('from 0 to 100', (value) => value >= 0 && value <= 100);

/** The positions of an element in the visible part, and the cells that can stay in place, in the order of the module. */
export const positions = ['start', 'center', 'end', 'nearest'];
export const keptCells = ['first', 'end'];
const itemPath = path('item');

const forms: Record<string, Form> = {
  bounds: area, inset: edges, item: itemPath, header: path('index'), position: oneOf(positions), snap: oneOf(['nearest']),
  proposed: point, page: extent, velocity: point,
  keep: {
    faults: (name, value) => (keptCells.includes(value) ? [] : typeof value === 'string'
      ? [fault(name, 'bad-syntax', `must be ${keptCells.join(', ')}, or the numbers of a section and an item`)]
      : itemPath.faults(name, value)),
    text: (value) => (typeof value === 'string' ? value : itemPath.text(value)),
  },
  previous: area, previousExtent: extent, previousInset: edges, ahead: lengths, previousVelocity: point, speed: lengths,
  target: itemPath, point, scale,
};

/**
 * The options that determine the target. A question has exactly one of them. Each has a list of options that go with it, the first of which
 * is required.
 */
const aims: Record<string, readonly string[]> = {
  item: ['position'], header: ['position'], snap: ['proposed'], page: ['proposed', 'velocity'],
  keep: ['previous', 'previousExtent', 'previousInset'],
};
const neededAims = ['snap', 'page', 'keep'];

/** The options of each question. */
export const optionNames: Record<string, readonly string[]> = {
  target: ['bounds', 'inset', ...new Set(Object.entries(aims).flat(2))],
  window: ['bounds', 'inset', 'previous', 'velocity', 'ahead', 'previousVelocity', 'speed', 'scale'],
  reorder: ['item', 'target', 'point', 'bounds', 'inset', 'scale'],
};

/**
 * Throws a TypeError if the request is not an object, or has an unknown option.
 *
 * @param question `target`, `window` or `reorder`
 */
export function checkQuestion(question: string, request: any) {
  checkOptions(question, request, [...optionNames[question], 'signal']);
}

/**
 * The faults for which the service rejects a question, with its codes, except those that depend on the layout. Throws as `checkQuestion`
 * does.
 */
export function questionFaults(question: string, request: any): ParameterFault[] {
  checkQuestion(question, request);
  const faults = given(question, request).flatMap((name) => forms[name].faults(name, request[name]));
  if (faults.length > 0) return faults;
  const { bounds, inset, previous, previousInset } = request;
  const [beyond] = [
    ...insetFaults(previousInset ? 'previousInset' : 'inset', previousInset ?? inset, previous), ...insetFaults('inset', inset, bounds),
  ];
  const missing = (name: string) => request[name] === undefined && fault(name, 'missing', 'is missing');
  const wrong = beyond ?? (missing('bounds') || wrongTogether(question, request, missing));
  return wrong ? [wrong] : [];
}

/** Faults in the combination of options that are valid by themselves. */
function wrongTogether(
  question: string, request: any, missing: (name: string) => ParameterFault | false,
): ParameterFault | false | undefined {
  if (question === 'reorder') return missing('item') || missing('point');
  if (question === 'window') return request.previousVelocity !== undefined && missing('previous');
  const names = given(question, request);
  const [aim, other] = Object.keys(aims).filter((name) => names.includes(name));
  if (!aim) return fault('item', 'missing', `is missing: give one of ${Object.keys(aims).join(', ')}`);
  if (other) return fault(other, 'not-allowed', `cannot stand beside ${aim}`);
  const stray = names.find((name) => name !== aim && name !== 'bounds' && name !== 'inset' && !aims[aim].includes(name));
  return stray ? fault(stray, 'not-allowed', `does not go with ${aim}`) : neededAims.includes(aim) && missing(aims[aim][0]);
}

/** The given options, in the order of the service. */
function given(question: string, request: any) {
  return optionNames[question].filter((name) => request[name] !== undefined);
}

/** The query of a question without faults, after the container's extent. */
export function questionQuery(question: string, request: any) {
  return given(question, request).map((name) => (
    `&${name === 'previousExtent' ? 'previousWidth' : name}=${forms[name].text(request[name])}`)).join('');
}
