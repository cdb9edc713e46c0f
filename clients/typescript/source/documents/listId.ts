/** The id of the list that a layout shows, without sizes that were measured in the page. */
export function listId(layout: any): string {
  return layout.isLocal ? layout.snapshot.list.id : layout.id;
}
