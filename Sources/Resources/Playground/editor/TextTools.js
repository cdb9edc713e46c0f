import { copyText } from '../page/copyText.js';
import { curlCommand } from './curlCommand.js';
import { KeptText } from './KeptText.js';
import { contentOf, LinkError, linkTo } from './shareLink.js';

const firstExample = 'photos';
/** What the items of an example look like, where that is not `sections`. */
const looks = { photos: 'photographs' };
const part = (id) => document.getElementById(id);

/** What becomes of the text: examples, links and commands; it is kept over a reload. */
export class TextTools {
  #editor;
  #page;
  /** The example that the text is, unchanged. */
  #example = '';
  #loading = new AbortController();
  #kept;

  /**
   * @param editor has the text
   * @param page `fetch`; `post()`, called when there is another text; `fail(error)`; `settings`, of texts, which are kept
   *   and shared; `key`; `url`, where a command is sent
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

  /** Begins with what the tab kept, then with what the address carries, or else with an example. */
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

  /** The reader has changed the text. */
  edited() {
    this.#loading.abort();
    this.#setExample('');
    this.changed();
  }

  /** Something has changed that is kept. */
  changed() {
    this.#kept.changed();
  }

  /** Puts another text in place of the one there is, which undoing, or a button, brings back. */
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
      const response = await this.#page.fetch(`/playground/${example}.json`, { signal });
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

  /** Opens what the address carries. What was there before is an undo away, and the address is the page's own again. */
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

  /** Says what became of the text, with what can be done about it. */
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
