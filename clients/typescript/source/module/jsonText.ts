import { localProblem } from '../service/localProblem.js';

/** The greatest depth of a body, and how much deeper one with a source may be. */
const [depthMax, furtherDepth] = [16, 16];

/** Reads JSON by the service's rules, which are stricter than those of `JSON.parse`. */
export async function readJSON(text: BlobPart): Promise<any> {
  const bytes = await new Blob([text]).arrayBuffer();
  let decoded;
  try {
    decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused('The body is not valid UTF-8.');
  }
  let value;
  try {
    value = JSON.parse(decoded);
  } catch (error) {
    throw refused(`${(error as Error).message}.`);
  }
  check(decoded, value?.source === undefined ? depthMax : depthMax + furtherDepth);
  return value;
}

function refused(detail: string, code = 'bad-syntax', pointer = '') {
  return localProblem('bad-json', detail, [{ pointer, code }]);
}

/**
 * Rejects nesting that is too deep, unpaired surrogates, numbers beyond the range of doubles, and duplicate keys.
 *
 * @param text that `JSON.parse` reads
 * @param most levels
 */
function check(text: string, most: number) {
  // Only such a text can have an infinite number.
  const mayBeInfinite = /e\+?\d|\d{309}/i.test(text);
  const tokens = mayBeInfinite ? /["{}[\]]|-?\d[\d.e+-]*/gi : /["{}[\]]/g;
  const open: (Set<string> | null)[] = [];
  let twice = -1;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const [found] = token;
    if (found === '{' || found === '[') open.push(found === '{' ? new Set() : null);
    else if (found === '}' || found === ']') open.pop();
    else if (found !== '"') {
      if (!Number.isFinite(Number(found))) throw refused('A number is beyond the range of a double.');
    } else {
      const string = stringAt(text, token.index);
      tokens.lastIndex = string.end;
      if (!string.isKey) continue;
      const keys = open[open.length - 1];
      if (keys?.has(string.value) && twice < 0) twice = token.index;
      keys?.add(string.value);
    }
    if (open.length > most) throw refused('The body is nested too deeply.', 'too-many');
  }
  if (twice < 0) return;
  const { value } = stringAt(text, twice);
  throw refused(`An object has the key "${value}" twice.`, 'duplicate-key', pointerTo(text, twice));
}

/** @param start of its quotation mark */
function stringAt(text: string, start: number) {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  const raw = text.slice(start, end + 1);
  const value = raw.includes('\\') ? JSON.parse(raw) : raw.slice(1, -1);
  if (/\p{Surrogate}/u.test(value)) throw refused('Half of a pair of surrogates is no text.');
  let next = end + 1;
  while (' \t\r\n'.includes(text[next] ?? '"')) next += 1;
  return { value, end: end + 1, isKey: text[next] === ':' };
}

/** Whether an odd number of backslashes precedes a place. */
function isEscaped(text: string, place: number) {
  let count = 0;
  while (text[place - 1 - count] === '\\') count += 1;
  return count % 2 === 1;
}

/**
 * The pointer to a key.
 *
 * @param place of its quotation mark
 */
function pointerTo(text: string, place: number) {
  const tokens = /["{}[\],]/g;
  /** the key or the index in each value that is open */
  const path: (string | number)[] = [];
  for (let token = tokens.exec(text); token && token.index <= place; token = tokens.exec(text)) {
    const [found] = token;
    const last = path.length - 1;
    if (found === '{' || found === '[') path.push(found === '{' ? '' : 0);
    else if (found === '}' || found === ']') path.pop();
    else if (found === '"') {
      const string = stringAt(text, token.index);
      tokens.lastIndex = string.end;
      if (string.isKey) path[last] = string.value;
    } else {
      const step = path[last];
      if (typeof step === 'number') path[last] = step + 1;
    }
  }
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
