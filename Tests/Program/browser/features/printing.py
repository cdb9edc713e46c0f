"""Feeds that are printed, tests/feed/feed.html, tests/element/element.html and tests/react/page.html: which rows are in the PDF, and that
everything is as before in the end."""

import subprocess

from ..feeds.element import TOOLS
from ..feeds.feed import feeds
from ..feeds.react import builds

HELPERS = """
    /** Looks at the page between the two events of a print. */
    globalThis.during = (look) => {
      dispatchEvent(new Event('beforeprint'));
      const found = look();
      dispatchEvent(new Event('afterprint'));
      return found;
    };
    /** Until the file that prints is here, and the feed answers the events. */
    globalThis.idle = async () => {
      await until(() => during(() => document.body.innerHTML) !== document.body.innerHTML);
      await rest();
    };
    globalThis.keep = async () => {
      await idle();
      globalThis.kept = [cells(), scroller().scrollTop, document.body.innerHTML, places()];
    };
    globalThis.changes = async () => {
      await rest();
      const [nodes, offset, html, at] = kept;
      expect('nodes', cells().length === nodes.length && cells().every((cell, place) => cell === nodes[place]));
      expect('offset', scroller().scrollTop, offset);
      expect('places', places(), at);
      expect('styles', document.body.innerHTML === html);
      return noted();
    };"""
LOCAL = "globalThis.local = await LayoutService.local();" + HELPERS


def texts(browser):
    """The words of a print, and its pages; None where the driver cannot print."""
    if browser.name == "webkit":
        browser.run("during(() => 0)")
        return None
    made = subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=browser.print(), capture_output=True, check=True).stdout.decode()
    return made.split(), made.count("\f")


def prints(browser, check, name, expected, least, most):
    """Each word is in the print as often as expected, on so many pages; and nothing has changed."""
    browser.run("await keep()")
    found = texts(browser)
    if found:
        words, pages = found
        counts = {word: words.count(word) for word in expected}
        check(f"printing: {name}: the rows", [] if counts == expected else [f"{counts}"])
        check(f"printing: {name}: the pages", [] if least <= pages <= most else [f"{pages}"])
    check(f"printing: {name}: all is as before", browser.run("return await changes()"))


def whole(browser, check):
    """All rows of a list that was scrolled, those that were never measured, too; the focus and the selection stay."""
    browser.run("""
        start({ service: local });
        write(names(500));
        await feed.update(...guessed(names(500)));
        await scroll(9000);
        const row = cells()[8];
        row.tabIndex = 0;
        row.focus();
        getSelection().selectAllChildren(cells()[9]);
        globalThis.state = () => [document.activeElement, `${getSelection()}`, feed.layout.contentSize.height];
        globalThis.before = state();""")
    prints(browser, check, "a list", {"header/0/0": 1, "k0": 1, "k250": 1, "k499": 1, "more": 0}, 18, 30)
    check("printing: the focus and the selection stay, and nothing was measured", browser.run("""
        expect('before', state().map((one, place) => one === before[place]), [true, true, true]);
        return noted();"""))


def flows(browser, check):
    """Rows follow each other without absolute places, in a scroller of any kind; those around what is visible are shown in its place."""
    found = browser.run("""
        start({ service: local, printItems: 100 });
        await feed.update(...keyed(names(3000)));
        await scroll(60_000);
        const first = Number(Object.keys(places())[0].slice(1));
        await keep();
        return [first, ...during(() => {
          const shown = cells().filter((cell) => cell.getBoundingClientRect().height > 1);
          const styles = shown.map((cell) => getComputedStyle(cell));
          const tops = shown.map((cell) => cell.getBoundingClientRect());
          expect('positions', [...new Set(styles.map(({ position, breakInside, transform }) => `${position} ${breakInside} ${transform}`))],
            ['relative avoid none']);
          expect('order', tops.every(({ top }, place) => place === 0 || Math.abs(top - tops[place - 1].bottom) < 0.05));
          expect('the scroller', [getComputedStyle(scroller()).overflowY, scroller().offsetHeight >= 100 * 40], ['visible', true]);
          const lines = [...document.querySelectorAll('[data-print]')];
          return [shown.map(({ dataset }) => dataset.name), lines.map(({ textContent }) => textContent), noted()];
        }), await changes()];""")
    first, names, lines, problems, after = found
    start = first - 50
    check("printing: the rows around what is visible", [
        *problems, *after, *([] if names == [f"k{number}" for number in range(start, start + 100)] else [f"{first} {names}"]),
        *([] if lines == [f"{start:,} more rows before this", f"{2900 - start:,} more rows"] else [f"{lines}"])])


