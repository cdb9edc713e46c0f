"""Dragging in feeds, tests/feed/feed.html: by a mouse, a finger and keys; what is dropped is told as a step, and undone where that is
refused; and nothing is left behind, however it ends."""

from .arrows import PAGE, pressed
from ..feeds.feed import feeds
from ..feeds.react import pages

DRAGS = PAGE + """
    globalThis.order = () => cells().map((cell) => [cell.getBoundingClientRect(), cell.dataset.name])
      .sort(([one], [other]) => Math.round(one.top - other.top) || one.left - other.left).map(([, name]) => name);
    globalThis.node = (name) => document.querySelector(`[role=listitem][data-name="${name}"]`);
    globalThis.middle = (name) => {
      const { left, top, width, height } = node(name).getBoundingClientRect();
      return [Math.round(left + width / 2), Math.round(top + height / 2)];
    };
    globalThis.said = () => document.querySelector('[aria-live]').textContent;
    // What a drag may leave behind.
    globalThis.left = () => [
      document.querySelectorAll('[data-dragged]').length, document.getAnimations().length, getSelection().toString(),
      feed.content.style.userSelect ?? '', cells().filter(({ style }) => style.transform !== '' || Number(style.zIndex) > 1000).length,
    ];
    globalThis.isClean = () => JSON.stringify(left()) === '[0,0,"","",0]';
    globalThis.moves = [];
    globalThis.movable = async (options, snapshot, keys, style) => {
      moves.length = 0;
      await show({ movable: true, arrowKeys: undefined, onMove: (move) => { moves.push(move); }, ...options }, snapshot, keys, style);
      // A feed that is closed meanwhile has no content.
      await until(() => stops().length > 0 && document.querySelector('[aria-live]') || !feed.content.isConnected);
    };
    globalThis.draggable = async ({ isLocal, ...options } = {}, count = 60) => movable(
      { ...isLocal && { service: await LayoutService.local() }, ...options },
      { engine: 'column', metrics: { numberOfColumns: 3, rowHeight: 80 }, sections: [{ headers: [{ height: 30, pin: true }], items: count }] }, names(count));"""


def mouse(*actions):
    return {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(actions)}


def to(x, y, duration=0):
    return {"type": "pointerMove", "x": x, "y": y, "duration": duration}


DOWN, UP = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}


def wait_order(browser, first):
    """Waits until the cells stand so, first ones first."""
    browser.wait("JSON.stringify(order().slice(0, arguments[0].length)) === JSON.stringify(arguments[0])", first)


def hold(browser, name, other, *more):
    """Picks an item up with the mouse, and holds it over another one. Returns where both were."""
    start, target = browser.run("return [...arguments].map((name) => middle(name))", name, other)
    browser.act(mouse(to(*start), DOWN, to(start[0], start[1] + 20), to(*target, 60), *more))
    return start, target


def drop(browser, count=1):
    """Lets go of what is held, until so many moves were told, and all has come to rest."""
    browser.act(mouse(UP))
    browser.wait("moves.length === arguments[0]", count)
    browser.run("await rest()")


MOVED = ["k0", "k2", "k3", "k4", "k5", "k1"]


