const milliseconds = 350;
const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

/** Animates the changes of a feed: what stays moves from its old place, what comes slides in, and what goes slides out. */
export class Slides {
  #overlay;
  #nodes;
  /** By name, copies of the nodes before a change, each where it is on screen. */
  #copies = new Map();

  /**
   * @param viewport of the feed
   * @param overlay node in front of the feed's scroller, as large as it
   * @param {Map<string, HTMLElement>} nodes the visible ones, by the names of their elements
   */
  constructor(viewport, overlay, nodes) {
    this.#overlay = overlay;
    this.#nodes = nodes;
    viewport.addEventListener('layout', ({ change }) => this.#animate(change));
  }

  /** Copies what is visible. Call it before a change. */
  copy() {
    if (isCalm.matches) return;
    const { left, top } = this.#overlay.getBoundingClientRect();
    this.#copies = new Map([...this.#nodes].map(([name, node]) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      const copy = node.cloneNode(true);
      copy.inert = true;
      copy.removeAttribute('data-id');
      // There is one at any time, also while one placeholder follows another.
      copy.querySelector('.indicator')?.remove();
      Object.assign(copy.style, { left: `${x - left}px`, top: `${y - top}px`, width: `${width}px`, height: `${height}px` });
      return [name, copy];
    }));
  }

  #animate({ transition, scrollDelta }) {
    if (!transition || isCalm.matches) return;
    const timing = { duration: milliseconds, easing: 'ease-in-out' };
    for (const entry of transition) {
      // How far it is on screen from its new place before it moves there.
      const [before, after] = [entry.initial.frame, entry.final.frame];
      const [x, y] = [before.x - after.x + scrollDelta.x, before.y - after.y + scrollDelta.y];
      const node = entry.to && this.#nodes.get(nameOf({ ...entry, ...entry.to }));
      const copy = entry.to ? null : this.#copies.get(nameOf({ ...entry, ...entry.from }));
      const opacity = entry.initial.alpha ?? 1;
      if (node && (x || y || opacity !== 1)) {
        node.animate([{ translate: `${x}px ${y}px`, opacity }, { translate: '0px 0px', opacity: 1 }], timing);
      }
      if (!copy) continue;
      this.#overlay.append(copy);
      copy.animate([{ opacity: 1 }, { translate: `${-x}px ${-y}px`, opacity: entry.final.alpha ?? 1 }], timing)
        .finished.finally(() => copy.remove());
    }
    this.#copies.clear();
  }
}

/** A unique name of an element in its layout. */
export function nameOf({ category, kind = category, section, item, index = item }) {
  return `${kind}/${section}/${index}`;
}
