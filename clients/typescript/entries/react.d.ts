/** Feeds and layouts in React: layoutd-client/bundles/react. */
export * from '../types/react.js';
