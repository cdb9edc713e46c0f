/** Photographs that the page draws itself, without requests. A number always gives the same photograph. */

import { scenes } from './scenes.js';
import { random, scrambled } from './chance.js';

/** The size of a picture, 4 : 3, in pixels. */
const [width, height] = [400, 300];
/** The number of colour versions of each scene, drawn when needed. A photograph is a part of one picture, perhaps mirrored. */
const versionCount = 4;
/** Primes that do not divide the number of scenes, so that each as a stride reaches all scenes. */
const strides = [3, 7, 11].filter((stride) => scenes.length % stride);
/** The least fraction of a picture's width or height that a photograph shows. */
const leastPart = 0.72;
/** The most pixels drawn for a point of the page. */
const mostPixels = 2;

const pictures = [];

/**
 * Draws a photograph so that it covers a canvas. O(pixels of the canvas)
 *
 * @param {HTMLCanvasElement} canvas
 * @param {number} number a whole number that identifies the photograph
 * @param {{ width: number, height: number }} size of the canvas in the page, in points
 */
export function drawPhoto(canvas, number, size) {
  const pixels = Math.min(mostPixels, devicePixelRatio);
  canvas.width = Math.max(1, Math.round(size.width * pixels));
  canvas.height = Math.max(1, Math.round(size.height * pixels));
  const noise = scrambled(number);
  const { x, y, width: partWidth, height: partHeight, isMirrored } = partOf(noise, canvas.width / canvas.height);
  const context = canvas.getContext('2d', { alpha: false });
  if (isMirrored) context.setTransform(-1, 0, 0, 1, canvas.width, 0);
  context.imageSmoothingQuality = 'medium';
  context.drawImage(picture(pictureOf(number, noise)), x, y, partWidth, partHeight, 0, 0, canvas.width, canvas.height);
}

/** The picture of a photograph: adjacent numbers have different scenes, in a pseudo-random order. */
function pictureOf(number, noise) {
  const round = scrambled(Math.floor(number / scenes.length));
  const scene = (number * strides[round % strides.length] + (round >>> 8)) % scenes.length;
  return scene + scenes.length * ((noise >>> 4) % versionCount);
}

/** The part of a picture that a photograph of this aspect ratio shows. */
function partOf(noise, aspect) {
  const bits = (from, count) => ((noise >>> from) % (1 << count)) / ((1 << count) - 1);
  const part = 1 - (1 - leastPart) * bits(8, 6);
  const partWidth = part * Math.min(width, height * aspect);
  const partHeight = partWidth / aspect;
  return {
    x: (width - partWidth) * bits(14, 6), y: (height - partHeight) * bits(20, 6), width: partWidth, height: partHeight,
    isMirrored: noise >>> 31 === 1,
  };
}

function picture(number) {
  pictures[number] ??= drawn(scenes[number % scenes.length], Math.floor(number / scenes.length));
  return pictures[number];
}

/** Draws a scene as a camera would show it: darker in the corners, with a little grain. */
function drawn(scene, version) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  scene(context, { width, height, version, random: random(7 * version + scenes.indexOf(scene) + 1) });
  context.globalCompositeOperation = 'soft-light';
  context.globalAlpha = 0.5;
  context.fillStyle = context.createPattern(grain(), 'repeat');
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = 'multiply';
  const corners = context.createRadialGradient(width / 2, height / 2, height / 2.2, width / 2, height / 2, width / 1.4);
  corners.addColorStop(0, '#fff');
  corners.addColorStop(1, '#8a8a92');
  context.fillStyle = corners;
  context.fillRect(0, 0, width, height);
  return canvas;
}

let grainPattern = null;

function grain() {
  if (grainPattern) return grainPattern;
  const length = 128;
  grainPattern = new OffscreenCanvas(length, length);
  const context = grainPattern.getContext('2d');
  const image = context.createImageData(length, length);
  const next = random(1);
  for (let place = 0; place < image.data.length; place += 4) {
    image.data.fill(96 + 64 * next(), place, place + 3);
    image.data[place + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  return grainPattern;
}
