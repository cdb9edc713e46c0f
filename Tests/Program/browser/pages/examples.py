"""The examples of the demo that the page lays out itself: a chat whose messages move by the finger alone, and a photo wall that is
sorted by pointer and by keyboard. Both go on without the program.
"""

import math

from lib.browser.service import Service

from . import forms, playground

CHAT, WALL = "/playground/demo.html#chat", "/playground/demo.html#wall"
# The names of the files that a feed loads while nobody waits.
LATER = ["rest-", "travel.js", "feedEdits.js"]
# What is visible of a feed: each cell by its name, and where it stands; whether anything is where nothing should be.
HERE = """
    const scroller = document.getElementById("scroller");
    const rows = () => {
      const { top, bottom } = scroller.getBoundingClientRect();
      return Object.fromEntries([...scroller.querySelectorAll("[data-id]")].map((node) => [node.dataset.id, node.getBoundingClientRect()])
        .filter(([, frame]) => frame.bottom > top && frame.top < bottom).map(([id, frame]) => [id, frame.top - top]));
    };"""
# Notes at every frame where each visible cell stands.
FOLLOW = HERE + """
    window.followed = [];
    window.isFollowing = true;
    const follow = () => {
      window.followed.push(rows());
      if (window.isFollowing) requestAnimationFrame(follow);
    };
    requestAnimationFrame(follow);"""
FOLLOWED = "window.isFollowing = false; return window.followed"
# Positions on screen are rounded to 64ths of a point, scroll positions to whole points of the screen.
MOST_MOVED = 0.6


def open_page(browser, service, path, *later):
    """Opens an example, and waits until all that it loads is here."""
    browser.open("about:blank")
    browser.open(service.url + path)
    browser.wait("document.querySelectorAll('#scroller [data-id]').length > 3")
    browser.wait("""[...arguments].every((part) => performance.getEntriesByType("resource").some(({ name, responseEnd }) => (
        name.includes(part) && responseEnd > 0)))""", *LATER, *later)
    rest(browser)


def rest(browser, milliseconds=700):
    browser.run("return new Promise((resolve) => setTimeout(resolve, arguments[0]))", milliseconds)


def ways(followed):
    """How far the cells have moved from frame to frame, and where they have not moved together."""
    found, problems = [], []
    for before, after in zip(followed, followed[1:]):
        moved = [after[name] - before[name] for name in before.keys() & after.keys()]
        if not moved:
            problems.append("nothing is seen in two frames")
        elif max(moved) - min(moved) > MOST_MOVED:
            problems.append(f"from {min(moved)} to {max(moved)}")
        found.append(min(moved, key=abs, default=0))
    return found, problems


def moves_nothing(browser, check, name):
    found, problems = ways(browser.run(FOLLOWED))
    check(name, problems + [f"by {way}" for way in found if abs(way) > MOST_MOVED])
    check(f"{name}: frames were seen", [] if len(found) > 20 else [f"{len(found)}"])


def bottom_gap(browser):
    """How far the last message ends above the end of what is visible."""
    return browser.run("""
        const last = [...document.querySelectorAll("#scroller [data-id]")].at(-1).getBoundingClientRect();
        return document.getElementById("scroller").getBoundingClientRect().bottom - last.bottom;""")


def send(browser, text):
    browser.run("document.getElementById('text').focus()")
    browser.type(text)
    browser.press("Enter")
    browser.wait("[...document.querySelectorAll('.mine .bubble')].at(-1)?.textContent === arguments[0]", text)


def chat(browser, service, check):
    """It begins at its end and stays there; what is sent stands there, and who has scrolled up sees nothing move."""
    open_page(browser, service, CHAT)
    check("chat: it begins at its end", [] if 0 <= bottom_gap(browser) < 20 else [f"{bottom_gap(browser)}"])
    first = browser.run("return Number(document.getElementById('state').textContent.split(' ')[0])")
    send(browser, "Hello")
    browser.wait("Number(document.getElementById('state').textContent.split(' ')[0]) >= arguments[0] + 2", first)
    rest(browser)
    check("chat: an answer comes, and the end stays in sight", [] if 0 <= bottom_gap(browser) < 20 else [f"{bottom_gap(browser)}"])
    browser.run("document.getElementById('scroller').scrollBy({ top: -700, behavior: 'instant' })")
    browser.wait("!document.getElementById('latest').hidden")
    rest(browser)
    browser.run(FOLLOW)
    browser.wait("document.getElementById('latest').textContent.includes('new')")
    rest(browser)
    moves_nothing(browser, check, "chat: what comes at the end moves nothing")
    browser.click("#latest")
    browser.wait("document.getElementById('latest').hidden")
    rest(browser)
    check("chat: the button leads to it", [] if 0 <= bottom_gap(browser) < 20 else [f"{bottom_gap(browser)}"])


