"""Feeds of the client in a page, tests/feed/feed.html: what is visible stays where it is on screen, frame by frame, while the
content changes, is turned, appended to and prepended to; in an element and in the window."""

import contextlib
import json
import subprocess

from lib import ROOT
from lib.browser.files import Files
from lib.browser.service import Service

# How far what stays may be moved: browsers have positions in 64ths of a point.
STILL = 0.05

def moves(frames):
    """Which cells have moved on screen from frame to frame; some are seen in each frame and the next."""
    found = [] if len(frames) > 2 else [f"{len(frames)} frames"]
    for before, after in zip(frames, frames[1:]):
        found += differences(before, after, least=3)
    return found


def differences(before, after, least=5):
    shared = before.keys() & after.keys()
    found = [f"{name}: {before[name]} {after[name]}" for name in shared if abs(after[name] - before[name]) > STILL]
    return found if len(shared) >= least else [*found, f"{len(shared)} of {len(before)} and {len(after)} are the same"]


def updates(browser, check):
    """What comes, goes, moves and grows above leaves what is visible where it is, and its nodes."""
    frames, made = browser.run("""
        start();
        let list = names(2000);
        await feed.update(...keyed(list));
        await scroll(30_000);
        const made = () => Object.fromEntries(cells().map(({ dataset }) => [dataset.name, dataset.made]));
        const before = made();
        watch();
        for (const change of [
          () => [...names(50, 'new'), ...list], () => list.filter((_, place) => place < 100 || place > 160),
          () => [...list.slice(5, 20), ...list.slice(0, 5), ...list.slice(20)], () => list.slice(70),
        ]) {
          await feed.update(...keyed(list = change(), { anchor: 'first' }));
          await rest();
        }
        const after = made();
        return [watched(), Object.keys(before).filter((name) => name in after && before[name] !== after[name])];""")
    check("feed: changes above move nothing that is visible", moves(frames))
    check("feed: a node stays with its element", made)


def while_scrolling(browser, check):
    """The same while the content is scrolled: what is visible moves by the scroll alone, and nobody puts the scroller elsewhere."""
    found = browser.run("""
        await scroll(20_000);
        let list = names(1500);
        await feed.update(...keyed(list));
        let position = scroller().scrollTop;
        const found = await ways(30, 7, (frame) => {
          expect('the position', scroller().scrollTop, position += 7);
          if (frame % 10 === 5) feed.update(...keyed(list = [...names(20, `${frame}.`), ...list]));
        });
        expect('the items', feed.layout.snapshot.itemCount, 1560);
        expect('the place', Math.abs(scroller().scrollTop - feed.place.lead) < 1);
        return [...found, ...noted()];""")
    check("feed: changes while it is scrolled move nothing by themselves", found)
    found = browser.run("""
        let list = names(1500);
        const before = places();
        const cell = cells().find(({ dataset: { name } }) => before[name] > 300);
        const [position, { name: touched }] = [scroller().scrollTop, cell.dataset];
        cell.dispatchEvent(new Event('touchstart', { bubbles: true }));
        await feed.update(...keyed(list = [...names(9, 'more'), ...list.filter((name) => name !== touched)], { anchor: 'first' }));
        const held = scroller().scrollTop - position;
        cell.dispatchEvent(new Event('touchend', { bubbles: true }));
        await rest();
        return [held, touched in places(), Math.abs(scroller().scrollTop - feed.place.lead) < 1, feed.place.lead !== position];""")
    check("feed: a finger holds the scroller, also where what it touched has gone",
          [] if found == [0, False, True, True] else [f"{found}"])


def turn(browser, width, height):
    """Turns the window, until what is visible is laid out for it."""
    browser.view(width, height)
    browser.wait("feed.layout.containerExtent === arguments[0]", width)
    browser.run("await rest()")


def wheeled(browser, x, y, by):
    """A turn of the wheel, until what it has begun has ended."""
    lead = browser.run("return feed.place.lead")
    browser.wheel(x, y, by)
    browser.wait("feed.place.lead !== arguments[0]", lead)
    browser.run("await rest()")


