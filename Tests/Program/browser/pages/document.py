"""Two phones on one to-do list: both show the same after every change, and nothing that is visible jumps; also where the
program is started anew, and where a phone has been without a network."""

import json
import random
import tempfile

from lib.browser.service import Service

from . import drawing, forms, playground
from .demo import MOST_MOVED

PATH = "/playground/document.html#shared"
LONG = 2000
# Where each row stands on each phone.
PLACES = """
    return [...document.querySelectorAll(".pane .scroller")].map((scroller) => {
      const top = scroller.getBoundingClientRect().y;
      return Object.fromEntries([...scroller.querySelectorAll(".todo:not([hidden]):not(.ghost)")]
        .map((node) => [node.ariaLabel, node.getBoundingClientRect().y - top]));
    });"""
# What a phone shows: each row in order, what it says and whether it is done.
ROWS = """
    const nodes = [...document.querySelectorAll(".pane .scroller")[arguments[0]].querySelectorAll(".todo:not([hidden]):not(.ghost)")];
    const section = (node) => Number(node.dataset.key.split("/")[1]);
    return nodes.sort((one, other) => section(one) - section(other)).map((node) => (
      `${node.querySelector(".tick").ariaPressed === "true" ? "[x]" : "[ ]"} ${node.querySelector(".text").textContent}`));"""
SHOWS = "document.querySelectorAll('.pane .todo:not([hidden])').length > 1 && !document.querySelector('.hole:not([hidden])')"
REVISIONS = "[...document.querySelectorAll('.pane .scroller')].map((node) => Number(node.dataset.revision))"


def head(service):
    return service.get("/v1/documents/shared")


def settled(browser):
    """Waits until both phones stand still."""
    drawing.still(browser, f"return [0, 1].map((pane) => (function () {{{drawing.SHOWN}}})(pane));", SHOWS)


def at(browser, service, revision=None):
    """Waits until both phones show a revision, by default that of the document, and nothing moves any more."""
    browser.wait(f"{REVISIONS}.every((revision) => revision === arguments[0])", revision or head(service)["revision"])
    settled(browser)


def put(service, name, count):
    """Makes a document of many to-dos, whose rows have different heights."""
    source = random.Random(1)
    snapshot = {"sections": [row(f"[ ] Row {number}", source.randrange(56 * 64, 200 * 64) / 64) for number in range(count)]}
    service.ask("PUT", f"/v1/documents/{name}", json.dumps({"snapshot": snapshot}), **{"If-None-Match": "*"})


def row(text, height=56):
    return {"id": text, "engine": "column", "metrics": {"sectionInset": {"top": 4, "left": 10, "bottom": 4, "right": 10}},
            "items": [{"height": height}]}


def open_page(browser, service, path=PATH):
    browser.open("about:blank")
    browser.open(service.url + path)
    browser.wait(f"{REVISIONS}.every((revision) => revision > 0)")
    settled(browser)


def click(browser, pane, selector):
    browser.click(f".pane:nth-child({pane + 1}) {selector}")


def press(browser, pane, kind, text="Something new"):
    """Does something on a phone: to its second visible row, where it is about one."""
    browser.run("""
        const [pane, kind, text] = arguments;
        const phone = document.querySelectorAll(".pane")[pane];
        if (kind === "shuffle") return phone.querySelector(".shuffle").click();
        if (kind === "add") {
          phone.querySelector(".adding input").value = text;
          return phone.querySelector(".adding").requestSubmit();
        }
        const { top } = phone.querySelector(".window").getBoundingClientRect();
        const rows = [...phone.querySelectorAll(".todo:not([hidden]):not(.ghost)")].map((node) => [node.getBoundingClientRect().top, node])
          .filter(([y]) => y >= top).sort(([one], [other]) => one - other);
        rows[1][1].querySelector(`.${kind}`).click();""", pane, kind, text)


def write(browser, service, pane, kind, **more):
    """Does something on a phone, and waits until the document has the change."""
    before = head(service)["revision"]
    press(browser, pane, kind, **more)
    browser.wait(f"{REVISIONS}[arguments[0]] > arguments[1]", pane, before)
    return head(service)["revision"]


def changed(service, *steps):
    """Changes the document from elsewhere."""
    body = json.dumps({"revision": head(service)["revision"], "steps": steps})
    return service.ask("POST", "/v1/documents/shared/changes", body)["revision"]


