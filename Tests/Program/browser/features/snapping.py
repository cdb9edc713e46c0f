"""Feeds that come to rest at an item or at a page, once the user has scrolled and let go, and that name what comes next."""

from ..feeds.feed import feeds, flung, wheeled

HELPERS = """
    /** How far from the middle of what is visible the nearest cell has its own, along the scroll axis. */
    globalThis.fromMiddle = () => {
      const { isHorizontal } = feed.layout.axis;
      const middle = ({ top, bottom, left, right }) => (isHorizontal ? left + right : top + bottom) / 2;
      const own = middle(scroller().getBoundingClientRect());
      return Math.min(...cells().map((cell) => Math.abs(middle(cell.getBoundingClientRect()) - own)));
    };
    globalThis.origin = () => feed.layout.axis.start(feed.viewport.bounds);
    globalThis.shows = async (options, extra = {}, count = 500) => {
      start(options);
      const along = extra.scrollDirection === 'horizontal' ? 'widths' : 'heights';
      const sizes = Array.from({ length: count }, (_, item) => 90 + item * 37 % 60);
      await feed.update({ engine: 'column', ...extra, sections: [{ items: { [along]: sizes } }] });
      await rest();
    };"""


def items(browser, check):
    """The nearest item comes to stand in the middle, by the rule of the service, whoever lays out."""
    for name, service in (("the service", "service"), ("the module", "local")):
        found = browser.run("""
            await shows({ snap: 'item', service: SERVICE });
            await pushed(10, 40);
            const { bounds } = feed.viewport;
            const { bounds: { y } } = (await feed.viewport.questions()).target({ snap: 'nearest', proposed: bounds });
            await rest();
            return [fromMiddle(), origin() - y, origin()];""".replace("SERVICE", service))
        check(f"snapping: an item rests in the middle, laid out by {name}",
              [] if found[0] <= 1 and abs(found[1]) <= 0.6 and found[2] > 300 else [f"{found}"])
    wheeled(browser, 195, 400, 333)
    found = browser.run("return [fromMiddle(), origin()]")
    check("snapping: so it does after a turn of the wheel", [] if found[0] <= 1 and found[1] > 600 else [f"{found}"])


def pages(browser, check):
    """A page is shown: the next one where it moved, the nearest one where it was moved without a velocity."""
    found = browser.run("""
        await shows({ snap: 'page' });
        const { height } = feed.viewport.bounds;
        const at = [];
        const page = async (act) => { await act(); await rest(); at.push(origin() / height); };
        await page(() => pushed(4, 20));
        await page(() => pushed(4, 20));
        await page(() => pushed(4, -20));
        // A scrollbar that is held has no velocity, and nothing moves under the hand.
        const ended = (event) => event.stopImmediatePropagation();
        addEventListener('scrollend', ended, true);
        scroller().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse', buttons: 1 }));
        await pushed(4, 20);
        const held = origin();
        await rest();
        at.push(origin() - held);
        removeEventListener('scrollend', ended, true);
        await page(() => dispatchEvent(new PointerEvent('pointermove', { buttons: 0 })));
        // A finger that rests before it is lifted has none either; one that is down holds it.
        const cell = cells().at(-1);
        const touch = (name, touches) => cell.dispatchEvent(Object.assign(new Event(name, { bubbles: true }), { touches }));
        touch('touchstart', [1]);
        await pushed(4, 20);
        const touched = origin();
        await rest();
        at.push(origin() - touched);
        await page(() => touch('touchend', []));
        touch('touchstart', [1]);
        await page(() => pushed(4, 20, () => touch('touchend', [])));
        return at.map((place) => Math.round(place * 1000) / 1000);""")
    check("snapping: pages", [] if found == [1, 2, 1, 0, 1, 0, 1, 2] else [f"{found}"])


def hands(browser, check):
    """A hand ends the way there, which is gone on afterwards; a scroll by the program is left where it leads, and so are the ends."""
    found = browser.run("""
        await shows({ snap: 'page' });
        const { height } = feed.viewport.bounds;
        await pushed(4, 20);
        const before = origin();
        await until(() => origin() !== before);
        scroller().dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
        const stopped = origin();
        await painted();
        await painted();
        const stays = origin() === stopped && stopped > before && stopped < height;
        await rest();
        const goesOn = origin() / height;
        // What the program scrolls during the rest of the hand.
        await pushed(4, 20);
        await feed.scrollTo({ section: 0, item: 50 }, { alignment: 'start' });
        const led = origin();
        await rest();
        const left = origin() - led;
        await pushed(4, 20);
        feed.scrollTo('end', { behavior: 'instant' });
        await rest();
        await pushed(1, -300);
        await pushed(1, 300);
        await rest();
        return [stays, goesOn, left, feed.isAtEnd];""")
    check("snapping: hands and programs", [] if found == [True, 1, 0, True] else [f"{found}"])


