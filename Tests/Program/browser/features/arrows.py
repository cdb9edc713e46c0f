"""Arrow keys in feeds, tests/feed/feed.html: they lead from cell to cell by where these stand, one cell is in the order of Tab, and
controls in cells keep their own keys."""

from ..feeds.feed import feeds

PAGE = """
    globalThis.focused = () => document.activeElement?.closest('[role=listitem]')?.dataset.name ?? null;
    globalThis.stops = () => cells().filter(({ tabIndex }) => tabIndex === 0).map(({ dataset }) => dataset.name);
    globalThis.inSight = (name = focused()) => {
      const { top, bottom, left, right } = document.querySelector(`[data-name="${name}"]`).getBoundingClientRect();
      const edges = scroller().getBoundingClientRect();
      return top >= edges.top + (globalThis.covered ?? 0) - 0.6 && bottom <= edges.top + scroller().clientHeight + 0.6
        && left >= edges.left - 0.6 && right <= edges.left + scroller().clientWidth + 0.6;
    };
    /** Shows a list whose cells may have the focus. */
    globalThis.show = async (options, snapshot, keys, style = {}) => {
      start({ arrowKeys: true, ...options });
      Object.assign(scroller().style, style);
      await feed.update(snapshot, { keys });
      await rest();
    };
    // A list that scrolls to the left.
    globalThis.mirrored = (items, more) => ({ engine: 'column', scrollDirection: 'horizontal', layoutDirection: 'rtl', ...more, sections: [{ items }] });
    globalThis.low = { overflow: 'scroll hidden', height: '300px', direction: 'rtl' };"""


def pressed(browser, *names):
    """Where the focus is after each key, and whether that is in sight."""
    found = []
    for name in names:
        browser.press(name)
        found.append(browser.run("await rest(); return [focused(), inSight()]"))
    return found


def tab(browser):
    """Presses Tab until a cell has the focus: in some browsers what scrolls is a stop of its own."""
    for _ in range(3):
        if browser.run("return focused()"):
            return
        browser.press("Tab")


def grid(browser, check):
    """Three columns of seven rows and one cell, below a header that pins."""
    stops = browser.run("""
        globalThis.covered = 40;
        await show({}, { engine: 'column', metrics: { numberOfColumns: 3, rowHeight: 90 },
          sections: [{ headers: [{ height: 40, pin: true }], items: 52 }] }, names(52));
        return stops();""")
    check("arrows: Tab leads to one cell", [] if stops == ["k0"] else [f"{stops}"])
    tab(browser)
    ways = pressed(browser, "ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowUp")
    wanted = ["k1", "k4", "k5", "k5", "k4", "k1", "k1"]
    check("arrows: they lead to the neighbors", [] if ways == [[name, True] for name in wanted] else [f"{ways}"])
    ways = pressed(browser, "End", "ArrowUp", "ArrowDown", "Home", "PageDown", "PageUp")
    check("arrows: the ends, and pages", [] if [way[0] for way in ways[:4]] == ["k51", "k48", "k51", "k0"] and all(way[1] for way in ways)
          and int(ways[4][0][1:]) % 3 == 0 and int(ways[4][0][1:]) > 6 and ways[5][0] == "k0" else [f"{ways}"])
    stops = browser.run("const before = stops(); await scroll(900); return [before, focused(), stops(), cells().length]")
    check("arrows: a cell that is scrolled away keeps the focus", [] if stops[:3] == [["k0"], "k0", ["k0"]] else [f"{stops}"])
    ways = pressed(browser, "ArrowRight")
    check("arrows: and they go on from there", [] if ways == [["k1", True]] else [f"{ways}"])
    stops = browser.run("document.activeElement.blur(); await scroll(900); const [stop] = stops(); return [stops().length, stop, inSight(stop)]")
    check("arrows: without the focus, Tab leads to what is visible", [] if stops[0] == 1 and stops[1] != "k1" and stops[2] else [f"{stops}"])
    tab(browser)
    back = browser.run("return [focused(), stops()[0]]")
    check("arrows: Tab comes back there", [] if back[0] and back[0] == back[1] else [f"{back}"])


def changes(browser, check):
    """What comes and goes while a cell has the focus."""
    found = browser.run("""
        let list = names(60);
        const shows = async (next, what, wanted) => {
          await feed.update({ engine: 'column', sections: [{ items: next.length }] }, { keys: list = next });
          await rest();
          expect(what, focused(), wanted);
        };
        document.activeElement.blur();
        await shows(list, 'nothing', null);
        await feed.scrollTo({ key: 'k10' });
        document.querySelector('[data-name=k10]').focus();
        expect('focus', focused(), 'k10');
        await shows(['a', 'b', 'c', ...list], 'what comes before', 'k10');
        await shows(list.filter((name) => name !== 'k10'), 'it goes', 'k11');
        expect('Tab', stops().join(), 'k11');
        await shows(['a', 'b'], 'all after it go', 'b');
        document.activeElement.blur();
        feed.refill();
        await shows(['a'], 'none had it', null);
        return noted();""")
    check("arrows: where the cell goes, the next one has the focus", found)
    left = browser.run("""
        const [node] = cells();
        node.focus();
        feed.close();
        return [node.hasAttribute('tabindex'), node.hasAttribute('role')];""")
    check("arrows: a closed feed leaves nothing on a node", [] if left == [False, False] else [f"{left}"])


