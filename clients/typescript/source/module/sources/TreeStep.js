// @ts-check
import { isSame, SectionContent, stackOf } from './SectionContent.js';
import { counted, itemsDifference } from './itemsDifference.js';
import { keyDiff } from './keyDiff.js';
import { rivalsOf } from './mergedMetrics.js';
import { SectionMatch } from './SectionMatch.js';

/** @typedef {import('./SourceNode.js').SourceNode} SourceNode */
/** @typedef {import('./ResolvedSource.js').ResolvedSource} ResolvedSource */
/** @typedef {import('../wasm/Vocabulary.js').Vocabulary} Vocabulary */

/** The step that makes one tree out of another, the same as the service's (docs/rules.md#two-trees). */
export class TreeStep {
  #old;
  #now;
  #vocabulary;
  /** @type {any} */
  #step = {};
  #entryCount = 0;

  /**
   * @param {ResolvedSource} old
   * @param {ResolvedSource} now
   * @param {Vocabulary} vocabulary of the module
   */
  constructor(old, now, vocabulary) {
    this.#old = old;
    this.#now = now;
    this.#vocabulary = vocabulary;
  }

  /** The step; null if it has too many entries. */
  made() {
    const [before, after] = [this.#old.body, this.#now.body];
    this.#set(before, after);
    const match = new SectionMatch(this.#old.nodes, this.#now.nodes);
    const rivals = rivalsOf(this.#vocabulary);
    const content = (/** @type {any} */ body, /** @type {number} */ section) => (
      new SectionContent(body.sections[section], body, this.#vocabulary, rivals));
    const [keys, names] = [this.#old.keys, this.#now.keys];
    /** The new numbers of the sections that are reloaded, by their old ones. */
    const reloads = new Map();
    for (const [section, same] of match.sections.entries()) {
      if (same === undefined) continue;
      const [old, now] = [content(before, same), content(after, section)];
      const settings = old.id === now.id && old.engine === now.engine ? old.settings(now) : null;
      const entries = settings && itemsDifference(
        { section: same, items: old.items, keys: keys[same] }, { section, items: now.items, keys: names[section] });
      if (!entries) reloads.set(same, section);
      else if (Object.keys(settings).length > 0) this.#setSection(same, settings);
      for (const [list, entry] of entries ?? []) this.#add(list, entry);
    }
    const moved = keyDiff(before.sections.length, match.sections, (section) => reloads.get(match.sections[section]) === section);
    const said = (/** @type {number} */ section) => content(after, section).said;
    const going = slides(this.#old.nodes, (node) => match.going(node));
    for (const [section, count, slide] of moved.delete.flatMap((run) => parts(run, going))) {
      this.#add('deleteSections', { section, ...counted(count), ...(slide && { slide }) });
    }
    for (const [first, count] of moved.reload) {
      for (let section = first; section < first + count; section += 1) this.#add('reloadSections', { section, value: said(reloads.get(section)) });
    }
    for (const { from, to, count } of moved.move) this.#add('moveSections', { from, to, ...counted(count) });
    const coming = slides(this.#now.nodes, (node) => match.coming(node));
    for (const [section, count, slide] of moved.insert.flatMap((run) => parts(run, coming))) {
      const sections = Array.from({ length: count }, (_, place) => said(section + place));
      this.#add('insertSections', { section, sections, ...(slide && { slide }) });
    }
    return this.#entryCount > this.#vocabulary.limits.stepEntries ? null : this.#step;
  }

  /**
   * Sets what differs of the snapshot's own members.
   *
   * @param {any} before
   * @param {any} after
   */
  #set(before, after) {
    const { set, header } = this.#vocabulary.objects;
    const isHorizontal = after.scrollDirection === 'horizontal';
    for (const { name, form } of set.values()) {
      const [old, value] = [before, after].map(({ [name]: given }) => (
        form === 'globalStack' ? stackOf(given, header, isHorizontal).said : given ?? (form === 'color' ? null : 0)));
      if (!isSame(old, value)) this.#step.set = { ...this.#step.set, [name]: value };
    }
  }

  /**
   * Sets members of a section, in one entry with a neighbour before it that gets the same.
   *
   * @param {number} section
   * @param {any} settings
   */
  #setSection(section, settings) {
    const last = this.#step.setSections?.at(-1);
    const { section: first, count = 1, ...said } = last ?? {};
    if (first + count === section && isSame(said, settings)) Object.assign(last, { count: count + 1 });
    else this.#add('setSections', { section, ...settings });
  }

  /**
   * @param {string} list
   * @param {any} entry
   */
  #add(list, entry) {
    this.#entryCount += 1;
    (this.#step[list] ??= []).push(entry);
  }
}

/**
 * The slide of each section of a layout.
 *
 * @param {readonly SourceNode[]} nodes
 * @param {(node: SourceNode) => string | undefined} slide
 */
function slides(nodes, slide) {
  return nodes.flatMap((node) => new Array(node.ownCount).fill(node.ownCount > 0 ? slide(node) : undefined));
}

/**
 * The parts of neighbouring sections that slide alike.
 *
 * @param {import('./keyDiff.js').Run} run
 * @param {readonly (string | undefined)[]} all
 */
function parts([first, count], all) {
  /** @type {[section: number, count: number, slide: string | undefined][]} */
  const found = [];
  for (let section = first; section < first + count; section += 1) {
    const last = found.at(-1);
    if (last && last[2] === all[section]) last[1] += 1;
    else found.push([section, 1, all[section]]);
  }
  return found;
}
