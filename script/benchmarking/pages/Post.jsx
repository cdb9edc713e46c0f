import { useLayoutEffect, useRef } from 'react';
import { fill } from './posts.js';

/** A post, which is filled before anybody measures it. */
export function Post({ number }) {
  const node = useRef(null);
  useLayoutEffect(() => fill(node.current, number), [number]);
  return <article ref={node} />;
}
