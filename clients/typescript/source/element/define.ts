import { LayoutdFeed } from './LayoutdFeed.js';

const { customElements } = globalThis;
// There are no custom elements on a server, and a page may load this file twice.
if (customElements && !customElements.get('layoutd-feed')) customElements.define('layoutd-feed', LayoutdFeed);

export { LayoutdFeed };
