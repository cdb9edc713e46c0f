/** Makes a node with a tag name, members and content. */
export function made(name, members = {}, ...content) {
  const node = Object.assign(document.createElement(name), members);
  node.append(...content);
  return node;
}