def by_mouse(browser, check, local):
    where = "in the page" if local else "at a service"
    browser.run("await draggable({ isLocal: arguments[0] })", local)
    start, target = browser.run("return [middle('k1'), middle('k5')]")
    browser.act(mouse(to(*start), DOWN, to(start[0] + 3, start[1])))
    held = browser.run("await rest(); return [document.querySelectorAll('[data-dragged]').length, moves.length]")
    browser.act(mouse(to(start[0] + 3, start[1] + 30, 50), to(*target, 150)))
    wait_order(browser, MOVED)
    now = browser.run("await rest(); return [node('k1').hasAttribute('data-dragged'), ...middle('k1'), moves.length]")
    check(f"dragging {where}: a mouse that moves has the cell, and the others make room",
          [] if held == [0, 0] and now[0] and abs(now[1] - target[0]) <= 1 and abs(now[2] - target[1]) <= 1 and now[3] == 0 else [f"{held} {now}"])
    browser.run("watch(() => Object.fromEntries(cells().map((cell) => [cell.dataset.name, [cell.getBoundingClientRect().left, cell.getBoundingClientRect().top]])))")
    drop(browser)
    found = browser.run("""
        const jumps = watched().flatMap((after, number, all) => Object.keys(after).filter((name) => {
          const before = all[number - 1]?.[name];
          return name !== 'k1' && before && Math.hypot(before[0] - after[name][0], before[1] - after[name][1]) > 0.6;
        }));
        return { order: order().slice(0, 7), move: moves, left: isClean() ? [] : left(), jumps };""")
    step = {"from": {"section": 0, "item": 1}, "to": {"section": 0, "item": 5}}
    check(f"dragging {where}: the drop is told, and nothing else moves", found["jumps"] + (
        [] if found["order"] == [*MOVED, "k6"] and found["move"][0]["step"] == {"move": [step]}
        and found["move"][0]["key"] == "k1" and found["move"][0]["keys"][0][:3] == ["k0", "k2", "k3"] and found["left"] == [] else [f"{found}"]))
    again = browser.run("""
        const change = await feed.update({ engine: 'column', metrics: { numberOfColumns: 3, rowHeight: 80 },
          sections: [{ headers: [{ height: 30, pin: true }], items: 60 }] }, { keys: moves[0].keys[0] });
        return [change, feed.layout.snapshot.itemCount];""")
    check(f"dragging {where}: an update to the same changes nothing", [] if again == [None, 60] else [f"{again}"])


def ends(browser, check, local):
    """Escape, a cell that goes, a refusal, a feed that is closed: nothing is left behind."""
    where = "in the page" if local else "at a service"
    found = []

    def grabbed():
        hold(browser, "k1", "k5")
        wait_order(browser, MOVED)

    def expect(what, order, told):
        now = browser.run("await rest(); return [order().slice(0, 6), moves.length, isClean() || left()]")
        if now != [order, told, True]:
            found.append(f"{what}: {now}")

    first = ["k0", "k1", "k2", "k3", "k4", "k5"]
    browser.run("await draggable({ isLocal: arguments[0] })", local)
    grabbed()
    browser.press("Escape")
    expect("Escape", first, 0)
    browser.act(mouse(UP))
    expect("up after Escape", first, 0)
    grabbed()
    gone = browser.run("""
        const gone = [];
        feed.addEventListener('movecancelled', ({ key }) => gone.push(key, document.querySelectorAll('[data-dragged]').length));
        await feed.remove(['k9']);
        await feed.remove(['k1']);
        return [...gone, said()];""")
    expect("the cell goes", ["k0", *first[2:], "k6"], 0)
    if gone != ["k1", 0, "Removed."]:
        found.append(f"the cell goes: {gone}")
    browser.act(mouse(UP))
    browser.run("await draggable({ isLocal: arguments[0] })", local)
    grabbed()
    browser.run("node('k5').dispatchEvent(new PointerEvent('pointercancel', { bubbles: true, pointerId: 1 })); window.dispatchEvent(new Event('blur'))")
    expect("the window is left", first, 0)
    browser.act(mouse(UP))
    for name, answer in (("false", "false"), ("a promise of false", "Promise.resolve(false)"), ("rejected", "Promise.reject(new Error('refused'))"),
                         ("later false", "new Promise((done) => { globalThis.refuse = () => done(false); })")):
        browser.run(f"""
            globalThis.refuse = () => {{}};
            await draggable({{ isLocal: arguments[0], onError: (error) => told.push(error.message), onMove: () => {{ moves.push(1); return {answer}; }} }});""", local)
        grabbed()
        drop(browser)
        browser.run("refuse()")
        wait_order(browser, first)
        expect(name, first, 1)
        if name == "rejected" and browser.run("return told.filter((name) => name === 'refused').length") != 1:
            found.append("a rejection is not told")
    browser.run("await draggable({ isLocal: arguments[0], snap: 'item' })", local)
    grabbed()
    gone = browser.run("""
        const [dragged] = document.querySelectorAll('[data-dragged]');
        feed.close();
        await rest();
        return [dragged.attributes.length - (dragged.hasAttribute('style') ? 1 : 0), document.querySelectorAll('[aria-live]').length, document.getAnimations().length];""")
    browser.act(mouse(to(300, 300, 50), UP))
    gone += browser.run("await rest(); return [moves.length, isClean()]")
    # data-name and data-made are the page's.
    if gone != [2, 0, 0, 0, True]:
        found.append(f"closed: {gone}")
    check(f"dragging {where}: however it ends, nothing is left behind", found)


