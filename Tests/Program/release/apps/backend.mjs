// A backend of posts: puts their layout as a document, tells pages where it is, and serves these pages.
//
//     node backend.mjs SERVICE PORT
//
// GET /posts answers { service, posts }; POST /posts adds a post in front of the others.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { LayoutService } from 'layoutd-client';

const [address, port] = process.argv.slice(2);
const document = new LayoutService(address).document('posts');
const post = (number) => ({ key: `post ${number}`, height: 40 + number * 7 % 50 });
const posts = Array.from({ length: 20_000 }, (_, number) => post(number));
let { revision } = await document.put({
  sections: [{ engine: 'column', items: { heights: posts.map(({ height }) => height) } }],
}, { revision: 'any' });

/** Writes one after the other. */
let writing = Promise.resolve();
const add = () => {
  writing = writing.then(async () => {
    const added = post(posts.length);
    const steps = { insert: [{ section: 0, item: 0, items: { heights: [added.height] } }] };
    ({ revision } = await document.change(steps, { revision }));
    posts.unshift(added);
  });
  return writing;
};

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.wasm': 'application/wasm' };
const server = createServer(async ({ method, url }, response) => {
  try {
    const { pathname } = new URL(url, 'http://localhost');
    if (pathname === '/posts') {
      if (method === 'POST') await add();
      return response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ service: address, posts }));
    }
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    const data = await readFile(join('.', normalize(pathname)));
    return response.setHeader('Content-Type', types[extname(pathname)] ?? 'application/octet-stream').end(data);
  } catch (error) {
    return response.writeHead(error.code === 'ENOENT' ? 404 : 500).end(String(error));
  }
});
server.listen(Number(port), '127.0.0.1', () => console.log(`listens on port ${server.address().port}`));