def scroll(browser, *origins):
    browser.run("""
        document.querySelectorAll(".pane .scroller").forEach((scroller, number) => { scroller.scrollTop = arguments[0][number]; });""", origins)
    settled(browser)


def problems(browser, service):
    """Where what a window shows is not what the service has there of the document's layout."""
    layout = "/v1/layouts/" + head(service)["layout"]
    found = []
    for pane in (0, 1):
        shown = browser.run(drawing.SHOWN, pane)
        cell = next(name for name in shown["elements"] if name.startswith("cell/"))
        frame = service.get(f"{layout}/items/{cell.removeprefix('cell/')}?width={round(shown['width'])}")["frame"]
        origin = frame["y"] - shown["elements"][cell][1]
        found += [f"phone {pane}: {text}" for text in drawing.problems_at(browser, service, layout, origin, pane=pane)]
        found += texts(browser, service, pane)
    return found


def ids(service, name="shared"):
    """What each section of a document says."""
    layout = service.get(f"/v1/documents/{name}")["layout"]
    return [section["id"] for section in service.get(f"/v1/layouts/{layout}/snapshot")["sections"]]


def texts(browser, service, pane):
    """Where a row does not say what its section's id does."""
    said = ids(service)
    shown, rows = browser.run(drawing.SHOWN, pane)["elements"], browser.run(ROWS, pane)
    wanted = [said[number] for number in sorted(int(key.split("/")[1]) for key in shown)]
    return [] if rows == wanted else [f"phone {pane} says {rows}, not {wanted}"]


def differences(browser):
    """Where two phones at the same place of the document differ."""
    one, other = (browser.run(drawing.SHOWN, pane)["elements"] for pane in (0, 1))
    if one.keys() != other.keys():
        return [f"{sorted(one.keys() ^ other.keys())}"]
    return [f"{key}: {one[key]} {other[key]}" for key in one
            if any(abs(left - right) > drawing.TOLERANCE for left, right in zip(one[key], other[key]))]


def jumps(followed, least=6):
    """Which rows have moved on a phone from frame to frame."""
    found, seen = [], 0
    for one, two in zip(followed, followed[1:]):
        for pane, (before, after) in enumerate(zip(one, two)):
            shared = before.keys() & after.keys()
            seen += len(shared)
            found += [f"phone {pane}, {name}: {after[name] - before[name]}" for name in shared
                      if abs(after[name] - before[name]) > MOST_MOVED]
    return found if seen >= least * len(followed) else [*found, f"only {seen} seen in {len(followed)} frames"]


ABOVE = (
    {"insertSections": [{"section": 0, "sections": [row("[ ] One"), row("[ ] Another", 99)]}]},
    {"deleteSections": [{"section": 3, "count": 2}]},
    {"moveSections": [{"from": 0, "to": 20}]},
    {"reloadSections": [{"section": 7, "value": row("[x] Done", 76)}]},
)


def above(browser, service, check):
    """What is written far above moves nothing that is visible, on both phones."""
    scroll(browser, 30_000, 52_000)
    drawing.follow(browser, PLACES)
    for step in ABOVE:
        at(browser, service, changed(service, step))
        check(f"after {list(step)[0]} above", problems(browser, service))
    check("changes above move nothing", jumps(drawing.followed(browser)))
    drawing.follow(browser, PLACES)
    for kind in ("up", "remove", "tick", "shuffle"):
        at(browser, service, write(browser, service, 0, kind))
        check(f"after {kind} far above the other phone", problems(browser, service))
    # What is changed in sight of a phone moves there.
    check("what a phone changes far above moves nothing on the other", jumps([frame[1:] for frame in drawing.followed(browser)], least=3))


