import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Virtuoso } from 'react-virtuoso';
import { Post } from './Post.jsx';
import { estimate, first } from './posts.js';
import { useList } from './useList.js';

/** The number of the first row, which has to stay above 0 while others come in front of it. */
const start = 1_000_000;
const keyOf = (_, number) => number;
const render = (_, number) => <Post number={number} />;

function List() {
  const made = useRef(null);
  const posts = useList({
    goTo: (row) => made.current.scrollToIndex({ index: row, align: 'start' }),
    toEnd: () => made.current.scrollToIndex({ index: 'LAST', align: 'end' }),
  });
  return (
    <Virtuoso
      ref={made} style={{ height: '100%' }} data={posts} firstItemIndex={start + posts[0]} computeItemKey={keyOf} itemContent={render}
      defaultItemHeight={estimate} initialTopMostItemIndex={first}
    />
  );
}

createRoot(document.querySelector('#root')).render(<List />);
