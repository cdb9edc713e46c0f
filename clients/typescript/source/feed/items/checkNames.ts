/**
 * Reports names that neither a feed nor every element of a page has, if they resemble one of the feed's.
 *
 * @param kind of the names
 * @param names of the feed
 * @param properties of the element, in place of attributes
 */
export function checkNames(
  kind: string, given: readonly string[], names: readonly string[], fail: (error: unknown) => void, properties?: readonly string[],
) {
  const other = given.filter((name) => !names.includes(name) && !/^(aria-|data-|class$|[_$])/.test(name)
    && ![name, name.toLowerCase()].some((own) => own in HTMLElement.prototype));
  if (other[0]) import('./foreignNames.js').then(({ foreignNames }) => foreignNames(kind, other, names, properties).forEach(fail), () => {});
}
