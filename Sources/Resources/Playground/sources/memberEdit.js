import { placeOf } from '../editor/jsonPositions.js';
import { jsonText } from '../editor/jsonText.js';

/**
 * How a JSON text is edited to give an object a member with a value.
 *
 * @param {string} text
 * @param {string} pointer of the object
 * @param {object} object its value
 * @param {string} name of the member
 * @param {any} value
 * @returns {{ place: { start: number, end: number }, text: string }} the stretch to replace, and the text for it
 */
export function memberEdit(text, pointer, object, name, value) {
  const member = `${JSON.stringify(name)}: ${jsonText(value)}`;
  if (Object.hasOwn(object, name)) return { place: placeOf(text, `${pointer}/${name}`), text: member };
  const opening = text.indexOf('{', placeOf(text, pointer).start) + 1;
  const start = opening + /^\s*/u.exec(text.slice(opening))[0].length;
  return { place: { start, end: start }, text: Object.keys(object).length ? `${member}, ` : member };
}
