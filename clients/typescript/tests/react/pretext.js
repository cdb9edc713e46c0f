/** A substitute for Pretext: the same two calls, for words that a page wraps if they do not fit. */
const context = document.createElement('canvas').getContext('2d');

export function prepare(text, font) {
  context.font = font;
  const width = (piece) => context.measureText(piece).width;
  return { space: width(' '), words: text.trim().split(/\s+/).map(width) };
}

export function layout({ space, words }, maxWidth, lineHeight) {
  let lineCount = words.length > 0 ? 1 : 0;
  let line = -space;
  for (const width of words) {
    if (line + space + width > maxWidth && line > 0) {
      lineCount += 1;
      line = width;
    } else line += space + width;
  }
  return { lineCount, height: lineCount * lineHeight };
}
