import { copyText } from '../page/copyText.js';
import { curlCommand } from './curlCommand.js';
import { KeptText } from './KeptText.js';
import { root } from '../page/root.js';
import { contentOf, LinkError, linkTo } from './shareLink.js';

const firstExample = 'photos';
/** The looks of an example's items, if not `sections`. */
const looks = { photos: 'photographs', spans: 'photographs', justified: 'photographs', groups: 'photographs' };
const part = (id) => document.getElementById(id);

/** Examples, links and commands for the text, which is stored over a reload. */
export class TextTools {
  #editor;
  #page;
  /** The name of the example, if the text is one, unchanged. */
  #example = '';
  #loading = new AbortController();
  #kept;

  /**
   * @param editor has the text
   * @param page `fetch`; `post()`, called when there is another text; `fail(error)`; `settings`, of texts, which are kept
   *   and shared; `key`; `url`, the address in commands
   */
  constructor(editor, page) {
    this.#editor = editor;
    this.#page = page;
    this.#kept = new KeptText(
      () => ({ text: editor.text, example: this.#example, ...page.settings }),
      () => this.#note('The text does not outlive a reload: it is too long, or the browser keeps nothing.'));
    part('example').addEventListener('change', () => this.#loadExample());
    part('share').addEventListener('click', () => this.#share());
    part('curl').addEventListener('click', () => this.#copyCommand());
    part('fold').addEventListener('click', () => {
      editor.isFolding = !editor.isFolding;
      const name = editor.isFolding ? 'Unfold' : 'Fold';
      part('fold').textContent = name;
      part('fold').ariaLabel = `${name} lists`;
    });
    addEventListener('hashchange', () => this.#openLink());
  }

  /** Begins with the tab's stored text, otherwise with that in the address, otherwise with an example. */
  async begin() {
    const before = KeptText.read();
    if (before) {
      this.#page.settings = before;
      this.#editor.text = before.text;
      this.#setExample(before.example ?? '');
    }
    if (await this.#openLink()) return undefined;
    if (before) return this.#page.post();
    part('example').value = firstExample;
    return this.#loadExample();
  }

  /** Called when the user has changed the text. */
  edited() {
    this.#loading.abort();
    this.#setExample('');
    this.changed();
  }

  /** Called when a stored value has changed. */
  changed() {
    this.#kept.changed();
  }

  /** Replaces the text; undo, or a button, restores the old one. */
  async #replace(text, words, example = '') {
    const before = this.#editor.text;
    const isOwn = !this.#example && before.trim() && before !== text;
    this.#editor.replace(text);
    this.#setExample(example);
    this.changed();
    const bringBack = () => this.#replace(before, '').catch(this.#page.fail);
    this.#note(words, ...isOwn ? [action('Bring my text back', bringBack)] : []);
    await this.#page.post();
  }

  async #loadExample() {
    this.#loading.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    const example = part('example').value;
    try {
      const response = await this.#page.fetch(`${root}/playground/${example}.json`, { signal });
      if (!response.ok) throw new Error(`the service says ${response.status}`);
      const text = await response.text();
      if (signal.aborted) return;
      this.#page.settings = { look: looks[example] ?? 'sections' };
      await this.#replace(text, '', example);
    } catch (error) {
      if (signal.aborted) return;
      this.#setExample(this.#example);
      this.#page.fail(error);
    }
  }

  #setExample(name) {
    this.#example = name;
    part('example').value = name;
  }

  async #share() {
    try {
      const link = await linkTo(location.href, this.#editor.text, this.#page.settings);
      await this.#copy(link, 'A link that opens this snapshot');
    } catch (error) {
      this.#note(error.message);
    }
  }

  async #copyCommand() {
    const { url, key } = this.#page;
    await this.#copy(curlCommand(url, this.#editor.text, key), key ? 'A command, with the key in it,' : 'A command');
  }

  /** Opens the text in the address, which is then removed from it. Undo restores the old text. */
  async #openLink() {
    try {
      const content = await contentOf(location.hash);
      if (!content) return false;
      history.replaceState(null, '', location.pathname);
      this.#page.settings = content.members;
      await this.#replace(content.text, 'The link was opened.');
      return true;
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.#note(error.message);
      return false;
    }
  }

  async #copy(text, name) {
    if (await copyText(text)) return this.#note(`${name} is on the clipboard.`);
    const field = document.createElement('textarea');
    field.readOnly = true;
    field.value = text;
    field.setAttribute('aria-label', 'To copy');
    this.#note(`The browser does not let the page copy. ${name}:`, field);
    return field.select();
  }

  /** Shows a message about the text, with buttons for it. */
  #note(words, ...nodes) {
    part('note').replaceChildren(words, ' ', ...nodes);
    part('note').hidden = !part('note').textContent.trim() && !nodes.length;
  }
}

function action(words, act) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words;
  button.addEventListener('click', act);
  return button;
}
