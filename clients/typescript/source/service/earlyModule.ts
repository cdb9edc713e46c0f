/** The module's files, of which the first one was fetched before the code that compiles it was there. */
let early: Promise<{ first: ArrayBuffer, rest: URL } | undefined> | null = null;
let isAsked = false;

/** Begins to fetch the first file of the package's module, once in a page. Whoever needs the module reports what fails. */
export function fetchEarly() {
  if (isAsked || !globalThis.document) return;
  isAsked = true;
  early = fetched().catch(() => undefined);
}

/** What `fetchEarly` has fetched, once; undefined if that is nothing. */
export async function earlyModule() {
  const taken = early;
  early = null;
  return await taken ?? undefined;
}

async function fetched() {
  // @ts-ignore script/wasm makes it, with names that say what is in the files.
  const { first, rest } = await import('../../module/files.js');
  const answer = await fetch(first);
  const isModule = answer.ok && answer.headers.get('Content-Type') === 'application/wasm';
  return isModule ? { first: await answer.arrayBuffer(), rest } : undefined;
}
