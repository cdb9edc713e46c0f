"""Two windows on one document: both show the same after every change, and nothing that is visible jumps; also where the
program is started anew, and where a window has been without a network."""

import json
import tempfile

from lib.browser.service import Service

from . import drawing, playground
from .demo import MOST_MOVED, STILL

PATH = "/playground/document.html#shared"
# Notes at every frame where each row stands in each window. Rows of one height cannot be told apart, so they are left out.
FOLLOW = """
    window.followed = [];
    window.isFollowing = true;
    const follow = () => {
      window.followed.push([...document.querySelectorAll(".pane .scroller")].map((scroller) => {
        const top = scroller.getBoundingClientRect().y;
        const places = {}, twice = new Set();
        for (const node of scroller.querySelectorAll(".photo:not([hidden]):not(.ghost)")) {
          if (node.ariaLabel in places) twice.add(node.ariaLabel);
          places[node.ariaLabel] = node.getBoundingClientRect().y - top;
        }
        for (const name of twice) delete places[name];
        return places;
      }));
      if (window.isFollowing) requestAnimationFrame(follow);
    };
    requestAnimationFrame(follow);"""
REVISIONS = "[...document.querySelectorAll('.pane .scroller')].map((node) => Number(node.dataset.revision))"
KINDS = ("insert", "delete", "move", "shuffle")


def head(service):
    return service.get("/v1/documents/shared")


def at(browser, service, revision=None):
    """Waits until both windows show a revision, by default that of the document, and nothing moves any more."""
    browser.wait(f"{REVISIONS}.every((revision) => revision === arguments[0])", revision or head(service)["revision"], seconds=60)
    browser.wait(STILL)
    drawing.settled(browser)


def click(browser, pane, selector):
    browser.click(f".pane:nth-child({pane + 1}) {selector}")


def write(browser, service, pane, kind):
    """Presses a button of a window, and waits until the document has the change."""
    before = head(service)["revision"]
    click(browser, pane, f"button[value={kind}]")
    browser.wait(f"{REVISIONS}[arguments[0]] > arguments[1]", pane, before, seconds=60)
    return head(service)["revision"]


def scroll(browser, *origins):
    browser.run("""
        document.querySelectorAll(".pane .scroller").forEach((scroller, number) => { scroller.scrollTop = arguments[0][number]; });
        return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));""", origins)
    drawing.settled(browser)


def problems(browser, service):
    """Where what a window shows is not what the service has there of the document's layout."""
    layout = "/v1/layouts/" + head(service)["layout"]
    found = []
    for pane in (0, 1):
        shown = browser.run(drawing.SHOWN, pane)
        cell = next(name for name in shown["elements"] if name.startswith("cell/"))
        frame = service.get(f"{layout}/items/{cell.removeprefix('cell/')}?width={round(shown['width'])}")["frame"]
        origin = frame["y"] - shown["elements"][cell][1]
        found += [f"window {pane}: {text}" for text in drawing.problems_at(browser, service, layout, origin, pane=pane)]
    return found


def differences(browser):
    """Where two windows at the same place of the document differ."""
    one, other = (browser.run(drawing.SHOWN, pane)["elements"] for pane in (0, 1))
    if one.keys() != other.keys():
        return [f"{sorted(one.keys() ^ other.keys())}"]
    return [f"{key}: {one[key]} {other[key]}" for key in one
            if any(abs(left - right) > drawing.TOLERANCE for left, right in zip(one[key], other[key]))]


def jumps(followed, least=10):
    """Which rows have moved in a window from frame to frame."""
    found, seen = [], 0
    for one, two in zip(followed, followed[1:]):
        for pane, (before, after) in enumerate(zip(one, two)):
            shared = before.keys() & after.keys()
            seen += len(shared)
            found += [f"window {pane}, {name}: {after[name] - before[name]}" for name in shared
                      if abs(after[name] - before[name]) > MOST_MOVED]
    return found if seen >= least * len(followed) else [*found, f"only {seen} seen in {len(followed)} frames"]


def watched(browser):
    return browser.run("window.isFollowing = false; return window.followed")


def above(browser, service, check):
    """What either window writes far above moves nothing that is visible, in both."""
    scroll(browser, 30_000, 52_000)
    browser.run(FOLLOW)
    for pane in (0, 1):
        click(browser, pane, ".above")
        for kind in KINDS:
            at(browser, service, write(browser, service, pane, kind))
            check(f"after {kind} above by window {pane}", problems(browser, service))
        click(browser, pane, ".above")
    check("changes above move nothing", jumps(watched(browser)))


def in_sight(browser, service, check):
    """Changes in sight are seen in both, which stay at one place; the first row keeps its own."""
    scroll(browser, 40_000, 40_000)
    check("both windows begin at one place", differences(browser))
    for pane in (0, 1):
        for kind in KINDS:
            before = browser.run(drawing.SHOWN, 1 - pane)["elements"]
            first = min((key for key in before if key.startswith("cell/")), key=lambda key: int(key.split("/")[2]))
            at(browser, service, write(browser, service, pane, kind))
            check(f"after {kind} in sight by window {pane}", problems(browser, service))
            check(f"both show the same after {kind} by window {pane}", differences(browser))
            moved = abs(browser.run(drawing.SHOWN, 1 - pane)["elements"].get(first, [0, 1e9])[1] - before[first][1])
            # All that is visible is shuffled, the first row with it.
            isKept = kind == "shuffle" or moved <= MOST_MOVED
            check(f"{kind} by window {pane} keeps the other's first row", [] if isKept else [f"{moved}"])
    for turn in range(10):
        browser.run("document.querySelectorAll('.pane button[value=insert]').forEach((button) => button.click())")
        browser.run("return new Promise((resolve) => setTimeout(resolve, arguments[0]))", 30 * turn)
    revision = head(service)["revision"]
    browser.wait(f"{REVISIONS}.every((revision) => revision >= arguments[0])", revision, seconds=60)
    browser.run("return new Promise((resolve) => setTimeout(resolve, 1000))")
    at(browser, service)
    check("after both have written at once", problems(browser, service))
    texts = browser.run("return [...document.querySelectorAll('.pane .state')].map((node) => node.textContent)")
    check("nobody has lost a write", [text for text in texts if "Revision" not in text])


