import { useState } from 'react';
import { before, posts } from './posts.js';

/**
 * The posts of a page in React. What the measures do with it is `list`: `goTo(row)` and `toEnd()`, which are the library's, and
 * `prepend(count)`.
 */
export function useList(acts) {
  const [shown, show] = useState(posts);
  globalThis.list = { ...acts, prepend: (count) => show((now) => [...before(now[0], count), ...now]) };
  return shown;
}
