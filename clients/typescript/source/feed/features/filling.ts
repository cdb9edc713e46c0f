import { listId } from '../../documents/listId.js';
import { isFinal, pauseSeconds } from '../../service/backoff.js';
import { pause, systemClock } from '../../service/Clock.js';
import { limits } from '../../service/limits.js';
import { noInset } from '../../viewport/pages/Axis.js';
import type { Layout } from '../../viewport/Layout.js';
import type { FeedFeature, FeedParts } from '../FeedFeatures.js';

// The feed needs it for each change that this makes. Bundlers leave out an import of no name.
export { carriedNames } from '../carriedNames.js';

/** Smaller differences are rounding of the browser, in points: of lengths, and of positions. */
const [lengthTolerance, tolerance] = [0.01, 1];
/** The pause after the first failed change, in seconds. */
const firstSeconds = 0.25;

export function attach(parts: FeedParts): FeedFeature {
  return new Filling(parts);
}

/**
 * Keeps the content as long as the visible part (docs/rules.md#sources): sets the `minimumContentLength` of the layout each time that another
 * one is right. While the global headers that scroll away are out of sight, it is longer by their extents, so that they stay there when the
 * content becomes short.
 */
class Filling {
  #parts;
  #signal;
  /** The least length of the layout; NaN if it is not known. */
  #length = NaN;
  /** The least length that was refused last. It is not set again until another one is right. */
  #refused = NaN;
  /** Whether another list is shown, which may have another least length. */
  #isOther = true;
  /** The layout whose global headers are known, and the extents of those that scroll away. */
  #layout: Layout | null = null;
  #headers = 0;
  /** Whether these headers are out of sight. While a part of them is in sight, it stays as it was. */
  #isAway = false;
  #isSetting = false;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    this.#signal = parts.signal;
    // The feed draws at `layout`.
    parts.screen.viewport.addEventListener('beforelayout', ({ change: { layout, parent }, steps, trees }: any) => {
      if (!steps && !trees) this.#isOther ||= listId(layout) !== listId(parent);
      for (const { set } of steps ?? []) this.#length = set?.minimumContentLength ?? this.#length;
      const { from, to } = trees ?? {};
      if (from?.minimumContentLength !== to?.minimumContentLength) this.#length = to.minimumContentLength ?? 0;
    }, { signal: parts.signal });
  }

  drawn() {
    const { names: { snapshot }, viewport: { layout } } = this.#parts.screen;
    if (this.#isOther) [this.#length, this.#refused] = [snapshot ? snapshot.minimumContentLength ?? 0 : NaN, NaN];
    this.#isOther = false;
    if (layout !== this.#layout) void this.#look(layout);
    this.#fill();
  }

  /** The least length that is right. */
  get #wanted() {
    const { screen: { axis, viewport: { bounds } }, options: { inset = noInset } } = this.#parts;
    const lead = axis.lead(bounds);
    const edge = lead + axis.leadingInset(inset);
    if (edge <= tolerance || this.#isAway && lead <= tolerance && this.#isAtStart) this.#isAway = false;
    else if (edge >= this.#headers - tolerance) this.#isAway = true;
    const length = axis.extent(bounds) - axis.leadingInset(inset) - axis.trailingInset(inset);
    return Math.max(0, length + (this.#isAway ? this.#headers : 0));
  }

  /** Whether the scroller is at its very start. */
  get #isAtStart() {
    const { axis, scroller: { target } } = this.#parts.screen;
    const { scrollLeft = target.scrollX, scrollTop = target.scrollY } = target;
    return Math.abs(axis.isHorizontal ? scrollLeft : scrollTop) <= tolerance;
  }

  #fill() {
    const wanted = this.#wanted;
    if (this.#isSetting || [this.#length, this.#refused].some((length) => Math.abs(wanted - length) < lengthTolerance)) return;
    this.#isSetting = true;
    void this.#set().finally(() => {
      this.#isSetting = false;
      if (!this.#signal.aborted) this.#fill();
    });
  }

  /** Sets the least length that is right; again after a pause if that fails and may succeed later. */
  async #set() {
    const signal = this.#signal;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      let minimumContentLength = NaN;
      try {
        // Not an edit of the list: others may change it at the same time. A function, so that it does not fail with their changes.
        await this.#parts.screen.viewport.change(() => {
          minimumContentLength = this.#wanted;
          return { set: { minimumContentLength } };
        });
        this.#refused = NaN;
        return;
      } catch (error) {
        if (attempt === 1 || isFinal(error)) this.#fail(error);
        if (isFinal(error)) {
          this.#refused = minimumContentLength;
          return;
        }
        await pause(systemClock, pauseSeconds(attempt, { first: firstSeconds, most: limits.maximumRecoverySeconds, error }), signal).catch(() => {});
      }
    }
  }

  /** Reads the extents of the global headers that scroll away: sections begin after all global headers. */
  async #look(layout: Layout) {
    this.#layout = layout;
    const { axis } = layout;
    const signal = this.#signal;
    try {
      let headers = 0;
      for await (const { frame } of layout.sections({ limit: 1, signal })) {
        headers = axis.lead(frame);
        for (const header of layout.globalHeaders) if (!header.waits) headers -= axis.extent(header.frame);
        break;
      }
      if (layout !== this.#layout) return;
      this.#headers = headers;
      this.#fill();
    } catch (error) {
      // Another layout that is shown may have released this one.
      if (layout === this.#layout) this.#fail(error);
    }
  }

  #fail(error: unknown) {
    if (!this.#signal.aborted) (this.#parts.options.onError ?? console.error)(error);
  }
}