def goes_on(browser, check, local):
    """A drag goes on by its key through every change: of other items, of the width, and of the whole list."""
    where = "in the page" if local else "at a service"
    found = []
    for name, change, order, path in (
            ("appended", "feed.insert('end', 1, { keys: ['new'] })", MOVED, [1, 5]),
            ("inserted", "feed.insert(0, 1, { keys: ['new'] })", ["new", "k0", "k2", "k3", "k4", "k1"], [2, 5]),
            ("removed", "feed.remove(['k0', 'k7'])", ["k2", "k3", "k4", "k5", "k6", "k1"], [0, 5]),
            ("sorted", "feed.update(listed(60), { keys: ['k2', 'k0', 'k1', ...names(60).slice(3)] })", ["k2", "k0", "k3", "k4", "k5", "k1"], [2, 5]),
            ("turned", "(async () => { scroller().style.width = '500px'; await rest(); })()", ["k0", "k2", "k3", "k4", "k5", "k1"], [1, 5])):
        browser.run("""
            await draggable({ isLocal: arguments[0] });
            globalThis.listed = (items) => ({ engine: 'column', metrics: { numberOfColumns: 3, rowHeight: 80 }, sections: [{ headers: [{ height: 30, pin: true }], items }] });""", local)
        hold(browser, "k1", "k5")
        wait_order(browser, MOVED)
        browser.run(f"await {change}; await rest()")
        held = browser.run("return document.querySelector('[data-dragged]')?.dataset.name")
        drop(browser)
        now = browser.run("const [{ key, from, to }] = moves; return [key, [from.item, to.item], order().slice(0, 6), isClean()]")
        if held != "k1" or now != ["k1", path, order, True]:
            found.append(f"{name}: {held} {now}")
    browser.run("await draggable({ isLocal: arguments[0] }); node('k1').focus()", local)
    browser.press("Space", "ArrowRight", "ArrowDown")
    browser.run("await rest(); await feed.insert(0, 2, { keys: ['a', 'b'] }); await rest()")
    browser.press("ArrowLeft", "Space")
    browser.wait("moves.length === 1")
    now = browser.run("await rest(); const [{ from, to }] = moves; return [said(), focused(), [from.item, to.item], order().slice(0, 7), isClean()]")
    if now != ["Dropped, 7 of 62.", "k1", [3, 6], ["a", "b", "k0", "k2", "k3", "k4", "k1"], True]:
        found.append(f"keys: {now}")
    check(f"dragging {where}: a drag goes on through changes", found)


def sections(browser, check, local):
    """A section without items takes one, on its header, below it and on its footer; and so does the end of a section."""
    where = "in the page" if local else "at a service"
    parts = "headers: [{ height: 40 }], footers: [{ height: 30 }]"
    browser.run(f"""
        globalThis.three = async (isLocal) => movable({{ ...isLocal && {{ service: await LayoutService.local() }} }}, {{ engine: 'column', metrics: {{ rowHeight: 30, sectionInset: {{ top: 20, bottom: 0 }} }},
          sections: [{{ items: 4, {parts} }}, {{ items: 0, {parts} }}, {{ items: 3, {parts} }}] }}, [names(4, 'a'), [], names(3, 'c')]);""")
    found = []
    # The first section ends at 210, the second one at 300, when both have their items.
    for name, y, to_ in (("a1", 225, [1, 0]), ("a1", 262, [1, 0]), ("a1", 285, [1, 0]), ("a1", 195, [0, 3]), ("c1", 195, [0, 4]), ("c1", 225, [1, 0]),
                         ("a1", 447, [2, 3]), ("a1", 490, [2, 3])):
        browser.run("await three(arguments[0])", local)
        x, start = browser.run("return middle(arguments[0])", name)
        browser.act(mouse(to(x, start), DOWN, to(x, start + 8), to(x, y, 40)))
        browser.run("await rest(); await rest()")
        drop(browser)
        now = browser.run("const [{ to: { section, item } }] = moves; return [section, item]")
        if now != to_:
            found.append(f"{name} at {y}: {now}, not {to_}")
    for name, keys, to_ in (("a2", ["ArrowDown", "ArrowDown"], [1, 0]), ("a2", ["ArrowDown"] * 3, [2, 0]), ("a2", ["ArrowDown"] * 6, [2, 3]),
                            ("c0", ["ArrowUp"], [1, 0]), ("c0", ["ArrowUp"] * 2, [0, 4]), ("c0", ["ArrowUp"] * 3, [0, 3])):
        browser.run("await three(arguments[0]); node(arguments[1]).focus()", local, name)
        browser.press("Space", *keys)
        browser.run("await rest()")
        browser.press("Space")
        browser.wait("moves.length === 1")
        now = browser.run("await rest(); const [{ to: { section, item } }] = moves; return [section, item]")
        if now != to_:
            found.append(f"{name} by {len(keys)} {keys[0]}: {now}, not {to_}")
    check(f"dragging {where}: sections without items, and the ends of sections", found)


