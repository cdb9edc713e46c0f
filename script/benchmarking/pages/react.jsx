import { createRoot } from 'react-dom/client';
import { Feed } from 'layoutd-client/react';
import { Post } from './Post.jsx';
import { count, estimate, first } from './posts.js';

const posts = Array.from({ length: count }, (_, number) => number);
const keyOf = (number) => number;
const render = (number) => <Post number={number} />;
const begin = (feed) => {
  void feed?.restore({ section: 0, item: first, key: first, offset: 0, lead: first * estimate, isAtEnd: false });
};

createRoot(document.querySelector('#root')).render(
  <Feed ref={begin} style={{ height: '100%' }} items={posts} keyOf={keyOf} estimate={estimate} render={render} />);
