import { DocumentPane } from './demo/DocumentPane.js';
import { key, requests } from './page/frame.js';
import { browserStorage } from './page/keptTexts.js';

const part = (id) => document.getElementById(id);

/** The name under which the browser stores the name of its document. */
const KEPT = 'layoutd-list';

/** The document in the address; if there is none, that of the browser, so that not every visit creates one. */
function documentName() {
  const names = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/;
  const named = location.hash.slice(1);
  if (names.test(named)) return named;
  const kept = browserStorage.read(KEPT) ?? '';
  const name = names.test(kept) ? kept : `list-${Math.floor(Math.random() * 2 ** 40).toString(36)}`;
  browserStorage.write(KEPT, name);
  history.replaceState(null, '', `#${name}`);
  return name;
}

/** A phone in the page. */
function phoneOf(owner) {
  const phone = part('phones').appendChild(part('phone').content.firstElementChild.cloneNode(true));
  const title = `${owner}’s phone`;
  phone.ariaLabel = title;
  phone.querySelector('h2').textContent = title;
  phone.querySelector('.scroller').ariaLabel = `${owner}’s list`;
  return phone;
}

const name = documentName();
const panes = ['Ada', 'Ben'].map((owner) => new DocumentPane(phoneOf(owner), requests.fetch, name));

document.title = `${name} · layoutd`;
part('another').href = `#${name}`;
part('another').textContent = name;
key.addEventListener('change', () => panes.forEach((pane) => pane.show()));
addEventListener('hashchange', () => location.reload());
for (const pane of panes) pane.show();
