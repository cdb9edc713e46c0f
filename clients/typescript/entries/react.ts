/** Feeds and layouts in React: layoutd-client/react. */
export { Feed, firstScreen, useFeed, useLayout } from '../source/react/index.js';
export * from '../types/react.js';
