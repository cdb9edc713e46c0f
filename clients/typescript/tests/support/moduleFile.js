// Which module the tests use: the one that pages get, or the one at LAYOUTD_MODULE.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const { LAYOUTD_MODULE: path } = process.env;

export const shipped = new URL('../../layout.wasm', import.meta.url);
export const file = path ? pathToFileURL(path) : shipped;
export const skip = existsSync(file) ? false : `there is no ${file.pathname}: script/wasm makes it`;

/** What pages load: the module's two files, or that at LAYOUTD_MODULE. */
export async function pageModule() {
  if (path) return readFileSync(file);
  const { first, rest } = await import('../../module/files.js');
  return { first: readFileSync(first), rest: readFileSync(rest) };
}
