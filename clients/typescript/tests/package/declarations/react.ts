import { createElement } from 'react';
import type { Feed as ClientFeed } from 'layoutd-client';
import { LayoutService } from 'layoutd-client';
import { Feed, firstScreen, useFeed, useLayout } from 'layoutd-client/react';

interface Post { id: string; text: string }
const posts: readonly Post[] = [{ id: 'one', text: 'The first' }];

export async function feeds() {
  const service = await LayoutService.local();
  const first = await firstScreen({ items: posts, keyOf: ({ id }) => id, estimate: 40 }, { service, width: 390, height: 844 });
  const { ref, content, feed, state, isAtEnd, retry } = useFeed({
    items: posts, keyOf: (post, place) => `${post.id} ${place}`, size: (post, width) => (post.text.length > width ? 40 : undefined),
    estimate: 50, render: (post, { item, key }) => `${post.text} ${item} ${key}`, first, remember: 'posts', service: LayoutService.local(),
    headers: [{ height: 44, pin: true, render: ({ index }) => `${index}` }], onEndReached: () => {}, anchor: 'first',
  });
  retry();
  useFeed({
    items: posts, keyOf: ({ id }) => id, render: () => null, fills: true, margins: (width) => ({ left: width / 10 }),
    globalHeaders: [{ height: 64, waits: true, render: ({ index }) => `${index}` }, { height: 44, pin: true }],
  });
  await firstScreen({ items: posts, keyOf: ({ id }) => id, fills: true, margins: { left: 20 } }, { service, width: 390, height: 844 });
  // @ts-expect-error a global header that waits does not pin
  useFeed({ items: posts, keyOf: ({ id }) => id, render: () => null, globalHeaders: [{ height: 44, waits: true, pin: true }] });
  // @ts-expect-error only global headers wait
  useFeed({ items: posts, keyOf: ({ id }) => id, render: () => null, headers: [{ height: 44, waits: true }] });
  // @ts-expect-error no such side
  useLayout(null, { width: 390, margins: { leading: 20 } });
  useFeed({ items: posts, keyOf: ({ id }) => id, render: () => null, find: 'bar', findText: ({ text }) => text });
  await feed?.scrollTo({ key: 'one' });
  const refs = { current: null as ClientFeed | null };
  // @ts-expect-error items have keys
  useFeed({ items: posts, render: () => null });
  // @ts-expect-error there is no such option
  useFeed({ items: posts, keyOf: ({ id }) => id, render: () => null, estimat: 4 });
  Feed({ items: posts, keyOf: (post) => post.id, render: (post) => post.text, className: 'feed', ref: refs, window: true });
  const { layout, elements, special } = useLayout({ engine: 'column', sections: [{ items: 4 }] }, {
    width: 390, margins: { left: 20 }, bounds: { x: 0, y: 0, width: 390, height: 844 }, onChange: ({ bounds }) => bounds?.y,
  });
  return createElement('main', { ref }, content, state, isAtEnd, layout?.contentSize.height, elements[0].frame.x, special.length);
}
