// @ts-check

/**
 * The id of the list that a layout shows, without sizes that were measured in the page.
 *
 * @param {any} layout
 * @returns {string}
 */
export function listId(layout) {
  return layout.isLocal ? layout.snapshot.list.id : layout.id;
}