def flung(browser, x, y, by):
    """A fling of a finger, until what it has begun has ended."""
    browser.run("globalThis.ended = new Promise((resolve) => scroller().addEventListener('scrollend', resolve, { once: true }))")
    browser.finger(x, y, by)
    browser.run("await ended; await rest()")


def turns(browser, check):
    """However often the window is turned, the first cell that can be seen keeps its place."""
    browser.run("""
        start();
        const items = { heights: names(3000).map((_, number) => 80 + number * 37 % 90) };
        await feed.update({
          engine: 'waterfall', metrics: { minimumColumnWidth: 160 }, sections: [{ headers: [{ height: 40, pin: true }], items }],
        }, { keys: names(3000) });
        await scroll(40_000);""")
    first, before = browser.run("return [feed.place.key, places()]")
    for width, height in ((844, 390), (1200, 700), (390, 844)):
        turn(browser, width, height)
        after = browser.run("return places()")
        check(f"feed: {first} stays where it is at {width} × {height}", differences({first: before[first]}, after, least=1))
    check("feed: turned back, all is where it was", differences(before, after))


def in_window(browser, check):
    """The window scrolls: the content stands below something else, which may be in sight."""
    frames = browser.run("""
        start({}, true);
        const above = document.createElement('header');
        above.style.height = '300px';
        document.body.prepend(above);
        await feed.update(...keyed(names(500)));
        await scroll(100);
        watch();
        await feed.update(...keyed([...names(30, 'new'), ...names(500)], { anchor: 'first' }));
        await rest();
        return watched();""")
    check("feed: in the window, what is visible stays where it is", moves(frames))
    before, place = browser.run("await scroll(9000); return [places(), feed.place]")
    check("feed: in the window, what is drawn is what is there",
          [] if place["lead"] == 8700 and len(before) > 8 else [f"{before} {place}"])
    check("feed: in the window, an end can be scrolled to", browser.run("""
        for (const end of ['end', 'start']) {
          await feed.scrollTo(end);
          await rest();
          expect(end, [feed.isAtStart, feed.isAtEnd], [end === 'start', end === 'end']);
        }
        return noted();"""))


def of_any_extent(browser, check):
    """The same where the content is longer than any scroller."""
    frames, extents = browser.run("""
        start();
        const sections = [{ id: 'rows', items: 1_000_000_000 }];
        const update = (...more) => feed.update({ engine: 'column', sections: [...more, ...sections] }, { keys: () => null });
        await update();
        await scroll(3_000_000);
        watch(() => Object.fromEntries(cells().map((cell) => [cell.ariaPosInSet, cell.getBoundingClientRect().top])));
        await update({ id: 'more', items: 1000 });
        await rest();
        scroller().scrollTop += 1;
        scroller().scrollTop -= 1;
        await rest();
        return [watched(), [feed.layout.contentSize.height, scroller().scrollHeight]];""")
    check("feed: of a thousand million rows, what is visible stays where it is", moves(frames))
    check("feed: its scroller is shorter than its content", [] if extents[0] > 4e10 > 1e7 > extents[1] else [f"{extents}"])


def across(browser, check):
    """The same to the side, from the left and from the right."""
    for direction in ("ltr", "rtl"):
        found = browser.run("""
            start();
            Object.assign(scroller().style, { height: '300px', overflowX: 'scroll', overflowY: 'hidden' });
            scroller().dir = arguments[0];
            const wide = (names) => [
              { scrollDirection: 'horizontal', layoutDirection: arguments[0], engine: 'column',
                sections: [{ items: { widths: names.map((name) => 60 + name.length * 9) } }] },
              { keys: names, anchor: 'first' }];
            const at = () => Object.fromEntries(cells().map((cell) => [cell.dataset.name, cell.getBoundingClientRect().left]));
            const list = names(300);
            await feed.update(...wide(list));
            await rest();
            const first = cells()[0].getBoundingClientRect();
            const gap = ({ left, right }) => (arguments[0] === 'ltr' ? left : innerWidth - right);
            const found = [feed.isAtStart, gap(first), first.height];
            scroller().scrollLeft = arguments[0] === 'ltr' ? 4000 : -4000;
            await rest();
            const before = at();
            await feed.update(...wide([...names(20, 'new'), ...list]));
            const after = at();
            const moved = Object.keys(before).filter((name) => Math.abs(before[name] - after[name]) > 0.05);
            found.push(moved, feed.place.lead > 5000);
            await feed.scrollTo({ key: 'k30' });
            return [...found, gap(document.querySelector('[data-name=k30]').getBoundingClientRect())];""", direction)
        check(f"feed: to the side, {direction}, what is visible stays where it is",
              [] if found == [True, 0, 300, [], True, 0] else [f"{found}"])


