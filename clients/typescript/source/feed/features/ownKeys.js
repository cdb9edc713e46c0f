// @ts-check

/** Types of inputs that do not use arrow keys. */
const plainInputs = ['button', 'checkbox', 'file', 'image', 'reset', 'submit'];
/** Roles of elements that use arrow keys themselves. */
const roles = [
  'application', 'combobox', 'grid', 'gridcell', 'listbox', 'menu', 'menubar', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option',
  'radio', 'radiogroup', 'scrollbar', 'searchbox', 'slider', 'spinbutton', 'tab', 'tablist', 'textbox', 'tree', 'treegrid', 'treeitem',
];

/**
 * Whether an event is for a control inside a node that uses keys and pointer moves itself, such as a field, a slider or a player.
 *
 * @param {Event} event
 * @param {HTMLElement} node
 */
export function isControls(event, node) {
  for (const part of /** @type {any[]} */ (event.composedPath())) {
    if (part === node) return false;
    if (part.nodeType === 1 && isControl(part)) return true;
  }
  return false;
}

/** @param {any} element */
function isControl(element) {
  const { tagName, type, isContentEditable } = element;
  if (isContentEditable || roles.includes(element.getAttribute('role'))) return true;
  if (tagName === 'INPUT') return !plainInputs.includes(type);
  return ['TEXTAREA', 'SELECT', 'IFRAME', 'EMBED', 'OBJECT'].includes(tagName)
    || ['VIDEO', 'AUDIO'].includes(tagName) && element.hasAttribute('controls');
}
