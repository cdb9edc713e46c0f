"""Feeds below bars that cover the ends of what is visible, and with other parts of the page above and below the list: one limit,
that of docs/rules.md#scroll-anchor, for what is drawn, pinned, scrolled to and kept."""

from .dragging import DOWN, UP, mouse, to
from ..feeds.feed import feeds

STAGE = """
    globalThis.local = await LayoutService.local();
    globalThis.edges = (top = 0, bottom = 0) => ({ top, left: 0, bottom, right: 0 });
    /** A window of 700 points with parts of a page above and below the list, scrolled before the list comes. */
    globalThis.stage = async (snapshot, options, above = 0, below = 0, at = 0) => {
      globalThis.feed?.close();
      document.body.innerHTML = `<header style="height: ${above}px"></header><div id=list></div><footer style="height: ${below}px"></footer>`;
      scrollTo(0, at);
      globalThis.feed = new Feed(window, { service, node, content: document.querySelector('#list'), ...options });
      await feed.update(...snapshot);
      await rest();
    };
    /** The same in a scroller of 500 points with room for bars. */
    globalThis.padded = async (snapshot, options, [top, bottom] = [50, 60]) => {
      start({ inset: edges(top, bottom), ...options });
      Object.assign(scroller().style, { height: '500px', boxSizing: 'border-box', padding: `${top}px 0 ${bottom}px` });
      await feed.update(...snapshot);
      await rest();
    };
    globalThis.pinning = (keys) => [{ engine: 'column', globalHeaders: [{ height: 20, pin: true }],
      sections: [{ headers: [{ height: 32, pin: true }], items: { count: keys.length, height: 50 } }] }, { keys }];
    globalThis.go = async (...to) => {
      await feed.scrollTo(...to);
      await rest();
    };
    globalThis.tops = (...names) => names.map((name) => rectOf(name)?.top);
    globalThis.lastEnd = () => cells().at(-1).getBoundingClientRect().bottom;
    globalThis.warned = [];
    const { warn } = console;
    console.warn = (text) => (text.startsWith('inset') ? warned.push(text) : warn(text));"""
GLOBAL, HEADER, FOOTER = "globalHeader/undefined", "header/0", "footer/0"


def pins(browser, check, service):
    """Pinned headers and footers stand at the ends of what is visible of the list, wherever the page is scrolled."""
    found = browser.run("""
        const [where] = arguments;
        const options = { service: globalThis[where] };
        const heads = () => [...document.querySelectorAll('h2')].map((node) => node.getBoundingClientRect().top);
        await stage(pinning(names(60)), { ...options, inset: edges(50) }, 200);
        expect('a bar and 200 above', [...heads(), ...tops('k0'), feed.isAtStart, feed.place.lead], [200, 220, 252, true, -50]);
        await scroll(170);
        expect('170 on', [...heads(), ...tops('k0')], [50, 70, 82]);
        await scroll(1000);
        expect('1000 on', heads(), [50, 70]);
        await stage(pinning(names(60)), options, 0, 300);
        await scroll(1e6);
        expect('a footer of 300 below', [...heads(), feed.isAtEnd, lastEnd()], [0, 20, true, innerHeight - 300]);
        await stage([{ engine: 'column', sections: [{ items: { count: 12, height: 41 }, footers: [{ height: 24, pin: true }] }] }], options, 200);
        expect('a pinned footer', heads(), [676]);
        return noted();""", service)
    check(f"bars: what pins stands beside them, by the {service}", found)


