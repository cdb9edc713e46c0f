"""Content that is loaded when an end of a feed is near: once, until somebody scrolls, and what is read stays where it is."""

import os

from .feed import STILL, feeds

# How long nobody touches the page, in milliseconds.
REST = int(os.environ.get("LAYOUTD_REST", 1000))
# A list that loads pages at either end, some milliseconds after that is told, as the README's does.
LOADING = """
    globalThis.loading = ({ first, page, pages = Infinity, height = 50, options = {}, isWindow = false, delay = 30, isKeyed = true, spinner = false }) => {
      start(options, isWindow);
      let list = names(first);
      const counts = globalThis.counts = { startreached: 0, endreached: 0 };
      globalThis.show = (next) => feed.update(
        { engine: 'column', sections: [{ items: { count: (list = next ?? list).length, height } }] },
        isKeyed ? { keys: list } : {});
      globalThis.list = () => list;
      for (const name of Object.keys(counts)) {
        const load = async () => {
          counts[name] += 1;
          const more = counts[name] > pages ? [] : names(page, `${name}${counts[name]}.`);
          if (spinner) await show(['spinner', ...list]);
          await new Promise((resolve) => setTimeout(resolve, delay));
          list = list.filter((one) => one !== 'spinner');
          await show(name === 'startreached' ? [...more, ...list] : [...list, ...more]);
        };
        // Another feed may have been started meanwhile.
        feed.addEventListener(name, () => load().catch((error) => { if (error.name !== 'AbortError') throw error; }));
      }
      return show();
    };
    globalThis.still = (time) => new Promise((resolve) => setTimeout(resolve, time));"""


def at_rest(browser, check):
    """Nobody touches the page: one page comes in front, one behind, and what is read stays where it is."""
    browser.run(LOADING)
    for title, settings in (("pages", {"first": 200, "page": 40}), ("a short page", {"first": 200, "page": 3}),
                            ("in the window", {"first": 200, "page": 40, "isWindow": True}),
                            ("without keys", {"first": 200, "page": 40, "isKeyed": False}),
                            ("with a row that says so", {"first": 200, "page": 40, "spinner": True})):
        before, after, counts = browser.run("""
            const [settings, time] = arguments;
            await loading(settings);
            await feed.whenWhole();
            const before = places();
            await still(time);
            return [before, places(), counts];""", settings, REST)
        moved = [name for name in before if name != "spinner" and abs(after.get(name, 1e9) - before[name]) > STILL]
        check(f"loading: at rest, {title}", [] if counts == {"startreached": 1, "endreached": 0} and not moved else [f"{counts} {moved}"])
    counts, away = browser.run("""
        await loading({ first: 200, page: 40 });
        await feed.scrollTo('end');
        const before = places();
        await still(arguments[0]);
        const after = places();
        return [counts, Object.keys(before).filter((name) => before[name] !== after[name])];""", REST)
    check("loading: at rest at the end", [] if counts == {"startreached": 1, "endreached": 1} and not away else [f"{counts} {away}"])
    counts, away = browser.run("""
        await loading({ first: 200, page: 40, options: { stickToEnd: true } });
        await still(arguments[0]);
        return [counts, feed.isAtEnd];""", REST)
    check("loading: a chat at its end, whose end is loaded", [] if counts == {"startreached": 0, "endreached": 1} and away else [f"{counts} {away}"])


def again(browser, check):
    """It is told again when somebody has scrolled, or the content is another one; not while nothing has come."""
    found = browser.run("""
        const found = [];
        const expect = (what, wanted) => {
          if (counts.startreached !== wanted) found.push(`${what}: ${counts.startreached}, not ${wanted}`);
        };
        await loading({ first: 200, page: 3 });
        await still(150);
        expect('at rest', 1);
        scroller().scrollTop += 5;
        await rest();
        expect('scrolled', 2);
        await still(200);
        expect('at rest again', 2);
        await feed.scrollTo('start');
        await rest();
        expect('gone to the start', 3);
        await still(150);
        await show([...list().slice(0, 50), 'in between', ...list().slice(50)]);
        await rest();
        expect('an insertion elsewhere', 3);
        await show(names(300, 'other'));
        await still(200);
        expect('another list', 4);
        await loading({ first: 200, page: 3, pages: 0 });
        await still(100);
        for (let time = 0; time < 5; time += 1) {
          scroller().scrollTop += 3;
          await frames(2);
        }
        await rest();
        expect('nothing came', 1);
        await scroll(5000);
        await scroll(0);
        expect('left and back', 2);
        await loading({ first: 200, page: 3, delay: 300 });
        for (let time = 0; time < 6; time += 1) {
          scroller().scrollTop += 3;
          await frames(2);
        }
        expect('on its way', 1);
        await still(400);
        expect('scrolled on the way', 2);
        await still(1000);
        expect('at rest in the end', 2);
        return found;""")
    check("loading: it is told again after a scroll, or for other content", found)


def fills(browser, check):
    """Where the content is shorter than the scroller, loading goes on until it is not."""
    for title, options in (("a list", {}), ("a chat", {"stickToEnd": True})):
        counts, extent = browser.run("""
            await loading({ first: 2, page: 2, options: arguments[0] });
            await still(arguments[1]);
            return [counts, feed.layout.contentSize.height];""", options, REST)
        total = counts["startreached"] + counts["endreached"]
        check(f"loading: {title} is filled, and no more",
              [] if 844 <= extent <= 844 + 2 * 100 and total * 100 + 100 == extent else [f"{counts} {extent}"])
    counts = browser.run("""
        await loading({ first: 2, page: 2, pages: 1 });
        await still(arguments[0]);
        return counts;""", REST)
    check("loading: where no more comes, it is not told again", [] if max(counts.values()) == 2 else [f"{counts}"])
    found = browser.run("""
        start();
        const list = names(200);
        let count = 0;
        await feed.update({ engine: 'column', sections: [{ items: { count: list.length, height: 50 } }] }, { keys: list });
        feed.addEventListener('endreached', () => { count += 1; });
        await feed.scrollTo('end');
        for (let time = 0; time < 5; time += 1) {
          await feed.update({ engine: 'column', sections: [{ items: { count: list.length, height: 50 } }] }, { keys: list });
          await frames(2);
        }
        return count;""")
    check("loading: an update that adds nothing tells nothing", [] if found == 1 else [f"{found}"])


def news(browser, check):
    """Without somebody who loads at the start, a feed that stands there shows what comes in front."""
    found = browser.run("""
        globalThis.feed?.close();
        document.body.innerHTML = '<main class=scroller></main>';
        const node = ({ key }, reused) => Object.assign(reused ?? document.createElement('div'), { textContent: key });
        globalThis.feed = new Feed(scroller(), { service, node });
        const show = (list) => feed.update({ engine: 'column', sections: [{ items: { count: list.length, height: 50 } }] }, { keys: list });
        await show(names(100));
        await show([...names(5, 'new'), ...names(100)]);
        await feed.whenWhole();
        return [cells()[0].textContent, scroller().scrollTop];""")
    check("loading: news are shown at the start", [] if found == ["new0", 0] else [f"{found}"])


def test(browser, service, check):
    with feeds(browser, service, check):
        at_rest(browser, check)
        again(browser, check)
        fills(browser, check)
        news(browser, check)