def in_sight(browser, service, check):
    """Changes in sight are seen on both, which stay at one place; the first row keeps its own."""
    for pane, kind in ((0, "tick"), (1, "remove"), (0, "up"), (1, "shuffle")):
        scroll(browser, 40_000, 40_000)
        check(f"both phones begin at one place, before {kind}", differences(browser))
        before = browser.run(drawing.SHOWN, 1 - pane)["elements"]
        said = browser.run(ROWS, 1 - pane)
        at(browser, service, write(browser, service, pane, kind))
        check(f"after {kind} by phone {pane}", problems(browser, service))
        check(f"both show the same after {kind} by phone {pane}", differences(browser))
        check(f"{kind} by phone {pane} is seen on the other", [] if browser.run(ROWS, 1 - pane) != said else ["it is not"])
        after = browser.run(drawing.SHOWN, 1 - pane)["elements"]
        tops = [min(frame[1] for frame in shown.values()) for shown in (before, after)]
        # All that is visible is shuffled, the first row with it.
        isKept = kind == "shuffle" or abs(tops[0] - tops[1]) <= MOST_MOVED
        check(f"{kind} by phone {pane} keeps the other's first row", [] if isKept else [f"{tops}"])


def typed(browser, service, check):
    """What is typed on one phone stands at the top of both, whatever the characters, and nothing of it is markup."""
    scroll(browser, 0, 0)
    for pane, text in ((0, "Feed the cat"), (1, "<b>Öl & Brot</b> 🥖"), (0, "x" * 60)):
        browser.run("document.querySelectorAll('.adding input')[arguments[0]].focus()", pane)
        browser.run("document.activeElement.value = arguments[0]", text)
        before = head(service)["revision"]
        browser.press("Enter")
        browser.wait(f"{REVISIONS}.every((revision) => revision > arguments[0])", before)
        at(browser, service)
        for other in (0, 1):
            first = browser.run(ROWS, other)[0]
            check(f"{text!r} stands on phone {other}", [] if first == f"[ ] {text}" else [first])
        check(f"after {text!r}", problems(browser, service))
    told = browser.run("return [...document.querySelectorAll('.pane .count')].map((node) => Number(node.textContent.replace(/^.* of|\\D/g, '')))")
    check("both count them", [] if told == [len(ids(service))] * 2 else [f"{told}, there are {len(ids(service))}"])


def keyboard(browser, service, check):
    """A row is ticked by a key, and the button of the same row has the focus afterwards."""
    focused = """
        const node = document.activeElement.closest(".todo");
        return node && [node.ariaLabel, document.activeElement.className, document.activeElement.ariaPressed];"""
    scroll(browser, 0, 0)
    browser.run("document.querySelectorAll('.pane')[1].querySelector('[data-key=\"cell/1/0\"] .tick').focus()")
    before = browser.run(focused)
    for wanted in ("true", "false"):
        revision = head(service)["revision"]
        browser.press("Enter")
        browser.wait(f"{REVISIONS}[1] > arguments[0]", revision)
        at(browser, service)
        found = browser.run(focused)
        check(f"the row keeps the focus, {wanted}", [] if found == [*before[:2], wanted] else [f"{before} {found}"])


def offline(browser, service, check):
    """A phone without a network stays as it is; when it comes back, it shows all that came, sends what was done on it meanwhile,
    and nothing jumps."""
    scroll(browser, 30_000, 52_000)
    click(browser, 1, ".offline")
    stays = browser.run(f"return {REVISIONS}[1]")
    drawing.follow(browser, PLACES)
    for step in ABOVE:
        changed(service, step)
    for kind in ("remove", "up"):
        write(browser, service, 0, kind)
    check("a phone without a network stays", [] if browser.run(f"return {REVISIONS}[1]") == stays else ["it does not"])
    click(browser, 1, ".offline")
    at(browser, service)
    check("what came meanwhile moves nothing", jumps([frame[1:] for frame in drawing.followed(browser)], least=3))
    check("after the network came back", problems(browser, service))
    click(browser, 1, ".offline")
    press(browser, 1, "add", "Written in a tunnel")
    told = browser.run("return document.querySelectorAll('.pane .state')[1].textContent")
    check("what waits is told", [] if "1 change to send" in told else [told])
    before = head(service)["revision"]
    click(browser, 1, ".offline")
    browser.wait(f"{REVISIONS}.every((revision) => revision > arguments[0])", before)
    at(browser, service)
    check("and is sent", [] if ids(service)[0] == "[ ] Written in a tunnel" else ids(service)[:1])
    check("and shown", problems(browser, service))


HIDE = """
    Object.defineProperty(document, "hidden", { value: arguments[0], configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));"""
NOT_CONNECTED = "[...document.querySelectorAll('.pane .state')].every((node) => node.textContent.includes('not connected'))"


