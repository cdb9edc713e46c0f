"""Options of feeds that are used together, tests/feed/feed.html: dragging, arrow keys, snapping and prefetching in one list."""

from .arrows import pressed
from .dragging import DRAGS, MOVED, UP, drop, hold, mouse, to, wait_order
from ..feeds.feed import feeds, wheeled


def sized(browser, check):
    """A size that a list gives counts, also where the item was measured before. The item is measured no more."""
    found = browser.run("""
        const found = [];
        const shows = async (items) => {
          await feed.update({ engine: 'column', sections: [{ headers: [{ ...items[0], pin: true }], items }] }, { keys: names(items.length) });
          await rest();
          const { frame } = await feed.layout.item(0, 1);
          const [header] = feed.viewport.special.map(({ frame }) => frame.height);
          return [frame.height, node('k1').getBoundingClientRect().height, header].map((height) => Math.round(height * 100) / 100);
        };
        const of = (size) => Array.from({ length: 30 }, () => size);
        texts.set('k1', 'k1 ' + 'word '.repeat(60));
        start({ service: await LayoutService.local() });
        const measured = await shows(of({ height: 60, estimated: true }));
        found.push(measured[0] === 60 || measured[0] !== measured[1] || measured[2] === 60 ? `measured ${measured}` : '');
        found.push(`${await shows(of({ height: 50 }))}`);
        node('k1').textContent = 'k1';
        await rest();
        found.push(`${(await feed.layout.item(0, 1)).frame.height} ${node('k1').offsetHeight}`);
        texts.delete('k1');
        const again = await shows(of({ height: 70, estimated: true }));
        found.push(again[0] === again[1] && again[0] < 40 ? '' : `again ${again}`);
        return found;""")
    check("together: a size that is given counts behind one that was measured", [] if found == ["", "50,50,50", "50 50", ""] else [f"{found}"])


def all_of(browser, check, local):
    """A list with all options: what each of them does, it does beside the others."""
    where = "in the page" if local else "at a service"
    browser.run("""
        globalThis.named = [];
        globalThis.dropped = [];
        globalThis.failed = [];
        await draggable({
          isLocal: arguments[0], arrowKeys: true, snap: 'item', stickToEnd: true, onError: (error) => failed.push(`${error}`),
          prefetch: (items) => { named.push(...items.map(({ key }) => key)); throw new Error('prefetch'); },
          cancel: (items) => { dropped.push(...items.map(({ key }) => key)); throw new Error('cancel'); },
          onMove: (move) => { moves.push(move); return new Promise(() => {}); },
        }, 600);
        await feed.scrollTo('start');
        await rest();""", local)
    hold(browser, "k1", "k5")
    wait_order(browser, MOVED)
    drop(browser)
    browser.run("node('k1').focus()")
    keys = pressed(browser, "ArrowDown", "ArrowLeft")
    browser.run("await scrolls(10, 40); await rest()")
    pair = browser.run("""
        const visible = order().filter((name) => node(name).getBoundingClientRect().top > 40 && node(name).getBoundingClientRect().bottom < 460);
        return [visible[1], visible[4]];""")
    hold(browser, *pair)
    browser.run("await rest()")
    drop(browser, 2)
    found = browser.run("""
        await feed.scrollTo('end');
        await rest();
        await feed.insert('end', 3, { keys: ['a', 'b', 'c'] });
        await rest();
        const isAtEnd = [feed.isAtEnd, order().at(-1)];
        const key = arguments[0] === moves[1].key;
        const twice = named.filter((name, place) => named.indexOf(name) !== place && !dropped.includes(name));
        feed.close();
        await rest();
        return [isAtEnd, key, twice, [...new Set(failed)].sort(), named.every((name) => dropped.includes(name)), document.querySelectorAll('[tabindex],[aria-describedby],[aria-live]').length];""", pair[0])
    check(f"together: all options, {where}",
          [] if [name for name, _ in keys] == ["k8", "k7"] and all(seen for _, seen in keys)
          and found == [[True, "c"], True, [], ["Error: cancel", "Error: prefetch"], True, 0] else [f"{keys} {found}"])


def refused(browser, check, local):
    """Drops that are refused one behind the other, while the one before is not answered yet: all goes back."""
    where = "in the page" if local else "at a service"
    browser.run("""
        globalThis.answers = [];
        await draggable({ isLocal: arguments[0], onMove: (move) => { moves.push(move); return new Promise((done, fail) => answers.push(done, fail)); }, onError: () => {} });""", local)
    for number, name in enumerate(("k1", "k4")):
        hold(browser, name, "k8")
        browser.wait("order().indexOf(arguments[0]) > 6", name)
        drop(browser, number + 1)
    found = browser.run("""
        const dropped = order().slice(0, 9).join();
        await feed.insert(0, 2, { keys: ['a', 'b'] });
        answers[0](false);
        await rest();
        const once = order().slice(0, 9).join();
        answers[3](new Error('no'));
        await rest();
        return [dropped.includes('k1') && dropped !== once, order().slice(0, 11), isClean()];""")
    check(f"together: two drops that are refused late, {where}",
          [] if found == [True, ["a", "b", *[f"k{number}" for number in range(9)]], True] else [f"{found}"])