def limits(browser, check):
    """At most `printItems` rows, with a line that the page may word."""
    browser.run("""
        start({ service: local, printItems: 30, printWords: { after: (count) => `noch ${count} Reihen` } });
        await feed.update(...keyed(names(1000)));
        await rest();""")
    prints(browser, check, "a limit", {"k0": 1, "k29": 1, "k30": 0, "noch": 1, "970": 1}, 1, 4)
    # A view that begins among the first rows, and ends after them.
    browser.run("await scroll(1500)")
    prints(browser, check, "a limit from the start", {"k0": 1, "k29": 1, "k40": 0, "970": 1}, 1, 4)


def in_window(browser, check):
    """The window scrolls, and something stands above the list, which is in the print."""
    browser.run("""
        start({ service: local }, true);
        const above = document.createElement('header');
        above.textContent = 'above the list';
        document.body.prepend(above);
        await feed.update(...keyed(names(300)));
        await scroll(9000);""")
    prints(browser, check, "in the window", {"above": 1, "k0": 1, "k299": 1}, 15, 30)


def keeps_frames(browser, check):
    """A waterfall keeps its frames, as far as its length."""
    found = browser.run("""
        start({ service: local });
        const items = { heights: names(400).map((_, number) => 80 + number * 37 % 90) };
        await feed.update({ engine: 'waterfall', metrics: { minimumColumnWidth: 160 }, sections: [{ items }] }, { keys: names(400) });
        await scroll(9000);
        await keep();
        const frames = new Map();
        for (let item = 0; item < 400; item += 1) frames.set(`k${item}`, (await feed.layout.item(0, item)).frame);
        return during(() => {
          const { left, top } = feed.content.getBoundingClientRect();
          expect('all', cells().length, 400);
          for (const cell of cells()) {
            const [at, frame] = [cell.getBoundingClientRect(), frames.get(cell.dataset.name)];
            const ways = [at.left - left - frame.x, at.top - top - frame.y, at.height - frame.height];
            expect(cell.dataset.name, ways.every((by) => Math.abs(by) < 0.1));
          }
          expect('the content', Math.abs(feed.content.offsetHeight - feed.layout.contentSize.height) < 1);
          return noted();
        });""")
    check("printing: a waterfall keeps its frames", found)
    prints(browser, check, "a waterfall", {"k0": 1, "k399": 1}, 15, 30)


def prepared(browser, check):
    """Pictures of rows far away are loaded when `preparePrint` resolves, also if some fail; on the screen nothing changes until a print, or a
    scroll. A service that is asked for rows answers them all."""
    check("printing: prepared pictures are loaded, and the screen is as before", browser.run("""
        const picture = (item) => (item === 300 ? 'data:image/png;base64,AAAA'
          : `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!-- ${item} --></svg>`);
        start({ service: local, node: ({ key, item }, reused) => {
          const made = node({ key, item, kind: 'cell' }, reused);
          made.innerHTML = `${key} <img loading="lazy" src='${picture(item)}'>`;
          return made;
        } });
        await feed.update(...rows(names(400)));
        await scroll(3000);
        await keep();
        await feed.preparePrint();
        const pictures = [...document.images];
        expect('pictures', [pictures.length, pictures.every(({ complete }) => complete)], [400, true]);
        expect('places', places(), kept[3]);
        const all = cells();
        during(() => expect('the same nodes', cells().every((cell, place) => cell === all[place])));
        for (const problem of await changes()) expect('after', problem, null);
        await feed.preparePrint();
        await scroll(3300);
        expect('after a scroll', cells().length < 100);
        return noted();"""))
    check("printing: a service answers the rows for a prepared print", browser.run("""
        start();
        await feed.update(...keyed(names(700)));
        await rest();
        await feed.preparePrint();
        expect('all', cells().length, 700);
        const flowing = () => cells().filter((cell) => getComputedStyle(cell).position === 'relative').length;
        expect('printed', during(flowing), 700);
        await rest();
        await idle();
        // What is loaded is printed at once.
        const near = during(flowing);
        expect('loaded', near > 10 && near < 200);
        expect('after', cells().length < 100);
        return noted();"""))


