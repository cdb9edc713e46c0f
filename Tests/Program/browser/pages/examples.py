"""The examples of the demo that the page lays out itself: a chat, a photo wall that is sorted by drags, and shapes. The first two go on
without the program."""

from lib.browser.service import Service

from . import drawing, forms, playground

CHAT, WALL, SHAPES = (f"/playground/demo.html#{name}" for name in ("chat", "wall", "shapes"))
# The names of the files that a feed loads while nobody waits.
LATER = ["rest-", "travel-", "feedEdits-"]
# What is visible of a feed: each cell by its name, and where it stands.
HERE = """
    const scroller = document.getElementById("scroller");
    const rows = () => {
      const { top, bottom } = scroller.getBoundingClientRect();
      return Object.fromEntries([...scroller.querySelectorAll("[data-id]")].map((node) => [node.dataset.id, node.getBoundingClientRect()])
        .filter(([, frame]) => frame.bottom > top && frame.top < bottom).map(([id, { left, top: y }]) => [id, [left, y - top]]));
    };"""
STANDS = HERE + "return [rows(), scroller.scrollTop, scroller.clientHeight];"
# How far the last message ends above the end of what is visible.
GAP = """(() => {
    const last = [...document.querySelectorAll("#scroller [data-id]")].at(-1).getBoundingClientRect();
    return document.getElementById("scroller").getBoundingClientRect().bottom - last.bottom;
})()"""
COUNT = "Number(document.getElementById('state').textContent.split(' ')[0])"


def open_page(browser, service, path, *later):
    """Opens an example, and waits until all that it loads is here."""
    browser.open("about:blank")
    browser.open(service.url + path)
    browser.wait("document.querySelectorAll('#scroller [data-id]').length > 3")
    browser.wait("""[...arguments].every((part) => performance.getEntriesByType("resource").some(({ name, responseEnd }) => (
        name.includes(part) && responseEnd > 0)))""", *LATER, *later)
    rest(browser)


def rest(browser, when="true"):
    """Waits until the cells stand still."""
    drawing.still(browser, STANDS, when, but=".indicator")


def at_end(browser, check, name, when="true"):
    found = browser.becomes(f"{when} && {GAP} >= 0 && {GAP} < 20")
    check(f"chat: {name}", [] if found else [f"{browser.run(f'return {GAP}')}"])


def send(browser, text):
    browser.run("document.getElementById('text').focus()")
    browser.type(text)
    browser.press("Enter")
    browser.wait("[...document.querySelectorAll('.mine .bubble')].at(-1)?.textContent === arguments[0]", text)


def chat(browser, check):
    """It begins at its end and stays there; what is sent stands there, and older messages are loaded."""
    at_end(browser, check, "it begins at its end")
    first = browser.run(f"return {COUNT}")
    send(browser, "Hello")
    at_end(browser, check, "an answer comes, and the end stays in sight", f"{COUNT} >= {first + 2}")
    browser.run("document.getElementById('scroller').scrollBy({ top: -700, behavior: 'instant' })")
    rest(browser, "!document.getElementById('latest').hidden")
    browser.wait("document.getElementById('latest').textContent.includes('new')")
    browser.click("#latest")
    at_end(browser, check, "the button leads to it", "document.getElementById('latest').hidden")
    rest(browser)
    before = browser.run(f"document.getElementById('scroller').scrollTo({{ top: 10, behavior: 'instant' }}); return {COUNT}")
    browser.wait(f"{COUNT} > arguments[0] + 2", before)


def keyboard(browser, service, check):
    """Where a keyboard takes a part of the window, the last visible messages stay above it, and go back with it."""
    last = HERE + """
        const { bottom } = scroller.getBoundingClientRect();
        const seen = [...scroller.querySelectorAll("[data-id]")].map((node) => [node.dataset.id, bottom - node.getBoundingClientRect().bottom])
          .filter(([, gap]) => gap > 0).sort(([, one], [, other]) => one - other);
        return seen[0];"""
    is_high = "document.body.style.height === '{}px'".format
    browser.view(1440, 900)
    open_page(browser, service, CHAT)
    for height in (844, 500, 844):
        browser.view(390, height)
        # Somebody may have written meanwhile.
        at_end(browser, check, f"at a height of {height} the end stays in sight", is_high(height))
    browser.run("document.getElementById('scroller').scrollBy({ top: -900, behavior: 'instant' })")
    rest(browser)
    before = browser.run(last)
    for height in (500, 844):
        browser.view(390, height)
        rest(browser, is_high(height))
        after = browser.run(last)
        isKept = before[0] == after[0] and abs(before[1] - after[1]) <= 1
        check(f"chat: at a height of {height} the last message stays above the field", [] if isKept else [f"{before} {after}"])


# Where a photograph is on screen; the order that they are drawn in, and the one that is kept.
PLACE = """
    const { x, y, width, height } = document.querySelector(`[data-id="${arguments[0]}"]`).getBoundingClientRect();
    return [Math.round(x + width / 2), Math.round(y + height / 2)];"""
ORDER = "return [...document.querySelectorAll('#scroller [data-id]')].map((node) => Number(node.dataset.id))"
KEPT = "return (JSON.parse(localStorage.getItem('layoutd-wall')) ?? []).flat()"


def drag(browser, points):
    """Drags by a mouse from the first point to the others, and rests at each."""
    move = lambda point: {"type": "pointerMove", "x": point[0], "y": point[1], "duration": 0}
    act = lambda *actions: browser.act(
        {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(actions)})
    act(move(points[0]), {"type": "pointerDown", "button": 0})
    for point in points[1:]:
        act(move(point))
        rest(browser)
    act({"type": "pointerUp", "button": 0})
    rest(browser)


