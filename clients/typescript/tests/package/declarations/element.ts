import { LayoutService } from 'layoutd-client';
import type { LayoutdFeed } from 'layoutd-client/element';

interface Post { id: string; text: string }

export async function elements() {
  const element: LayoutdFeed<Post> = document.createElement('layoutd-feed');
  element.items = [{ id: 'one', text: 'The first' }];
  element.keyOf = ({ id }) => id;
  element.headers = [{ height: 44, pin: true, render: ({ index }, reused) => (reused ?? document.createElement(`h${index}`)) }];
  element.size = (post, width) => (post.text.length > width ? 40 : undefined);
  element.estimate = 50;
  element.service = LayoutService.local();
  element.render = (post, { item }, reused) => {
    const node = reused ?? document.createElement('article');
    node.textContent = `${post.text} ${item}`;
    return node;
  };
  element.addEventListener('startreached', () => {});
  element.addEventListener('error', ({ error }) => console.error(error));
  element.addEventListener('noderemoved', ({ node, key }) => console.log(node, key));
  element.addEventListener('click', () => {});
  await element.whenWhole();
  element.globalHeaders = [{ height: 64, waits: true }, { height: 44, pin: true, render: () => document.createElement('nav') }];
  [element.fills, element.margins] = [true, (width) => ({ left: width / 10 })];
  [element.find, element.findText] = ['bar', ({ text }) => text];
  (await element.feed?.find('one', { text: ({ text }: Post) => text }))?.close();
  element.placeholder = { height: 44 };
  // @ts-expect-error a placeholder does not pin
  element.placeholder = { pin: true };
  // @ts-expect-error a global header that waits does not pin
  element.globalHeaders = [{ height: 44, waits: true, pin: true }];
  // @ts-expect-error only global headers wait
  element.footers = [{ height: 44, waits: true }];
  // @ts-expect-error a string is no node
  element.render = () => 'text';
  return await element.feed?.scrollTo({ key: 'one' });
}
