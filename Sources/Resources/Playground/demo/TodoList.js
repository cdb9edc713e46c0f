/** The most sections of a document that are read. */
const maximumCount = 20_000;
/** The most bytes of a section's id. */
const maximumBytes = 256;
/** The heights of rows: with one line of text, with two, and with a photograph below. A longer text takes two. */
const [oneLine, twoLines, pictured] = [56, 76, 208];
const longestLine = 30;

/** The to-dos of a new document, the last ones done; those with a star have a photograph. */
const firstTexts = [
  'Water the plants', 'Ask Mia about her tent', 'Book the night train to Porto*', 'Find the good camera', 'Buy sun cream and a hat',
  'Print the tickets, in case there is no network on the way*', 'Learn ten words of Portuguese', 'Pick a place for dinner on Friday*',
  'Charge the batteries', 'Return the library books', 'Sew the button on the blue coat', 'Look up when the market opens*',
  'Copy the keys for Sam', 'Clear the fridge', 'Pack the small rucksack', 'Write down the address of the flat',
  'Download maps of the coast*', 'Change some money', 'Charge the headphones', 'Leave a spare key with Lena', 'Buy coffee for the morning after*',
  'Take the bins out', 'Find the passport', 'Tell the neighbours', 'Pay the rent', 'Renew the travel insurance',
];
const doneCount = 5;

/**
 * The to-dos of a document, in order. Each is a section with one row; the section's id has the text and whether it is done, as a line of
 * Markdown: `[ ] Buy milk`, `[x] Buy milk`. So all followers of the document get it with the steps.
 */
export class TodoList {
  /** `{ id }` for each section; a to-do stays the same object when it moves. */
  #entries = [];

  /** Reads a layout of the document. */
  async read(layout, signal) {
    const entries = [];
    for await (const { id = '' } of layout.sections({ limit: 1000, signal })) {
      entries.push({ id });
      if (entries.length === maximumCount) break;
    }
    this.#entries = entries;
  }

  /** Applies the steps of a change. */
  apply(steps) {
    for (const step of steps) this.#entries = entriesAfter(step, this.#entries);
  }

  get entries() {
    return this.#entries;
  }

  /** The number of open to-dos, and of all. */
  get counts() {
    const all = this.#entries.map(todoOf).filter(Boolean);
    return { open: all.filter(({ isDone }) => !isDone).length, all: all.length };
  }
}

/** The to-do of a section: `{ text, isDone }`; null if it is none. */
export function todoOf(entry) {
  const [, mark, text] = /^\[([ x])\] (.*)$/su.exec(entry?.id ?? '') ?? [];
  return mark === undefined ? null : { text, isDone: mark === 'x' };
}

/** Whether a row of this height has a photograph. */
export function isPictured(height) {
  return height >= pictured;
}

/** The section of a to-do. */
export function todoSection({ text, isDone = false }, height = heightOf(text)) {
  return {
    id: `${isDone ? '[x]' : '[ ]'} ${shortened(text)}`, engine: 'column',
    metrics: { sectionInset: { top: 4, left: 10, bottom: 4, right: 10 } }, items: [{ height }],
  };
}

/** The snapshot of a new document. */
export function firstSnapshot() {
  return {
    sections: firstTexts.map((text, place) => {
      const plain = text.replace('*', '');
      const todo = { text: plain, isDone: place >= firstTexts.length - doneCount };
      return todoSection(todo, plain === text ? heightOf(text) : pictured);
    }),
  };
}

function heightOf(text) {
  return text.length > longestLine ? twoLines : oneLine;
}

/** A text shortened to fit into an id. */
function shortened(text) {
  const characters = [...text];
  while (new TextEncoder().encode(characters.join('')).length > maximumBytes - 4) characters.pop();
  return characters.join('');
}

/** The sections after a step: inserted and moved ones at their places, the others in order between them. */
function entriesAfter({ deleteSections = [], insertSections = [], moveSections = [], reloadSections = [] }, before) {
  const gone = new Set();
  const placed = new Map();
  for (const { section, value } of reloadSections) before[section].id = value.id ?? '';
  for (const { section, count = 1 } of deleteSections) {
    for (let place = section; place < section + count; place += 1) gone.add(before[place]);
  }
  for (const { from, to, count = 1 } of moveSections) {
    for (let place = 0; place < count; place += 1) {
      gone.add(before[from + place]);
      placed.set(to + place, before[from + place]);
    }
  }
  for (const { section, sections } of insertSections) sections.forEach(({ id = '' }, place) => placed.set(section + place, { id }));
  const others = before.filter((entry) => !gone.has(entry));
  const after = [];
  for (let next = 0; next < others.length || placed.has(after.length);) after.push(placed.get(after.length) ?? others[next++]);
  return after;
}
