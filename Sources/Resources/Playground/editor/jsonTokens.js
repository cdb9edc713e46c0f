/** The most characters of a line that are coloured. */
const longest = 20_000;
const token = /(?<string>"(?:[^"\\]|\\.)*"?)|(?<number>-?\d[\d.eE+-]*)|(?<literal>\b(?:true|false|null)\b)|(?<fold>…\u00a0[\d\u202f]+\u00a0more)|(?<structure>[{}[\],:]+)/gu;
const colon = /\s*:/uy;

/**
 * The tokens of a line of JSON, valid or not: pieces `{ text, kind }` that together are the line.
 *
 * @param {string} line
 * @param {{ start: number, end: number, kind: string }[]} marks stretches with an additional kind
 */
export function piecesOf(line, marks = []) {
  const pieces = [];
  const edges = [...new Set(marks.flatMap(({ start, end }) => [start, end]))].sort((left, right) => left - right);
  const add = (from, to, kind) => {
    for (let start = from; start < to;) {
      const end = edges.find((edge) => edge > start && edge < to) ?? to;
      const marked = marks.find((mark) => mark.start <= start && mark.end >= end)?.kind;
      pieces.push({ text: line.slice(start, end), kind: [kind, marked].filter(Boolean).join(' ') });
      start = end;
    }
  };
  let at = 0;
  for (const { 0: text, index, groups } of line.slice(0, longest).matchAll(token)) {
    add(at, index, '');
    const end = index + text.length;
    const [kind] = Object.entries(groups).find(([, found]) => found !== undefined);
    colon.lastIndex = end;
    add(index, end, kind === 'string' && colon.test(line) ? 'name' : kind);
    at = end;
  }
  add(at, line.length, '');
  return pieces;
}
