// @ts-check

/**
 * A message that names the first mistake, by its pointer and its code, where it does not name it already.
 *
 * @param {string} message
 * @param {readonly { pointer?: string, code?: string, detail?: string }[]} errors
 */
export function withFault(message, [first]) {
  if (first?.pointer === undefined || !first.code) return message;
  const { pointer, code, detail } = first;
  if (message.includes(`${pointer}: ${code}`)) return message;
  const place = pointer === '' ? 'the whole' : pointer;
  return `${message.replace(/\.$/, '')}: ${[place, code, ...(detail && detail !== code.replaceAll('-', ' ') ? [detail] : [])].join(': ')}`;
}
