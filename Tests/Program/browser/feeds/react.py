"""Feeds in React, tests/react/page.html, in React's development build inside StrictMode and in its production build: no row that
is visible moves but by the scroll, what has left is unmounted, and what a server rendered goes on as it is.
"""

import contextlib
import json
import subprocess
import tempfile
from pathlib import Path

import pytest

from lib import ROOT
from lib.browser.files import CLIENT, Files

from .feed import flung, turn

# Where Debian has React: node-react and node-react-dom.
NODE = Path("/usr/share/nodejs")
# The screen that the server renders, and of how many posts.
WIDTH, HEIGHT, COUNT = 390, 844, 1000


@contextlib.contextmanager
def pages(**more):
    """A server of the client, of React, and of a page for each of its builds; of pages as a server renders them; and of more files."""
    with tempfile.TemporaryDirectory(prefix="layoutd-react-") as name:
        folder = Path(name)
        for link, target in (("client", CLIENT), ("react", NODE / "react"), ("react-dom", NODE / "react-dom")):
            (folder / link).symlink_to(target)
        rendered = json.loads(subprocess.run(
            ["node", "tests/react/render.js", *map(str, (WIDTH, HEIGHT, COUNT))], cwd=CLIENT, check=True, capture_output=True).stdout)
        text = (CLIENT / "tests/react/page.html").read_text()
        for build in ("development", "production.min"):
            page = text.replace("BUILD", build)
            (folder / f"{build}.html").write_text(page.replace("FIRST", "null").replace("RENDERED", ""))
            filled = page.replace("FIRST", json.dumps(rendered["first"])).replace("RENDERED", rendered["html"])
            (folder / f"rendered-{build}.html").write_text(filled)
        for path, text in {"away.html": "<!doctype html><title>Elsewhere</title>", **more}.items():
            (folder / path).write_text(text)
        with Files(folder) as files:
            yield files.url


def posts(browser, check, build):
    """200 000 posts of unknown height, scrolled down and up through those that nobody has measured."""
    moved = browser.run("await start({ items: posts(200_000) }); return await ways(40, 90)")
    moved += browser.run("await feed.scrollTo({ key: 'k120000' }); return await ways(60, -90)")
    found = browser.run("""
        return { moved: gaps(), set: cells()[0].ariaSetSize, mounted: mounted.size, cells: cells().length,
          visible: Object.keys(named()).length };""")
    check(f"react {build}: posts move by the scroll alone", moved + found["moved"])
    check(f"react {build}: what has left is unmounted",
          [] if found["mounted"] == found["cells"] <= 3 * found["visible"] and found["set"] == "200000" else [f"{found}"])


def changes(browser, check, build):
    """What comes and goes above moves nothing; an item that is another one is rendered at once, and found wherever it is."""
    found = browser.run("""
        let items = posts(3000);
        await start({ items });
        await feed.scrollTo({ key: 'k1500' });
        await rest();
        const before = named();
        const nodes = Object.fromEntries([...document.querySelectorAll('[data-name]')].map((node) => [node.dataset.name, node]));
        watch();
        for (const change of [
          () => [...posts(50, 'new'), ...items], () => items.filter((_, place) => place < 100 || place > 160),
          () => [...items.slice(5, 20), ...items.slice(0, 5), ...items.slice(20)], () => items.slice(70),
        ]) await show({ items: items = change(), anchor: 'first' });
        const all = watched();
        expect('frames', all.length > 8);
        const found = all.flatMap((frame) => differences(before, frame));
        for (const [name, node] of Object.entries(nodes)) {
          const now = document.querySelector(`[data-name="${name}"]`);
          if (now && now !== node) found.push(`${name} was made anew`);
        }
        const { dataset: { name } } = document.querySelector('[role=listitem]:nth-child(4) [data-name]');
        items = items.map((item) => (item.id === name ? { ...item, text: 'another text' } : item));
        ReactDOM.flushSync(() => void show({ items }));
        expect('at once', document.querySelector(`[data-name="${name}"]`).textContent, 'another text');
        await rest();
        expect('gaps', gaps(), []);
        // While a transition renders, scrolls and drawings go on.
        startTransition(() => void show({ items: [...posts(500, 'more'), ...items] }));
        found.push(...await ways(10, -30));
        expect('there', feed.layout.snapshot.itemCount, items.length + 500);
        await show({ items: [] });
        expect('none', mounted.size, 0);
        return [...found, ...noted()];""")
    check(f"react {build}: changes move nothing that is visible", found)