def chat(browser, check):
    """Who stands at the end stays there; who does not stays where they are."""
    found = browser.run("""
        start({ stickToEnd: true });
        let list = names(60);
        const last = () => document.querySelector('[role=listitem]:last-child');
        const look = (name) => expect(name, [feed.isAtEnd, last().dataset.name, Math.abs(last().getBoundingClientRect().bottom - innerHeight) < 0.05], [true, name, true]);
        await feed.update(...keyed(list));
        await rest();
        look('k59');
        for (const name of names(5, 'm')) {
          await feed.update(...keyed(list = [...list, name]));
          look(name);
        }
        return noted();""")
    check("feed: a chat begins and stays at its end", found)
    browser.view(390, 500)
    check("feed: so it does when it gets shorter", browser.run("await rest(); return feed.isAtEnd ? [] : [feed.place]"))
    turn(browser, 844, 390)
    check("feed: so it does when it is turned", browser.run("return feed.isAtEnd ? [] : [feed.place]"))
    turn(browser, 390, 844)
    frames, told = browser.run("""
        let list = [...names(60), ...names(5, 'm')];
        await scroll(2100);
        watch();
        await feed.update(...keyed(list = [...list, 'more']));
        await rest();
        const all = watched();
        told.length = 0;
        await scroll(300);
        watch();
        await feed.update(...keyed([...names(40, 'older'), ...list]));
        await rest();
        return [[all, watched()], told.filter((name) => name === 'startreached').length];""")
    check("feed: away from the end of a chat, a message moves nothing", moves(frames[0]))
    check("feed: older messages in front move nothing", moves(frames[1]))
    check("feed: the start was told to be reached once", [] if told == 1 else [f"{told}"])


def keeps_place(browser, check):
    """A place holds across a reload, what has come meanwhile, and another width."""
    place, before = browser.run("""
        start();
        await feed.update(...keyed(names(800)));
        await scroll(12_345);
        return [feed.place, places()];""")
    browser.reload()
    browser.wait("globalThis.start")
    after = browser.run("""
        start();
        const restored = feed.restore(arguments[0]);
        await feed.update(...keyed([...names(90, 'new'), ...names(800)]));
        await restored;
        await rest();
        return places();""", json.loads(json.dumps(place)))
    check("feed: it is restored where it was", differences(before, after))


def goes(browser, check):
    """A scroll leads to where its target is in the end."""
    found = browser.run("""
        const list = names(3000);
        start();
        await feed.update(...keyed(list));
        for (const [behavior, keys] of [['instant', ['k1500', 'k1520']], ['smooth', ['k1520']]]) {
          for (const key of keys) expect(`${behavior} ${key}`, [await feed.scrollTo({ key }, { behavior }), near(rectOf(key).top, 40)], [true, true]);
          expect(`${behavior} end`, [await feed.scrollTo('end', { behavior }), feed.isAtEnd], [true, true]);
        }
        await feed.scrollTo({ section: 0, item: 1000 }, { alignment: 'center' });
        expect('in the middle', near(rectOf('k1000').top + rectOf('k1000').bottom, 40 + 844));
        expect('nobody', await feed.scrollTo({ key: 'nobody' }).catch(({ name }) => name), 'RangeError');
        // The content changes while it is on the way.
        const { lead } = feed.place;
        const going = feed.scrollTo({ key: 'k60' }, { behavior: 'smooth' });
        await until(() => feed.place.lead !== lead);
        await feed.update(...keyed([...names(70, 'new'), ...list], { anchor: 'first' }));
        expect('in front', [await going, near(rectOf('k60').top, 40)], [true, true]);
        return noted();""")
    check("feed: scrolls lead where they should", found)
    found = browser.run("""
        for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
          await feed.scrollTo('start');
          const going = feed.scrollTo({ key: 'k100' }, { behavior: 'smooth' });
          await until(() => scroller().scrollTop > 0);
          scroller().dispatchEvent(new Event(type));
          const place = scroller().scrollTop;
          expect(type, await going, false);
          await rest();
          expect(`${type}, then`, scroller().scrollTop, place);
          scroller().dispatchEvent(new Event('touchend'));
        }
        const first = feed.scrollTo({ key: 'k100' }, { behavior: 'smooth' });
        const second = feed.scrollTo({ key: 'k30' });
        expect('another scroll', [await first, await second, near(rectOf('k30').top, 40)], [false, true, true]);
        return noted();""")
    check("feed: a hand ends a scroll", found)