def between_sections(browser, check):
    """An item goes to another section, and back where that is refused."""
    browser.run("""
        await draggable({ isLocal: true, onMove: (move) => { moves.push(move); return moves.length > 1 ? false : undefined; } });
        await feed.update({ engine: 'column', metrics: { numberOfColumns: 3, rowHeight: 80 }, sections: [{ items: 3 }, { items: 3 }] },
          { keys: [['a', 'b', 'c'], ['d', 'e', 'f']] });
        await rest();""")
    found = []
    for pair in (("a", "e"), ("b", "f")):
        hold(browser, *pair)
        browser.run("await rest()")
        drop(browser, len(found) + 1)
        found.append(browser.run("return [order().join(''), moves.at(-1).to]"))
    check("together: between sections", [] if found[0] == ["bcdaef", {"section": 1, "item": 1}] and found[1][0] == "bcdaef" else [f"{found}"])


def lost(browser, check):
    """A mouse button whose release nobody told, as behind a menu: what moves then drags nothing, and the next press does."""
    browser.run("await draggable({ isLocal: true })")
    found = browser.run("""
        const [x, y] = middle('k1');
        const tell = (name, buttons, x, y) => node('k1').dispatchEvent(new PointerEvent(name, {
          bubbles: true, composed: true, cancelable: true, isPrimary: true, pointerId: 1, pointerType: 'mouse', button: name === 'pointermove' ? -1 : 0, buttons,
          clientX: x, clientY: y }));
        const dragged = async () => { await rest(); return document.querySelectorAll('[data-dragged]').length; };
        tell('pointerdown', 1, x, y);
        tell('pointermove', 0, x, y + 40);
        const first = await dragged();
        tell('pointerdown', 1, x, y);
        tell('pointermove', 1, x, y + 40);
        const second = await dragged();
        tell('pointermove', 0, x, y + 90);
        return [first, second, await dragged(), moves.length];""")
    check("together: a mouse whose button is up drags nothing", [] if found == [0, 1, 0, 0] else [f"{found}"])


def stopped(browser, check):
    """Whoever scrolls while a key waits for what is not here yet has stopped it: that is no error."""
    browser.run("""
        globalThis.failed = [];
        globalThis.held = [];
        globalThis.isHeld = false;
        const slow = new LayoutService(new URLSearchParams(location.search).get('service'), { fetch: async (...request) => {
          if (isHeld) await new Promise((done) => held.push(done));
          return await fetch(...request);
        } });
        await show({ service: slow, overscan: 0, pageLength: 1024, onError: (error) => failed.push(`${error}`) },
          { engine: 'column', sections: [{ items: 100_000 }] });
        cells()[0].focus();
        await rest();
        isHeld = true;""")
    browser.press("End")
    browser.wait("held.length > 0")
    lead = browser.run("return feed.place.lead")
    browser.wheel(300, 300, -300)
    browser.wait("feed.place.lead !== arguments[0]", lead)
    found = browser.run("""
        isHeld = false;
        for (const done of held) done();
        await rest();
        return failed;""")
    check("together: a key that a scroll has stopped fails nothing", found)


def mirrored(browser, check):
    """A list that scrolls to the left: keys move an item through it while it comes to rest at items, and nothing is left behind."""
    browser.run("""
        const onMove = () => new Promise((done) => { globalThis.answer = done; });
        await movable({ snap: 'item', service: await LayoutService.local(), onMove }, mirrored(40, { metrics: { rowHeight: 130 } }), names(40));
        node('k0').focus();
        globalThis.fromRight = () => cells().map((cell) => [cell.getBoundingClientRect().left, cell.dataset.name]).sort(([one], [other]) => other - one).map(([, name]) => name);""")
    for name in ("Space", *["ArrowLeft"] * 6, "ArrowRight", "Space"):
        browser.press(name)
        browser.run("await rest()")
    dropped = browser.run("return [fromRight().slice(0, 8), said(), focused(), inSight()]")
    undone = browser.run("answer(false); await rest(); await feed.scrollTo('start'); await rest(); return [fromRight().slice(0, 3), isClean()]")
    check("together: by keys in a list that scrolls to the left, and back",
          [] if "k0" in dropped[0] and dropped[1:] == ["Dropped, 6 of 40.", "k0", True] and undone == [["k0", "k1", "k2"], True] else [f"{dropped} {undone}"])


