import { existsSync } from 'node:fs';
import Module, { createRequire, register } from 'node:module';

/** The folder of React in Debian: packages node-react and node-react-dom. */
const folder = '/usr/share/nodejs';

export const isThere = existsSync(`${folder}/react-dom/server.js`);

if (isThere) {
  // Debian's own node looks there by itself.
  process.env.NODE_PATH = folder;
  Module._initPaths();
  const names = ['react', 'react-dom', 'react-dom/server'];
  const require = createRequire(`${folder}/`);
  const places = Object.fromEntries(names.map((name) => [name, `file://${require.resolve(name)}`]));
  register(`data:text/javascript,${encodeURIComponent(`
    const places = ${JSON.stringify(places)};
    export const resolve = (name, context, next) => next(places[name] ?? name, context);`)}`);
}