def by_finger(browser, check):
    """A finger that stays has the cell; one that moves on does not."""
    touch = lambda kind, *points: browser.command("Input.dispatchTouchEvent", type=kind, touchPoints=[dict(zip("xy", point)) for point in points])
    browser.run("await draggable({ isLocal: true })")
    start, target = browser.run("return [middle('k1'), middle('k5')]")
    touch("touchStart", start)
    touch("touchMove", (start[0], start[1] + 40))
    moved = browser.run("await rest(); return [document.querySelectorAll('[data-dragged]').length, moves.length]")
    touch("touchEnd")
    check("dragging: a finger that moves at once scrolls", [] if moved == [0, 0] else [f"{moved}"])
    browser.run("await rest(); await scroll(0)")
    touch("touchStart", start)
    browser.wait("document.querySelectorAll('[data-dragged]').length === 1")
    touch("touchMove", (start[0], start[1] + 30))
    touch("touchMove", target)
    wait_order(browser, MOVED)
    touch("touchEnd")
    browser.wait("moves.length === 1")
    now = browser.run("await rest(); return [order().slice(0, 6), moves.length, isClean(), scroller().scrollTop]")
    check("dragging: a finger that stays has the cell", [] if now == [MOVED, 1, True, 0] else [f"{now}"])


def scrolls(browser, check, local):
    """Near an end the content scrolls by itself, and the cell stays with the pointer."""
    where = "in the page" if local else "at a service"
    browser.run("await draggable({ isLocal: arguments[0] }, 3000)", local)
    start = browser.run("return middle('k4')")
    bottom = browser.run("return innerHeight - 10")
    browser.act(mouse(to(*start), DOWN, to(start[0], start[1] + 40, 50), to(start[0], bottom, 100)))
    browser.wait("scroller().scrollTop > 1500")
    browser.run("watch(() => { const { top, height } = node('k4').getBoundingClientRect(); return top + height / 2; })")
    browser.wait("scroller().scrollTop > 2500")
    middles = browser.run("return watched()")
    away = [place for place in middles if abs(place - bottom) > 2]
    browser.act(mouse(to(start[0], 250, 60)))
    stood = browser.run("await rest(); const { scrollTop } = scroller(); await rest(); return scroller().scrollTop === scrollTop")
    drop(browser)
    found = browser.run("""
        const [{ to: { item } }] = moves;
        return [item, feed.content.querySelector('[data-name=k4]').getAttribute('aria-posinset'), inSight('k4'), isClean()];""")
    check(f"dragging {where}: the content scrolls by itself near an end", [f"{away[:3]} of {len(middles)}"] * bool(away) + (
        [] if middles and stood and found[0] > 60 and found[1] == str(found[0] + 1) and found[2:] == [True, True] else [f"{stood} {found}"]))