def targets(browser, check, service):
    """Targets, places and ends stand clear of bars."""
    found = browser.run("""
        const [where] = arguments;
        const options = { service: globalThis[where] };
        await padded(rows(names(100)), options);
        const begun = [...tops('k0'), feed.isAtStart, feed.place];
        expect('begun', begun, [50, true, { section: 0, item: 0, key: 'k0', offset: 50, lead: -50, isAtEnd: false }]);
        await go({ key: 'k50' });
        const place = feed.place;
        expect('a row', [...tops('k50'), place.key, place.lead], [50, 'k50', 2450]);
        await go({ key: 'k0' });
        expect('the first', [...tops('k0'), feed.isAtStart], [50, true]);
        await feed.restore(place);
        await rest();
        expect('restored', tops('k50'), [50]);
        for (const behavior of ['instant', 'smooth']) {
          await go('end', { behavior });
          expect(`the end, ${behavior}`, [lastEnd(), feed.isAtEnd, feed.place.isAtEnd], [440, true, true]);
          await go('start', { behavior });
          expect(`the start, ${behavior}`, tops('k0'), [50]);
        }
        await go({ key: 'k99' });
        expect('the last', lastEnd(), 440);
        await go({ key: 'k20' }, { alignment: 'end' });
        expect('at the end', tops('k20'), [390]);
        await go({ key: 'k20' }, { alignment: 'center' });
        expect('in the middle', tops('k20'), [220]);
        await go({ key: 'k24' }, { alignment: 'nearest' });
        await go({ key: 'k25' }, { alignment: 'nearest' });
        expect('the nearest', tops('k25'), [390]);
        await padded(rows(names(3)), options);
        expect('a short list', [...tops('k0'), feed.isAtStart, feed.isAtEnd], [50, true, true]);
        let list = names(3);
        await padded(rows(list), { ...options, stickToEnd: true });
        for (let count = 0; count < 8; count += 1) {
          await feed.update(...rows(list = [...list, `m${count}`]));
          await rest();
          if (list.length * 50 >= 390) expect(`sticks with ${list.length}`, lastEnd(), 440);
        }
        await scroll(1e6);
        expect('scrolled', [lastEnd(), feed.isAtEnd], [440, true]);
        // A keyboard covers more.
        const inset = edges(50, 60);
        await padded(rows(names(40)), { ...options, stickToEnd: true, inset });
        inset.bottom = 260;
        scroller().style.paddingBottom = '260px';
        feed.refill();
        await rest();
        expect('a keyboard', lastEnd(), 240);
        const growing = edges(50, 60);
        await padded(rows(names(100)), { ...options, inset: growing });
        await go({ key: 'k20' });
        growing.top = 90;
        scroller().style.paddingTop = '90px';
        feed.refill();
        await rest();
        expect('a bar grows, and covers what stays', tops('k20'), [50]);
        await go('start');
        expect('the start below it', tops('k0'), [90]);
        growing.top = 130;
        scroller().style.paddingTop = '130px';
        feed.refill();
        await rest();
        expect('a bar grows at the start', [...tops('k0'), feed.isAtStart], [130, true]);
        return noted();""", service)
    check(f"bars: what is scrolled to stands beside them, by the {service}", found)


def to_the_side(browser, check):
    """So it is to the side, from the left and from the right."""
    found = browser.run("""
        for (const direction of ['ltr', 'rtl']) {
          const isMirrored = direction === 'rtl';
          const content = document.createElement('div');
          start({ service: local, content, inset: { top: 0, left: 30, bottom: 0, right: 70 } });
          Object.assign(scroller().style, { direction, width: '300px', height: '200px', overflow: 'auto hidden' });
          // A box, since not all browsers leave room at the end of a scroller to the side for its padding.
          const box = scroller().appendChild(document.createElement('div'));
          Object.assign(box.style, { width: 'max-content', height: '100%', padding: '0 70px 0 30px' });
          box.append(content);
          await feed.update({ scrollDirection: 'horizontal', layoutDirection: direction, engine: 'column', sections: [{ items: { count: 30, width: 50 } }] }, { keys: names(30) });
          await rest();
          const { left } = scroller().getBoundingClientRect();
          const stands = (name) => [rectOf(name).left - left, rectOf(name).right - left];
          expect(`${direction} begins`, [...stands('k0'), feed.isAtStart], isMirrored ? [180, 230, true] : [30, 80, true]);
          await go('end');
          expect(`${direction} ends`, [...stands('k29'), feed.isAtEnd], isMirrored ? [30, 80, true] : [180, 230, true]);
          await go({ key: 'k10' });
          expect(`${direction} goes`, stands('k10'), isMirrored ? [180, 230] : [30, 80]);
        }
        return noted();""")
    check("bars: to the side", found)


