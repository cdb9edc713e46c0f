// @ts-check

/** @typedef {import('../index.js').Measurement} Measurement */
/** @typedef {import('../index.js').Step} Step */

/**
 * The step that gives items their true sizes; the last one counts where an item has several. Null where there are none.
 *
 * @param {readonly Measurement[]} sizes
 * @returns {Step | null}
 */
export function resizeStep(sizes) {
  /** @type {Map<string, Map<number, Measurement>>} */
  const groups = new Map();
  for (const size of sizes) {
    const names = (size.width === undefined ? '' : 'w') + (size.height === undefined ? '' : 'h');
    if (names === '') throw new TypeError('A measurement has a width or a height');
    for (const [key, group] of groups) if (key.endsWith(`/${size.section}`)) group.delete(size.item);
    const key = `${names}/${size.section}`;
    let group = groups.get(key);
    if (!group) groups.set(key, (group = new Map()));
    group.set(size.item, size);
  }
  const resize = [...groups.values()].filter((group) => group.size > 0).map((group) => {
    const list = [...group.values()];
    const [{ section, width, height }] = list;
    return {
      section, at: list.map(({ item }) => item),
      ...(width === undefined ? {} : { widths: list.map((size) => /** @type {number} */ (size.width)) }),
      ...(height === undefined ? {} : { heights: list.map((size) => /** @type {number} */ (size.height)) }),
    };
  });
  return resize.length === 0 ? null : { resize };
}