def chat(browser, check, build):
    """A chat begins at its end, and what is loaded in front moves nothing."""
    found = browser.run("""
        let items = posts(60);
        globalThis.loads = 0;
        const more = async () => {
          loads += 1;
          // Some frames are painted meanwhile.
          await painted();
          await painted();
          items = [...posts(30, `older${loads}.`), ...items];
          await show({ items });
        };
        await start({ items, stickToEnd: true, onStartReached: more, reach: 200 });
        const end = () => cells().at(-1).getBoundingClientRect().bottom;
        expect('begins', [feed.isAtEnd, near(end(), innerHeight, 0.06)], [true, true]);
        for (let message = 0; message < 4; message += 1) {
          await show({ items: items = [...items, ...posts(1, `m${message}.`)] });
          expect(`m${message}`, near(end(), innerHeight, 0.06));
        }
        return noted();""")
    for _ in range(3):
        found += browser.run("return await ways(60, -120)")
    check(f"react {build}: a chat is loaded backwards without a move", found + browser.run("return [...gaps(), ...(loads > 1 ? [] : [`${loads} loads`])]"))


def wall(browser, check, build):
    """A waterfall: where pictures come late, the one that was scrolled to stays; where their sizes are known, all do."""
    found = browser.run("""
        const found = [];
        const items = Array.from({ length: 5000 }, (_, number) => ({ id: `p${number}`, number }));
        const wall = { items, headers: undefined, engine: 'waterfall', metrics: { numberOfColumns: 2 } };
        await start({ ...wall, estimate: 90, render: late(false) });
        for (const key of ['p400', 'p900', 'p640']) {
          await feed.scrollTo({ key });
          watch();
          await rest();
          const tops = watched().map((frame) => frame[key]);
          if (!(Math.max(...tops) - Math.min(...tops) < 0.06)) found.push(`${key}: ${[...new Set(tops)]}`);
        }
        await start({ ...wall, estimate: undefined, size: ({ number }, width) => (20 + number * 7919 % 170) * width / 390, render: late(true) });
        // Pictures come between the two.
        found.push(...await ways(20, 60), ...await ways(20, 60));
        return found;""")
    check(f"react {build}: a waterfall with late pictures", found)


def turned(browser, check, build):
    """Turned, the first cell keeps its place; a size that goes by the width is asked anew."""
    browser.run("""
        globalThis.widths = new Set();
        await start({ items: posts(3000), estimate: undefined, size: ({ text }, width) => {
          widths.add(width);
          return 20 * Math.ceil(text.length * 7 / width) + 10;
        } });
        await feed.scrollTo({ key: 'k1500' });""")
    first, before = browser.run("return [feed.place.key, named()]")
    for width, height in ((844, 390), (390, 844)):
        turn(browser, width, height)
        after, total = browser.run("return [named(), feed.layout.contentSize.height]")
        wrong = [] if abs(after.get(first, 1e9) - before[first]) < 0.06 and width in browser.run("return [...widths]") else [f"{first}: {before[first]} {after}"]
        expected = browser.run("return 40 + given.items.reduce((sum, { text }) => sum + 20 * Math.ceil(text.length * 7 / innerWidth) + 10, 0)")
        check(f"react {build}: turned to {width} × {height}", wrong + ([] if abs(total - expected) < 0.5 else [f"{total}, not {expected}"]))


