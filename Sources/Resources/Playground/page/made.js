/** A node of a name, with members and with what is in it. */
export function made(name, members = {}, ...content) {
  const node = Object.assign(document.createElement(name), members);
  node.append(...content);
  return node;
}
