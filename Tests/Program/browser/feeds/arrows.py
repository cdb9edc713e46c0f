"""Arrow keys in feeds, tests/feed/feed.html: they lead from cell to cell by where these stand, one cell is in the order of Tab, and
controls in cells keep their own keys."""

from .feed import feeds

PAGE = """
    globalThis.focused = () => document.activeElement?.closest('[role=listitem]')?.dataset.name ?? null;
    globalThis.stops = () => cells().filter(({ tabIndex }) => tabIndex === 0).map(({ dataset }) => dataset.name);
    globalThis.inSight = (name = focused()) => {
      const { top, bottom, left, right } = document.querySelector(`[data-name="${name}"]`).getBoundingClientRect();
      const edges = scroller().getBoundingClientRect();
      return top >= edges.top + (globalThis.covered ?? 0) - 0.6 && bottom <= edges.top + scroller().clientHeight + 0.6
        && left >= edges.left - 0.6 && right <= edges.left + scroller().clientWidth + 0.6;
    };
    globalThis.still = async () => {
      let before = null;
      for (let round = 0; round < 100; round += 1) {
        await frames(2);
        const now = JSON.stringify([focused(), scroller().scrollTop, scroller().scrollLeft]);
        if (now === before) return;
        before = now;
      }
    };
    globalThis.show = async (options, snapshot, keys) => {
      start({ arrowKeys: true, ...options });
      await feed.update(snapshot, { keys });
      await feed.whenWhole();
      for (let round = 0; round < 200 && stops().length === 0; round += 1) await frames(1);
    };"""