def back(browser, check, build, url):
    """Who comes back to a page, or to a part of it, is where they were."""
    before = browser.run("""
        sessionStorage.clear();
        await start({ items: posts(3000), remember: 'posts' });
        await feed.scrollTo({ key: 'k1700' });
        await scroll(scroller().scrollTop + 33);
        return named();""")
    for given, later in (("posts(3000)", "{}"), ("[]", "{ items: posts(3000) }")):
        again = browser.run(f"""
            stop();
            await rest();
            await start({{ items: {given}, remember: 'posts' }});
            await show({later});
            return away(arguments[0]);""", before)
        check(f"react {build}: mounted again with {given}, it is where it was", again)
    browser.open(f"{url}/away.html")
    browser.back()
    browser.wait("globalThis.isReady")
    # A page that was kept whole is there as it was; another one begins anew, and has its items later.
    again = browser.run("""
        if (!globalThis.feed) {
          await start({ items: [], remember: 'posts' });
          await show({ items: posts(3000) });
        }
        await rest();
        return away(arguments[0]);""", before)
    check(f"react {build}: gone back to, it is where it was", again)


def stays(browser, check, build):
    """The focus and what was typed stay, and so does the place of what was hidden."""
    found = browser.run("""
        let items = posts(3000);
        const field = ({ id }) => React.createElement('p', { 'data-name': id }, React.createElement('input', { defaultValue: id }));
        await start({ items, render: field });
        await scroll(500);
        const input = cells()[3].querySelector('input');
        const name = input.value;
        input.focus({ preventScroll: true });
        input.value = 'typed';
        for (const to of [3000, 90_000, 500]) {
          await scroll(to);
          expect(`the focus at ${to}`, document.activeElement === input && input.value, 'typed');
        }
        expect('once', document.querySelectorAll(`[data-name="${name}"]`).length, 1);
        await show({ items: [...posts(40, 'new'), ...items], anchor: 'first' });
        expect('the focus behind an update', document.activeElement === input);
        input.blur();
        await start({ items });
        await feed.scrollTo({ key: 'k900' });
        await rest();
        const before = named();
        const reveal = await hide();
        await reveal();
        const found = away(before);
        await scroll(scroller().scrollTop + 200);
        return [...found, ...noted(), ...gaps()];""")
    check(f"react {build}: focus, and a feed that was hidden", found)
    found = browser.run("""
        await start({ items: posts(3000), window: true, style: undefined });
        const { scroller: own } = globalThis;
        globalThis.scroller = () => document.scrollingElement;
        await scroll(30_000);
        const found = await ways(30, -70);
        globalThis.scroller = own;
        stop();
        await rest();
        expect('what is left', [mounted.size, document.querySelector('#root').childNodes.length], [0, 0]);
        scrollTo(0, 0);
        return [...found, ...noted()];""")
    check(f"react {build}: in the window, and unmounted", found)


def draws(browser, check, build):
    """useLayout: what is visible, for who draws it."""
    found = browser.run("""
        await drawn(1000);
        const texts = () => [...document.querySelectorAll('b')].map(({ textContent }) => textContent).join();
        await until(texts);
        const found = [texts()];
        go(4420);
        await rest();
        found.push(texts());
        grow(101);
        await rest();
        found.push(texts(), used.layout.contentSize.height, used.state);
        stop();
        return found;""")
    rows = lambda first, tops: ",".join(["header 0 0", *(f"cell {first + place} {top}" for place, top in enumerate(tops))])
    expected = [rows(0, (30, 74, 118, 162)), rows(99, (-34, 10, 54, 98, 142, 186))]
    check(f"react {build}: useLayout has what is visible", [] if found[:2] == expected and found[3:] == [4474, "whole"] else [f"{found}"])


