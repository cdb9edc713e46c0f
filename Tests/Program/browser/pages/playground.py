"""The playground: its drawings, messages and requests, by pointer and by keyboard, on small windows and in the dark."""

import hashlib
import json
import subprocess
import tempfile
from pathlib import Path

from lib import BUILD, ROOT
from lib.browser.service import Service

from . import drawing

PICTURES = BUILD / "browser"
EXAMPLES = ROOT / "Sources/Resources/Examples"
SET_TEXT = """
    const area = document.getElementById("snapshot");
    area.value = arguments[0];
    area.dispatchEvent(new Event("input", { bubbles: true }));"""
SET_EXTENT = """
    const range = document.getElementById("extent");
    range.value = arguments[0];
    range.dispatchEvent(new Event("input", { bubbles: true }));"""
# Errors, and where the first one of them leads.
FAULT = """
    const button = document.querySelector("#errors button");
    button?.click();
    const { selectionStart, selectionEnd, value } = document.getElementById("snapshot");
    return [button?.textContent, value.slice(selectionStart, selectionEnd), document.activeElement.id];"""
# Layout shifts that no click and no key caused.
SHIFTS = """
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    return observer.takeRecords().filter((e) => !e.hadRecentInput).map((e) => [
      e.value, ...e.sources.map((s) => s.node?.id || s.node?.className || s.node?.nodeName)]);"""
FAULTS = [
    ('{\n  "sections": [\n    {"items": -3}\n  ]\n}', "Line 3, column 6", '"items": -3'),
    ('{"sections": [\n  {"items": 3},\n  {"itmes": 3}]}', "Line 3, column 4", '"itmes": 3'),
    ('{"sections": [\n  {"items": 0x3}]}', "Line 2, column 14", "x"),
    ('{"sections": [\n  {"id": "ü€😀", "items": 0x3}]}', "Line 2, column 28", "x"),
    ('{"sections": [\n  {"engine": "waterfall",\n   "items": [{"width": 3}, {"width": 4}]}]}',
     "Line 3, column 14", '{"width": 3}'),
    ('{"a/b~c": 1,\n "sections": []}', "Line 1, column 2", '"a/b~c": 1'),
    ('{"sections": []', "Line 1, column 16", ""),
]
# What can have the focus, beside links.
KNOWN = {"Key", "example", "fold", "share", "curl", "snapshot", "extent", "scroller", "fits", "look", "previous", "next"}
# Copied text goes here, and not to the clipboard of the machine.
CATCH_COPIES = """
    window.copied = null;
    navigator.clipboard.writeText = async (text) => { window.copied = text; };"""
TWO_WAYS = {
    "sideways": {"scrollDirection": "horizontal"}, "right to left": {"layoutDirection": "rtl"},
    "sideways, right to left": {"scrollDirection": "horizontal", "layoutDirection": "rtl"},
}


def open_page(browser, service):
    """Opens the page in a tab that has kept one layout of the feed."""
    kept = {"text": (EXAMPLES / "feed.json").read_text(), "example": "feed", "extents": "390", "look": "sections"}
    open_with(browser, service, f"sessionStorage.setItem('layoutd-snapshot', {json.dumps(json.dumps(kept))})")


def open_new(browser, service):
    """Opens the page as in a new tab."""
    open_with(browser, service, "")


def open_with(browser, service, keeping):
    script = browser.command("Page.addScriptToEvaluateOnNewDocument", source=f"sessionStorage.clear(); {keeping}")
    browser.open(service.url + "/")
    browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=script["identifier"])
    ready(browser)


def number_text(value):
    """A number as the page spells it."""
    text = f"{value:,.2f}".rstrip("0").rstrip(".")
    return text.replace(",", "\u202f")


def ready(browser):
    browser.wait("document.getElementById('state').textContent.includes('points')")
    drawing.settled(browser)


def set_extent(browser, extent):
    """Makes the page draw at another width, and waits for the drawing."""
    browser.run("document.getElementById('state').textContent = ''" + ";" + SET_EXTENT, extent)
    ready(browser)


def draw(browser, snapshot):
    """Makes the page draw a snapshot, and waits for the drawing."""
    draw_text(browser, json.dumps(snapshot))


def draw_text(browser, text):
    browser.run("document.getElementById('state').textContent = ''" + ";" + SET_TEXT, text)
    ready(browser)


