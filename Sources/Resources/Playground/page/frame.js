import { made } from './made.js';
import { RequestList } from './RequestList.js';
import { root } from './root.js';

const pages = {
  '/': 'Playground', '/playground/demo.html': 'Demo', '/playground/document.html': 'Document', '/docs/guide': 'Guide', '/docs': 'Reference',
};
/** Whether a `.sheet` is shown as a sheet over the page, as in page.css. */
const small = matchMedia('(max-width: 899px), (max-height: 499px)');

/** The field for the key. */
export const key = made('input', { id: 'key', type: 'password', autocomplete: 'off', size: 12, placeholder: 'if one is needed' });

document.getElementById('menu').prepend(
  made('nav', { ariaLabel: 'Pages' }, ...Object.entries(pages).map(([path, textContent]) => (
    made('a', { href: root + path, textContent, ariaCurrent: root + path === location.pathname ? 'page' : null })))),
  made('details', { className: 'key' }, made('summary', {}, 'Key'), made('label', {}, made('span', { className: 'unseen' }, 'Key'), key)));
small.addEventListener('change', () => {
  for (const sheet of document.querySelectorAll(':popover-open')) sheet.hidePopover();
});

const list = document.getElementById('requests');

/** The page's requests; null if it lists none. */
export const requests = list && new RequestList(list, key);