def ends(browser, check):
    """Another list, a refill or the end of the feed while it is being printed ends the print of the feed, and all styles are the page's."""
    check("printing: what changes meanwhile is shown as it is on the screen", browser.run("""
        for (const act of [() => feed.update(...keyed(names(50))), () => feed.refill(), () => feed.close()]) {
          start({ service: local });
          await feed.update(...keyed(names(300)));
          await idle();
          const style = () => getComputedStyle(document.querySelector('main')).overflowY;
          dispatchEvent(new Event('beforeprint'));
          expect('before', [style(), cells().length], ['visible', 300]);
          await act();
          expect(`${act}`, [style(), cells().length < 60], ['scroll', true]);
          dispatchEvent(new Event('afterprint'));
          await rest();
          expect(`after ${act}`, [style(), cells().length < 60], ['scroll', true]);
        }
        return noted();"""))


def long(browser, check):
    """Of a window of a hundred thousand rows all are laid out in seconds; ten thousand are on as many pages as they need."""
    seconds = browser.run("""
        start({ service: local, printItems: 100_000 }, true);
        await feed.update({ engine: 'column', sections: [{ items: { count: 100_000, height: 20 } }] }, { keys: names(100_000, 'r') });
        await keep();
        const begin = performance.now();
        const found = during(() => [cells().length, Math.round(feed.content.getBoundingClientRect().height)]);
        expect('laid out', found, [100_000, 2_000_000]);
        return (performance.now() - begin) / 1000;""")
    print(f"printing: {browser.name} lays out 100 000 rows in {seconds:.1f} s")
    check("printing: a hundred thousand rows take seconds", [] if seconds < 60 else [f"{seconds} s"])
    check("printing: a hundred thousand rows: all is as before", browser.run("return await changes()"))
    browser.run("""
        start({ service: local, printItems: 10_000 }, true);
        await feed.update({ engine: 'column', sections: [{ items: { count: 100_000, height: 20 } }] }, { keys: names(100_000, 'r') });""")
    prints(browser, check, "ten thousand rows", {"r0": 1, "r9999": 1, "r10000": 0, "90,000": 1}, 180, 260)


def in_element(browser, service, check):
    """The element scrolls by itself, and has the limit as an attribute."""
    with feeds(browser, service, check, "printing", TOOLS, HELPERS, page="element/element.html", until="globalThis.posts"):
        browser.run("""
            show('<layoutd-feed estimate="60" print-items="150" style="height: 500px"></layoutd-feed>');
            element.items = Array.from({ length: 160 }, (_, id) => ({ id, text: `row${id}` }));
            await element.whenWhole();
            element.feed.scrollTo({ key: 70 });
            await rest();""")
        prints(browser, check, "an element", {"row0": 1, "row149": 1, "row150": 0, "10": 1}, 2, 12)


def in_react(browser, check):
    for build, _ in builds(browser, check, "printing"):
        browser.run(HELPERS)
        browser.run("""
            await start({ items: posts(400), printItems: 300 });
            await feed.scrollTo({ key: 'k100' });
            await rest();""")
        prints(browser, check, f"React {build}", {"k0": 1, "k299": 1, "k300": 0, "100": 1}, 8, 24)
        check(f"printing: React {build}: what was printed is unmounted",
              browser.run("return mounted.size === cells().length ? [] : [mounted.size]"))


def test(browser, service, check):
    with feeds(browser, service, check, "printing", LOCAL):
        for part in (whole, flows, limits, in_window, keeps_frames, prepared, ends, long):
            part(browser, check)
    in_element(browser, service, check)
    in_react(browser, check)
