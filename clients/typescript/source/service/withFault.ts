/** The message with the pointer and the code of the first mistake, if it does not have them already. */
export function withFault(message: string, [first]: readonly { pointer?: string, code?: string, detail?: string }[]) {
  if (first?.pointer === undefined || !first.code) return message;
  const { pointer, code, detail } = first;
  if (message.includes(`${pointer}: ${code}`)) return message;
  const place = pointer === '' ? 'the whole' : pointer;
  return `${message.replace(/\.$/, '')}: ${[place, code, ...(detail && detail !== code.replaceAll('-', ' ') ? [detail] : [])].join(': ')}`;
}