def pressed(browser, *names):
    """Where the focus is after each key, and whether that is in sight."""
    found = []
    for name in names:
        browser.press(name)
        found.append(browser.run("await still(); return [focused(), inSight()]"))
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
        const found = [];
        const expect = (what, value, wanted) => { if (value !== wanted) found.push(`${what}: ${value}, not ${wanted}`); };
        document.querySelector('[data-name=k10]')?.focus();
        let list = names(60);
        await feed.update({ engine: 'column', sections: [{ items: 60 }] }, { keys: list });
        await feed.scrollTo({ key: 'k10' });
        document.querySelector('[data-name=k10]').focus();
        expect('focus', focused(), 'k10');
        await feed.update({ engine: 'column', sections: [{ items: 63 }] }, { keys: list = ['a', 'b', 'c', ...list] });
        await frames();
        expect('what comes before', focused(), 'k10');
        await feed.update({ engine: 'column', sections: [{ items: 62 }] }, { keys: list = list.filter((name) => name !== 'k10') });
        await frames();
        expect('it goes', focused(), 'k11');
        expect('Tab', stops().join(), 'k11');
        await feed.update({ engine: 'column', sections: [{ items: 2 }] }, { keys: list = ['a', 'b'] });
        await frames();
        expect('all after it go', focused(), 'b');
        document.activeElement.blur();
        feed.refill();
        await feed.update({ engine: 'column', sections: [{ items: 1 }] }, { keys: ['a'] });
        await frames();
        expect('none had it', focused(), null);
        return found;""")
    check("arrows: where the cell goes, the next one has the focus", found)
    left = browser.run("""
        const [node] = cells();
        node.focus();
        feed.close();
        return [node.hasAttribute('tabindex'), node.hasAttribute('role')];""")
    check("arrows: a closed feed leaves nothing on a node", [] if left == [False, False] else [f"{left}"])


def mirrored(browser, check):
    """A list that scrolls to the left, in which arrows go where they point."""
    browser.run("""
        const snapshot = { engine: 'column', scrollDirection: 'horizontal', layoutDirection: 'rtl', sections: [{ items: { count: 40, width: 110 } }] };
        start({ arrowKeys: true });
        Object.assign(document.querySelector('main').style, { overflow: 'scroll hidden', height: '300px' });
        scroller().dir = 'rtl';
        await feed.update(snapshot, { keys: names(40) });
        await feed.whenWhole();
        for (let round = 0; round < 200 && stops().length === 0; round += 1) await frames(1);
        cells()[0].focus();""")
    ways = pressed(browser, "ArrowLeft", "ArrowLeft", "ArrowRight", "End", "ArrowRight", "Home", "PageDown", "PageUp", "ArrowDown", "ArrowRight")
    names = [way[0] for way in ways]
    check("arrows: to the left in a mirrored list", [] if all(way[1] for way in ways) and names[:6] == ["k1", "k2", "k1", "k39", "k38", "k0"]
          and names[6] not in ("k0", "k39") and names[7:] == ["k0", "k0", "k0"] else [f"{ways}"])


def controls(browser, check):
    """A text field, a slider, a menu and a button in a cell."""
    browser.run("""
        const tags = ['input', 'input', 'p', 'button', 'p'];
        start({ arrowKeys: true, node: (element, reused) => {
          if (reused) return reused;
          const made = node(element, null);
          if (element.kind !== 'cell') return made;
          const control = document.createElement(tags[element.item % 5]);
          if (element.item % 5 === 1) control.type = 'range';
          if (element.item % 5 === 2) control.contentEditable = 'true';
          if (element.item % 5 === 4) Object.assign(control, { tabIndex: 0 }).setAttribute('role', 'slider');
          made.append(control);
          return made;
        } });
        await feed.update({ engine: 'column', sections: [{ items: { count: 40, height: 60 } }] }, { keys: names(40) });
        for (let round = 0; round < 200 && stops().length === 0; round += 1) await frames(1);""")
    found = []
    for item, goes in ((0, False), (1, False), (2, False), (3, True), (4, False)):
        browser.run("document.querySelector(`[data-name=k${arguments[0]}] > *`).focus()", item)
        browser.press("ArrowDown")
        now = browser.run("await still(); return [focused(), document.activeElement.dataset.name ?? null]")
        if now != ([f"k{item + 1}", f"k{item + 1}"] if goes else [f"k{item}", None]):
            found.append(f"{item}: {now}")
    check("arrows: controls that go by such keys keep them", found)


def remote(browser, check):
    """A list of which only the visible part is here: what is not is asked for."""
    browser.run("""
        globalThis.covered = 0;
        start({ arrowKeys: true, overscan: 0, pageLength: 1024 });
        const snapshot = await service.post({ engine: 'column', sections: [{ items: 1_000_000 }, { items: 0 }, { items: 3 }] });
        await feed.show(await snapshot.layout(document.querySelector('main').clientWidth));
        await feed.whenWhole();
        for (let round = 0; round < 200 && stops().length === 0; round += 1) await frames(1);
        cells()[0].focus();""")
    ways = pressed(browser, "End")
    browser.wait("focused() === '2/2'")
    browser.press("ArrowUp", "ArrowUp", "ArrowUp")
    browser.wait("focused() === '0/999999'")
    browser.press("Home")
    browser.wait("focused() === '0/0'")
    browser.press(*["ArrowDown"] * 60)
    there = browser.run("await still(); await feed.whenWhole(); await still(); return [focused(), inSight()]")
    # Keys that come faster than pages are passed over.
    check("arrows: through pages that are not here", [] if int(there[0][2:]) > 5 and there[1] else [f"{ways} {there}"])
    asked = browser.run("""
        scroller().scrollTop = 20_000_000;
        await rest();
        return focused();""")
    browser.press("ArrowDown")
    there = browser.run("""
        await still();
        return [focused(), inSight()];""")
    check("arrows: from a cell that is far away", [] if there == [f"0/{int(asked[2:]) + 1}", True] else [f"{there} {asked}"])


def test(browser, service, check):
    with feeds(browser, service, check, "arrows", PAGE):
        browser.view(600, 500)
        grid(browser, check)
        changes(browser, check)
        controls(browser, check)
        remote(browser, check)
        mirrored(browser, check)
