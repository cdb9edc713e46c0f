/** The posts of the pages: the same nodes in each, whichever library shows them. */

const asked = new URLSearchParams(globalThis.location?.search);

/** How many posts there are: `?posts=1000`. */
export const count = Number(asked.get('posts') ?? 200_000);
/** The post at which a page opens: `?first=0`, or else the one in the middle. Nobody has measured those above it. */
export const first = Number(asked.get('first') ?? count / 2);
/** What a page takes for the height of a post that it has not measured. */
export const estimate = 150;

/** The numbers of the posts. */
export const posts = Array.from({ length: count }, (_, number) => number);
/** The numbers of so many posts that come in front of a first one. */
export const before = (number, length) => Array.from({ length }, (_, place) => number - length + place);

/** The pictures that have come: each is there at once where its post is shown again. */
const come = new Set();

/** The same whole number for a number each time, from 0 up to and without `limit`. */
const chance = (number, limit) => (Math.imul(number + 1, 2_654_435_761) >>> 8) % limit;

/**
 * Fills a node with a post: a title, one to five lines of text, and in two of three a picture, whose height is known between 50
 * and 400 ms after the post was first shown.
 */
export function fill(node, number) {
  if (node.dataset.row === `${number}`) return;
  node.dataset.row = `${number}`;
  const title = document.createElement('h2');
  title.textContent = `Post ${number}`;
  const text = document.createElement('p');
  text.textContent = 'A line of words. '.repeat(1 + chance(number, 13));
  node.replaceChildren(title, text);
  if (number % 3 === 0) return;
  const picture = document.createElement('div');
  node.append(picture);
  const show = () => {
    come.add(number);
    Object.assign(picture.style, { height: `${60 + chance(7 * number, 180)}px`, background: `hsl(${chance(number, 360)} 50% 60%)` });
  };
  if (come.has(number)) show();
  else setTimeout(show, 50 + chance(3 * number, 350));
}