def offline(browser, service, check):
    """A window without a network stays as it is; when it comes back, it shows all that came, and nothing jumps."""
    scroll(browser, 30_000, 52_000)
    click(browser, 0, ".above")
    click(browser, 1, ".offline")
    stays = browser.run(f"return {REVISIONS}[1]")
    browser.run(FOLLOW)
    for kind in (*KINDS, "insert"):
        write(browser, service, 0, kind)
    check("a window without a network stays", [] if browser.run(f"return {REVISIONS}[1]") == stays else ["it does not"])
    click(browser, 1, ".offline")
    at(browser, service)
    check("what came meanwhile moves nothing", jumps(watched(browser)))
    check("after the network came back", problems(browser, service))
    scroll(browser, 40_000, 40_000)
    check("both show the same when the network is back", differences(browser))
    click(browser, 0, ".above")


HIDE = """
    Object.defineProperty(document, "hidden", { value: arguments[0], configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));"""


def hidden(browser, service, check):
    """A tab that nobody sees keeps no connection, and shows what it has missed when it is seen again."""
    browser.run(HIDE, True)
    browser.wait("[...document.querySelectorAll('.pane .state')].every((node) => node.textContent.includes('not connected'))")
    revision = head(service)["revision"]
    for number in range(20):
        steps = [{"insert": [{"section": 0, "item": 0, "items": {"heights": [50 + number]}}]}]
        service.ask("POST", "/v1/documents/shared/changes", json.dumps({"revision": revision + number, "steps": steps}))
    browser.run(FOLLOW)
    browser.run(HIDE, False)
    at(browser, service, revision + 20)
    check("what a hidden tab has missed moves nothing", jumps(watched(browser)))
    check("after the tab was hidden", problems(browser, service))


def visits(browser, service, check):
    """Each visit of a browser is to its one document."""
    names = []
    for _ in range(2):
        browser.open("about:blank")
        browser.open(service.url + "/playground/document.html")
        browser.wait(f"{REVISIONS}.every((revision) => revision > 0)")
        names.append(browser.run("return location.hash.slice(1)"))
    kept = [document["name"] for document in service.get("/v1/documents?prefix=playground-")["documents"]]
    check("a browser has one document, whatever its visits", [] if kept == names[:1] and len(set(names)) == 1 else [f"{names} {kept}"])


def test(browser, service, check):
    with tempfile.TemporaryDirectory(prefix="layoutd-document-") as folder:
        store = ("--store", f"sqlite:{folder}/layouts.db")
        with Service(service.program, *store) as first:
            browser.open(first.url + PATH)
            browser.wait(f"{REVISIONS}.every((revision) => revision > 0)")
            drawing.settled(browser)
            check("the first to come has nothing to complain of", browser.console())
            playground.accessible(browser, check, "document")
            check("both windows show the document", problems(browser, first))
            visits(browser, first, check)
            browser.open(first.url + PATH)
            browser.wait(f"{REVISIONS}.every((revision) => revision > 0)")
            drawing.settled(browser)
            above(browser, first, check)
            in_sight(browser, first, check)
            offline(browser, first, check)
            hidden(browser, first, check)
            browser.screenshot(playground.PICTURES / "document.png")
            revision, address = head(first)["revision"], first.address
            # Who writes at the same time as somebody else is told of a conflict, and writes again.
            check("no other message in the browser's log", [text for text in browser.console() if "409" not in text])
            scroll(browser, 30_000, 30_000)
        browser.wait("[...document.querySelectorAll('.pane .state')].every((node) => node.textContent.includes('not connected'))")
        browser.run(FOLLOW)
        with Service(service.program, *store, listen=f"{address[0]}:{address[1]}") as second:
            check("the document is kept", [] if head(second)["revision"] == revision else [f"{head(second)}"])
            browser.wait("[...document.querySelectorAll('.pane .state')].every((node) => node.textContent.includes('events'))",
                         seconds=60)
            check("another run of the program moves nothing", jumps(watched(browser)))
            for pane in (0, 1):
                at(browser, second, write(browser, second, pane, "insert"))
                check(f"after an insertion by window {pane} in the next run", problems(browser, second))
                check(f"both show the same after window {pane} has written in the next run", differences(browser))
            browser.console()  # tells of the time without the program
            playground.shifts(browser, check, "document")
            for dark in (False, True):
                browser.view(360, 740, dark=dark, calm=True)
                browser.open(second.url + PATH)
                browser.reload()
                browser.wait(f"{REVISIONS}.every((revision) => revision > 0)")
                drawing.settled(browser)
                width = browser.run("return document.documentElement.scrollWidth")
                check("document at 360 points", [] if width == 360 else [f"is {width} wide"])
                browser.screenshot(playground.PICTURES / f"document-360{'-dark' if dark else ''}.png")
            browser.view(1200, 900)
            browser.open("about:blank")
