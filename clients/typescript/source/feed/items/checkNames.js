// @ts-check

/**
 * Reports names that neither a feed nor every element of a page has, if they resemble one of the feed's.
 *
 * @param {string} kind of the names
 * @param {readonly string[]} given
 * @param {readonly string[]} names of the feed
 * @param {(error: unknown) => void} fail
 * @param {readonly string[]} [properties] of the element, in place of attributes
 */
export function checkNames(kind, given, names, fail, properties) {
  const other = given.filter((name) => !names.includes(name) && !/^(aria-|data-|class$|[_$])/.test(name)
    && ![name, name.toLowerCase()].some((own) => own in HTMLElement.prototype));
  if (other[0]) import('./foreignNames.js').then(({ foreignNames }) => foreignNames(kind, other, names, properties).forEach(fail), () => {});
}