def by_keys(browser, check, local):
    """Space picks the cell up that has the focus, arrows move it, Space drops it; Escape puts it back."""
    where = "in the page" if local else "at a service"
    look = "await rest(); return [said(), focused(), order().slice(0, 6), moves.length, isClean()]"
    browser.run("await draggable({ isLocal: arguments[0] }); node('k1').focus()", local)
    browser.press("Space")
    lifted = browser.run("await rest(); return [said(), node('k1').hasAttribute('data-dragged'), focused()]")
    browser.press("ArrowRight", "ArrowDown")
    moved = browser.run("await rest(); return [said(), focused(), order().slice(0, 6), moves.length]")
    browser.press("Space")
    dropped = browser.run(look)
    stops = browser.run("return stops()")
    check(f"dragging {where}: keys pick up, move and drop",
          [] if lifted == ["Picked up, 2 of 60.", True, "k1"] and moved == ["6 of 60.", "k1", MOVED, 0]
          and dropped == ["Dropped, 6 of 60.", "k1", MOVED, 1, True] and stops == ["k1"] else [f"{lifted} {moved} {dropped} {stops}"])
    steps = pressed(browser, "ArrowLeft")
    browser.press("Enter", "ArrowDown", "ArrowDown")
    browser.run("await rest()")
    browser.press("Escape")
    back = browser.run(look)
    check(f"dragging {where}: Escape puts it back",
          [] if steps == [["k5", True]] and back == ["Not moved, 5 of 60.", "k5", MOVED, 1, True] else [f"{steps} {back}"])
    browser.press("Space", *["ArrowDown"] * 8)
    far = browser.run("await rest(); return [said(), inSight('k5'), scroller().scrollTop > 0]")
    browser.press("Tab")
    left = browser.run("await rest(); return isClean() && moves.length")
    check(f"dragging {where}: what is moved by keys stays in sight, and Tab lets go of it",
          [] if far[1:] == [True, True] and left == 1 else [f"{far} {left}"])


def mirrored(browser, check):
    """To the left, in a list that begins at the right: a finger near its left end scrolls on."""
    browser.run("await movable({ service: await LayoutService.local() }, mirrored({ count: 300, width: 110 }), names(300), low)")
    start, target = hold(browser, "k1", "k3")
    browser.wait("Math.abs(node('k2').getBoundingClientRect().left - arguments[0] + 55) < 1 && Math.abs(node('k1').getBoundingClientRect().left - arguments[1] + 55) < 2", start[0], target[0])
    browser.act(mouse(to(20, start[1], 80)))
    browser.wait("feed.place.lead > 1500")
    browser.act(mouse(to(300, start[1], 80)))
    browser.run("await rest()")
    drop(browser)
    found = browser.run("return [moves[0].to.item > 12, Math.abs(middle('k1')[0] - 300) < 60, isClean()]")
    check("dragging: to the left in a mirrored list", [] if found == [True, True, True] else [f"{found}"])


def rests(browser, check):
    """Over a cell that is longer than the dragged one, nothing goes to and fro while the pointer rests."""
    browser.run("""
        await movable({ service: await LayoutService.local() }, { engine: 'column', metrics: { numberOfColumns: 1 },
          sections: [{ items: { heights: names(40).map((_, number) => (number % 2 ? 220 : 40)) } }] }, names(40));""")
    start = browser.run("return middle('k0')")
    look = "await rest(); watch(said); await rest(); await rest(); return [...new Set(watched())]"
    browser.act(mouse(to(*start), DOWN, to(start[0], 40, 60), to(start[0], 80, 60)))
    said = browser.run(look)
    browser.act(mouse(to(start[0], 200, 100)))
    browser.wait("order()[0] === 'k1'")
    later = browser.run(look)
    drop(browser)
    check("dragging: over a longer cell nothing goes to and fro", [] if said == ["Picked up, 1 of 40."] and later == ["2 of 40."] else [f"{said} {later}"])


def measured(browser, check):
    """Cells of estimated sizes are measured once, and stand side by side during and after a drag."""
    browser.run("""
        texts.clear();
        for (const [number, name] of names(200).entries()) texts.set(name, `${name} `.repeat(1 + number * 37 % 90));
        await movable({ service: await LayoutService.local() }, { engine: 'column', metrics: { numberOfColumns: 1 },
          sections: [{ items: { count: 200, height: 50, estimated: true } }] }, names(200));""")
    start = browser.run("return middle('k1')")
    browser.act(mouse(to(*start), DOWN, to(start[0], start[1] + 20), to(start[0], 480, 80)))
    browser.wait("scroller().scrollTop > 600")
    browser.act(mouse(to(start[0], 200, 60)))
    during = browser.run("""
        await rest();
        const rects = cells().filter((cell) => !cell.hasAttribute('data-dragged')).map((cell) => cell.getBoundingClientRect()).sort((one, other) => one.top - other.top);
        const height = node('k1').getBoundingClientRect().height;
        return rects.slice(1).map(({ top }, place) => top - rects[place].bottom).filter((gap) => Math.abs(gap) > 0.1 && Math.abs(gap - height) > 0.1);""")
    drop(browser)
    after = browser.run("texts.clear(); return [faults(), isClean(), feed.layout.snapshot.estimatedCount < 190]")
    check("dragging: cells of estimated sizes stay measured", [] if during == [] and after == [[], True, True] else [f"{during} {after}"])


