import { createRoot } from 'react-dom/client';
import { Virtuoso } from 'react-virtuoso';
import { Post } from './Post.jsx';
import { count, estimate, first } from './posts.js';

createRoot(document.querySelector('#root')).render(
  <Virtuoso
    style={{ height: '100%' }} totalCount={count} defaultItemHeight={estimate} initialTopMostItemIndex={first}
    itemContent={(index) => <Post number={index} />}
  />);
