import { LayoutView } from './LayoutView.js';
import { numberText } from '../page/numbers.js';
import { Overview } from './Overview.js';
import { Paint } from './Paint.js';
import { SectionList } from './SectionList.js';
import { SectionRail } from './SectionRail.js';
import { WallPaint } from './WallPaint.js';

/** The snapshot's layout at one extent: its drawing with the rail and the overview beside it. */
export class LayoutPane extends EventTarget {
  #paint = new Paint();
  #sectionRail;
  #contentOverview;
  #scale = 1;
  #sections = null;
  /** The last layout that was requested while another one was in progress. */
  #wanted = null;
  #isBusy = false;
  #leaving = new AbortController();

  /** @param template a pane's content */
  constructor(template) {
    super();
    this.node = template.content.firstElementChild.cloneNode(true);
    const part = (name) => this.node.querySelector(`.${name}`);
    this.scroller = part('scroller');
    this.frame = part('frame');
    this.stage = part('stage');
    this.caption = part('caption');
    this.rail = part('rail');
    this.overview = part('overview');
    this.view = new LayoutView(this.scroller, this.#paint);
    this.#sectionRail = new SectionRail(this.rail, this.view.ground);
    this.#contentOverview = new Overview(this.overview, (middle) => {
      const { width, height } = this.view.bounds;
      this.view.scrollTo(middle - (this.isHorizontal ? width : height) / 2);
    });
    this.view.addEventListener('draw', () => this.#drawBeside());
    this.view.addEventListener('error', ({ detail }) => this.#fail(detail));
    this.extent = 0;
    this.snapshot = null;
  }

  get layout() {
    return this.view.layout;
  }

  get isHorizontal() {
    return this.layout?.scrollDirection === 'horizontal';
  }

  get sections() {
    return this.#sections;
  }

  /** Lays a snapshot out at an extent, unless it already is. The old drawing stays until then, and also if this fails. */
  lay(snapshot, extent, { keepsPlace, layout = null }) {
    const isOther = snapshot !== this.snapshot;
    this.snapshot = snapshot;
    this.extent = extent;
    const known = layout?.containerExtent === extent ? layout : null;
    this.#wanted = { snapshot, extent, known, keepsPlace: keepsPlace && (this.#wanted?.keepsPlace ?? true) };
    if (isOther) this.#leaving.abort();
    if (!this.#isBusy) this.#work();
  }

  async #work() {
    this.#isBusy = true;
    while (this.#wanted) {
      const { snapshot, extent, known, keepsPlace } = this.#wanted;
      this.#wanted = null;
      this.#leaving = new AbortController();
      const { signal } = this.#leaving;
      try {
        await this.#lay(known ?? await snapshot.layout(extent, { signal }), keepsPlace, signal);
      } catch (error) {
        if (!signal.aborted) this.#fail(error);
      }
    }
    this.#isBusy = false;
  }

  async #lay(layout, keepsPlace, signal) {
    const extent = layout.containerExtent;
    const sections = new SectionList(layout, signal);
    const isHorizontal = layout.scrollDirection === 'horizontal';
    const { width, height } = this.view.bounds;
    const size = isHorizontal ? { width: Math.max(1, width), height: extent } : { width: extent, height: Math.max(1, height) };
    const [viewport] = await Promise.all([
      this.view.prepare(layout, size, { keepsPlace, signal }), sections.more().catch(() => {}),
    ]);
    if (signal.aborted) return viewport.close();
    this.dispatchEvent(new CustomEvent('layout', { detail: layout }));
    this.#sections = sections;
    this.view.show(layout, { keepsPlace, viewport });
    this.dispatchEvent(new CustomEvent('shown', { detail: layout }));
    return this.#knowMore(sections);
  }