def with_updates(browser, check):
    """What comes in front while a drop is on its way moves on with it."""
    browser.run("await draggable({ isLocal: true })")
    hold(browser, "k1", "k5")
    wait_order(browser, MOVED)
    browser.run("node('k0').getRootNode().addEventListener('pointerup', () => void feed.insert(0, 3, { keys: ['a', 'b', 'c'] }), { once: true, capture: true })")
    drop(browser)
    browser.wait("feed.layout.snapshot.itemCount === 63")
    now = browser.run("await rest(); return [order().slice(0, 9), isClean()]")
    check("dragging: a drop while something else comes", [] if now == [["a", "b", "c", *MOVED], True] else [f"{now}"])


def rules(browser, check):
    """What may be moved, and what is not for that."""
    browser.run("""
        document.getSelection().empty();
        await draggable({ isLocal: true, movable: ({ key, item }) => key === `k${item}` && item % 2 === 1, moveWords: { lifted: ({ position, key }) => `${key} at ${position}` } });
        const input = document.createElement('input');
        node('k3').append(input);
        input.value = 'some text';""")
    found = []
    for name, lifts in (("k1", True), ("k2", False)):
        start = browser.run("return middle(arguments[0])", name)
        browser.act(mouse(to(*start), DOWN, to(start[0], start[1] + 20, 50), to(start[0] + 5, start[1] + 25, 50)))
        now = browser.run("await rest(); return [document.querySelectorAll('[data-dragged]').length, node(arguments[0]).hasAttribute('aria-describedby')]", name)
        browser.act(mouse(UP))
        if now != [int(lifts), lifts]:
            found.append(f"{name}: {now}")
    spoken = browser.run("await rest(); return said()")
    x, y = browser.run("const { left, top, width, height } = document.querySelector('input').getBoundingClientRect(); return [Math.round(left + width / 2), Math.round(top + height / 2)]")
    browser.act(mouse(to(x, y), DOWN, to(x + 40, y, 80), UP))
    now = browser.run("await rest(); return [document.querySelectorAll('[data-dragged]').length, moves.length]")
    browser.run("document.querySelector('input').focus()")
    browser.press("Space")
    typed = browser.run("return [document.querySelector('input').value.includes('  ') || document.querySelector('input').value.length !== 9, document.querySelectorAll('[data-dragged]').length]")
    if spoken not in ("k1 at 2", "Dropped, 2 of 60.") or now != [0, 0] or typed != [True, 0]:
        found.append(f"{spoken} {now} {typed}")
    check("dragging: only what may be moved is, and fields are left alone", found)


def clicks(browser, check):
    """A click is a click, and what was dragged was not clicked."""
    browser.run("await draggable({ isLocal: true }); globalThis.clicked = []; document.addEventListener('click', ({ target }) => clicked.push(target.dataset.name))")
    start, target = browser.run("return [middle('k1'), middle('k5')]")
    browser.act(mouse(to(*start), DOWN, to(start[0] + 2, start[1]), UP))
    browser.act(mouse(to(*start), DOWN, to(start[0], start[1] + 30, 60), to(*target, 60)))
    wait_order(browser, MOVED)
    drop(browser)
    browser.act(mouse(to(*target), DOWN, UP))
    clicked = browser.run("await rest(); return clicked")
    check("dragging: what was dragged was not clicked", [] if clicked == ["k1", "k1"] else [f"{clicked}"])


