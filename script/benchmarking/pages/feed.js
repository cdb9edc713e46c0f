import { Feed, LayoutService } from '../../../clients/typescript/built/index.js';
import { count, estimate, fill, first } from './posts.js';

const feed = new Feed(document.querySelector('main'), {
  service: await LayoutService.local(),
  node({ item }, reused) {
    const node = reused ?? document.createElement('article');
    fill(node, item);
    return node;
  },
});
await feed.update({ engine: 'column', sections: [{ items: { count, height: estimate, estimated: true } }] });
await feed.scrollTo({ section: 0, item: first });
