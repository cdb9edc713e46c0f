import { made } from './page/made.js';

/**
 * Each example by the fragment of the address: the text of its link, what of that a small window leaves out, and the name of its template
 * and its script.
 */
const examples = {
  billion: ['A billion', ' photos', 'photos'], million: ['A million', ' photos', 'photos'], chat: ['Chat', '', 'chat'],
  wall: ['Photo wall', '', 'wall'], shapes: ['Shapes', '', 'shapes'], product: ['Product', ' page', 'product'],
};
const asked = location.hash.slice(1);
const example = Object.hasOwn(examples, asked) ? asked : 'billion';
const [,, name] = examples[example];

document.getElementById('examples').append(...Object.entries(examples).map(([other, [text, rest]]) => (
  made('a', { href: `#${other}`, ariaCurrent: other === example ? 'page' : null }, text, made('span', {}, rest)))));
addEventListener('hashchange', () => location.reload());
document.querySelector('main').append(document.getElementById(name).content);
/** How often the page looks whether the module is there, in milliseconds, and how many times. */
const [lookTime, mostLooks] = [3000, 1000];

const hasModule = async () => (await fetch('../client/module/files.js', { method: 'HEAD' }).catch(() => null))?.ok;

/** Says what makes the module, without which the example does not run, and begins once it is there. */
async function waitForModule() {
  const code = (text) => made('code', {}, text);
  const main = document.querySelector('main');
  while (main.childElementCount > 1) main.lastElementChild.remove();
  main.append(made('p', { className: 'missing', role: 'status' },
    'This example lays out in the page, with a WebAssembly module that is not there yet. ', code('script/server'),
    ' makes it in the background, in some minutes, and the example begins then. These commands make it for the next build of the program: ',
    code('script/bootstrap --wasm && script/wasm')));
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await new Promise((resolve) => { setTimeout(resolve, lookTime); });
    if (await hasModule()) return location.reload();
  }
  return undefined;
}

try {
  await import(`./demo/${name}.js`);
} catch (error) {
  if (error.type === 'module-missing' && !await hasModule()) waitForModule();
  else document.getElementById('state').textContent = `This does not run: ${error.message}`;
  throw error;
}
