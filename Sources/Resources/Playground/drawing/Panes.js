import { LayoutPane } from './LayoutPane.js';

/** The widths of additional panes. */
const usualExtents = [390, 744, 1024];
const maximumCount = 3;
/** Drawings are not made smaller than this. */
const leastScale = 0.05;
/** The extent of a drawing's edges, and the gap before the overview, in pixels. */
const [edges, gap] = [4, 4];

/** One snapshot at one to three widths side by side. One pane is active: it is the one whose width is set. */
export class Panes extends EventTarget {
  #node;
  #template;
  #panes = [];
  #active = null;
  #snapshot = null;
  #fits = true;
  #look = 'sections';

  /**
   * @param node the parent of the panes
   * @param template a pane's content
   */
  constructor(node, template) {
    super();
    this.#node = node;
    this.#template = template;
    new ResizeObserver(() => this.#fit()).observe(node);
  }

  get all() {
    return this.#panes;
  }

  get active() {
    return this.#active;
  }

  get extents() {
    return this.#panes.map(({ extent }) => extent);
  }

  /** Shows a pane for each extent; existing panes are reused. */
  set extents(extents) {
    extents.slice(0, maximumCount).forEach((extent, index) => {
      const pane = this.#panes[index] ?? this.#add();
      if (pane.extent !== extent) this.#lay(pane, extent, { keepsPlace: true });
    });
    for (const pane of this.#panes.splice(extents.length)) pane.close();
    if (!this.#panes.includes(this.#active)) this.#active = this.#panes[0];
    this.#changed();
  }

  /** Sets the number of panes. New ones get a usual width that is not shown yet; the active one stays. */
  set count(count) {
    while (this.#panes.length > Math.max(1, count)) {
      const [gone] = this.#panes.splice(this.#panes.findLastIndex((pane) => pane !== this.#active), 1);
      gone.close();
    }
    while (this.#panes.length < Math.min(maximumCount, count)) {
      const extent = usualExtents.find((usual) => !this.extents.includes(usual)) ?? usualExtents[0];
      this.#lay(this.#add(), extent, { keepsPlace: false });
    }
    this.#changed();
  }

  /** Sets the width of the active pane. */
  set extent(extent) {
    this.#lay(this.#active, extent, { keepsPlace: true });
    this.#changed();
  }

  set fits(fits) {
    this.#fits = fits;
    this.#node.classList.toggle('fits', fits);
    this.#fit();
  }

  get look() {
    return this.#look;
  }

  set look(look) {
    if (look === this.#look) return;
    this.#look = look;
    for (const pane of this.#panes) pane.look = look;
  }

  /** Lays a snapshot out in all of them; one layout may be there already. */
  show(snapshot, { keepsPlace, layout = null }) {
    this.#snapshot = snapshot;
    for (const pane of this.#panes) this.#lay(pane, pane.extent, { keepsPlace, layout });
  }

  /**
   * Changes the layout in all of them from one tree to another, and animates this.
   *
   * @param trees `{ from, to }`, two snapshots with a source
   * @returns the snapshot of `to`; null if something else is being laid out
   */
  async change(trees) {
    const before = this.#snapshot;
    const changed = new Map(await Promise.all(this.#panes.map(async (pane) => [pane, await pane.change(trees)])));
    const snapshot = [...changed.values()].find((one) => one);
    if (before !== this.#snapshot || !snapshot) return null;
    this.#snapshot = snapshot;
    for (const pane of this.#panes) if (!changed.get(pane)) this.#lay(pane, pane.extent, { keepsPlace: true });
    return snapshot;
  }

  #lay(pane, extent, options) {
    pane.extent = extent;
    if (this.#snapshot) pane.lay(this.#snapshot, extent, options);
  }

  #add() {
    const pane = new LayoutPane(this.#template);
    pane.look = this.#look;
    this.#panes.push(pane);
    this.#node.append(pane.node);
    for (const name of ['pointerdown', 'focusin']) {
      pane.node.addEventListener(name, () => {
        if (this.#active === pane) return;
        this.#active = pane;
        this.#changed();
      });
    }
    pane.addEventListener('layout', ({ detail }) => this.#fit(pane, detail));
    for (const name of ['shown', 'error']) {
      pane.addEventListener(name, ({ detail }) => this.dispatchEvent(new CustomEvent(name, { detail: { pane, value: detail } })));
    }
    return pane;
  }

  #changed() {
    this.#panes.forEach((pane, index) => {
      pane.node.classList.toggle('active', pane === this.#active);
      pane.scroller.id = index ? `scroller-${index + 1}` : 'scroller';
      pane.overview.setAttribute('aria-controls', pane.scroller.id);
    });
    this.#node.classList.toggle('many', this.#panes.length > 1);
    this.dispatchEvent(new Event('change'));
    this.#fit();
  }

  /** Gives all drawings the same scale, so that space is divided by their widths. */
  #fit(changing = null, next = null) {
    const layouts = new Map(this.#panes.map((pane) => [pane, pane === changing ? next : pane.layout]));
    const isHorizontal = [...layouts.values()].some((layout) => layout?.scrollDirection === 'horizontal');
    this.#node.classList.toggle('horizontal', isHorizontal);
    for (const [pane, layout] of layouts) pane.node.style.setProperty('--extent', layout?.containerExtent ?? pane.extent);
    const rooms = this.#panes.map((pane) => roomOf(pane, isHorizontal));
    const scales = this.#panes.map((pane, index) => rooms[index].across / (layouts.get(pane)?.containerExtent ?? Infinity));
    const fitting = Math.max(leastScale, Math.min(1, ...scales.filter((scale) => scale > 0)));
    this.#panes.forEach((pane, index) => {
      const layout = layouts.get(pane);
      if (layout && rooms[index].along > 0) pane.fit(layout, this.#fits ? fitting : 1, rooms[index].along);
    });
  }
}

/** The pixels that a pane has for its drawing. */
function roomOf({ stage, rail, overview }, isHorizontal) {
  const [clientWidth, clientHeight] = [stage.clientWidth - edges, stage.clientHeight - edges];
  return isHorizontal
    ? { across: clientHeight - rail.offsetHeight - overview.offsetHeight - gap, along: clientWidth }
    : { across: clientWidth - rail.offsetWidth - overview.offsetWidth - gap, along: clientHeight };
}
