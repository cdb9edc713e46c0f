/** Links with a snapshot in their fragment, which browsers do not send: `#snapshot=CHECK.DATA`. */

/** The longest text in a link, in bytes of UTF-8. */
export const longestText = 1_048_576;
/** The longest link: chat programs and browsers cut longer ones. */
export const longestLink = 32_768;

/** An error with a message for the user. */
export class LinkError extends Error {}

/**
 * The link to a page that opens with a text.
 *
 * @param {string} page its address
 * @param {string} text
 * @param {Record<string, string>} members other parts of the fragment
 * @throws {LinkError} if the text does not fit
 */
export async function linkTo(page, text, members = {}) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > longestText) throw new LinkError('The snapshot is too long for a link. Nothing was copied.');
  const packed = await through(bytes, 'CompressionStream', Infinity);
  const fragment = new URLSearchParams({ ...members, snapshot: `${check(bytes)}.${base64url(packed)}` });
  const link = `${page.split('#')[0]}#${fragment}`;
  if (link.length > longestLink) {
    throw new LinkError(
      `The link would have ${link.length} characters, and ${longestLink} are the most. Nothing was copied.`);
  }
  return link;
}

/**
 * The text and the other parts of a fragment; null if it has no text.
 *
 * @param {string} fragment with its #
 * @throws {LinkError} if it is damaged
 */
export async function contentOf(fragment) {
  const members = Object.fromEntries(new URLSearchParams(fragment.slice(1)));
  if (members.snapshot === undefined) return null;
  const { snapshot, ...others } = members;
  needs('DecompressionStream');
  try {
    const [sum, data] = snapshot.split('.');
    const bytes = await through(fromBase64url(data), 'DecompressionStream', longestText);
    if (check(bytes) !== sum) throw new LinkError('its sum differs');
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), members: others };
  } catch {
    throw new LinkError('The link is damaged or too long: it was not opened.');
  }
}

/** Converts bytes with a stream of the browser; the result has a size limit. */
async function through(bytes, name, most) {
  needs(name);
  const reader = new Blob([bytes]).stream().pipeThrough(new globalThis[name]('deflate-raw')).getReader();
  const pieces = [];
  let length = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    length += piece.value.length;
    if (length > most) {
      await reader.cancel();
      throw new LinkError('too long');
    }
    pieces.push(piece.value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function needs(name) {
  if (!globalThis[name]) throw new LinkError('This browser is too old for links that carry a snapshot.');
}

/** FNV-1a of bytes, 32 bits: raw deflate has no checksum. */
function check(bytes) {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, '0');
}

function base64url(bytes) {
  let characters = '';
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64url(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}
