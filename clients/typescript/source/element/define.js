// @ts-check
import { LayoutdFeed } from './LayoutdFeed.js';

const { customElements } = globalThis;
// A server has no elements. A page may have this file twice.
if (customElements && !customElements.get('layoutd-feed')) customElements.define('layoutd-feed', LayoutdFeed);

export { LayoutdFeed };
