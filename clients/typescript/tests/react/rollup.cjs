/** Bundles app.js for a page: node rollup.cjs FOLDER…, which have rollup's plugins and what these need. */
const Module = require('node:module');

process.env.NODE_PATH = process.argv.slice(2).join(':');
Module._initPaths();
const { rollup } = require('rollup');
const plugin = (name) => {
  const found = require(`@rollup/plugin-${name}`);
  return found.default ?? found;
};

(async () => {
  const bundle = await rollup({
    input: 'app.js', preserveSymlinks: true,
    onwarn: (warning) => { if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') throw new Error(warning.message); },
    plugins: [
      plugin('replace')({ 'process.env.NODE_ENV': '"production"', preventAssignment: true }),
      plugin('node-resolve')({ browser: true }), plugin('commonjs')(),
    ],
  });
  await bundle.write({ dir: 'dist/assets', format: 'es' });
})().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
