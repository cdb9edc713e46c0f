import { Feed, LayoutService } from '../../client/index.js';
import { Conversation } from './Conversation.js';
import '../page/frame.js';
import { made } from '../page/made.js';
import { countText } from '../page/numbers.js';
import { drawPhoto } from '../photo/photo.js';

/** Simulated times of a server's answers, and the interval of new messages, in milliseconds. */
const takes = { older: 500, photo: 400, answer: 1500, silence: 8000 };
/** The most messages that arrive by themselves. */
const mostNew = 30;
/** The estimated height of a message, in points. */
const estimate = 64;
const photoSize = { width: 240, height: 180 };

const part = (id) => document.getElementById(id);
const [scroller, latest] = [part('scroller'), part('latest')];
const conversation = new Conversation(200);
/** The loaded photographs. */
const photos = new Set();
/** The number of messages since the end was last visible. */
let newCount = 0;

function node({ kind, key, sectionId }, reused) {
  const cell = reused ?? made('div');
  if (kind !== 'cell') {
    cell.className = 'day';
    cell.replaceChildren(made('span', {}, conversation.title(Number(sectionId))));
    return cell;
  }
  const { author, text, photo } = conversation.message(key);
  const bubble = made('div', { className: 'bubble' }, ...author ? [made('b', {}, author)] : [], text);
  if (photo !== undefined) showPhoto(bubble, photo);
  cell.className = author ? 'message' : 'message mine';
  cell.dataset.id = key;
  cell.replaceChildren(bubble);
  return cell;
}

/** A photograph is loaded later than its message, which reserves space for it. */
function showPhoto(bubble, number) {
  const canvas = bubble.appendChild(made('canvas', photoSize));
  const show = () => {
    photos.add(number);
    drawPhoto(canvas, number, photoSize);
  };
  if (photos.has(number)) show();
  else setTimeout(show, takes.photo);
}

const feed = new Feed(scroller, {
  service: await LayoutService.local(), node, stickToEnd: true, label: (_, id) => conversation.title(Number(id)),
});

/** Shows the current conversation. Visible messages stay in place; a chat at its end stays there. */
async function update() {
  const { days } = conversation;
  await feed.update({
    engine: 'column', metrics: { sectionInset: { bottom: 8 } },
    sections: days.map(({ number, messages: { length } }) => (
      { id: String(number), headers: [{ height: 40, pin: true }], items: { count: length, height: estimate, estimated: true } })),
  }, { keys: days.map(({ messages }) => messages.map(({ id }) => id)) });
  part('state').textContent = `${countText(conversation.count, 'message')}, laid out in this page`;
}

let isLoading = false;
feed.addEventListener('startreached', async () => {
  if (isLoading || conversation.isWhole) return;
  isLoading = true;
  part('older').hidden = false;
  await new Promise((resolve) => { setTimeout(resolve, takes.older); });
  conversation.loadOlder();
  isLoading = false;
  await update();
  part('older').hidden = !isLoading;
});

/** A friend writes. */
async function receive() {
  if (!feed.isAtEnd) newCount += 1;
  conversation.add();
  await update();
  tellLatest();
}

let received = 0;
setInterval(() => {
  if (document.hidden || received === mostNew) return;
  received += 1;
  receive();
}, takes.silence);

/** Shows a button that leads to the end, with the number of new messages, unless the end is visible. */
function tellLatest() {
  if (feed.isAtEnd) newCount = 0;
  latest.hidden = feed.isAtEnd;
  latest.textContent = newCount ? `${newCount} new ↓` : '↓';
  latest.ariaLabel = newCount ? `To the latest, ${newCount} new` : 'To the latest';
}

feed.addEventListener('scroll', tellLatest);
latest.addEventListener('click', () => feed.scrollTo('end', { behavior: 'smooth' }));
part('sending').addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = part('text').value.trim();
  if (!text) return;
  part('text').value = '';
  conversation.add(text, null);
  await update();
  feed.scrollTo('end', { behavior: 'smooth' });
  setTimeout(receive, takes.answer);
});

// A keyboard covers the lower part of the window: the page gets the remaining height.
visualViewport.addEventListener('resize', () => {
  if (visualViewport.scale === 1) document.body.style.height = `${visualViewport.height}px`;
});

await update();

/** The size of the scroller, and its visible bounds before that changed. */
let [before, width, height] = [{ ...feed.viewport.bounds }, scroller.clientWidth, scroller.clientHeight];
const look = () => {
  before = { ...feed.viewport.bounds, height };
};
feed.addEventListener('scroll', () => {
  // The browser itself scrolls a scroller that has grown at its end.
  const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
  if (scroller.clientHeight <= height || !isAtEnd) look();
});
const questions = await feed.viewport.questions();
// The last visible message stays at the end of the scroller. At another width, the feed itself does that.
new ResizeObserver(async () => {
  const isTurned = scroller.clientWidth !== width;
  [width, height] = [scroller.clientWidth, scroller.clientHeight];
  const kept = isTurned ? null : questions.target({ keep: 'end', previous: before, bounds: { ...before, height } });
  // Right after a scroll, the position of the scroller is not that of the bounds.
  if (kept) await feed.restore({ lead: kept.bounds.y, offset: 0, isAtEnd: false });
  look();
}).observe(scroller);
