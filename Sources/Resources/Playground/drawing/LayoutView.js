import { cssTransform, ScrollSpace } from '../../client/index.js';

/** The most unused nodes that are kept for reuse. */
const maximumSpareNodes = 128;
/** The longest wait for the first screen of a layout. */
const longestWaitMilliseconds = 1000;
/** The duration of animations after a change. */
const changeMilliseconds = 300;
/** The largest coordinate in the page: browsers store coordinates as floats. */
const maximumOffset = 100_000;

/** A unique name of an element in its layout. */
export function keyOf({ category, kind = category, section, item, index = item }) {
  return section === undefined ? `${kind}/${index}` : `${kind}/${section}/${index}`;
}

/** An element of an effect in the form of a page that has no other. */
const pageOf = ({ section, item, frame: { width, height }, backgroundColor, selectedBackgroundColor }) => ({
  section: [section], item: [item], width: [width], height: [height], kind: () => 'cell', color: () => undefined,
  backgroundColor: () => backgroundColor, selectedBackgroundColor: () => selectedBackgroundColor,
});

/** A node with all that is drawn in it. */
function copyOf(node) {
  const copy = node.cloneNode(true);
  const canvases = copy.querySelectorAll('canvas');
  node.querySelectorAll('canvas').forEach((canvas, place) => canvases[place].getContext('2d').drawImage(canvas, 0, 0));
  return copy;
}

/**
 * The visible part of a layout, in a scroll container.
 *
 * Everything is drawn in a window that does not move while the container scrolls, for one scroll origin at a time. So cells and pinned
 * headers are always consistent, and a scroll that is faster than drawing shows the last frame, not a gap. Nodes are reused, so their
 * number is limited to those visible at one time and some spare ones.
 */
export class LayoutView extends EventTarget {
  #scroller;
  #track = document.createElement('div');
  #window = document.createElement('div');
  #content = document.createElement('div');
  /** The background of the drawing, as large as the window. */
  ground = document.createElement('div');
  #paint;
  #space = null;
  #isHorizontal = false;
  /** By key: `{ node, key, x, y, frame }`, with the frame in which it was last visible. */
  #shown = new Map();
  #spare = [];
  #holes = [];
  #frame = 0;
  /** Subtracted from content coordinates in the window's content. */
  #base = { x: 0, y: 0 };
  #selected = null;
  #isMarked = (key) => false;
  #change = () => this.draw();

