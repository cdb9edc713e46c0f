import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Post } from './Post.jsx';
import { count, estimate, first } from './posts.js';

function List() {
  const scroller = useRef(null);
  const virtualizer = useVirtualizer({
    count, estimateSize: () => estimate, getScrollElement: () => scroller.current, initialOffset: first * estimate,
  });
  return (
    <main ref={scroller}>
      <div style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key} ref={virtualizer.measureElement} data-index={index}
            style={{ position: 'absolute', top: 0, left: 0, width: '100%', transform: `translateY(${start}px)` }}
          >
            <Post number={index} />
          </div>
        ))}
      </div>
    </main>
  );
}

createRoot(document.querySelector('#root')).render(<List />);
