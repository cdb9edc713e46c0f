import { FindBar } from './FindBar.js';
import type { FeedFeature, FeedParts } from '../FeedFeatures.js';

const apple = /^(Mac|iPhone|iPad|iPod)/;

/** Opens a bar in which the user finds a text, in place of the browser's own, which sees the visible rows alone. */
export function attach(parts: FeedParts): FeedFeature {
  const { screen: { scroller }, options, signal } = parts;
  const bar = new FindBar(parts);
  scroller.view.addEventListener('keydown', (event: KeyboardEvent) => {
    if (options.find !== 'bar' || event.defaultPrevented || event.isComposing || !isFind(event, scroller.view)) return;
    if (bar.isAsked || !scroller.isDisplayed || !(bar.hasFocus || isHere(scroller))) return;
    if (typeof options.findText !== 'function') {
      (options.onError ?? console.error)(new TypeError('find needs findText, which says the text of an item'));
      return;
    }
    event.preventDefault();
    bar.open();
  }, { signal });
  return { drawn: () => bar.drawn() };
}

/** Whether a key opens what finds a text in the page. */
function isFind({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent, { navigator }: Window) {
  const [own, other] = apple.test(navigator.platform) ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  // Keyboards of other scripts have the letter where Latin ones have it.
  return own && !other && !altKey && !shiftKey && (key.toLowerCase() === 'f' || code === 'KeyF' && !/^[a-z]$/i.test(key));
}

/** Whether the focus is in the feed, or nowhere. */
function isHere({ page, content, target }: FeedParts['screen']['scroller']) {
  const { activeElement, body, documentElement } = page;
  if (!activeElement || activeElement === body || activeElement === documentElement) return true;
  // A focused element in a shadow root is known to that root alone.
  const { activeElement: own = null } = content.getRootNode() as any;
  return ('document' in target ? content : target).contains(own);
}
