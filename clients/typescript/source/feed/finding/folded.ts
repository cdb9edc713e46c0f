/** A letter with the marks and the vowels that may be composed with it. */
const clusters = /[^][\p{M}\u1160-\u11ff]*/gu;

/** A text in the form in which texts are compared: in small letters, composed. */
export function folded(text: string) {
  // Composed at last: a small letter may be composed with a mark where the capital one is not. A sigma that ends a word is one like others.
  return text.toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/**
 * Where a word is in a text: the start and the end of each place, which do not overlap.
 *
 * @param word folded, and not empty
 */
export function placesIn(text: string, word: string): [number, number][] {
  const whole = folded(text);
  if (!whole.includes(word)) return [];
  const isPlain = /^[\0-\x7f]*$/.test(text);
  /** The place in the text of each letter of the folded one, and of its end. */
  const origins: number[] = [];
  if (!isPlain) {
    for (const { 0: cluster, index = 0 } of text.matchAll(clusters)) {
      for (let letter = folded(cluster).length; letter > 0; letter -= 1) origins.push(index);
    }
    origins.push(text.length);
  }
  const places: [number, number][] = [];
  for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length)) {
    const last = at + word.length;
    places.push(isPlain ? [at, last] : [origins[at], endOf(origins, last)]);
  }
  return places;
}

/** The end in the text of what ends before a folded letter: a part of a cluster stands for all of it. */
function endOf(origins: readonly number[], last: number) {
  let end = last;
  while (end < origins.length - 1 && origins[end] === origins[last - 1]) end += 1;
  return origins[end];
}
