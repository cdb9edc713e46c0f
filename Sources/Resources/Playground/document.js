import { DocumentPane } from './demo/DocumentPane.js';
import { browserStorage } from './page/keptTexts.js';
import { RequestList } from './page/RequestList.js';

const part = (id) => document.getElementById(id);

/** Under which the browser keeps the name of its document. */
const KEPT = 'layoutd-list';

/** The document that the address names; where it names none, that of the browser: each visit would leave one otherwise. */
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

const name = documentName();
const requests = new RequestList(part('requests'), part('key'));
const panes = [...document.querySelectorAll('.pane')].map((node) => new DocumentPane(node, requests.fetch, name));

document.title = `${name} · layoutd`;
part('another').href = `#${name}`;
part('another').textContent = name;
part('key').addEventListener('change', () => panes.forEach((pane) => pane.show()));
addEventListener('hashchange', () => location.reload());
for (const pane of panes) pane.show();
