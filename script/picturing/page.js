import { Feed, LayoutService } from '../../clients/typescript/built/index.js';
import { drawPhoto, photosDrawn } from '../../Sources/Resources/Playground/photo/photo.js';

/** A photograph as the address of its data. */
globalThis.photo = async ({ number, width, height, quality }) => {
  const canvas = document.createElement('canvas');
  drawPhoto(canvas, number, { width, height });
  await photosDrawn();
  return canvas.toDataURL('image/jpeg', quality);
};

const frames = async (count) => {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
};

/** A post: what is known of its height at once, and a picture that may come later. */
const fill = (node, key, posts, come) => {
  node.dataset.key = key;
  const [text, picture] = [document.createElement('div'), document.createElement('div')];
  text.style.height = `${posts[key].text}px`;
  picture.style.height = `${come.has(key) ? posts[key].picture : 0}px`;
  node.replaceChildren(text, picture);
  return node;
};

/** A list of all its posts, in a scroller that is left where it is. */
function plainList(scroller, { posts, keys }, come) {
  const made = (key) => fill(document.createElement('article'), key, posts, come);
  scroller.append(...keys.map(made));
  const nodeOf = (key) => scroller.querySelector(`[data-key=${key}]`);
  return {
    scrollTo: async (key) => { scroller.scrollTop = nodeOf(key).offsetTop - scroller.offsetTop; },
    insert: async (place, added) => nodeOf(place).before(...added.map(made)),
    settle: async () => frames(2),
  };
}

/** A feed of the same posts. */
async function feedOf(scroller, { posts, keys, estimate, zone }, come) {
  const items = (count) => ({ count, height: estimate, estimated: true });
  const feed = new Feed(scroller, {
    service: await LayoutService.local(), overscan: 3 * zone,
    node: ({ key }, reused) => fill(reused ?? document.createElement('article'), key, posts, come),
  });
  await feed.update({ engine: 'column', sections: [{ items: items(keys.length) }] }, { keys });
  return {
    scrollTo: (key) => feed.scrollTo({ key }),
    insert: (place, added) => feed.insert({ key: place }, items(added.length), { keys: added }),
    async settle() {
      await feed.whenWhole();
      await frames(2);
    },
  };
}

/** The key of the first post that can be seen. */
function firstIn(scroller) {
  const { top } = scroller.getBoundingClientRect();
  return [...scroller.querySelectorAll('article')].find((node) => node.getBoundingClientRect().bottom > top + 1).dataset.key;
}

/**
 * Plays a story in a plain list and in a feed side by side: in each step posts come in before what is first in the feed, pictures
 * come, and a finger moves the content. Returns for each step where the posts stand, by their keys: [from the top of the
 * scroller, height].
 */
globalThis.played = async (story) => {
  const { width, height, zone, posts, start, steps } = story;
  // Pictures of those that are there at the beginning have come.
  const come = new Set(story.keys);
  const scrollers = ['plain', 'feed'].map(() => document.body.appendChild(document.createElement('main')));
  for (const { style } of scrollers) Object.assign(style, { width: `${width}px`, height: `${height}px` });
  const lists = [plainList(scrollers[0], story, come), await feedOf(scrollers[1], story, come)];
  const each = (action) => Promise.all(lists.map((list, place) => action(list, scrollers[place])));
  await each((list) => list.settle());
  await each((list) => list.scrollTo(start.key));
  await each(async (list, scroller) => {
    scroller.scrollTop += start.offset;
    await list.settle();
  });
  const places = (scroller) => {
    const { top: from } = scroller.getBoundingClientRect();
    return Object.fromEntries([...scroller.querySelectorAll('article')].map((node) => [node.dataset.key, node.getBoundingClientRect()])
      .filter(([, { top, bottom }]) => bottom > from - zone && top < from + height)
      .map(([key, { top, height: extent }]) => [key, [top - from, extent]]));
  };
  const found = [scrollers.map(places)];
  for (const { insert, picture, scroll } of steps) {
    if (insert) {
      const place = firstIn(scrollers[1]);
      await each((list) => list.insert(place, insert));
    }
    if (picture) {
      come.add(picture);
      for (const node of document.querySelectorAll(`[data-key=${picture}]`)) fill(node, picture, posts, come);
    }
    await each(async (list, scroller) => {
      if (scroll) scroller.scrollTop -= scroll;
      await list.settle();
    });
    found.push(scrollers.map(places));
  }
  return found;
};