def closes(browser, check):
    """Nothing is left behind. Which listeners there are only the DevTools protocol says: that is counted in Chromium."""
    listeners = """
        const numbers = (target) => Object.entries(getEventListeners(target)).map(([name, list]) => [name, list.length]);
        JSON.stringify([window, document, document.body, document.querySelector('main')].map(numbers))"""
    count = lambda: browser.is_chromium and browser.command(
        "Runtime.evaluate", expression=f"{{{listeners}}}", includeCommandLineAPI=True)["result"]["value"]
    browser.run("feed.close(); document.body.innerHTML = '<main class=scroller></main>'; await rest()")
    before = count()
    for place in ("document.querySelector('main')", "window"):
        browser.run(f"""
            globalThis.feed = new Feed({place}, {{ service, node: () => document.createElement('p') }});
            await feed.update({{ sections: [{{ items: 1000 }}] }});
            await rest();""")
        during = count()
        browser.run("""
            feed.scrollTo('end', { behavior: 'smooth' });
            await until(() => feed.place.lead > 0);
            feed.close();
            feed.close();
            await rest();""")
        check(f"feed: closed, it listens to nothing of {place}", [] if count() == before and (before != during or not browser.is_chromium) else [before, during, count()])
    left = browser.run("""
        const refused = await feed.update({ sections: [] }).then(() => 'shown', ({ name }) => name);
        return [document.body.innerHTML, refused, await feed.whenWhole().then(() => 'whole', ({ name }) => name)];""")
    check("feed: closed, nothing is in the page",
          [] if left == ['<main class="scroller"></main>', "AbortError", "AbortError"] else left)