def drags(browser, check, number, other):
    """A photograph is dragged to the place of another one."""
    before = browser.run(ORDER)
    (x, y), (to_x, to_y) = browser.run(PLACE, number), browser.run(PLACE, other)
    drag(browser, [(x, y), *((round(x + (to_x - x) * part / 3), round(y + (to_y - y) * part / 3)) for part in (1, 2, 3))])
    kept, drawn = browser.run(KEPT), browser.run(ORDER)
    is_kept = kept[:len(drawn)] == drawn and abs(kept.index(number) - before.index(number)) == abs(before.index(other) - before.index(number))
    check(f"wall: photo {number}, dragged to {other}, is kept there", [] if is_kept else [f"{before} {drawn} {kept}"])


def wall(browser, service, check):
    """Photographs are there before they are seen, are sorted by drags, and stay where they were brought."""
    browser.view(1440, 900)
    open_page(browser, service, WALL, "dragging-")
    first = browser.run(ORDER)
    drags(browser, check, 1, 3)
    kept, drawn = browser.run(KEPT), browser.run(ORDER)
    open_page(browser, service, WALL)
    check("wall: the browser keeps the order", [] if browser.run(KEPT) == kept and browser.run(ORDER) == drawn else [f"{browser.run(KEPT)}"])
    browser.click("#restore")
    browser.wait("localStorage.getItem('layoutd-wall') === null")
    rest(browser)
    check("wall: all is put back", [] if browser.run(ORDER) == first else [f"{browser.run(ORDER)}, not {first}"])
    browser.run("document.getElementById('scroller').scrollBy({ top: 300, behavior: 'instant' })")
    is_ahead = browser.becomes(f"document.getElementById('state').textContent.match(/(\\d+) here/)[1] > 1 + Math.max(...(() => {{{ORDER}}})())")
    check("wall: photographs are loaded ahead", [] if is_ahead else [browser.run("return document.getElementById('state').textContent")])


def waits(browser, service, check):
    """A page without the module names what makes it, and begins once it is there."""
    browser.command("Network.enable")
    browser.command("Network.setBlockedURLs", urls=["*/client/module/files.js"])
    browser.open(f"{service.url}{CHAT}")
    browser.wait("document.querySelector('.missing')")
    said = browser.run("return document.querySelector('.missing').textContent")
    check("examples: without the module", [] if "script/bootstrap --wasm && script/wasm" in said else [said])
    browser.command("Network.setBlockedURLs", urls=[])
    browser.wait("document.querySelectorAll('.message').length > 3")
    browser.console()


def shapes(browser, service, check):
    """Each shape shows photographs, with each slider at both ends, and a click selects the photograph that is seen there."""
    browser.open("about:blank")
    browser.open(service.url + SHAPES)
    browser.wait("document.querySelectorAll('#scroller [data-item]').length > 1")
    found = browser.run("""
        const [shape, scroller] = ['shape', 'scroller'].map((id) => document.getElementById(id));
        const drawn = async () => { for (let frame = 0; frame < 8; frame += 1) await new Promise(requestAnimationFrame); };
        const area = scroller.getBoundingClientRect();
        const seen = () => [...scroller.querySelectorAll('[data-item]')].map((cell) => [cell, cell.getBoundingClientRect()]).filter(([, frame]) => (
          frame.width * frame.height > 1 && frame.right > area.left && frame.left < area.right && frame.bottom > area.top && frame.top < area.bottom));
        const wrong = [];
        for (const { value: name } of shape.options) {
          shape.value = name;
          shape.dispatchEvent(new Event('change'));
          await drawn();
          for (const input of document.querySelectorAll('#sliders input')) {
            const { value } = input;
            for (const end of [input.min, input.max, value]) {
              input.value = end;
              input.dispatchEvent(new Event('input'));
              await drawn();
              if (seen().length === 0) wrong.push(`${name}: nothing with ${input.name} ${end}`);
            }
          }
          const points = seen().map(([, { x, y, width, height }]) => [x + width / 2, y + height / 2]);
          const cell = points.map(([x, y]) => document.elementFromPoint(x, y)?.closest('[data-item]')).find((one) => one);
          cell?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
          if (cell?.ariaSelected !== 'true' || !document.getElementById('state').textContent.endsWith('selected')) wrong.push(`${name}: not selected`);
        }
        return [shape.options.length, wrong];""")
    check("shapes: each is seen, and its photographs are selected", [] if found[0] == 11 and not found[1] else found)
    check("shapes: no message in the browser's log", browser.console())


def test(browser, service, check):
    if service.client.request("GET", "/client/layout.wasm").status != 200:
        print("examples: left out, since the program was built without the module; script/wasm makes it")
        return
    for path, form, later, use in ((CHAT, forms.PHONE, [], lambda: chat(browser, check)),
                                   (WALL, forms.LARGE, ["dragging-"], lambda: drags(browser, check, 1, 3))):
        with Service(service.program) as own:
            browser.view(*form)
            open_page(browser, own, path, *later)
            own.stop()
            use()
        browser.console()  # Tells of nothing but a program that is away.
    shapes(browser, service, check)
    keyboard(browser, service, check)
    check("chat: no message in the browser's log", browser.console())
    wall(browser, service, check)
    check("wall: no message in the browser's log", browser.console())
    if browser.is_chromium:
        waits(browser, service, check)
        for name, path, content in (("chat", CHAT, ".chat"), ("wall", WALL, ".feed")):
            forms.looked_at(browser, check, f"demo-{name}", lambda path=path: open_page(browser, service, path), content, 0.75)
            playground.accessible(browser, check, name)
