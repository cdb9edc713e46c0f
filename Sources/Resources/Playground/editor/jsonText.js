/**
 * A value as JSON on one line, with spaces after commas and colons. Null members and the order of members are kept.
 *
 * @param {any} value
 * @returns {string}
 */
export function jsonText(value) {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${jsonText(member)}`).join(', ')}}`;
}
