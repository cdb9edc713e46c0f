/** Types of inputs that do not use arrow keys. */
const plainInputs = ['button', 'checkbox', 'file', 'image', 'reset', 'submit'];
/** Roles of elements that use arrow keys themselves. */
const roles = [
  'application', 'combobox', 'grid', 'gridcell', 'listbox', 'menu', 'menubar', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option',
  'radio', 'radiogroup', 'scrollbar', 'searchbox', 'slider', 'spinbutton', 'tab', 'tablist', 'textbox', 'tree', 'treegrid', 'treeitem',
];

/** Whether an event is for a control inside a node that uses keys and pointer moves itself, such as a field, a slider or a player. */
export function isControls(event: Event, node: HTMLElement) {
  for (const part of (event.composedPath() as any[])) {
    if (part === node) return false;
    if (part.nodeType === 1 && isControl(part)) return true;
  }
  return false;
}

function isControl(element: any) {
  const { tagName, type, isContentEditable } = element;
  if (isContentEditable || roles.includes(element.getAttribute('role'))) return true;
  if (tagName === 'INPUT') return !plainInputs.includes(type);
  return ['TEXTAREA', 'SELECT', 'IFRAME', 'EMBED', 'OBJECT'].includes(tagName)
    || ['VIDEO', 'AUDIO'].includes(tagName) && element.hasAttribute('controls');
}
