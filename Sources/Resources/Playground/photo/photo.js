/** Photographs: parts of twelve pictures. A number always gives the same photograph. */

import { scrambled } from './chance.js';

/** The files of the pictures, beside this one. Each is 4 : 3. */
const names = ['sunset', 'peaks', 'meadow', 'city', 'dahlia', 'dunes', 'coast', 'lights', 'aurora', 'coffee', 'lake', 'daisy'];
/** Numbers that have no divisor in common with the number of pictures, so that each as a stride reaches all pictures. */
const strides = [5, 7, 11];
/** The least fraction of a picture's width or height that a photograph shows. */
const leastPart = 0.72;
/** The most pixels drawn for a point of the page. */
const mostPixels = 2;
/** What a canvas shows until its picture is here. */
const blank = '#868c96';

/** The pictures that are here, and the promises of all; the first photograph fetches them. */
const pictures = [];
let coming = null;
/** The last photograph of each canvas, as the function that draws it. */
const drawn = new WeakMap();

/**
 * Draws a photograph so that it covers a canvas, at once if its picture is here, else when it comes. O(pixels of the canvas)
 *
 * @param {HTMLCanvasElement} canvas
 * @param {number} number a whole number that identifies the photograph
 * @param {{ width: number, height: number }} size of the canvas in the page, in points
 */
export function drawPhoto(canvas, number, size) {
  const pixels = Math.min(mostPixels, devicePixelRatio);
  canvas.width = Math.max(1, Math.round(size.width * pixels));
  canvas.height = Math.max(1, Math.round(size.height * pixels));
  const context = canvas.getContext('2d', { alpha: false });
  const noise = scrambled(number);
  const picture = pictureOf(number);
  const draw = () => {
    const { x, y, width, height, isMirrored } = partOf(pictures[picture], noise, canvas.width / canvas.height);
    if (isMirrored) context.setTransform(-1, 0, 0, 1, canvas.width, 0);
    context.imageSmoothingQuality = 'medium';
    context.drawImage(pictures[picture], x, y, width, height, 0, 0, canvas.width, canvas.height);
  };
  drawn.set(canvas, draw);
  if (pictures[picture]) {
    draw();
    return;
  }
  context.fillStyle = blank;
  context.fillRect(0, 0, canvas.width, canvas.height);
  coming ??= names.map(fetched);
  coming[picture].then(() => {
    if (pictures[picture] && drawn.get(canvas) === draw) draw();
  });
}

/** Resolves when no photograph that was drawn waits for its picture any more. */
export async function photosDrawn() {
  await Promise.all(coming ?? []);
}

async function fetched(name, place) {
  try {
    const image = new Image();
    image.src = new URL(`${name}.webp`, import.meta.url);
    await image.decode();
    const picture = new OffscreenCanvas(image.width, image.height);
    picture.getContext('2d', { alpha: false }).drawImage(image, 0, 0);
    pictures[place] = picture;
  } catch {
    // The server has ended. What waits for the picture stays blank.
  }
}

/** The picture of a photograph: adjacent numbers have different ones, in a pseudo-random order. */
function pictureOf(number) {
  const round = scrambled(Math.floor(number / names.length));
  return (number * strides[round % strides.length] + (round >>> 8)) % names.length;
}

/** The part of a picture that a photograph of this aspect ratio shows. */
function partOf(picture, noise, aspect) {
  const bits = (from, count) => ((noise >>> from) % (1 << count)) / ((1 << count) - 1);
  const part = 1 - (1 - leastPart) * bits(8, 6);
  const width = part * Math.min(picture.width, picture.height * aspect);
  const height = width / aspect;
  return {
    x: (picture.width - width) * bits(14, 6), y: (picture.height - height) * bits(20, 6), width, height,
    isMirrored: noise >>> 31 === 1,
  };
}
