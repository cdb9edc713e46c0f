import type { MoveWords, SpokenPlace } from '../../../types/index.js';
import type { FeedParts } from '../FeedFeatures.js';

const at = ({ position, count }: SpokenPlace) => (count > 0 ? `${position} of ${count}.` : `${position}.`);
const words: Required<MoveWords> = {
  help: 'Press Space to pick it up, the arrow keys to move it, Space to drop it, Escape to cancel.',
  lifted: (place) => `Picked up, ${at(place)}`,
  moved: at,
  dropped: (place) => `Dropped, ${at(place)}`,
  cancelled: (place) => `Not moved, ${at(place)}`,
  removed: () => 'Removed.',
};

let voices = 0;
/** Hides an element visually, but not from screen readers. */
const unseen = {
  position: 'fixed', width: '1px', height: '1px', margin: '-1px', padding: '0', overflow: 'hidden', clipPath: 'inset(50%)', border: '0',
  whiteSpace: 'nowrap',
};

/** Announces to screen readers how an item is moved, in an element beside the content. */
export class LiveRegion {
  #options;
  #region;
  #help;
  /** The id of the element that explains how to move an item. */
  declare help: string;

  constructor({ screen: { scroller: { content, page } }, options, signal }: FeedParts) {
    this.#options = options;
    this.#region = page.createElement('div');
    this.#region.setAttribute('aria-live', 'assertive');
    this.#region.setAttribute('role', 'status');
    this.#help = page.createElement('div');
    this.#help.hidden = true;
    this.help = this.#help.id = `layoutd-move-${voices += 1}`;
    this.#help.textContent = options.moveWords?.help ?? words.help;
    Object.assign(this.#region.style, unseen);
    content.after(this.#region, this.#help);
    signal.addEventListener('abort', () => {
      this.#region.remove();
      this.#help.remove();
    });
  }

  say(what: Exclude<keyof MoveWords, 'help'>, place: SpokenPlace) {
    this.#region.textContent = (this.#options.moveWords?.[what] ?? words[what])(place);
  }
}
