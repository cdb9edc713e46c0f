// @ts-check

/**
 * The message with the pointer and the code of the first mistake, if it does not have them already.
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
