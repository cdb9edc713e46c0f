/** The most cached colours. */
const maximumCount = 256;
const inks = new Map();
let canvas = null;

/** The readable ink on a colour: dark or light; the empty text if it is no colour, or nearly transparent. */
export function inkOn(color) {
  if (!color) return '';
  let ink = inks.get(color);
  if (ink === undefined) {
    if (inks.size >= maximumCount) inks.clear();
    ink = inkOf(color);
    inks.set(color, ink);
  }
  return ink;
}

function inkOf(color) {
  if (!CSS.supports('background-color', color)) return '';
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = '#0000';
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  if (alpha < 128) return '';
  const [r, g, b] = [red, green, blue].map((part) => (part / 255) ** 2.2);
  // At this luminance black and white are equally readable.
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? '#000' : '#fff';
}
