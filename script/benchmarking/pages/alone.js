import { fill, posts } from './posts.js';

// The posts without a list: those of one screen.
globalThis.list = { posts };
for (const number of posts.slice(0, 8)) fill(document.querySelector('main').appendChild(document.createElement('article')), number);