def hidden(browser, service, check):
    """A tab that nobody sees keeps no connection, and shows what it has missed when it is seen again."""
    scroll(browser, 30_000, 52_000)
    browser.run(HIDE, True)
    browser.wait(NOT_CONNECTED)
    for number in range(20):
        revision = changed(service, {"insertSections": [{"section": 0, "sections": [row(f"[ ] Missed {number}", 50 + number)]}]})
    drawing.follow(browser, PLACES)
    browser.run(HIDE, False)
    at(browser, service, revision)
    check("what a hidden tab has missed moves nothing", jumps(drawing.followed(browser)))
    check("after the tab was hidden", problems(browser, service))


def visits(browser, service, check):
    """Each visit of a browser is to its one document, which is made at the first one, and again where it is gone."""
    names = []
    for _ in range(2):
        open_page(browser, service, "/playground/document.html")
        names.append(browser.run("return location.hash.slice(1)"))
    kept = [document["name"] for document in service.get("/v1/documents?prefix=list-")["documents"]]
    check("a browser has one document, whatever its visits", [] if kept == names[:1] and len(set(names)) == 1 else [f"{names} {kept}"])
    marks = {text[:3] for text in ids(service, names[0])}
    check("a new list has something to do and something done", [] if marks == {"[ ]", "[x]"} else [f"{marks}"])
    revision = service.get(f"/v1/documents/{names[0]}")["revision"]
    service.ask("DELETE", f"/v1/documents/{names[0]}", **{"If-Match": "*"})
    browser.wait(f"{REVISIONS}.every((now) => now > arguments[0])", revision + 1)
    check("what is gone is made again", [])


def foreign(browser, service, check):
    """A document that is no list is shown as it is, and cannot be written."""
    service.ask("PUT", "/v1/documents/foreign", json.dumps({"snapshot": {"sections": [
        {"id": "photos", "engine": "column", "items": 30}, {"engine": "column", "items": 2}]}}), **{"If-None-Match": "*"})
    open_page(browser, service, "/playground/document.html#foreign")
    buttons = browser.run("return [...document.querySelectorAll('.todo button')].filter((node) => node.checkVisibility()).length")
    check("rows of something else have no buttons", [] if buttons == 0 else [f"{buttons}"])
    check("and are shown", [] if browser.run("return document.querySelectorAll('.todo:not([hidden])').length") > 10 else ["they are not"])


def test(browser, service, check):
    with tempfile.TemporaryDirectory(prefix="layoutd-document-") as folder:
        store = ("--store", f"sqlite:{folder}/layouts.db")
        with Service(service.program, *store) as first:
            visits(browser, first, check)
            browser.open("about:blank")
            said = browser.console()
            # The list that was deleted is no longer there for those who follow it.
            check("the first to come has nothing to complain of", [text for text in said if "404" not in text])
            foreign(browser, first, check)
            put(first, "shared", LONG)
            open_page(browser, first)
            playground.accessible(browser, check, "document")
            sentence = browser.run("return document.querySelector('.what').textContent.trim()")
            check("one sentence says what it is", [] if sentence.count(".") == 1 and sentence.endswith(".") else [sentence])
            check("both phones show the document", problems(browser, first))
            above(browser, first, check)
            in_sight(browser, first, check)
            typed(browser, first, check)
            keyboard(browser, first, check)
            offline(browser, first, check)
            hidden(browser, first, check)
            revision, address = head(first)["revision"], first.address
            check("no message in the browser's log", browser.console())
            scroll(browser, 30_000, 30_000)
        browser.wait(NOT_CONNECTED)
        drawing.follow(browser, PLACES)
        with Service(service.program, *store, listen=f"{address[0]}:{address[1]}") as second:
            check("the document is kept", [] if head(second)["revision"] == revision else [f"{head(second)}"])
            browser.wait("[...document.querySelectorAll('.pane .state')].every((node) => node.textContent.includes('events'))")
            check("another run of the program moves nothing", jumps(drawing.followed(browser)))
            for pane in (0, 1):
                at(browser, second, write(browser, second, pane, "remove"))
                check(f"after phone {pane} has removed a row in the next run", problems(browser, second))
            browser.console()  # tells of the time without the program
            playground.shifts(browser, check, "document")
            forms.looked_at(browser, check, "document", lambda: open_page(browser, second, "/playground/document.html"), ".phones", 0.8)
            browser.view(1200, 900)
            browser.open("about:blank")
