import { Feed, LayoutService } from 'layoutd-client/feed';
import { before, count, estimate, fill, first, posts } from './posts.js';

const sized = (length) => ({ count: length, height: estimate, estimated: true });
const feed = new Feed(document.querySelector('main'), {
  service: await LayoutService.local(),
  node({ key }, reused) {
    const node = reused ?? document.createElement('article');
    fill(node, key);
    return node;
  },
});
let top = 0;
globalThis.list = {
  goTo: (row) => feed.scrollTo({ section: 0, item: row }),
  toEnd: () => feed.scrollTo('end'),
  prepend(length) {
    const keys = before(top, length);
    [top] = keys;
    return feed.insert(0, sized(length), { keys });
  },
};
if (first > 0) void feed.restore({ section: 0, item: first, key: first, offset: 0, lead: first * estimate, isAtEnd: false });
await feed.update({ engine: 'column', sections: [{ items: sized(count) }] }, { keys: posts });