def choose(browser, example):
    browser.run("""
        const select = document.getElementById("example");
        document.getElementById("state").textContent = "";
        select.value = arguments[0];
        select.dispatchEvent(new Event("change", { bubbles: true }));""", example)
    ready(browser)


def scroll(browser, axis, origin):
    """Scrolls, waits for the drawing, and returns the position, which is what the browser has made of it by then."""
    name = "scrollTop" if axis == "width" else "scrollLeft"
    browser.run(f"document.getElementById('scroller').{name} = arguments[0]", origin)
    drawing.settled(browser)
    return browser.run(f"return document.getElementById('scroller').{name}")


def copied(browser, button):
    """What a button copies."""
    browser.run(CATCH_COPIES)
    browser.click(button)
    return browser.wait("window.copied")


def drawings(browser, service, check):
    """The page draws the server's frames, for every example, at several widths and scroll positions."""
    for file in sorted(EXAMPLES.glob("*.json")):
        choose(browser, file.stem)
        layout = service.post(json.loads(file.read_text()))
        for width in (390, 744):
            set_extent(browser, width)
            for origin in (0, 1, 777, 1999, 10 ** 6):
                at = scroll(browser, "width", origin)
                check(f"{file.stem} at width {width} from {at}", drawing.problems_at(browser, service, layout, at))
    sections = [{"items": {"count": 300, "width": 41, "height": 32}, "headers": [{"height": 30, "width": 30, "pin": True}],
                 "footers": [{"height": 20, "width": 20, "pin": True}]} for _ in range(4)]
    for name, directions in TWO_WAYS.items():
        snapshot = {**directions, "sections": sections}
        axis = "height" if "scrollDirection" in directions else "width"
        set_extent(browser, 300)
        draw(browser, snapshot)
        layout = service.post(snapshot)
        for origin in (0, 433, 10 ** 6):
            at = scroll(browser, axis, origin)
            check(f"{name} from {at}", drawing.problems_at(browser, service, layout, at, axis))
    browser.run(SET_EXTENT, 390)


def dragging(browser, service, check):
    """While the width is dragged there is a drawing at every frame, and in the end the last one's."""
    counts = browser.run("""
        const range = document.getElementById("extent"), counts = [];
        return new Promise((resolve) => {
          let width = 390;
          const step = () => {
            counts.push(document.querySelectorAll(".element:not([hidden])").length);
            width += 7;
            range.value = width;
            range.dispatchEvent(new Event("input", { bubbles: true }));
            if (width < 600) requestAnimationFrame(step); else resolve(counts);
          };
          step();
        });""")
    check("a drawing at every frame of a drag", [] if min(counts) > 0 else [f"{counts}"])
    browser.wait("document.querySelector('.window').clientWidth === 600")
    feed = json.loads((EXAMPLES / "feed.json").read_text())
    check("the drag's last width", drawing.problems_at(
        browser, service, service.post(feed), browser.run("return document.getElementById('scroller').scrollTop")))


def faults(browser, check):
    """Errors stand at their places in the text, and lead there."""
    for text, place, marked in FAULTS:
        browser.run("document.getElementById('errors').replaceChildren()" + ";" + SET_TEXT, text)
        browser.wait("document.querySelector('#errors button')")
        told, selected, focus = browser.run(FAULT)
        check(f"{text!r}", [] if told.startswith(place + ":") and selected == marked and focus == "snapshot" else [
            f"{told!r} selects {selected!r} in {focus}"])
    check("the drawing of the last snapshot stays", [] if browser.run(
        "return document.querySelectorAll('.element:not([hidden])').length") else ["it is gone"])
    browser.screenshot(PICTURES / "errors.png")
    browser.run(SET_EXTENT, 390)
    browser.run(SET_TEXT, '{"sections": [\n  {"engine": "column", "metrics": {"minimumColumnWidth": 0.02}, "items": 3}]}')
    browser.wait("document.getElementById('errors').textContent.includes('columns')")
    browser.run(SET_EXTENT, 150)
    browser.wait("!document.getElementById('errors').textContent")
    check("what was wrong at another width is wrong no longer", [])


