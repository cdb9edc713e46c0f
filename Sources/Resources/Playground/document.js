import { DocumentPane } from './DocumentPane.js';
import { RequestList } from './RequestList.js';

const part = (id) => document.getElementById(id);

/** The document that the address names; a new one where it names none. */
function documentName() {
  const named = /^#([A-Za-z0-9][A-Za-z0-9._~-]{0,127})$/.exec(location.hash)?.[1];
  const name = named ?? `playground-${Math.floor(Math.random() * 2 ** 40).toString(36)}`;
  if (!named) history.replaceState(null, '', `#${name}`);
  return name;
}

const name = documentName();
const requests = new RequestList(part('requests'), part('key'));
const panes = [...document.querySelectorAll('.pane')].map((node) => new DocumentPane(node, requests.fetch, name));

document.title = `${name} · layoutd`;
part('another').href = `#${name}`;
part('key').addEventListener('change', () => panes.forEach((pane) => pane.show()));
addEventListener('hashchange', () => location.reload());
// The first one makes the document, where there is none.
for (const pane of panes) pane.show();
