/**
 * What the page has under way: timers of less than half a second, since longer ones are of attempts that are made again; frames,
 * messages, requests, and modules that are compiled. `rest` waits until nothing is. This script is no module, so that it can run
 * before React, which keeps the functions of the page.
 */
(() => {
  if (globalThis.rest) return;
  const page = globalThis;
  const underWay = new Map();
  /** The timers that are over, while they are held. */
  let held = null;
  const { MessageChannel: Channel, Response } = page;
  const [fetch, later, drop, paint, erase] = ['fetch', 'setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame']
    .map((name) => page[name].bind(page));
  const track = (promise) => {
    const done = () => underWay.delete(promise);
    underWay.set(promise, 'a request');
    promise.then(done, done);
    return promise;
  };
  page.fetch = (...given) => track(fetch(...given));
  const { json } = Response.prototype;
  Response.prototype.json = function () { return track(json.call(this)); };
  for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']) {
    const { [name]: act } = WebAssembly;
    WebAssembly[name] = (...given) => track(act(...given));
  }
  page.setTimeout = (act, milliseconds = 0, ...given) => {
    const timer = later(() => {
      const run = () => {
        underWay.delete(timer);
        act(...given);
      };
      if (held && milliseconds >= 100) held.set(timer, run);
      else run();
    }, milliseconds);
    if (milliseconds < 500) underWay.set(timer, `a timer of ${milliseconds} ms`);
    return timer;
  };
  page.clearTimeout = (timer) => {
    underWay.delete(timer);
    held?.delete(timer);
    drop(timer);
  };
  page.requestAnimationFrame = (act) => {
    const frame = paint((time) => {
      underWay.delete(`frame ${frame}`);
      act(time);
    });
    underWay.set(`frame ${frame}`, 'a frame');
    return frame;
  };
  page.cancelAnimationFrame = (frame) => {
    underWay.delete(`frame ${frame}`);
    erase(frame);
  };
  page.MessageChannel = class extends Channel {
    constructor() {
      super();
      for (const [from, to] of [[this.port1, this.port2], [this.port2, this.port1]]) {
        const sent = [];
        const send = from.postMessage.bind(from);
        from.postMessage = (message) => {
          sent.push(Symbol('message'));
          underWay.set(sent.at(-1), 'a message');
          send(message);
        };
        to.addEventListener('message', () => underWay.delete(sent.shift()));
      }
    }
  };

  /** What is under way. A pointer that holds an item is followed in every frame: such frames do not count. */
  const found = () => {
    const feed = page.element?.feed ?? page.feed;
    const isHeld = document.querySelector('[data-dragged]') !== null;
    const isLoading = feed?.layout && feed.state === 'loading' && feed.content.isConnected && feed.content.ariaBusy === 'true';
    return [
      ...[...underWay.values()].filter((name) => name !== 'a frame' || !isHeld), ...document.getAnimations().map(() => 'an animation'),
      ...(isLoading ? ['a page that is loaded'] : []),
    ];
  };
  const looks = async (isSo, fault) => {
    // Only a broken program takes so long. A driver ends a script after a minute.
    for (const end = performance.now() + 50_000; !isSo(); await page.painted()) if (performance.now() > end) throw new Error(fault());
  };

  /**
   * What is called when a frame is painted: a message comes after the frame that is being made. Looks come first, and one channel wakes
   * all, since messages of several come in any order in WebKit: what a look sees must not be what a test has changed since the frame.
   */
  const due = [];
  const { port1, port2 } = new Channel();
  port1.onmessage = () => { for (let wake; (wake = due.shift());) wake(); };
  const behindFrame = (wake, add = 'push') => paint(() => {
    due[add](wake);
    port2.postMessage(null);
  });
  /** Waits until the next frame is painted. */
  page.painted = () => new Promise((resolve) => { behindFrame(resolve); });
  /** Holds all timers of a tenth of a second and more while something is done: it is quick, however late its frames come. */
  page.quickly = async (act) => {
    held = new Map();
    try {
      await act();
    } finally {
      const over = [...held.values()];
      held = null;
      for (const run of over) run();
    }
  };
  /** Waits until the page has done all that it has begun: what a frame brings begins in it, or in the next. */
  page.rest = async () => {
    let calm = 0;
    await looks(() => (calm = found().length > 0 ? 0 : calm + 1) > 4, () => `Under way after 50 s: ${[...new Set(found())]}`);
  };
  /** Waits until something is so. */
  page.until = (condition) => looks(condition, () => `Not so after 50 s: ${condition}`);
  /** Notes in each frame, as it is painted, what `look` finds, until `watched` is called. */
  page.watch = (look = page.places) => {
    const seen = [];
    let isOn = true;
    const next = () => {
      if (!isOn) return;
      behindFrame(() => { if (isOn) seen.push(look()); }, 'unshift');
      paint(next);
    };
    next();
    page.watched = () => {
      isOn = false;
      return seen;
    };
  };
})();
