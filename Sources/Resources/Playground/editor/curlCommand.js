/**
 * A command for a POSIX shell that posts a snapshot. It can be pasted safely: the shell interprets nothing in it, and it has no control
 * characters.
 *
 * @param {string} url
 * @param {string} text the snapshot, valid or not
 * @param {string} key if one is needed
 */
export function curlCommand(url, text, key = '') {
  // Control characters that JSON allows in strings are escaped; the others stay errors.
  const body = text.replaceAll('\t', '  ').replace(/[\0-\x09\x0b-\x1f\x7f-\x9f]/g, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return character > ' ' ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });
  const lines = new Set(body.split('\n'));
  let end = 'SNAPSHOT';
  while (lines.has(end)) end += '_';
  const header = key ? ` -H ${quoted(`Authorization: Bearer ${key}`)}` : '';
  return `curl --json @-${header} ${quoted(url)} <<'${end}'\n${body}\n${end}`;
}

function quoted(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
