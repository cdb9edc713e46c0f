import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { LegendList } from '@legendapp/list/react';
import { Post } from './Post.jsx';
import { estimate, first } from './posts.js';
import { useList } from './useList.js';

const keyOf = (number) => `${number}`;
const render = ({ item }) => <Post number={item} />;

function List() {
  const made = useRef(null);
  const posts = useList({
    goTo: (row) => made.current.scrollToIndex({ index: row, animated: false }),
    toEnd: () => made.current.scrollToEnd({ animated: false }),
  });
  return (
    <LegendList
      ref={made} style={{ height: '100%' }} data={posts} keyExtractor={keyOf} renderItem={render} estimatedItemSize={estimate}
      initialScrollIndex={first} recycleItems maintainVisibleContentPosition
    />
  );
}

createRoot(document.querySelector('#root')).render(<List />);