def across(browser, check):
    """So it is in horizontal and in mirrored content."""
    for direction in ("ltr", "rtl"):
        found = browser.run("""
            const [layoutDirection] = arguments;
            const sign = layoutDirection === 'rtl' ? -1 : 1;
            await shows({ snap: 'item' }, { scrollDirection: 'horizontal', layoutDirection });
            document.querySelector('main').style.overflowX = 'scroll';
            await feed.scrollTo('start');
            await pushed(10, sign * 40);
            await rest();
            const item = [fromMiddle(), feed.place.lead];
            await shows({ snap: 'page' }, { scrollDirection: 'horizontal', layoutDirection });
            document.querySelector('main').style.overflowX = 'scroll';
            await feed.scrollTo('start');
            await pushed(4, sign * 20);
            await rest();
            const { width } = feed.viewport.bounds;
            return [...item, feed.place.lead / width];""", direction)
        check(f"snapping: horizontal, {direction}", [] if found[0] <= 1 and found[1] > 200 and found[2] == 1 else [f"{found}"])


def calm(browser, check):
    """Who prefers reduced motion is there at once."""
    browser.view(390, 844, calm=True)
    found = browser.run("""
        await shows({ snap: 'page' });
        await pushed(4, 20);
        watch(origin);
        await rest();
        return [...new Set([80, ...watched()])];""")
    browser.view(390, 844)
    check("snapping: with reduced motion there is no way", [] if found[0] == 80 and found[1:] == [844] else [f"{found}"])


def flings(browser, check):
    """Flings of a finger, which the browser ends by itself, on a fast machine and on a slow one."""
    for slow in (1, 6):
        browser.command("Emulation.setCPUThrottlingRate", rate=slow)
        browser.run("await shows({ snap: 'item' })")
        flung(browser, 195, 700, -500)
        found = browser.run("return [fromMiddle(), origin()]")
        check(f"snapping: a fling at {slow} x slowdown", [] if found[0] <= 1 and found[1] > 300 else [f"{found}"])
    browser.command("Emulation.setCPUThrottlingRate", rate=1)


LOADER = """
    globalThis.loading = new Map();
    globalThis.faults_ = [];
    globalThis.loader = {
      prefetch: (items) => {
        for (const item of items) {
          if (loading.has(item.key)) faults_.push(`${item.key} is named twice`);
          loading.set(item.key, item);
        }
      },
      cancel: (items) => {
        for (const item of items) {
          if (loading.get(item.key) !== item) faults_.push(`${item.key} is cancelled, and was not named`);
          loading.delete(item.key);
        }
      },
    };
    globalThis.ahead = () => [...loading.values()].map(({ item }) => item).sort((one, other) => one - other);"""


def names(browser, check):
    """What comes next is named in the order of need, and cancelled once; at last everything is."""
    browser.run(LOADER)
    for name, service in (("the service", "service"), ("the module", "local")):
        found = browser.run(f"""
            start({{ ...loader, service: {service} }});
            const list = names(2000);
            await feed.update({{ engine: 'column', sections: [{{ items: {{ count: list.length, height: 50 }} }}] }}, {{ keys: list }});
            await rest();
            await pushed(80, 5);
            await rest();
            const forward = ahead();
            await pushed(40, -5);
            await rest();
            const back = ahead();
            await pushed(60, 5);
            await rest();
            const seen = loading.size;
            await feed.update({{ engine: 'column', sections: [{{ items: {{ count: list.length + 1, height: 50 }} }}] }}, {{ keys: ['new', ...list] }});
            await pushed(4, 5);
            await rest();
            const first = Math.ceil((scroller().scrollTop + 844) / 50) - 1;
            const after = loading.has(`k${{first}}`);
            feed.close();
            return [forward, back, seen, after, loading.size, faults_.splice(0)];""")
        forward, back, seen, after, left, faults = found
        # 400 points on, what is visible ends at 1244: rows 25 to 41 come next; those that came into sight are named still.
        good = forward[-1] == 41 and all(one + 1 == other for one, other in zip(forward, forward[1:])) and max(back) < 25
        check(f"snapping: what comes next is named, laid out by {name}",
              [] if good and seen > 16 and after and left == 0 and not faults else [f"{found}"])


def test(browser, service, check):
    with feeds(browser, service, check, "snapping", "globalThis.local = await LayoutService.local();" + HELPERS):
        items(browser, check)
        pages(browser, check)
        hands(browser, check)
        across(browser, check)
        names(browser, check)
        if browser.is_chromium:
            calm(browser, check)
            flings(browser, check)