def measures(browser, check):
    """Cells whose size is a guess are measured before they are painted: none overlaps another, nothing jumps."""
    found = browser.run("""
        globalThis.local = await LayoutService.local();
        globalThis.list = names(5000);
        write([...list, ...names(300, 'new')]);
        start({ service: local });
        watch(faults);
        await feed.update(...guessed(list));
        await rest();
        await scrolls(25, 90);
        for (const to of [50_000, 20_000, 90_000]) await scrolls(1, to - scroller().scrollTop);
        await rest();
        return watched().flat();""")
    check("feed: cells are as high as what is in them, in every frame", found)
    check("feed: what is measured above moves nothing that is visible", browser.run("""
        return await ways(30, -60, (frame) => {
          if (frame % 10 === 5) feed.update(...guessed(list = [...names(20, 'new').map((name) => `${name}.${frame}`), ...list]));
        });"""))
    found = browser.run("""
        watch(faults);
        const [, first, second] = cells().filter((cell) => cell.getBoundingClientRect().top > 0);
        second.style.paddingBottom = '77px';
        await rest();
        second.style.paddingBottom = '';
        first.style.paddingBottom = '30px';
        await rest();
        return watched().flat();""")
    check("feed: what grows later moves the others in the same frame", found)
    found = browser.run("""
        const empty = cells().filter((cell) => cell.getBoundingClientRect().top > 0)[4];
        const { name } = empty.dataset;
        const [{ textContent: text }, { height }, { height: before }] = [empty, empty.getBoundingClientRect(), feed.layout.contentSize];
        const grown = [];
        for (const [content, padding] of [['', ''], [text, '40px'], [text, '']]) {
          empty.textContent = content;
          empty.style.paddingBottom = padding;
          await rest();
          grown.push(Math.round(feed.layout.contentSize.height - before));
        }
        grown[0] += height;
        return [...grown, empty.isConnected && empty.dataset.name === name, faults()];""")
    check("feed: an empty cell takes no place, and takes some when it has something in it again", [] if found == [0, 40, 0, True, []] else found)
    turn(browser, 844, 390)
    check("feed: turned, cells are measured anew", browser.run("return faults()"))
    turn(browser, 390, 844)
    found = browser.run("""
        const edge = Math.max(0, document.querySelector('main')?.getBoundingClientRect().top ?? 0);
        const topOf = (cell) => cell.getBoundingClientRect().top - edge;
        for (const grown of [0, 1, 2]) {
          await scrolls(1, -2000);
          await rest();
          const row = cells().filter((cell) => topOf(cell) + cell.offsetHeight <= 0).at(-1 - (grown > 1 ? 1 : 0));
          const seen = cells().find((cell) => topOf(cell) > 0);
          const before = topOf(seen);
          const by = topOf(seen) - topOf(row);
          // By a script, as by a wheel, in one frame.
          scroller().scrollTop -= by;
          row.style.paddingBottom = `${77 * grown}px`;
          await rest();
          expect(`${grown}`, near(topOf(seen), before + by, 0.6));
          row.style.paddingBottom = '';
        }
        return noted();""")
    check("feed: a row that comes into sight and grows in the same frame moves none that was in sight", found)
    found = browser.run("""
        start({ service: local, stickToEnd: true });
        let list = names(500);
        const end = () => document.querySelector('[role=listitem]:last-child').getBoundingClientRect().bottom - innerHeight;
        watch(() => [...faults(), ...(feed.layout && Math.abs(end()) > 0.05 ? [`the end is at ${end()}`] : [])]);
        await feed.update(...guessed(list));
        await rest();
        for (const name of names(10, 'new')) {
          await feed.update(...guessed(list = [...list, name]));
          await painted();
        }
        const stuck = watched().flat();
        watch(faults);
        for (const key of ['k250', 'k265']) {
          expect(key, [await feed.scrollTo({ key }, { behavior: 'smooth' }), near(rectOf(key).top, 40)], [true, true]);
        }
        return [stuck, [...noted(), ...watched().flat()]];""")
    check("feed: a measured chat stays at its end", found[0])
    check("feed: a scroll leads to its target through what is measured on the way", found[1])


def measures_sizes(browser, check):
    """Tags are as wide and as high as what is in them, in every frame, and stand in lines without gaps, in both directions."""
    for direction in ("vertical", "horizontal"):
        found = browser.run("""
            const isVertical = arguments[0] === 'vertical';
            const list = names(3000, 'tag');
            for (const [number, name] of list.entries()) {
              texts.set(name, 'word '.repeat(1 + number * 7919 % (number % 50 === 7 ? 90 : 6)).trim());
            }
            start({ service: local, measures: 'size' });
            if (!isVertical) Object.assign(scroller().style, { height: '300px', overflowX: 'scroll', overflowY: 'hidden' });
            const found = () => cells().flatMap((cell) => {
              const { name } = cell.dataset;
              const [{ width, height }, { maxWidth }] = [cell.getBoundingClientRect(), cell.style];
              const range = document.createRange();
              range.selectNodeContents(cell);
              const text = range.getBoundingClientRect();
              const isWrapped = width > innerWidth - 1;
              const isRight = isVertical ? isWrapped || Math.abs(width - text.width) < 0.05 : height <= 300;
              return isRight && cell.scrollHeight <= Math.ceil(height) ? [] : [`${name} ${width} × ${height}, ${text.width}, ${maxWidth}`];
            });
            const overlaps = () => {
              const rects = cells().map((cell) => cell.getBoundingClientRect());
              return rects.flatMap((one, place) => rects.slice(place + 1).some((other) => one.left < other.right - 0.05
                && other.left < one.right - 0.05 && one.top < other.bottom - 0.05 && other.top < one.bottom - 0.05)
                ? [`${cells()[place].dataset.name} overlaps`] : []);
            };
            watch(() => [...found(), ...overlaps()]);
            await feed.update({
              scrollDirection: arguments[0], metrics: { lineAlignment: 'leading', minimumInteritemSpacing: 8 },
              sections: [{ items: { count: list.length, width: 60, height: isVertical ? 20 : 12, estimated: true } }],
            }, { keys: list });
            await rest();
            await scrolls(15, 70);
            const faults = watched().flat();
            const moved = places();
            await rest();
            for (const [name, top] of Object.entries(places())) {
              if (isVertical && name in moved && Math.abs(moved[name] - top) > 0.05) faults.push(`${name} has moved`);
            }
            const widths = new Set(cells().map((cell) => Math.round(cell.getBoundingClientRect().width)));
            const grown = cells()[5];
            grown.style.padding = '0 9px';
            await rest();
            const { itemCount, estimatedCount } = feed.layout.snapshot;
            return [[...faults, ...found().filter((one) => !one.startsWith(`${grown.dataset.name} `)), ...overlaps()], widths.size > 3,
              itemCount - estimatedCount > 30 && estimatedCount > 1000];""", direction)
        check(f"feed: measured to both sides, {direction}, cells are as large as what is in them",
              [] if found == [[], True, True] else [*found[0][:4], f"{found[1:]}"])


