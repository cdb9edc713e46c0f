export { Feed } from './Feed.js';
export { firstScreen } from './firstScreen.js';
export { useFeed } from './useFeed.js';
export { useLayout } from './useLayout.js';