  /**
   * Changes the layout from one tree to another, and animates this.
   *
   * @param trees `{ from, to }`, two snapshots with a source
   * @returns the snapshot of `to`; null if something else is being laid out
   */
  async change(trees) {
    const { viewport } = this.view;
    if (!viewport || this.#isBusy) return null;
    const { signal } = this.#leaving;
    const change = await viewport.change(trees, { transition: true });
    if (viewport !== this.view.viewport || this.#isBusy) return null;
    const { layout } = change;
    this.snapshot = layout.snapshot;
    this.dispatchEvent(new CustomEvent('layout', { detail: layout }));
    this.view.change(change);
    const sections = new SectionList(layout, signal);
    await sections.more().catch(() => {});
    if (viewport.layout !== layout) return null;
    this.#sections = sections;
    this.#drawBeside();
    this.dispatchEvent(new CustomEvent('shown', { detail: layout }));
    return layout.snapshot;
  }

  /** Scales the drawing, which has `length` pixels along the scroll axis. */
  fit(layout, scale, length) {
    const isHorizontal = layout.scrollDirection === 'horizontal';
    const extent = layout.containerExtent;
    const along = Math.max(1, Math.floor(length / scale));
    this.#scale = scale;
    const [width, height] = isHorizontal ? [along, extent] : [extent, along];
    this.scroller.style.width = `${width}px`;
    this.scroller.style.height = `${height}px`;
    this.scroller.style.transform = scale === 1 ? '' : `scale(${scale})`;
    this.scroller.style.setProperty('--unit', `${1 / scale}px`);
    this.scroller.style.setProperty('--up', 1 / scale);
    this.frame.style.setProperty('--width', `${width * scale}px`);
    this.frame.style.setProperty('--height', `${height * scale}px`);
    const isSame = this.#paint.unit === 1 / scale;
    this.#paint.unit = 1 / scale;
    if (!isSame && layout === this.layout) this.view.repaint();
    this.#tell(layout);
  }

  /** The looks of elements: `sections`, `photographs` or `own`. */
  set look(look) {
    const { unit } = this.#paint;
    this.#paint = look === 'photographs' ? new WallPaint((section) => this.#sections?.known[section]?.id) : new Paint();
    this.#paint.unit = unit;
    this.#paint.isOwn = look === 'own';
    this.scroller.classList.toggle('own', look === 'own');
    this.scroller.classList.toggle('wall', look === 'photographs');
    this.view.paint = this.#paint;
  }

  /** Whether the drawing is of an earlier snapshot, since the current one has no layout. */
  set isStale(isStale) {
    this.node.classList.toggle('stale', isStale);
  }

  /** Ends it. */
  close() {
    this.#wanted = null;
    this.#leaving.abort();
    this.view.clear();
    this.node.remove();
  }

  #tell(layout) {
    const { width, height } = layout.contentSize;
    const extent = document.createElement('strong');
    extent.textContent = numberText(layout.containerExtent);
    const length = layout.scrollDirection === 'horizontal' ? width : height;
    this.caption.replaceChildren(extent, ` × ${numberText(Math.round(length))} · ${numberText(Math.round(this.#scale * 100))} %`);
    this.scroller.setAttribute(
      'aria-label', `Drawing at ${numberText(layout.containerExtent)} points. Scrolls; Enter selects the element in its middle.`);
  }

  #drawBeside() {
    const { bounds } = this.view;
    const list = this.#sections;
    this.#sectionRail.draw(this.layout, list, bounds, this.#scale);
    this.#contentOverview.draw(this.layout, list, bounds);
    const [start, extent] = this.isHorizontal ? [bounds.x, bounds.width] : [bounds.y, bounds.height];
    const { first, end } = list.between(start, start + extent);
    if (first === end || end === list.known.length) this.#knowMore(list);
  }

  /** Requests more sections if the drawing has reached the last known one. */
  async #knowMore(list) {
    if (list.isWhole || list.isAsking) return;
    try {
      await list.more();
    } catch {
      return;
    }
    if (list === this.#sections) this.#drawBeside();
  }

  #fail(error) {
    this.dispatchEvent(new CustomEvent('error', { detail: error }));
  }
}
