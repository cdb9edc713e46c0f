import { useLayoutEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { VList } from 'virtua';
import { Post } from './Post.jsx';
import { first } from './posts.js';
import { useList } from './useList.js';

const render = (number) => <Post key={number} number={number} />;

/** It takes what it has measured for the height of others, as it recommends. */
function List() {
  const made = useRef(null);
  const posts = useList({
    goTo: (row) => made.current.scrollToIndex(row), toEnd: () => made.current.scrollToIndex(posts.length - 1, { align: 'end' }),
  });
  useLayoutEffect(() => {
    if (first > 0) made.current.scrollToIndex(first);
  }, []);
  return <VList ref={made} data={posts} shift>{render}</VList>;
}

createRoot(document.querySelector('#root')).render(<List />);