def follows(browser, check):
    """What comes from a document that is followed leaves items their keys, their nodes and their place; the page names new ones."""
    found = browser.run("""
        const made = () => Object.fromEntries(cells().map(({ dataset }) => [dataset.name, dataset.made]));
        start();
        const list = names(500);
        const [snapshot, options] = keyed(list);
        const handle = service.document('keys');
        const { revision } = await handle.put(snapshot, { revision: 'none' });
        await feed.update(snapshot, options);
        await scroll(9000);
        const [nodes, shown, { key, offset }] = [made(), places(), feed.place];
        let naming = null;
        const following = handle.follow({ viewport: feed.viewport, revision, onChange: () => naming?.() });
        const news = names(3, 'new');
        const steps = { insert: [{ section: 0, item: 0, items: { count: 3, height: 70 } }], delete: [{ section: 0, item: 400 }],
          move: [{ from: { section: 0, item: 1 }, to: { section: 0, item: 7 } }] };
        await handle.change(steps, { revision });
        await following.whenAt(revision + 1);
        expect('what is visible', places(), shown);
        expect('nodes', Object.entries(made()).filter(([name, number]) => name in nodes && nodes[name] !== number), []);
        expect('that some are the same', Object.keys(made()).filter((name) => name in shown).length > 5);
        expect('the place', [feed.place.key, feed.place.offset, feed.place.item !== undefined], [key, offset, true]);
        await feed.scrollTo({ key: 'k1' });
        expect('a key that moved', places().k1, 40);
        await feed.scrollTo('start');
        expect('new items', cells().slice(0, 5).map(({ dataset }) => dataset.name), ['0/0', '0/1', '0/2', 'k0', 'k2']);
        const [kept, { layout }] = [made(), feed];
        const all = [...news, 'k0', 'k2', 'k3', 'k4', 'k1', ...list.slice(5).filter((name) => name !== 'k400')];
        expect('naming', [await feed.show(feed.layout, { keys: all }), feed.layout === layout], [null, true]);
        expect('named', cells().slice(0, 4).map(({ dataset }) => dataset.name), [...news, 'k0']);
        expect('nodes of those that had names', made().k2, kept.k2);
        naming = () => feed.show(feed.layout, { keys: all.slice(1) });
        await handle.change({ delete: [{ section: 0, item: 0 }] }, { revision: revision + 1 });
        await following.whenAt(revision + 2);
        await rest();
        expect('named as it comes', cells()[0].dataset.name, 'new1');
        following.close();
        const [again, keys] = keyed(all.slice(1));
        again.sections[0].items.heights.fill(70, 0, 2);
        expect('the same', await feed.update(again, keys), null);
        expect('steps', (await feed.update({ ...again, sections: [{ ...again.sections[0], items: { heights: again.sections[0].items.heights.slice(1) } }] },
          { keys: all.slice(2) })).changed?.before.start, 110);
        // Steps that come from elsewhere while an update is on its way.
        const elsewhere = feed.viewport.change({ insert: [{ section: 0, item: 9, items: { count: 5, height: 60 } }] });
        await Promise.all([elsewhere, feed.update(...keyed(all.slice(10)))]);
        await rest();
        expect('what was updated', [feed.layout.snapshot.itemCount, cells()[0].dataset.name], [all.length - 10, all[10]]);
        return noted();""")
    check("feed: items of a document keep their keys, their nodes and their place", found)


