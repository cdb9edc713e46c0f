export { Feed, firstScreen, useFeed, useLayout } from '../source/react/index.js';