def selecting(browser, service, check):
    """An element is selected by a click, by Enter, and from one to the next."""
    layout = service.post(json.loads((EXAMPLES / "feed.json").read_text()))
    scroll(browser, "width", 0)
    x, y = browser.run("""
        const { x, y, width, height } = document.querySelector('[data-key="cell/0/2"]').getBoundingClientRect();
        return [x + width / 2, y + height / 2];""")
    browser.command("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
    browser.command("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)

    def is_told(name, item):
        browser.wait("document.querySelector('#element dd')?.textContent === arguments[0]", f"cell 0/{item}")
        told = browser.run("return [...document.querySelectorAll('#element dd')].slice(1, 3).map((node) => node.textContent)")
        width = browser.run("return document.querySelector('.window').clientWidth")
        asked = service.get(f"{layout}/items/0/{item}?width={width}")
        x, y, wide, high = (number_text(asked["frame"][member]) for member in ("x", "y", "width", "height"))
        outlined = browser.run("return document.querySelector('.selected')?.dataset.key")
        check(name, [] if told == [f"{x}, {y}", f"{wide} × {high}"] and outlined == f"cell/0/{item}" else [
            f"{told}, outlined is {outlined}"])
        text = copied(browser, "#element .copy")
        check(f"{name}, and can be copied", [] if json.loads(text) == asked else [text])

    is_told("a click selects", 2)
    browser.run("document.getElementById('next').focus()")
    browser.press("Enter")
    is_told("the next one, by keyboard", 3)
    browser.run("document.getElementById('next').focus()")
    browser.press("Shift+Tab", "Enter")
    is_told("the one before, by keyboard", 2)
    for _ in range(18):
        browser.click("#next")
    is_told("one that had to be scrolled to", 20)
    browser.click("#element .close")
    check("what is told takes no room when it is closed", [] if browser.run(
        "return document.getElementById('element').offsetHeight === 0 && !document.querySelector('.selected')") else ["it does"])
    browser.run("document.getElementById('scroller').focus()")
    browser.press("Enter")
    middle = browser.run("""
        const { x, y, width, height } = document.querySelector(".window").getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2).dataset.key;""")
    browser.wait("document.querySelector('.selected')?.dataset.key === arguments[0]", middle)
    check("Enter selects what stands in the middle", [])


def stepping(browser, check):
    """From one item to the next, past sections without any, and no farther than the first and the last."""
    browser.run(SET_TEXT, '{"engine": "column", "sections": [{"items": 2}, {"items": 0}, {"items": 2}]}')
    browser.wait("document.getElementById('state').textContent.startsWith('4 items')")

    def steps(button, keys):
        seen = []
        for key in keys:
            browser.click(button)
            browser.wait("document.querySelector('.selected')?.dataset.key === arguments[0]", key)
            seen.append(key)
        browser.click(button)
        drawing.settled(browser)
        last = browser.run("return document.querySelector('.selected')?.dataset.key")
        check(f"{button} ends where the items end", [] if last == keys[-1] else [last])

    browser.click("[data-key='cell/0/0']")
    browser.wait("document.querySelector('.selected')?.dataset.key === 'cell/0/0'")
    steps("#next", ["cell/0/1", "cell/2/0", "cell/2/1"])
    steps("#previous", ["cell/2/0", "cell/0/1", "cell/0/0"])
    check("steps: no message in the browser's log", browser.console())
    # A snapshot without a layout at this extent leaves the old drawing, and requests are for that one.
    browser.run(SET_TEXT, '{"scrollDirection": "horizontal", "sections": [{"engine": "column", "metrics":'
                          ' {"minimumColumnWidth": 0.001}, "items": 5}]}')
    browser.wait("document.getElementById('errors').textContent.includes('columns')")
    browser.click("#next")
    browser.wait("document.querySelector('.selected')?.dataset.key === 'cell/0/1'")
    check("what is drawn is what is asked", [])


def keyboard(browser, check):
    """Everything can be reached with Tab, has a name, and shows that it has the focus."""
    browser.run("document.activeElement.blur(); document.body.focus(); scrollTo(0, 0)")
    browser.wait("!document.getElementById('element').hidden")
    reached, unmarked = [], []
    for _ in range(38):
        browser.press("Tab")
        name, outline = browser.run("""
            const { activeElement: element } = document;
            return [element.id || element.textContent.trim().slice(0, 20), getComputedStyle(element).outlineStyle];""")
        reached.append(name)
        if outline == "none" and name in KNOWN:
            unmarked.append(name)
    missing = KNOWN - set(reached)
    check("Tab reaches everything", [f"not {missing}, but {reached}"] if missing else [])
    check("what has the focus is marked", unmarked)
    before = browser.run("document.getElementById('extent').focus(); return Number(document.getElementById('extent').value)")
    browser.press("ArrowRight", "ArrowRight", "ArrowRight")
    browser.wait("document.querySelector('.window').clientWidth === arguments[0]", before + 3)
    check("arrows change the width", [])
    before = browser.run("document.getElementById('scroller').focus(); return document.getElementById('scroller').scrollTop")
    browser.press("PageDown")
    browser.wait("document.getElementById('scroller').scrollTop > arguments[0]", before)
    check("Page Down scrolls", [])


def accessible(browser, check, name):
    """What can have the focus has a name, and landmarks and headings are there."""
    nodes = browser.command("Accessibility.getFullAXTree")["nodes"]
    nodes = [node for node in nodes if not node.get("ignored")]
    value = lambda node, member: node.get(member, {}).get("value", "")
    nameless = [value(node, "role") for node in nodes if not value(node, "name") and any(
        p["name"] == "focusable" and p["value"]["value"] for p in node.get("properties", []))]
    check(f"{name}: what can have the focus has a name", [r for r in nameless if r not in ("RootWebArea", "")])
    roles = {value(node, "role") for node in nodes}
    check(f"{name}: landmarks", [r for r in ("banner", "main", "navigation", "heading", "status") if r not in roles])


def shifts(browser, check, name):
    found = browser.run(SHIFTS)
    check(f"{name}: no layout shift", [f"{shift}" for shift in found])


def requests(browser, check):
    """The list of requests takes no room until it is opened, is bounded, and shows targets, then results."""
    check("requests take no room until they are wanted", [] if browser.run(
        "return document.querySelector('.table').checkVisibility()") is False else ["they do"])
    browser.click(".requests summary")
    rows = browser.run("""
        return [...document.querySelectorAll(".requests tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent))""")
    check("at most 40 requests are listed", [] if 10 < len(rows) <= 40 else [f"{len(rows)}"])
    check("targets come first", [row[0] for row in rows if not row[0].startswith("/")])
    memo = {row[4] for row in rows}
    check("memo hits and misses are told", [] if {"hit", "miss"} <= memo else [f"{memo}"])
    stages = " ".join(row[5] for row in rows)
    check("stages are told", [s for s in ("query", "encode") if s not in stages])
    browser.click(".requests summary")


def keys(browser, program, check):
    """The page asks for a key when one is needed, sends it, and keeps it for this tab only."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "keys"
        file.write_text(f"{hashlib.sha256(b'a-key').hexdigest()} tester write\n")
        with Service(program, "--api-keys-file", file, "--playground", "on") as service:
            browser.open(service.url + "/")
            browser.wait("document.getElementById('errors').textContent.includes('key')")
            browser.run("document.getElementById('key').focus()")
            browser.type("a-key")
            browser.press("Tab")
            ready(browser)
            check("with its key the page draws", [])
            kept = browser.run("return [Object.values(localStorage), Object.values(sessionStorage), document.cookie]")
            kept[1] = "a-key" in kept[1]
            check("the key stays in the tab", [] if kept == [[], True, ""] else [f"{kept}"])
            answer = subprocess.run(["sh", "-c", copied(browser, "#curl")], capture_output=True, text=True, timeout=60).stdout
            check("a command has the key in it", [] if '"itemCount"' in answer else [answer])
            # The page still asks for what it draws: it asks for nothing more before the service ends.
            browser.open("about:blank")
    browser.console()  # tells of the 401s


def test(browser, service, check):
    open_page(browser, service)
    accessible(browser, check, "playground")
    drawings(browser, service, check)
    open_page(browser, service)
    dragging(browser, service, check)
    browser.screenshot(PICTURES / "playground.png")
    requests(browser, check)
    selecting(browser, service, check)
    keyboard(browser, check)
    shifts(browser, check, "playground")
    check("playground: no message in the browser's log", browser.console())
    stepping(browser, check)
    browser.console()  # tells of the 422
    faults(browser, check)
    others = [line for line in browser.console() if "/v1/layouts" not in line or "Failed to load" not in line]
    check("errors: nothing but refused requests in the browser's log", others)
    keys(browser, service.program, check)