def hydrated(browser, check, build, url):
    """What a server rendered is gone on from where it is, before and after somebody has scrolled it."""
    for to in (0, 130):
        browser.view(WIDTH, HEIGHT)
        browser.open(f"{url}/rendered-{build}.html?service=none")
        browser.wait("globalThis.isReady")
        found = browser.run("""
            const nodes = [...document.querySelectorAll('[data-name]')];
            scroller().scrollTop = arguments[0];
            await rest();
            const before = named();
            watch();
            hydrate({ ...plain, items: posts(1000), first });
            await until(() => globalThis.feed?.viewport);
            await rest();
            const found = watched().flatMap((frame) => differences(before, frame));
            if (Object.keys(before).length < 4 || nodes.length < 5) found.push(`${nodes.length} were rendered`);
            const kept = nodes.filter((node) => node.isConnected).length;
            if (kept !== nodes.length) found.push(`${kept} of ${nodes.length} nodes have stayed`);
            found.push(...await ways(10, 50));
            return [...found, ...said, ...gaps()];""", to)
        check(f"react {build}: hydrated at {to}", found)


def names_what_comes(browser, check, build):
    """The items that come next are told, and those that do not any more; it comes to rest at a page."""
    found = browser.run("""
        const items = posts(3000);
        const named = new Map();
        const faults = [];
        await start({
          items, snap: 'page', size: 60, estimate: undefined,
          onPrefetch: (all) => all.forEach((item) => {
            if (named.has(item.id) || !items.includes(item)) faults.push(`${item.id} is named`);
            named.set(item.id, item);
          }),
          onCancel: (all) => all.forEach((item) => { if (!named.delete(item.id)) faults.push(`${item.id} is cancelled`); }),
        });
        await pushed(20, 5);
        const count = named.size;
        await rest();
        const page = feed.viewport.bounds.y / feed.viewport.bounds.height;
        await show({ snap: undefined });
        stop();
        await rest();
        return [count > 5, page, named.size, faults];""")
    check(f"react {build}: what comes next is told, and a page snapped to", [] if found == [True, 1, 0, []] else [f"{found}"])


def fling(browser, check, build):
    """Flings of a slow machine."""
    browser.run("""
        await start({ items: posts(200_000) });
        await feed.scrollTo({ key: 'k100000' });
        watch();""")
    browser.command("Emulation.setCPUThrottlingRate", rate=6)
    for by in (600, 500, 600, -500):
        flung(browser, 150, 100 if by > 0 else 700, by)
    browser.command("Emulation.setCPUThrottlingRate", rate=1)
    frames = browser.run("return watched()")
    wrong, count = [], 0
    for before, after in zip(frames, frames[1:]):
        ways = {round(after[name] - before[name], 1) for name in before.keys() & after.keys()}
        count += len(ways - {0}) > 0
        if ways and max(ways) - min(ways) > 0.1:
            wrong.append(f"rows move by {sorted(ways)}")
    check(f"react {build}: in a fling rows move together", wrong if count else ["no row has moved"])


def builds(browser, check, name):
    """Each build of React with its page open, and the pages' URL. In the end nothing may have been said or thrown."""
    if not (NODE / "react-dom/umd").is_dir():
        pytest.skip("React is missing; run script/bootstrap --landing")
    subprocess.run([ROOT / "script/wasm"], check=True)
    with pages() as url:
        for build in ("development", "production.min"):
            browser.view(WIDTH, HEIGHT)
            browser.open(f"{url}/{build}.html?service=none")
            browser.wait("globalThis.isReady")
            yield build, url
            check(f"{name} {build}: nothing is said or thrown", browser.run("return [...said, ...errors]"))


def test(browser, service, check):
    for build, url in builds(browser, check, "react"):
        for part in (posts, changes, chat, wall, turned, stays, names_what_comes, draws):
            part(browser, check, build)
        if browser.is_chromium:
            fling(browser, check, build)
        back(browser, check, build, url)
        hydrated(browser, check, build, url)