def page_around(browser, check, service):
    """Where other parts of the page are in sight, changes and targets move nothing that they need not."""
    found = browser.run("""
        const [where] = arguments;
        const options = { service: globalThis[where] };
        const list = names(40);
        await stage(rows(list), options, 200, 300);
        expect('above', [...tops('k0'), feed.isAtStart, feed.place.lead, scrollY], [200, true, 0, 0]);
        await feed.insert(0, { count: 2, height: 50 }, { keys: ['a', 'b'] });
        await rest();
        expect('inserted at the start', [...tops('a', 'k0'), scrollY], [200, 300, 0]);
        await feed.insert(0, { count: 2, height: 50 }, { keys: ['c', 'd'], anchor: 'first' });
        await rest();
        expect('inserted above what is visible', [...tops('c', 'a'), scrollY], [100, 200, 100]);
        await go('start');
        expect('the start is in sight', scrollY, 100);
        await go({ key: 'c' });
        expect('an item goes to the start', tops('c'), [0]);
        scrollTo(0, 0);
        await rest();
        await go({ key: 'k5' }, { alignment: 'nearest' });
        expect('what is visible stays', [...tops('k5'), scrollY], [650, 0]);
        await go({ key: 'k6' }, { alignment: 'nearest' });
        expect('what is cut is shown', [...tops('k6'), scrollY], [650, 50]);
        scrollTo(0, 0);
        await rest();
        watch(() => scrollY);
        await go({ key: 'k20' }, { behavior: 'smooth' });
        const ways = watched();
        expect('glides without a jump', [Math.max(0, ...ways.slice(1).map((way, place) => way - ways[place])) < 600, tops('k20')], [true, [0]]);
        await scroll(1e6);
        const end = lastEnd();
        expect('below', [end, feed.isAtEnd], [400, true]);
        await feed.insert('end', { count: 3, height: 50 }, { keys: ['x', 'y', 'z'] });
        await rest();
        expect('appended', [rectOf('k39').bottom, rectOf('z').bottom], [end, end + 150]);
        await scroll(1e6);
        await go('end');
        expect('the end is in sight', lastEnd(), 400);
        await stage(rows(list), { ...options, stickToEnd: true }, 200, 300);
        await scroll(1e6);
        await feed.insert('end', { count: 3, height: 50 }, { keys: ['x', 'y', 'z'] });
        await rest();
        expect('sticks above the footer', lastEnd(), 400);
        await stage(rows(list), options, 200, 300);
        await feed.restore(feed.place);
        await rest();
        expect('restored', [...tops('k0'), scrollY], [200, 0]);
        await stage(rows(names(6)), options, 0, 2000);
        await scroll(100);
        await feed.insert('end', { count: 1, height: 50 }, { keys: ['x'] });
        await rest();
        await go({ key: 'k5' }, { alignment: 'nearest' });
        expect('a short list', [...tops('k5', 'x'), scrollY], [150, 200, 100]);
        const footer = () => document.querySelector('footer').getBoundingClientRect().top;
        await stage(rows(names(6)), options, 0, 2000, 500);
        expect('opened below it', scrollY === 500 || footer() === -500);
        // All of it is out of sight.
        await stage(rows(list), options, 1000, 2000);
        expect('far above', [cells().length > 0, feed.isAtStart], [true, true]);
        scrollTo(0, 1e6);
        await rest();
        const [at, top] = [scrollY, footer()];
        await feed.insert(0, 4, { keys: ['m', 'n', 'o', 'p'] });
        await rest();
        // Some browsers keep the footer in sight where it is, others the offset.
        expect('far below', scrollY === at || footer() === top);
        return noted();""", service)
    check(f"bars: other parts of the page, by the {service}", found)


def lacks(browser, check):
    """Where the page has left no room for a bar, this is said once, and nothing is drawn where it cannot be."""
    found = browser.run("""
        warned.length = 0;
        start({ service: local, inset: edges(50, 60) });
        await feed.update(...rows(names(40)));
        await rest();
        expect('begun', [...tops('k0'), feed.isAtStart], [0, true]);
        await go({ key: 'k0' });
        await go('end');
        expect('the end', [lastEnd(), feed.isAtEnd], [innerHeight, true]);
        await feed.update(...rows(names(41)));
        await until(() => warned.length > 0);
        await rest();
        expect('warned', [warned.length, warned[0].includes('inset.top') && warned[0].includes('padding-top of 50px')], [1, true]);
        warned.length = 0;
        await padded(rows(names(40)));
        await padded(rows(names(2)));
        start({ inset: edges(50) });
        Object.assign(scroller().style, { height: '500px', boxSizing: 'border-box', paddingTop: '50px', display: 'flex', flexDirection: 'column-reverse' });
        await feed.update(...rows(names(500)));
        await go('start');
        // WebKit does not scroll to the padding above such content.
        expect('from below', tops('k0'), [scroller().scrollHeight - 500 * 50]);
        await stage(rows(names(40)), { inset: edges(50) }, 50);
        expect('with room', warned, []);
        return noted();""")
    check("bars: one warning where there is no room for them", found)


def drags(browser, check):
    """What is held near an end does not scroll on into other parts of the page."""
    for at, name, y in ((1500, "k35", 690), (200, "k5", 10)):
        place = browser.run("""
            await stage(rows(names(40)), { service: local, movable: true }, 200, 1000);
            await scroll(arguments[0]);
            await until(() => document.querySelector('[aria-live]'));
            return tops(arguments[1])[0];""", at, name)
        browser.act(mouse(to(100, place + 25), DOWN, to(100, place + 45, 50), to(100, y, 100)))
        found = browser.run("await rest(); return [document.querySelector('[data-dragged]')?.dataset.name, scrollY]")
        browser.act(mouse(UP))
        check(f"bars: what is held scrolls no further than the list, at {at}", [] if found == [name, at] else [f"{found}"])


def test(browser, service, check):
    with feeds(browser, service, check, "bars", STAGE):
        browser.view(390, 700)
        for each in ("service", "local"):
            pins(browser, check, each)
            targets(browser, check, each)
            page_around(browser, check, each)
        to_the_side(browser, check)
        lacks(browser, check)
        drags(browser, check)
