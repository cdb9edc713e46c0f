/** Bundles app.js for a page: node webpack.cjs FOLDER…, which have webpack and what it needs. */
const Module = require('node:module');

process.env.NODE_PATH = process.argv.slice(2).join(':');
Module._initPaths();
// What Debian's own node says of where it looks for modules, and Debian's webpack asks it.
const { variables } = process.config;
Object.defineProperty(process, 'config', {
  value: { ...process.config, variables: { node_prefix: '/usr', node_relative_path: 'share/nodejs', ...variables } },
});

require('webpack')({
  mode: 'production', entry: './app.js', resolve: { symlinks: false }, performance: { hints: false },
  output: { path: `${process.cwd()}/dist/assets`, filename: 'app.js' },
}, (error, stats) => {
  if (!error && !stats.hasErrors() && !stats.hasWarnings()) return;
  console.error(error ?? stats.toString());
  process.exitCode = 1;
});