# What comes while k1 is in the hand, and whether it stays there: unless it has gone itself, or nothing says which item it is.
CHANGES = {
    "insert": ("await feed.insert(0, 2, { keys: ['a', 'b'] })", True),
    "remove": ("await feed.remove(['k0', 'k7'])", True),
    "remove of the item": ("await feed.remove(['k1'])", False),
    "update": ("await feed.update(listed(59), { keys: ['k2', 'k0', 'k1', ...names(60).slice(4)] })", True),
    "update without the item": ("await feed.update(listed(59), { keys: names(60).filter((name) => name !== 'k1') })", False),
    "update without keys": ("await feed.update(listed(59))", False),
    "show": ("await feed.show(await laid(62), { keys: ['a', ...names(60), 'b'] })", True),
    "show without keys": ("await feed.show(await laid(62))", False),
    "refill": ("feed.refill()", True),
    "scrolls": ("await feed.scrollTo('end'); await feed.scrollTo('start')", True),
}


def changed(browser, check, local):
    """What comes while an item is in the hand leaves it there, and its release drops it; one that has gone is told, and its release
    drops nothing."""
    where = "in the page" if local else "at a service"
    for by in ("a mouse", "keys"):
        for name, (change, stays) in CHANGES.items():
            browser.run("""
                await draggable({ isLocal: arguments[0], stickToEnd: true, snap: 'item' });
                globalThis.listed = (items) => ({
                  engine: 'column', metrics: { numberOfColumns: 3, rowHeight: 80 }, sections: [{ headers: [{ height: 30, pin: true }], items }] });
                const own = await (arguments[0] ? LayoutService.local() : service);
                globalThis.laid = async (items) => own.post(listed(items), { width: feed.layout.containerExtent });
                globalThis.gone = [];
                feed.addEventListener('movecancelled', ({ key }) => gone.push(key));
                await feed.scrollTo('start');
                await rest();
                node('k1').focus();""", local)
            if by == "a mouse":
                hold(browser, "k1", "k5")
            else:
                browser.press("Space", "ArrowDown", "ArrowRight")
            wait_order(browser, MOVED)
            held = browser.run(f"{change}; await rest(); return [document.querySelectorAll('[data-dragged]').length, order().slice(0, 9)]")
            if by == "a mouse":
                browser.act(mouse(UP))
            else:
                # Space would pick up the cell that the focus has gone to.
                browser.press("Space" if stays else "Escape")
            found = browser.run("await rest(); return [moves.map(({ key }) => key), gone, order().slice(0, 9), isClean(), errors]")
            wanted = [["k1"] if stays else [], [] if stays else ["k1"], held[1], True, []]
            check(f"together: {name} while an item is dragged by {by}, {where}",
                  [] if held[0] == int(stays) and found == wanted else [f"{held} {found}"])


def closing(browser, check):
    """Whoever is told of something may close the feed."""
    found = browser.run("""
        const found = [];
        for (const name of ['prefetch', 'cancel', 'movable']) {
          let count = 0;
          const close = () => { if ((count += 1) > 1) feed.close(); return true; };
          await draggable({ isLocal: true, arrowKeys: true, snap: 'page', prefetch: () => {}, cancel: () => {}, ...{ [name]: close } }, 900).catch(({ name: error }) => found.push(error === 'AbortError' ? '' : error));
          await scrolls(7, 20);
          await scrolls(5, -20);
          await rest();
          found.push(document.querySelectorAll('[role=listitem],[aria-live],[aria-describedby],[data-dragged]').length);
        }
        return [found, errors];""")
    check("together: closed by who is told", [] if set(found[0]) <= {0, ""} and found[1] == [] else [f"{found}"])


def calm(browser, check):
    """For who prefers reduced motion nothing moves by itself."""
    browser.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.run("await draggable({ isLocal: true, snap: 'item' }, 600)")
    hold(browser, "k1", "k5")
    wait_order(browser, MOVED)
    moving = browser.run("return document.getAnimations().length")
    drop(browser)
    wheeled(browser, 300, 300, 333)
    found = browser.run("""
        const rect = scroller().getBoundingClientRect();
        const off = cells().map((cell) => cell.getBoundingClientRect()).map(({ top, bottom }) => Math.abs((top + bottom) / 2 - (rect.top + rect.bottom) / 2));
        return [document.getAnimations().length, Math.min(...off) <= 1];""")
    browser.command("Emulation.setEmulatedMedia", features=[])
    check("together: calm", [] if moving == 0 and found == [0, True] else [f"{moving} {found}"])


def test(browser, service, check):
    with feeds(browser, service, check, "together", DRAGS):
        browser.view(600, 500)
        sized(browser, check)
        lost(browser, check)
        stopped(browser, check)
        between_sections(browser, check)
        mirrored(browser, check)
        closing(browser, check)
        if browser.is_chromium:
            calm(browser, check)
        for local in (True, False):
            changed(browser, check, local)
            refused(browser, check, local)
            all_of(browser, check, local)
