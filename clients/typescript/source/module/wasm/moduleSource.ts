import { ModuleProblem } from './ModuleProblem.js';
import { described } from '../../steps/options.js';

export type Source = string | URL | BufferSource;
export type Pair = { first: Source, rest: Source };

/** The addresses of the two files of this package's module. */
export async function ownFiles(): Promise<Pair> {
  try {
    // @ts-ignore script/wasm makes it, with names that say what is in the files.
    const { first, rest } = await import('../../../module/files.js');
    return { first, rest };
  } catch (error) {
    throw new ModuleProblem('module-missing', `The module's files are not in this package: ${error}. ${cure}, or give its bytes.`);
  }
}

/** The two sources of a value; null if it does not have them. */
export function pairOf(source: any): Pair | null {
  return typeof source === 'object' && source !== null && 'first' in source ? { first: source.first, rest: source.rest } : null;
}

/** Addresses whose last answer was unusable: since it may be cached, the next request bypasses the cache. */
const distrusted = new Set();
const distrustedMax = 100;

/** The module compiled from bytes, or from an address. */
export async function compiled(source: Source): Promise<WebAssembly.Module> {
  try {
    const bytes = isAddress(source) ? await fetched(source) : checkedBytes(source);
    const made = await WebAssembly.compile(bytes).catch((error) => {
      throw new ModuleProblem('module-missing', `${isAddress(source) ? source : 'The module'} cannot be compiled: ${error}.`);
    });
    distrusted.delete(String(source));
    return made;
  } catch (error) {
    distrust(source);
    throw error;
  }
}

/** @param source whose content was unusable */
export function distrust(source: Source) {
  if (!isAddress(source)) return;
  if (distrusted.size >= distrustedMax) distrusted.clear();
  distrusted.add(String(source));
}

function isAddress(source: Source): source is string | URL {
  return typeof source === 'string' || source instanceof URL;
}

/** The build of a part of the module; null for the whole module. */
export function buildOf(part: WebAssembly.Module) {
  const [mark] = WebAssembly.Module.customSections(part, 'layoutd');
  return mark ? new TextDecoder().decode(mark) : null;
}

/** Whether it is the second file of a module. */
export function isRest(part: WebAssembly.Module) {
  return WebAssembly.Module.imports(part).some(({ module }) => module === firstName);
}

/** The name under which the rest of the module imports the exports of the first file. */
export const firstName = 'primary';

const cure = 'Say where layout.wasm is, with { module: url }: a bundler may have left it out, or script/wasm has not made it';

async function fetched(url: string | URL) {
  // Neither Node nor a page at a `file:` address can fetch files.
  const isFile = String(url).startsWith('file:');
  checkAddress(url);
  const response = await fetch(url, { cache: distrusted.has(String(url)) ? 'reload' : 'default' }).catch((error) => {
    if (isFile) throw new ModuleProblem('module-missing', `${url} cannot be fetched: give its bytes in place of its address.`);
    throw new ModuleProblem('module-missing', `${url} cannot be fetched: ${error}.`);
  });
  if (!response.ok) throw new ModuleProblem('module-missing', `${url} answers ${response.status}. ${await detailOf(response) ?? `${cure}.`}`);
  const bytes = await response.arrayBuffer().catch((error) => {
    throw new ModuleProblem('module-missing', `${url} was not fetched to its end: ${error}.`);
  });
  if (!isWebAssembly(bytes)) {
    const type = response.headers.get('Content-Type') ?? 'something';
    throw new ModuleProblem('module-missing', `${url} answers ${type}, which is no WebAssembly. ${cure}.`);
  }
  return bytes;
}

/** The service's message if it was built without the module; undefined if another server answers. */
async function detailOf(response: Response): Promise<string | undefined> {
  if (response.headers.get('Content-Type') !== 'application/problem+json') return undefined;
  const problem = await response.json().catch(() => undefined);
  return typeof problem?.detail === 'string' ? problem.detail : undefined;
}

/** @param url relative to the page, if there is one */
function checkAddress(url: string | URL) {
  try {
    new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href);
  } catch {
    throw new TypeError(`The module's address is ${described(url)}: not a URL`);
  }
}

function checkedBytes(bytes: BufferSource) {
  // Bytes of another window are not instances of this window's classes.
  if (!(bytes?.byteLength >= 0)) throw new TypeError(`The module is ${described(bytes)}: not an address, and not bytes`);
  if (!isWebAssembly(bytes)) throw new ModuleProblem('module-missing', 'The bytes are no WebAssembly: give those of layout.wasm.');
  return bytes;
}

function isWebAssembly(bytes: BufferSource) {
  const first = 'buffer' in bytes ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
  return [0, 0x61, 0x73, 0x6d].every((byte, place) => first[place] === byte);
}
