import { placesIn } from './folded.js';
import { adopt } from './adopt.js';

/** The names of the highlights of all hits but one, and of the current one. */
const names = ['layoutd-found', 'layoutd-found-current'];
const styles = `::highlight(${names[0]}){background-color:Mark;color:MarkText}`
  + `::highlight(${names[1]}){background-color:Highlight;color:HighlightText}`;

interface Mark {
  isCurrent: boolean;
  ranges: Range[];
}

/**
 * Marks the nodes of hits: the words, where the browser can highlight texts and the node has the word in its text; else the node, by an
 * attribute.
 */
export class FoundMarks {
  #content;
  #view: any;
  #word;
  #marks: Map<HTMLElement, Mark> = new Map();
  #observer;
  #end;

  /**
   * @param word folded, and not empty
   * @param changed called when the page has changed the text of a marked node
   */
  constructor(content: HTMLElement, word: string, changed: () => void) {
    this.#content = content;
    this.#view = content.ownerDocument.defaultView;
    this.#word = word;
    this.#end = this.#view.CSS?.highlights ? adopt(content, styles) : () => {};
    this.#observer = new this.#view.MutationObserver((records: MutationRecord[]) => {
      this.#forget(records);
      changed();
    }) as MutationObserver;
    this.#observer.observe(content, { childList: true, characterData: true, subtree: true });
  }

  /**
   * Marks exactly these nodes.
   *
   * @param nodes by node, whether it shows the current hit
   */
  show(nodes: ReadonlyMap<HTMLElement, boolean>) {
    // What was drawn just now is marked as it is.
    this.#forget(this.#observer.takeRecords());
    for (const [node, { isCurrent }] of this.#marks) if (nodes.get(node) !== isCurrent) this.#unmark(node);
    for (const [node, isCurrent] of nodes) if (!this.#marks.has(node)) this.#mark(node, isCurrent);
  }

  close() {
    this.#observer.disconnect();
    for (const node of [...this.#marks.keys()]) this.#unmark(node);
    this.#end();
  }

  #mark(node: HTMLElement, isCurrent: boolean) {
    const { CSS, Highlight } = this.#view;
    const ranges = CSS?.highlights ? rangesIn(node, this.#word) : [];
    this.#marks.set(node, { isCurrent, ranges });
    if (ranges.length === 0) {
      node.setAttribute('data-found', isCurrent ? 'current' : '');
      return;
    }
    // Another feed of the page may have made it.
    const name = names[Number(isCurrent)];
    if (!CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight());
    for (const range of ranges) CSS.highlights.get(name).add(range);
  }

  #unmark(node: HTMLElement) {
    const { isCurrent, ranges } = this.#marks.get(node) as Mark;
    this.#marks.delete(node);
    if (ranges.length === 0) return node.removeAttribute('data-found');
    const { highlights } = this.#view.CSS;
    const name = names[Number(isCurrent)];
    const highlight = highlights.get(name);
    for (const range of ranges) highlight?.delete(range);
    if (highlight?.size === 0) highlights.delete(name);
  }

  /** Takes the marks from nodes whose texts have changed. */
  #forget(records: readonly MutationRecord[]) {
    for (const { target } of records) {
      for (let node: Node | null = target; node && node !== this.#content; node = node.parentNode) {
        if (this.#marks.has(node as HTMLElement)) this.#unmark(node as HTMLElement);
      }
    }
  }
}

/** The places of a word in the text of a node, which may be in several of its parts. */
function rangesIn(node: HTMLElement, word: string) {
  const page = node.ownerDocument;
  // Texts.
  const walker = page.createTreeWalker(node, 4);
  const starts: [Text, number][] = [];
  let text = '';
  while (walker.nextNode()) {
    const part = walker.currentNode as Text;
    starts.push([part, text.length]);
    text += part.data;
  }
  return placesIn(text, word).map(([start, end]) => {
    const range = page.createRange();
    const [first, from] = starts.filter(([, at]) => at <= start).at(-1) as [Text, number];
    const [last, to] = starts.filter(([, at]) => at < end).at(-1) as [Text, number];
    range.setStart(first, start - from);
    range.setEnd(last, end - to);
    return range;
  });
}
