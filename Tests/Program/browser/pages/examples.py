"""The examples of the demo that the page lays out itself: a chat whose messages move by the finger alone, and a photo wall that is
sorted by pointer and by keyboard. Both go on without the program.
"""

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


def wall(browser, check):
    """Photographs are there before they are seen, and arrow keys lead from one to the next."""
    browser.run("document.getElementById('scroller').focus()")
    browser.press("Tab")
    focused = "return [document.activeElement.dataset.id, document.activeElement.getBoundingClientRect().x]"
    first, left = browser.run(focused)
    browser.press("ArrowRight")
    rest(browser, 300)
    second, right = browser.run(focused)
    check("wall: an arrow key leads to the next photo", [] if second != first and right > left else [f"{first} {second}"])
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
    open_page(browser, service, WALL)
    wall(browser, check)
    check("wall: no message in the browser's log", browser.console())
    if browser.is_chromium:
        for name, path, content in (("chat", CHAT, ".chat"), ("wall", WALL, ".feed")):
            forms.looked_at(browser, check, f"demo-{name}", lambda path=path: open_page(browser, service, path), content, 0.75)
            playground.accessible(browser, check, name)
            playground.shifts(browser, check, name)