def older(browser, check):
    """What is loaded in front, and photographs that come late, move nothing that is visible."""
    count = "document.getElementById('state').textContent"
    for _ in range(3):
        before = browser.run(f"return {count}")
        browser.run("document.getElementById('scroller').scrollTo({ top: 10, behavior: 'instant' })")
        browser.run("return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        browser.run(FOLLOW)
        browser.wait(f"{count} !== arguments[0]", before)
        rest(browser)
        moves_nothing(browser, check, "chat: older messages move nothing")


def fling(browser, check):
    """A finger scrolls up through messages that nobody has measured, on a slow machine."""
    browser.command("Emulation.setCPUThrottlingRate", rate=6)
    top = browser.run("return document.getElementById('scroller').getBoundingClientRect().top")
    for by in (500, 450, 550, 500, -400):
        browser.run(FOLLOW)
        browser.finger(150, top + (40 if by > 0 else 560), by)
        rest(browser, 1500)
        found, problems = ways(browser.run(FOLLOWED))
        check(f"chat: by a finger, {by}, messages move together", problems)
        against = [way for way in found if way * by < 0 and abs(way) > MOST_MOVED]
        check(f"chat: by a finger, {by}, none moves against it", [f"by {way}" for way in against])
        check(f"chat: by a finger, {by}, they have moved", [] if sum(found) / by > 0.9 else [f"{sum(found)}"])
    browser.command("Emulation.setCPUThrottlingRate", rate=1)


def keyboard(browser, service, check):
    """Where a keyboard takes a part of the window, the last visible messages stay above it, and go back with it."""
    last = HERE + """
        const { bottom } = scroller.getBoundingClientRect();
        const seen = [...scroller.querySelectorAll("[data-id]")].map((node) => [node.dataset.id, bottom - node.getBoundingClientRect().bottom])
          .filter(([, gap]) => gap > 0).sort(([, one], [, other]) => one - other);
        return seen[0];"""
    browser.view(1440, 900)
    open_page(browser, service, CHAT)
    for height in (844, 500, 844):
        browser.view(390, height)
        rest(browser)
        # Somebody may have written meanwhile.
        check(f"chat: at a height of {height} the end stays in sight", [] if 0 <= bottom_gap(browser) < 20 else [f"{bottom_gap(browser)}"])
    browser.run("document.getElementById('scroller').scrollBy({ top: -900, behavior: 'instant' })")
    rest(browser)
    before = browser.run(last)
    for height in (500, 844):
        browser.view(390, height)
        rest(browser)
        after = browser.run(last)
        isKept = before[0] == after[0] and abs(before[1] - after[1]) <= 1
        check(f"chat: at a height of {height} the last message stays above the field", [] if isKept else [f"{before} {after}"])


# Where a photograph is on screen, and the albums as they are drawn and as they are kept.
PLACE = """
    const { x, y, width, height } = document.querySelector(`[data-id="${arguments[0]}"]`).getBoundingClientRect();
    return [Math.round(x + width / 2), Math.round(y + height / 2)];"""
KEPT = "return JSON.parse(localStorage.getItem('layoutd-wall'))"
ALBUMS = """
    const { Albums } = await import("/playground/demo/Albums.js");
    const albums = new Albums(localStorage.getItem("layoutd-wall"));
    const scroller = document.getElementById("scroller");
    const { x, y } = scroller.getBoundingClientRect();
    return { snapshot: albums.snapshot, kept: albums.keys, x: x + scroller.clientLeft, y: y + scroller.clientTop,
      top: scroller.scrollTop, width: scroller.clientWidth, height: scroller.clientHeight };"""


def drag(browser, points):
    """Drags by a mouse from the first point to the others, and rests at each."""
    move = lambda point: {"type": "pointerMove", "x": point[0], "y": point[1], "duration": 0}
    # It may go on for some frames at one point, and WebKit's take long without a graphics processor.
    pause = {"type": "pause", "duration": 800 if browser.name == "webkit" else 300}
    browser.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
        move(points[0]), {"type": "pointerDown", "button": 0}, pause, *(step for point in points[1:] for step in (move(point), pause)),
        {"type": "pointerUp", "button": 0}]})
    rest(browser)


