import { numberText } from '../page/numbers.js';
import { drawPhoto } from '../photo/photo.js';
import { isPictured, todoOf } from './TodoList.js';

/** Paints the rows of a `TodoList`, each with its buttons. A node's `todo` is its entry of the list. */
export class TodoPaint {
  #list;
  #parts = new WeakMap();

  constructor(list) {
    this.#list = list;
  }

  cell(node, page, index) {
    const section = page.section[index];
    const entry = this.#list.entries[section];
    const todo = todoOf(entry);
    const parts = this.#partsOf(node);
    // A document of another user may have any content.
    node.todo = todo && entry;
    const text = todo?.text ?? `Row ${numberText(section)}`;
    node.classList.add(page.kind(index), 'todo');
    node.classList.toggle('done', todo?.isDone ?? false);
    node.ariaLabel = text;
    parts.text.textContent = text;
    parts.tick.ariaPressed = String(todo?.isDone ?? false);
    parts.tick.ariaLabel = `Done: ${text}`;
    parts.up.ariaLabel = `To the top: ${text}`;
    parts.remove.ariaLabel = `Remove: ${text}`;
    for (const name of ['tick', 'up', 'remove']) parts[name].hidden = !todo;
    parts.photo.hidden = !isPictured(page.height[index]);
    if (!parts.photo.hidden) drawPhoto(parts.photo, hashOf(text), { width: page.width[index], height: page.height[index] - 74 });
  }

  special(node, { kind }) {
    node.replaceChildren();
    node.classList.add(kind);
  }

  #partsOf(node) {
    const known = this.#parts.get(node);
    if (known?.tick.parentNode === node) return known;
    const made = (name, kind) => Object.assign(document.createElement(kind), { className: name });
    const button = (name) => Object.assign(made(name, 'button'), { type: 'button' });
    const parts = { tick: button('tick'), text: made('text', 'span'), up: button('up'), remove: button('remove'), photo: made('photo', 'canvas') };
    node.replaceChildren(...Object.values(parts));
    this.#parts.set(node, parts);
    return parts;
  }
}

/** A hash of a text (FNV-1a). */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return hash >>> 0;
}
