"""Content that is loaded when an end of a feed is near: once, until somebody scrolls, and what is read stays where it is."""

from .feed import differences, feeds

# A list that loads pages at either end, a frame after that is told, as the README's does; one that is gated, once it is opened.
LOADING = """
    globalThis.loading = async ({ first, page, pages = Infinity, height = 50, options = {}, isWindow = false, isKeyed = true, spinner = false, isGated = false }) => {
      start(options, isWindow);
      let list = names(first);
      const counts = globalThis.counts = { startreached: 0, endreached: 0 };
      const gate = isGated && new Promise((resolve) => { globalThis.open = resolve; });
      globalThis.show = async (next) => await feed.update(rows(list = next ?? list, { height })[0], isKeyed ? { keys: list } : {});
      globalThis.list = () => list;
      globalThis.loads = 0;
      for (const name of Object.keys(counts)) {
        const load = async () => {
          counts[name] += 1;
          const more = counts[name] > pages ? [] : names(page, `${name}${counts[name]}.`);
          if (spinner) await show(['spinner', ...list]);
          await painted();
          await gate;
          list = list.filter((one) => one !== 'spinner');
          await show(name === 'startreached' ? [...more, ...list] : [...list, ...more]);
        };
        // Another feed may have been started meanwhile.
        feed.addEventListener(name, () => {
          loads += 1;
          load().catch((error) => { if (error.name !== 'AbortError') throw error; }).finally(() => { loads -= 1; });
        });
      }
      await show();
    };
    /** Waits until what was told has been loaded, also what that leads to. */
    globalThis.loaded = async () => {
      do {
        await until(() => loads === 0);
        await rest();
      } while (loads > 0);
    };"""


def at_rest(browser, check):
    """Nobody touches the page: one page comes in front, one behind, and what is read stays where it is."""
    browser.run(LOADING)
    for title, settings, end in (("pages", {}, "start"), ("a short page", {"page": 3}, "start"), ("in the window", {"isWindow": True}, "start"),
                                 ("without keys", {"isKeyed": False}, "start"), ("with a row that says so", {"spinner": True}, "start"),
                                 ("at the end", {}, "end")):
        before, after, counts = browser.run("""
            const [settings, end] = arguments;
            await loading({ first: 200, page: 40, isGated: true, ...settings });
            if (end === 'end') await feed.scrollTo('end');
            await rest();
            const { spinner, ...before } = places();
            open();
            await rest();
            return [before, places(), counts];""", settings, end)
        check(f"loading: at rest, {title}", differences(before, after) + (
            [] if counts == {"startreached": 1, "endreached": int(end == "end")} else [f"{counts}"]))
    counts, is_at_end = browser.run("""
        await loading({ first: 200, page: 40, options: { stickToEnd: true } });
        await rest();
        return [counts, feed.isAtEnd];""")
    check("loading: a chat at its end, whose end is loaded", [] if counts == {"startreached": 0, "endreached": 1} and is_at_end else [f"{counts} {is_at_end}"])


def again(browser, check):
    """It is told again when somebody has scrolled, or the content is another one; not while nothing has come."""
    found = browser.run("""
        const told = async (what, wanted) => {
          await rest();
          expect(what, counts.startreached, wanted);
        };
        await loading({ first: 200, page: 3 });
        await told('at rest', 1);
        scroller().scrollTop += 5;
        await told('scrolled', 2);
        await feed.scrollTo('start');
        await told('gone to the start', 3);
        await show([...list().slice(0, 50), 'in between', ...list().slice(50)]);
        await told('an insertion elsewhere', 3);
        await show(names(300, 'other'));
        await told('another list', 4);
        await loading({ first: 200, page: 3, pages: 0 });
        await scrolls(5, 3);
        await told('nothing came', 1);
        await scroll(5000);
        await scroll(0);
        await told('left and back', 2);
        await loading({ first: 200, page: 3, isGated: true });
        await scrolls(6, 3);
        await told('on its way', 1);
        open();
        await told('scrolled on the way', 2);
        return noted();""")
    check("loading: it is told again after a scroll, or for other content", found)


def fills(browser, check):
    """Where the content is shorter than the scroller, loading goes on until it is not."""
    for title, options in (("a list", {}), ("a chat", {"stickToEnd": True})):
        counts, extent = browser.run("""
            await loading({ first: 2, page: 2, options: arguments[0] });
            await loaded();
            return [counts, feed.layout.contentSize.height];""", options)
        total = counts["startreached"] + counts["endreached"]
        check(f"loading: {title} is filled, and no more",
              [] if 844 <= extent <= 844 + 2 * 100 and total * 100 + 100 == extent else [f"{counts} {extent}"])
    counts = browser.run("""
        await loading({ first: 2, page: 2, pages: 1 });
        await loaded();
        return counts;""")
    check("loading: where no more comes, it is not told again", [] if max(counts.values()) == 2 else [f"{counts}"])
    found = browser.run("""
        start();
        const list = names(200);
        let count = 0;
        await feed.update(...rows(list));
        feed.addEventListener('endreached', () => { count += 1; });
        await feed.scrollTo('end');
        for (let time = 0; time < 5; time += 1) {
          await feed.update(...rows([...list]));
          await rest();
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
        await feed.update(...rows(names(100)));
        await feed.update(...rows([...names(5, 'new'), ...names(100)]));
        await feed.whenWhole();
        return [cells()[0].textContent, scroller().scrollTop];""")
    check("loading: news are shown at the start", [] if found == ["new0", 0] else [f"{found}"])


def test(browser, service, check):
    with feeds(browser, service, check):
        at_rest(browser, check)
        again(browser, check)
        fills(browser, check)
        news(browser, check)