MARGINS = (
    # A style sheet, the margin in the style of a cell, and whether there is a warning.
    ("", "", False), ("h2 { margin: 8px } main { margin: 3px }", "", False), ("p { margin: 0 }", "", False),
    ("p { margin: 0 0 8px }", "", True), ("p + p { margin-top: 2em }", "", True), ("", "4px", True), ("", "0px", False),
    ("p { margin: 8px }", "0px", False), ("p { margin: -0.5px }", "", True), ("p { margin: 5% }", "", True),
)


def margins(browser, check, sheet, style, is_warned):
    """A margin of cells has no effect, and the page is told so once; one of the browser's own styles needs no word."""
    warned, set_margins, tops = browser.run("""
        const [sheet, margin] = arguments;
        const warned = [];
        const { warn } = console;
        console.warn = (text) => warned.push(text);
        document.head.appendChild(document.createElement('style')).textContent = sheet;
        const node = ({ kind, key = kind }, reused) => {
          const made = reused ?? document.createElement(kind === 'cell' ? 'p' : 'h2');
          if (!reused && kind === 'cell' && margin) made.style.margin = margin;
          made.textContent = key;
          return made;
        };
        for (let time = 0; time < 3; time += 1) {
          start({ node });
          await feed.update({ engine: 'column', sections: [{ headers: [{ height: 40 }], items: { heights: [50, 60, 70] } }] }, { keys: ['a', 'b', 'c'] });
          await rest();
        }
        console.warn = warn;
        return [warned, cells().map((cell) => cell.style.margin), cells().map((cell) => cell.getBoundingClientRect().top)];""",
        sheet, style)
    name = f"feed: {sheet or 'no sheet'} and {style or 'no margin'}"
    check(f"{name}: {'one warning' if is_warned else 'no warning'}", [
        f"{warned}"] if len(warned) != is_warned or not all("minimumLineSpacing" in text for text in warned) else [])
    check(f"{name}: the layout places the cells", [
        f"{tops} {set_margins}"] if tops != [tops[0], tops[0] + 50, tops[0] + 110] or set_margins != ["0px"] * 3 else [])


@contextlib.contextmanager
def feeds(browser, service, check, name="feed", *scripts, page="feed/feed.html", until="globalThis.start"):
    """A page of tests, with a program of its own, of which it gives the URL. In the end, nothing may have been thrown that nobody catches."""
    subprocess.run([ROOT / "script/wasm"], check=True)
    with Files() as files, Service(service.program, "--cors-origins", files.url) as own:
        browser.view(390, 844)
        browser.open(f"{files.url}/tests/{page}?service={own.url}")
        browser.wait(until)
        for script in scripts:
            browser.run(script)
        yield own
        check(f"{name}: nothing is thrown that nobody catches", browser.run("return errors"))


def test(browser, service, check):
    with feeds(browser, service, check):
        updates(browser, check)
        while_scrolling(browser, check)
        turns(browser, check)
        in_window(browser, check)
        of_any_extent(browser, check)
        across(browser, check)
        chat(browser, check)
        keeps_place(browser, check)
        goes(browser, check)
        measures(browser, check)
        measures_sizes(browser, check)
        follows(browser, check)
        closes(browser, check)
    with feeds(browser, service, check, "feed with margins"):
        for each in MARGINS:
            # Each page has one warning at most.
            browser.open(browser.run("return location.href"))
            browser.wait("globalThis.start")
            margins(browser, check, *each)
