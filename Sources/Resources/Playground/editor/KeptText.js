import { tabStorage } from '../page/keptTexts.js';

const name = 'layoutd-snapshot';
/** The longest stored text, in UTF-16 units: browsers store some five million for each page. */
const longest = 1_000_000;
const restMilliseconds = 500;

/** The text and its settings, stored in the tab over a reload: soon after each change, and when the page is left. */
export class KeptText {
  #value;
  #refused;
  #timer = 0;
  #isDue = false;
  #isRefused = false;

  /**
   * @param value returns the value to store: `{ text, … }`
   * @param refused called with the reason if the value could not be stored
   */
  constructor(value, refused) {
    this.#value = value;
    this.#refused = refused;
    addEventListener('pagehide', () => this.#keep());
    document.addEventListener('visibilitychange', () => this.#keep());
  }

  /** The stored value; null if there is none. */
  static read() {
    try {
      const value = JSON.parse(tabStorage.read(name));
      return typeof value?.text === 'string' ? value : null;
    } catch {
      return null;
    }
  }

  /** Called when the value has changed. */
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