def target_of(service, before, item, points):
    """Where the service says that a dragged item lands. At each point it is asked until its answer stays, or its gap is not nearer."""
    layout = service.post(before["snapshot"])
    bounds = ",".join(map(str, (0, before["top"], before["width"], before["height"])))
    target, gap = item, service.get(f"{layout}/items/{item[0]}/{item[1]}?width={before['width']}")["frame"]
    for screen_x, screen_y in points[1:]:
        x, y = screen_x - before["x"], screen_y - before["y"] + before["top"]
        distance = lambda frame: math.hypot(max(frame["x"] - x, 0, x - frame["x"] - frame["width"]),
                                            max(frame["y"] - y, 0, y - frame["y"] - frame["height"]))
        while True:
            answer = service.get(f"{layout}/reorder?width={before['width']}&bounds={bounds}&point={x},{y}"
                                 f"&item={item[0]},{item[1]}&target={target[0]},{target[1]}")
            there = (answer["target"]["section"], answer["target"]["item"])
            if there == target or distance(answer["gap"]) >= distance(gap):
                break
            target, gap = there, answer["gap"]
    return target


def drags(browser, service, check, name):
    """A photograph that is dragged lands where the service's answer says, and is kept there."""
    # Not within 100 points of an end, where the wall scrolls by itself.
    for number, other in ((1, 3), (20, 2), (4, 9), (5, 11), (0, 12)):
        before = browser.run(ALBUMS)
        item = next((section, photos.index(number)) for section, photos in enumerate(before["kept"]) if number in photos)
        (x, y), (to_x, to_y) = browser.run(PLACE, number), browser.run(PLACE, other)
        points = [(x, y), *((round(x + (to_x - x) * part / 3), round(y + (to_y - y) * part / 3)) for part in (1, 2, 3))]
        section, place = target_of(service, before, item, points)
        drag(browser, points)
        check(f"{name}: nothing scrolls by itself", [] if browser.run(ALBUMS)["top"] == before["top"] else ["it does"])
        after = browser.run(KEPT)
        wanted = [list(photos) for photos in before["kept"]]
        wanted[item[0]].remove(number)
        wanted[section].insert(place, number)
        check(f"{name}: photo {number}, dragged to {other}, lands at {section}, {place}", [] if after == wanted else [
            f"{[photos[:20] for photos in after or []]}, not {[photos[:20] for photos in wanted]}"])
        drawn_as(browser, service, check, f"{name}: after photo {number}")


def drawn_as(browser, service, check, name):
    """What is seen stands where the service puts it in the layout of the albums as they are kept."""
    now = browser.run(ALBUMS)
    layout = service.post(now["snapshot"])
    found = []
    for identity, (left, top) in browser.run("""
            const { x, y } = arguments[0];
            return [...document.querySelectorAll("#scroller [data-id]")].map((node) => [node, node.getBoundingClientRect()])
              .filter(([, frame]) => frame.bottom > y && frame.top < innerHeight)
              .map(([node, frame]) => [Number(node.dataset.id), [frame.x - x, frame.y - y]]);""", now):
        section = next(number for number, photos in enumerate(now["kept"]) if identity in photos)
        frame = service.get(f"{layout}/items/{section}/{now['kept'][section].index(identity)}?width={now['width']}")["frame"]
        if max(abs(frame["x"] - left), abs(frame["y"] - now["top"] - top)) > MOST_MOVED:
            found.append(f"{identity} stands at {left}, {top + now['top']}, not at {frame}")
    check(f"{name} all stand where they should", found)


def keys(browser, service, check):
    """Arrow keys lead from photograph to photograph; Space lifts one, arrow keys move it, and Space drops it."""
    focused = "return [document.activeElement.dataset.id, document.activeElement.closest('#scroller') !== null]"
    browser.run("document.getElementById('scroller').scrollTo({ top: 0, behavior: 'instant' })")
    rest(browser, 300)
    browser.run("document.getElementById('scroller').focus()")
    browser.press("Tab")
    first = browser.run(focused)
    browser.press("ArrowRight")
    rest(browser, 300)
    number, is_in = browser.run(focused)
    check("wall: an arrow key leads to the next photo", [] if is_in and number != first[0] else [f"{first} {number}"])
    before = browser.run(ALBUMS)
    moved = before["kept"][0]
    item = moved.index(int(number))
    right = service.get(f"{service.post(before['snapshot'])}/items/0/{item}/neighbors?width={before['width']}")["right"]
    browser.press(" ")
    rest(browser, 300)
    browser.press("ArrowRight")
    rest(browser, 300)
    browser.press(" ")
    rest(browser)
    after = browser.run(KEPT)
    moved.insert(right["item"], moved.pop(item))
    check("wall: keys move a photo to the place of its neighbor", [] if after and after[0] == moved else [f"{after and after[0]}, not {moved}"])
    check("wall: it keeps the focus", [] if browser.run(focused)[0] == number else [f"{browser.run(focused)}"])
    browser.press(" ")
    rest(browser, 300)
    browser.press("ArrowRight")
    rest(browser, 300)
    browser.press("Escape")
    rest(browser)
    check("wall: Escape leaves it where it was", [] if browser.run(KEPT) == after else [f"{browser.run(KEPT)[0]}"])