def as_element(browser, check):
    """<layoutd-feed> tells the move, with the items as they are to be set."""
    browser.run("""
        feed.close();
        await import('/source/element/define.js');
        document.body.replaceChildren();
        globalThis.element = document.createElement('layoutd-feed');
        element.style.height = '100vh';
        element.render = ({ id }, _, reused) => {
          const made = reused ?? document.createElement('div');
          made.textContent = made.dataset.name = id;
          return made;
        };
        globalThis.listed = () => names(40).map((id) => ({ id }));
        Object.assign(element, { size: 60, movable: true, arrowKeys: true, items: listed() });
        globalThis.answers = [];
        element.addEventListener('move', (event) => {
          answers.push([event.key, event.items.slice(0, 4).map(({ id }) => id).join(), event.keys[0].length]);
          if (answers.length === 1) element.items = event.items;
          if (answers.length === 2) event.preventDefault();
          if (answers.length === 3) event.waitUntil(new Promise((done) => { globalThis.refuse = () => done(false); }));
        });
        document.body.append(element);
        await until(() => element.feed && document.querySelector('[aria-live]'));
        await rest();""")
    found = []
    for count in (1, 2, 3):
        name, _, other = browser.run("return order().slice(0, 3)")
        hold(browser, name, other)
        browser.run("await rest(); if (answers.length === 0) element.items = [...listed(), { id: 'z' }]; await rest()")
        browser.act(mouse(UP))
        browser.wait("answers.length === arguments[0]", count)
        if count == 3:
            wait_order(browser, ["k2", "k0", "k1", "k3"])
            browser.run("refuse()")
        wait_order(browser, ["k1", "k2", "k0", "k3"])
        answer = browser.run("await rest(); return [answers.at(-1), order().slice(0, 4)]")
        if answer[0][0] != name or answer[1] != ["k1", "k2", "k0", "k3"] or answer[0][2] != 41:
            found.append(f"{count}: {answer}")
    check("dragging: the element tells it with its items, and what is refused goes back", found)
    browser.run("element.remove(); await rest()")


def in_react(browser, check):
    """In React the drop has the items in the new order, which are then rendered."""
    with pages() as url:
        browser.open(f"{url}/production.min.html")
        browser.wait("globalThis.isReady")
        browser.run("""
            globalThis.order = () => Object.entries(named()).sort(([, one], [, other]) => one - other).map(([name]) => name);
            globalThis.moves = [];
            globalThis.middle = (name) => {
              const { left, top, width, height } = document.querySelector(`[data-name="${name}"]`).parentElement.getBoundingClientRect();
              return [Math.round(left + width / 2), Math.round(top + height / 2)];
            };
            await start({ items: posts(300), size: 60, estimate: undefined, movable: true, onMove: ({ key, items, from, to }) => {
              moves.push([key, from.item, to.item, items.length]);
              if (moves.length === 1) void show({ items });
              return moves.length < 2;
            } });
            await until(() => document.querySelector('[aria-live]'));
            await rest();""")
        for count in (1, 2):
            names = browser.run("return order().slice(0, 3)")
            hold(browser, names[0], names[2])
            browser.run("await rest()")
            drop(browser, count)
        browser.wait("order()[2] === 'k0'")
        after = browser.run("await rest(); return [moves, order().slice(0, 4), mounted.size === cells().length, document.querySelectorAll('[data-dragged]').length]")
        check("dragging: React is given the items in the new order, and a refusal goes back",
              [] if after == [[["k0", 0, 2, 300], ["k1", 0, 2, 300]], ["k1", "k2", "k0", "k3"], True, 0] else [f"{after}"])


def test(browser, service, check):
    with feeds(browser, service, check, "dragging", DRAGS):
        browser.view(600, 500)
        for local in (False, True):
            by_mouse(browser, check, local)
            ends(browser, check, local)
            scrolls(browser, check, local)
            by_keys(browser, check, local)
            goes_on(browser, check, local)
            sections(browser, check, local)
        mirrored(browser, check)
        rests(browser, check)
        measured(browser, check)
        with_updates(browser, check)
        if browser.is_chromium:
            by_finger(browser, check)
            browser.command("Emulation.setCPUThrottlingRate", rate=6)
            by_mouse(browser, check, True)
            scrolls(browser, check, True)
            browser.command("Emulation.setCPUThrottlingRate", rate=1)
        rules(browser, check)
        clicks(browser, check)
        as_element(browser, check)
    in_react(browser, check)