  /**
   * @param scroller the scroll container, empty
   * @param paint `cell(node, page, index)` and `special(node, element)` give a node its looks
   */
  constructor(scroller, paint) {
    super();
    this.#scroller = scroller;
    this.#paint = paint;
    this.#track.className = 'track';
    this.#window.className = 'window';
    this.#content.className = 'content';
    this.#content.setAttribute('role', 'list');
    this.ground.className = 'ground';
    this.#window.append(this.ground, this.#content);
    this.#track.append(this.#window);
    scroller.append(this.#track);
    scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    scroller.addEventListener('scrollend', () => this.#rested());
    new ResizeObserver(() => this.#resized()).observe(scroller);
    this.layout = null;
    this.viewport = null;
  }

  /** The visible rectangle in content coordinates. */
  get bounds() {
    const { clientWidth: width, clientHeight: height } = this.#scroller;
    const origin = this.#space?.origin ?? 0;
    return this.#isHorizontal ? { x: origin, y: 0, width, height } : { x: 0, y: origin, width, height };
  }

  get nodeCount() {
    return this.#shown.size + this.#spare.length + this.#holes.length;
  }

  /**
   * Resolves with the viewport of a layout when its first screen is loaded, or cannot be loaded soon: so that showing it replaces one
   * drawing by another at once.
   */
  async prepare(layout, { width, height }, { keepsPlace = false, signal } = {}) {
    const viewport = layout.viewport();
    const isHorizontal = layout.scrollDirection === 'horizontal';
    const [length, extent] = isHorizontal ? [width, layout.contentSize.width] : [height, layout.contentSize.height];
    const origin = Math.max(0, Math.min(this.#originIn(layout, keepsPlace), extent - length));
    const waiting = AbortSignal.any([AbortSignal.timeout(longestWaitMilliseconds), ...signal ? [signal] : []]);
    try {
      viewport.update(isHorizontal ? { x: origin, y: 0, width, height } : { x: 0, y: origin, width, height });
      await viewport.whenWhole({ signal: waiting });
    } catch {
      // Missing parts are marked as missing, and reported.
    }
    if (signal?.aborted) viewport.close();
    signal?.throwIfAborted();
    return viewport;
  }

  /** Shows another layout, at its start or at the same fraction of the content. */
  show(layout, { keepsPlace = false, viewport = layout.viewport() } = {}) {
    const origin = this.#originIn(layout, keepsPlace);
    this.viewport?.removeEventListener('change', this.#change);
    this.viewport?.close();
    this.layout = layout;
    this.viewport = viewport;
    this.viewport.addEventListener('change', this.#change);
    this.viewport.addEventListener('error', (event) => this.dispatchEvent(new CustomEvent('error', { detail: event.error })));
    this.#isHorizontal = layout.scrollDirection === 'horizontal';
    this.#scroller.classList.toggle('horizontal', this.#isHorizontal);
    this.#scroller.classList.toggle('mirrored', layout.layoutDirection === 'rtl');
    this.#discard();
    this.#space = new ScrollSpace({
      contentExtent: this.#extentOf(layout), viewportExtent: this.#viewportExtent,
      maximumExtent: ScrollSpace.maximumExtent(window.devicePixelRatio),
    });
    this.#resized();
    this.scrollTo(origin);
  }

  /** Shows a changed layout, which the viewport already has: visible elements stay in place, and moves are animated. */
  change(change) {
    const { layout, bounds, transition } = change;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const ghosts = (isCalm ? [] : transition ?? []).flatMap((entry) => {
      const shown = entry.from && this.#shown.get(keyOf({ ...entry, ...entry.from }));
      return shown ? [{ node: copyOf(shown.node), entry }] : [];
    });
    this.layout = layout;
    this.#discard();
    this.#space.resize({
      contentExtent: this.#extentOf(layout), viewportExtent: this.#viewportExtent,
      origin: this.#isHorizontal ? bounds.x : bounds.y,
    });
    this.#resized();
    if (isCalm) return;
    for (const entry of transition ?? []) this.#animate(entry, change);
    for (const { node, entry } of ghosts) this.#animateGhost(node, entry, change);
  }

  /** Animates a visible element from its old place. */
  #animate(entry, { scrollDelta }) {
    const shown = entry.to && this.#shown.get(keyOf({ ...entry, ...entry.to }));
    if (!shown) return;
    const [from, to] = [entry.initial.frame, entry.final.frame];
    const [x, y, alpha] = [from.x + scrollDelta.x - to.x, from.y + scrollDelta.y - to.y, entry.initial.alpha ?? 1];
    if (x === 0 && y === 0 && alpha === 1) return;
    shown.animation = shown.node.animate(
      [{ translate: `${x}px ${y}px`, opacity: alpha }, { translate: '0px 0px', opacity: entry.final.alpha ?? 1 }],
      { duration: changeMilliseconds, easing: 'ease-out' });
  }

  /** Animates an element that is no longer visible out of sight, or fades it out. */
  #animateGhost(node, entry, { scrollDelta }) {
    if (entry.to && this.#shown.has(keyOf({ ...entry, ...entry.to }))) return;
    const [from, to] = [entry.initial.frame, entry.final.frame];
    const [x, y] = [from.x + scrollDelta.x - to.x, from.y + scrollDelta.y - to.y];
    node.classList.add('ghost');
    node.removeAttribute('data-key');
    node.ariaHidden = 'true';
    node.style.transform = `translate(${to.x - this.#base.x}px, ${to.y - this.#base.y}px)`;
    this.#content.append(node);
    const end = { translate: '0px 0px', opacity: entry.final.alpha ?? 1 };
    node.animate([{ translate: `${x}px ${y}px`, opacity: entry.initial.alpha ?? 1 }, end], { duration: changeMilliseconds, easing: 'ease-out' })
      .finished.then(() => node.remove(), () => node.remove());
  }

  /** The scroll origin for a layout: its start, or the same fraction of the content as before. */
  #originIn(layout, keepsPlace) {
    const extent = this.#extentOf(layout);
    if (keepsPlace && this.layout) return (this.#space.origin / Math.max(1, this.#extentOf(this.layout))) * extent;
    return layout.scrollDirection === 'horizontal' && layout.layoutDirection === 'rtl' ? extent : 0;
  }

  /** Sets the paint of all elements. */
  set paint(paint) {
    this.#paint = paint;
    this.repaint();
  }

  /** Paints all elements again. */
  repaint() {
    this.#discard();
    for (const node of this.#spare.splice(0)) node.remove();
    this.draw();
  }

  /** Shows nothing. */
  clear() {
    this.viewport?.close();
    this.layout = this.viewport = this.#space = null;
    this.#discard();
    this.#track.style.blockSize = this.#track.style.inlineSize = '';
  }

  /** Moves to a scroll origin, as far as the content goes. */
  scrollTo(origin) {
    if (!this.#space) return;
    this.#space.scrollTo(origin);
    this.#place();
    this.draw();
  }

  /** Outlines the element with this key, now and whenever it is visible. */
  select(key) {
    this.#selected = key;
    for (const [other, { node }] of this.#shown) node.classList.toggle('selected', other === key);
  }

  /**
   * Marks elements, now and whenever they are visible.
   *
   * @param {(key: string) => boolean} isMarked
   */
  mark(isMarked) {
    this.#isMarked = isMarked;
    for (const [key, { node }] of this.#shown) node.classList.toggle('marked', isMarked(key));
  }

  #extentOf(layout) {
    return layout.scrollDirection === 'horizontal' ? layout.contentSize.width : layout.contentSize.height;
  }

  get #viewportExtent() {
    return this.#isHorizontal ? this.#scroller.clientWidth : this.#scroller.clientHeight;
  }

  get #position() {
    return this.#isHorizontal ? this.#scroller.scrollLeft : this.#scroller.scrollTop;
  }

  #scrolled() {
    if (!this.#space) return;
    if (this.#space.scrolled(this.#position)) this.#place();
    this.draw();
  }

  #rested() {
    if (this.#space?.settle()) this.#place();
  }

  /** Sets the container to the position of the scroll space. */
  #place() {
    if (this.#isHorizontal) this.#scroller.scrollLeft = this.#space.position;
    else this.#scroller.scrollTop = this.#space.position;
    this.#space.placed(this.#position);
  }

  #resized() {
    if (!this.#space) return;
    this.#scroller.dataset.layout = this.layout.id;
    const origin = this.#space.origin;
    const isMoved = this.#space.resize({
      contentExtent: this.#extentOf(this.layout), viewportExtent: this.#viewportExtent, origin });
    this.#track.style.width = this.#isHorizontal ? `${this.#space.extent}px` : '100%';
    this.#track.style.height = this.#isHorizontal ? '100%' : `${this.#space.extent}px`;
    this.#window.style.width = `${this.#scroller.clientWidth}px`;
    this.#window.style.height = `${this.#scroller.clientHeight}px`;
    // A scroll whose event has not arrived yet continues from the position of the space.
    if (isMoved) this.#place();
    this.draw();
  }

  // MARK: Drawing

  /** Draws the visible elements. */
  draw() {
    const { viewport } = this;
    const bounds = this.bounds;
    if (!viewport || !(bounds.width > 0 && bounds.height > 0)) return;
    this.#frame += 1;
    this.#rebase(bounds);
    viewport.update(bounds);
    const entering = [];
    viewport.forEach((page, index) => {
      const section = page.section[index];
      const kind = page.kind(index);
      if (kind === 'cell' && viewport.hasEffect(section)) return;
      const key = section < 0 ? `${kind}/${page.item[index]}` : `${kind}/${section}/${page.item[index]}`;
      if (!this.#keeps(key)) entering.push([key, page, index]);
    });
    const special = viewport.special;
    const arriving = special.filter((element) => !this.#keeps(element.key));
    const turning = viewport.effects.map((cell) => ({ key: keyOf(cell), cell }));
    const appearing = turning.filter(({ key }) => !this.#keeps(key));
    this.#collect();
    for (const [key, page, index] of entering) {
      const shown = this.#take(key, page.width[index], page.height[index], page.zIndex[index]);
      this.#show(shown, page.look(index) ?? {});
      this.#move(shown, page.x[index], page.y[index]);
      this.#paint.cell(shown.node, page, index);
    }
    for (const element of arriving) {
      const shown = this.#take(element.key, element.frame.width, element.frame.height, element.zIndex);
      this.#show(shown, {});
      this.#paint.special(shown.node, element);
    }
    for (const { key, cell } of appearing) {
      this.#paint.cell(this.#take(key, cell.frame.width, cell.frame.height, 0).node, pageOf(cell), 0);
    }
    for (const { key, cell } of turning) {
      const shown = this.#shown.get(key);
      this.#show(shown, cell);
      this.#move(shown, cell.frame.x, cell.frame.y);
      shown.node.style.zIndex = cell.zIndex ?? 0;
    }
    for (const { key, category, frame, pinned } of special) {
      const shown = this.#shown.get(key);
      this.#move(shown, frame.x, frame.y);
      // The background of global headers has another extent at every place.
      if (category === 'decoration') this.#resize(shown.node, frame.width, frame.height);
      shown.node.classList.toggle('pinned', pinned === true);
    }
    this.#drawHoles(viewport.missing, bounds);
    this.#content.style.transform = `translate(${this.#base.x - bounds.x}px, ${this.#base.y - bounds.y}px)`;
    this.dispatchEvent(new Event('draw'));
  }

  /** Whether an element is drawn already; it then stays. */
  #keeps(key) {
    const shown = this.#shown.get(key);
    if (shown) shown.frame = this.#frame;
    return shown !== undefined;
  }

  /** Collects the nodes of elements that are no longer visible. */
  #collect() {
    for (const [key, shown] of this.#shown) {
      if (shown.frame === this.#frame) continue;
      this.#shown.delete(key);
      this.#spare.push(shown.node);
      shown.animation?.cancel();
    }
  }

  /** A node for an element that comes into view. */
  #take(key, width, height, zIndex) {
    let node = this.#spare.pop();
    if (!node) {
      node = document.createElement('div');
      node.setAttribute('role', 'listitem');
      this.#content.append(node);
    }
    node.hidden = false;
    node.className = key === this.#selected ? 'element selected' : 'element';
    if (this.#isMarked(key)) node.classList.add('marked');
    node.dataset.key = key;
    this.#resize(node, width, height);
    node.style.zIndex = zIndex;
    const shown = { node, x: NaN, y: NaN, turn: '', frame: this.#frame };
    this.#shown.set(key, shown);
    return shown;
  }

  #resize(node, width, height) {
    node.style.width = `${width}px`;
    node.style.height = `${height}px`;
  }

  /** Shows the opacity and the transform of an element, which `#move` sets. */
  #show(shown, look) {
    const turn = cssTransform(look);
    if (turn !== shown.turn) shown.x = NaN;
    shown.turn = turn;
    shown.node.style.opacity = look.alpha ?? '';
  }

  #move(shown, x, y) {
    if (shown.x === x && shown.y === y) return;
    shown.x = x;
    shown.y = y;
    const turn = shown.turn === 'none' ? '' : ` ${shown.turn}`;
    shown.node.style.transform = `translate(${x - this.#base.x}px, ${y - this.#base.y}px)${turn}`;
  }

  #rebase(bounds) {
    const { x, y } = this.#base;
    if (Math.abs(bounds.x - x) < maximumOffset && Math.abs(bounds.y - y) < maximumOffset) return;
    this.#base = { x: bounds.x, y: bounds.y };
    for (const shown of this.#shown.values()) {
      const { x: left, y: top } = shown;
      shown.x = NaN;
      this.#move(shown, left, top);
    }
  }

  /** Marks visible parts that are not loaded yet. */
  #drawHoles(missing, bounds) {
    missing.forEach((rect, number) => {
      const hole = this.#holes[number] ?? document.createElement('div');
      if (!this.#holes[number]) {
        hole.className = 'hole';
        this.#holes.push(hole);
        this.#window.append(hole);
      }
      hole.hidden = false;
      hole.style.width = `${rect.width}px`;
      hole.style.height = `${rect.height}px`;
      hole.style.transform = `translate(${rect.x - bounds.x}px, ${rect.y - bounds.y}px)`;
    });
    for (const hole of this.#holes.slice(missing.length)) hole.hidden = true;
    for (const node of this.#spare.splice(maximumSpareNodes)) node.remove();
    for (const node of this.#spare) {
      if (node.hidden) continue;
      node.hidden = true;
      // A hidden node is neither selected nor marked.
      node.className = 'element';
    }
  }

  #discard() {
    for (const { node, animation } of this.#shown.values()) {
      animation?.cancel();
      this.#spare.push(node);
    }
    this.#shown.clear();
  }
}