def mirrored(browser, check):
    """A list that scrolls to the left, in which arrows go where they point."""
    browser.run("await show({}, mirrored({ count: 40, width: 110 }), names(40), low); cells()[0].focus()")
    ways = pressed(browser, "ArrowLeft", "ArrowLeft", "ArrowRight", "End", "ArrowRight", "Home", "PageDown", "PageUp", "ArrowDown", "ArrowRight")
    names = [way[0] for way in ways]
    check("arrows: to the left in a mirrored list", [] if all(way[1] for way in ways) and names[:6] == ["k1", "k2", "k1", "k39", "k38", "k0"]
          and names[6] not in ("k0", "k39") and names[7:] == ["k0", "k0", "k0"] else [f"{ways}"])


def controls(browser, check):
    """A text field, a slider, a menu and a button in a cell."""
    browser.run("""
        const tags = ['input', 'input', 'p', 'button', 'p'];
        await show({ node: (element, reused) => {
          if (reused) return reused;
          const made = node(element, null);
          if (element.kind !== 'cell') return made;
          const control = document.createElement(tags[element.item % 5]);
          if (element.item % 5 === 1) control.type = 'range';
          if (element.item % 5 === 2) control.contentEditable = 'true';
          if (element.item % 5 === 4) Object.assign(control, { tabIndex: 0 }).setAttribute('role', 'slider');
          made.append(control);
          return made;
        } }, rows(names(40), { height: 60 })[0], names(40));""")
    found = []
    for item, goes in ((0, False), (1, False), (2, False), (3, True), (4, False)):
        browser.run("document.querySelector(`[data-name=k${arguments[0]}] > *`).focus()", item)
        browser.press("ArrowDown")
        now = browser.run("await rest(); return [focused(), document.activeElement.dataset.name ?? null]")
        if now != ([f"k{item + 1}", f"k{item + 1}"] if goes else [f"k{item}", None]):
            found.append(f"{item}: {now}")
    check("arrows: controls that go by such keys keep them", found)


def empty(browser, check):
    """Rows without content are stepped over."""
    browser.run("""
        globalThis.covered = 0;
        await show({ service: await LayoutService.local(), node: ({ key, item }, reused) => {
          const made = reused ?? document.createElement('div');
          made.dataset.name = key;
          made.textContent = item % 4 ? '' : key;
          return made;
        } }, rows(names(41), { height: 60, estimated: true })[0], names(41));
        cells()[0].focus();""")
    ways = pressed(browser, "ArrowDown", "ArrowDown", "ArrowUp", "End", "ArrowUp")
    check("arrows: over rows without content", [] if ways == [[name, True] for name in ("k4", "k8", "k4", "k40", "k36")] else [f"{ways}"])


def remote(browser, check):
    """A list of which only the visible part is here: what is not is asked for."""
    browser.run("""
        globalThis.covered = 0;
        start({ arrowKeys: true, overscan: 0, pageLength: 1024 });
        const snapshot = await service.post({ engine: 'column', sections: [{ items: 1_000_000 }, { items: 0 }, { items: 3 }] });
        await feed.show(await snapshot.layout(document.querySelector('main').clientWidth));
        await rest();
        cells()[0].focus();""")
    ways = pressed(browser, "End")
    browser.wait("focused() === '2/2'")
    browser.press("ArrowUp", "ArrowUp", "ArrowUp")
    browser.wait("focused() === '0/999999'")
    browser.press("Home")
    browser.wait("focused() === '0/0'")
    browser.press(*["ArrowDown"] * 60)
    there = browser.run("await rest(); return [focused(), inSight()]")
    # Keys that come faster than pages are passed over.
    check("arrows: through pages that are not here", [] if int(there[0][2:]) > 5 and there[1] else [f"{ways} {there}"])
    asked = browser.run("await scroll(20_000_000); return focused()")
    [there] = pressed(browser, "ArrowDown")
    check("arrows: from a cell that is far away", [] if there == [f"0/{int(asked[2:]) + 1}", True] else [f"{there} {asked}"])


def test(browser, service, check):
    with feeds(browser, service, check, "arrows", PAGE):
        browser.view(600, 500)
        grid(browser, check)
        changes(browser, check)
        controls(browser, check)
        empty(browser, check)
        remote(browser, check)
        mirrored(browser, check)
