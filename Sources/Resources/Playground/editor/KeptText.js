import { tabStorage } from '../page/keptTexts.js';

const name = 'layoutd-snapshot';
/** The longest text that is kept, in UTF-16 units: browsers keep some five million for all that a page keeps. */
const longest = 1_000_000;
const restMilliseconds = 500;

/** The text and what else belongs to it, kept in the tab over a reload: soon after each change, and when the page goes. */
export class KeptText {
  #value;
  #refused;
  #timer = 0;
  #isDue = false;
  #isRefused = false;

  /**
   * @param value hands back what is to be kept: `{ text, … }`
   * @param refused called when what is kept is no longer what is there, and why
   */
  constructor(value, refused) {
    this.#value = value;
    this.#refused = refused;
    addEventListener('pagehide', () => this.#keep());
    document.addEventListener('visibilitychange', () => this.#keep());
  }

  /** What was kept; null where nothing was. */
  static read() {
    try {
      const value = JSON.parse(tabStorage.read(name));
      return typeof value?.text === 'string' ? value : null;
    } catch {
      return null;
    }
  }

  /** Something has changed. */
  changed() {
    this.#isDue = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), restMilliseconds);
  }

  #keep() {
    if (!this.#isDue) return;
    this.#isDue = false;
    const value = this.#value();
    const isKept = value.text.length <= longest && tabStorage.write(name, JSON.stringify(value));
    if (!isKept) tabStorage.remove(name);
    if (!isKept && !this.#isRefused) this.#refused();
    this.#isRefused = !isKept;
  }
}
