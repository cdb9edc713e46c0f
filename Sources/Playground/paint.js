/** Neighbouring sections differ most when their hues are a golden angle apart. */
const hueStep = 137.5;

/** Nodes this small have no text. */
const leastTextSize = { width: 22, height: 14 };

/** Gives the nodes of a `LayoutView` their looks. */
export const paint = {
  cell(node, page, index) {
    const [kind, section, item] = [page.kind(index), page.section[index], page.item[index]];
    node.classList.add(kind);
    node.style.setProperty('--hue', (section * hueStep) % 360);
    const isLarge = page.width[index] >= leastTextSize.width && page.height[index] >= leastTextSize.height;
    node.textContent = !isLarge ? '' : kind === 'cell' ? item : nameOf(kind, section);
    node.ariaLabel = kind === 'cell' ? `Item ${item} of section ${section}` : nameOf(kind, section);
  },

  special(node, { kind, section = -1, frame }) {
    node.classList.add(kind, 'special');
    node.style.setProperty('--hue', (section * hueStep) % 360);
    node.textContent = frame.height >= leastTextSize.height && frame.width >= leastTextSize.width ? nameOf(kind, section) : '';
    node.ariaLabel = nameOf(kind, section);
  },
};

function nameOf(kind, section) {
  return kind === 'globalHeader' ? 'Global header' : `${kind[0].toUpperCase()}${kind.slice(1)} of section ${section}`;
}