def held(browser, check):
    """A finger that stays on a photograph has it; one that moves at once scrolls."""
    touch = lambda kind, *points: browser.command("Input.dispatchTouchEvent", type=kind, touchPoints=list(points))
    (x, y), (to_x, to_y) = browser.run(PLACE, 1), browser.run(PLACE, 2)
    before = browser.run(ALBUMS)
    touch("touchStart", {"x": x, "y": y})
    rest(browser)
    for step in range(1, 9):
        touch("touchMove", {"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8})
    rest(browser, 300)
    touch("touchEnd")
    rest(browser)
    after = browser.run(ALBUMS)
    check("wall: a finger that stays drags", [] if after["kept"] != before["kept"] and after["top"] == before["top"] else [f"{after['top']}"])
    browser.finger(x, y, -200)
    rest(browser)
    last = browser.run(ALBUMS)
    check("wall: a finger that moves scrolls", [] if last["kept"] == after["kept"] and last["top"] > 100 else [f"{last['top']}"])
    browser.run("document.getElementById('scroller').scrollTo({ top: 0, behavior: 'instant' })")


def wall(browser, service, check):
    """Photographs are there before they are seen, are sorted by pointer and by keyboard, and stay where they were brought."""
    browser.view(1440, 900)
    open_page(browser, service, WALL, "dragging.js")
    # In WebKit without a graphics processor frames come too late for what it is asked at each point.
    if browser.name != "webkit":
        drags(browser, service, check, "wall")
    keys(browser, service, check)
    kept = browser.run(KEPT)
    browser.open("about:blank")
    open_page(browser, service, WALL)
    check("wall: the browser keeps the order", [] if browser.run(KEPT) == kept else [f"{browser.run(KEPT)}"])
    drawn_as(browser, service, check, "wall: after another visit")
    if browser.is_chromium:
        held(browser, check)
        browser.command("Emulation.setCPUThrottlingRate", rate=6)
        drags(browser, service, check, "wall, on a slow machine")
        browser.command("Emulation.setCPUThrottlingRate", rate=1)
    browser.click("#restore")
    browser.wait("localStorage.getItem('layoutd-wall') === null")
    rest(browser)
    drawn_as(browser, service, check, "wall: after all was put back")
    browser.run("document.getElementById('scroller').scrollBy({ top: 300, behavior: 'instant' })")
    browser.wait("document.getElementById('state').textContent.includes(' 0 on their way')")
    here, seen = browser.run("""
        return [Number(document.getElementById("state").textContent.match(/(\\d+) here/)[1]),
          1 + Math.max(...[...document.querySelectorAll("[data-id]")].map((node) => Number(node.dataset.id)))];""")
    check("wall: photographs are loaded ahead", [] if here > seen else [f"{here} are here, {seen} were shown"])


def offline(browser, program, check, path, use, *later):
    """With the module loaded, the program is not needed any more."""
    with Service(program) as own:
        open_page(browser, own, path, *later)
        own.stop()
        use()
    browser.console()  # Tells of nothing but a program that is away.


def chat_offline(browser, check):
    browser.run("document.getElementById('scroller').scrollTo({ top: 0, behavior: 'instant' })")
    count = browser.run("return document.getElementById('state').textContent")
    browser.wait("document.getElementById('state').textContent !== arguments[0]", count)
    send(browser, "Still here")
    rest(browser)
    check("chat: it goes on without the program", [] if 0 <= bottom_gap(browser) < 20 else [f"{bottom_gap(browser)}"])


def drag_offline(browser, check):
    before = browser.run(ALBUMS)["kept"]
    drag(browser, [browser.run(PLACE, 1), browser.run(PLACE, 3)])
    after = browser.run(KEPT)
    check("wall: it goes on without the program", [] if after and after != before else [f"{after}"])


def test(browser, service, check):
    if service.client.request("GET", "/client/layout.wasm").status != 200:
        print("examples: left out, since the program was built without the module; script/wasm makes it")
        return
    browser.view(390, 844)
    chat(browser, service, check)
    older(browser, check)
    if browser.is_chromium:
        fling(browser, check)
    keyboard(browser, service, check)
    check("chat: no message in the browser's log", browser.console())
    offline(browser, service.program, check, CHAT, lambda: chat_offline(browser, check))
    browser.view(1440, 900)
    wall(browser, service, check)
    check("wall: no message in the browser's log", browser.console())
    offline(browser, service.program, check, WALL, lambda: drag_offline(browser, check), "dragging.js")
    if browser.is_chromium:
        for name, path, content in (("chat", CHAT, ".chat"), ("wall", WALL, ".feed")):
            forms.looked_at(browser, check, f"demo-{name}", lambda path=path: open_page(browser, service, path), content, 0.75)
            playground.accessible(browser, check, name)
            playground.shifts(browser, check, name)
