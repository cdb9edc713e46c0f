import { made } from './page/made.js';

/** Each example by the fragment of the address: the text of its link, and the name of its template and its script. */
const examples = {
  billion: ['A billion photos', 'photos'], million: ['A million photos', 'photos'], chat: ['Chat', 'chat'], wall: ['Photo wall', 'wall'],
  product: ['Product page', 'product'],
};
const asked = location.hash.slice(1);
const example = Object.hasOwn(examples, asked) ? asked : 'billion';
const [, name] = examples[example];

document.getElementById('examples').append(...Object.entries(examples).map(([other, [textContent]]) => (
  made('a', { href: `#${other}`, textContent, ariaCurrent: other === example ? 'page' : null }))));
addEventListener('hashchange', () => location.reload());
document.querySelector('main').append(document.getElementById(name).content);
try {
  await import(`./demo/${name}.js`);
} catch (error) {
  document.getElementById('state').textContent = `This does not run: ${error.message}`;
  throw error;
}
