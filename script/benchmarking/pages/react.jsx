import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Feed } from 'layoutd-client/react';
import { Post } from './Post.jsx';
import { estimate, first } from './posts.js';
import { useList } from './useList.js';

const keyOf = (number) => number;
const render = (number) => <Post number={number} />;

function List() {
  const feed = useRef(null);
  const begin = (made) => {
    if (made && !feed.current && first > 0) {
      void made.restore({ section: 0, item: first, key: first, offset: 0, lead: first * estimate, isAtEnd: false });
    }
    feed.current = made ?? feed.current;
  };
  const posts = useList({ goTo: (row) => feed.current.scrollTo({ section: 0, item: row }), toEnd: () => feed.current.scrollTo('end') });
  return <Feed ref={begin} style={{ height: '100%' }} items={posts} keyOf={keyOf} estimate={estimate} render={render} />;
}

createRoot(document.querySelector('#root')).render(<List />);
