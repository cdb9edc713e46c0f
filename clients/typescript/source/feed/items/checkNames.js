// @ts-check

/**
 * Reports names that neither a feed nor every element of a page has, if they resemble one of the feed's.
 *
 * @param {string} owner and the kind of its names
 * @param {readonly string[]} given
 * @param {readonly string[]} names of the feed
 * @param {(error: unknown) => void} fail
 * @param {readonly string[]} [properties] of the element, in place of attributes
 */
export function checkNames(owner, given, names, fail, properties = []) {
  const { prototype } = HTMLElement;
  const other = given.filter((name) => !names.includes(name) && !/^(aria-|data-|class$|[_$])/.test(name)
    && !(name in prototype) && !(name.toLowerCase() in prototype));
  if (other.length === 0) return;
  import('./foreignNames.js').then(({ foreignNames }) => foreignNames(owner, other, names, properties).forEach(fail), () => {});
}
