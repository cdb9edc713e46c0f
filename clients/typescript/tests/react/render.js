/**
 * Renders a feed as a server does. Its arguments are the number of posts, a width and a height. Prints the page's text and its first
 * screen.
 */
import { readFileSync } from 'node:fs';
import { LayoutService } from '../../built/index.js';
import { file } from '../support/moduleFile.js';
import '../support/react.js';

const { createElement, StrictMode, Suspense } = await import('react');
const { renderToString } = await import('react-dom/server');
const { Feed, firstScreen } = await import('../../built/source/react/index.js');
const { plain, posts } = await import('./posts.js');

const [width, height, count] = process.argv.slice(2).map(Number);
const service = await LayoutService.local({ module: readFileSync(file) });
const options = { ...plain, items: posts(count) };
const first = await firstScreen(options, { service, width, height });
// As the page has it around the feed.
const html = renderToString(createElement(StrictMode, null, createElement(
  Suspense, { fallback: 'loading' }, createElement(() => null), createElement(Feed, { ...options, first }))));
process.stdout.write(JSON.stringify({ html, first }));
