import { useCallback, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Post } from './Post.jsx';
import { estimate, first } from './posts.js';
import { useList } from './useList.js';

/** As its guide recommends for lists in front of which posts come. */
function List() {
  const scroller = useRef(null);
  const made = useRef(null);
  const posts = useList({
    goTo: (row) => made.current.scrollToIndex(row, { align: 'start' }), toEnd: () => made.current.scrollToEnd(),
  });
  const virtualizer = useVirtualizer({
    count: posts.length, estimateSize: () => estimate, getScrollElement: () => scroller.current, initialOffset: first * estimate,
    getItemKey: useCallback((index) => posts[index], [posts]), anchorTo: 'end',
  });
  made.current = virtualizer;
  return (
    <main ref={scroller}>
      <div style={{ position: 'relative', width: '100%', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key} ref={virtualizer.measureElement} data-index={index}
            style={{ position: 'absolute', top: 0, left: 0, width: '100%', transform: `translateY(${start}px)` }}
          >
            <Post number={posts[index]} />
          </div>
        ))}
      </div>
    </main>
  );
}

createRoot(document.querySelector('#root')).render(<List />);
