"""The product page of the demo, played through: segments that slide, parts that load late and fail, favourites that are changed."""

from . import drawing, examples, playground

PAGE = "/playground/demo.html#product"
WAIT = "document.querySelectorAll('#scroller .row').length > 3 && document.querySelector('.segments')"
# What is drawn.
DRAWN = """
    const screen = document.getElementById("scroller"), { top } = screen.getBoundingClientRect();
    const at = (selector) => {
      const node = screen.querySelector(selector);
      return node && node.getBoundingClientRect().top - top;
    };
    const rows = [...screen.querySelectorAll(".row")];
    return {
      segments: at(".segments"), title: at(".title"), kinds: [...new Set(rows.map((row) => row.classList[1]))],
      waiting: screen.querySelectorAll(".waiting").length, indicators: document.querySelectorAll(".indicator").length,
      state: document.getElementById("state").textContent,
      rows: rows.map((row) => row.getBoundingClientRect()).map((rect) => [rect.top - top, rect.height]).sort(([one], [other]) => one - other),
    };"""
# Notes how each node begins to move.
NOTE = """
    window.moved = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const x = (frame) => Math.round(parseFloat(frame.translate ?? "0"));
      if (this.closest(".screen")) window.moved.push([this.parentNode.id === "overlay", this.className, x(frames[0]), x(frames[1])]);
      return animate.call(this, frames, options);
    };"""
# Where the segments are on screen.
SEGMENTS = """
    return document.querySelector(".segments").getBoundingClientRect().top - document.getElementById("scroller").getBoundingClientRect().top;"""
# The favourites from the top.
NAMES = """
    const top = (row) => row.getBoundingClientRect().top;
    return [...document.querySelectorAll("#scroller .row.mine")].sort((one, other) => top(one) - top(other))
      .map((row) => row.dataset.id.split("/")[1]);"""
CENTER = """
    const { x, y, height } = document.querySelector(`[data-id="${arguments[0]}"]`).getBoundingClientRect();
    return [Math.round(x + 20), Math.round(y + height / 2)];"""


def choose(browser, segment):
    """Selects a segment, and waits until nothing moves."""
    browser.run(f"document.querySelector('.segment[value=\"{segment}\"]').click()")
    browser.wait(f"document.querySelector('.segment[value=\"{segment}\"]').ariaPressed === 'true'")
    rest(browser)


def rest(browser):
    examples.rest(browser, "document.querySelector('.segments') && !document.getElementById('overlay').childElementCount")


def followed(browser, act):
    """What is drawn at each frame while something happens, until nothing moves; and what begins to move."""
    browser.run("window.moved = []")
    drawing.follow(browser, DRAWN)
    act()
    rest(browser)
    return drawing.followed(browser), browser.run("return window.moved")


def still(drawn, name):
    """Where something is, if it stays there."""
    places = {round(one[name], 2) for one in drawn if one[name] is not None}
    return [] if places and max(places) - min(places) < 0.5 else [f"{name} at {sorted(places)}"]


def sliding(browser, check):
    """Segments slide from the right side and back. What is above them does not move."""
    width = browser.run("return document.getElementById('scroller').clientWidth")
    for segment, name, side in ((1, "episodes", 1), (4, "mine", 1), (0, "status", -1), (1, "episodes", 1), (0, "status", -1)):
        drawn, moved = followed(browser, lambda: choose(browser, segment))
        for what in ("segments", "title"):
            check(f"to {name}: the {what} stay", still(drawn, what))
        ways = {(is_gone, start, end) for is_gone, kind, start, end in moved}
        check(f"to {name}: it slides", [] if ways == {(False, side * width, 0), (True, 0, -side * width)} else [f"{moved}"])
        check(f"to {name}: it is there", [] if name in drawn[-1]["kinds"] else [f"{drawn[-1]['kinds']}"])


def loading(browser, check):
    """Of the reviews nothing is drawn before both parts are there. There is one indicator while something loads, and else none."""
    def load():
        choose(browser, 2)
        browser.wait("document.querySelector('#scroller .row.texts')")
    drawn, _ = followed(browser, load)
    kinds = [sorted(set(one["kinds"]) & {"ratings", "texts"}) for one in drawn]
    check("reviews: both parts come at once", [f"{kind}" for kind in kinds if kind not in ([], ["ratings", "texts"])])
    check("reviews: they wait before", [] if any(one["waiting"] for one in drawn) and kinds[0] == [] and kinds[-1] else [f"{kinds[-5:]}"])
    check("reviews: no row stands beside a placeholder", [f"{one}" for one, both in zip(drawn, kinds) if one["waiting"] and both])
    indicators(drawn, check, "reviews")
    for what in ("segments", "title"):
        check(f"reviews: the {what} stay", still(drawn, what))

    def fail():
        choose(browser, 3)
        browser.wait("document.querySelector('.retry')")
    drawn, _ = followed(browser, fail)
    indicators(drawn, check, "trends")
    check("trends fail, and say so", [] if drawn[-1]["state"] and not drawn[-1]["indicators"] else [f"{drawn[-1]}"])


def retrying(browser, check):
    def retry():
        browser.click(".retry")
        browser.wait("document.querySelector('#scroller .row.trends')")
    drawn, _ = followed(browser, retry)
    indicators(drawn, check, "trends again")
    check("trends are there", [] if drawn[-1]["kinds"] == ["trends"] and not drawn[-1]["state"] else [f"{drawn[-1]}"])


def indicators(drawn, check, name):
    check(f"{name}: one indicator at any time", [f"{one['indicators']}" for one in drawn if one["indicators"] > 1][:1])
    # What is said and what is drawn may be a frame apart.
    loads = [one["state"].startswith("Loading") for one in drawn]
    check(f"{name}: an indicator while something loads", [
        f"{one['indicators']}" for before, now, one in zip([loads[0], *loads], loads, drawn) if before == now != bool(one["indicators"])][:1])
    check(f"{name}: something loads", [] if any(loads) else ["nothing"])


def title(browser, check):
    """The title scrolls away and waits above the screen. The background is behind all headers, and shows no gap above the content."""
    choose(browser, 1)
    for at in (0, 60, 300, 240, 60, 0):
        browser.run("document.getElementById('scroller').scrollTop = arguments[0]", at)
        end = max(44, 144 - at)
        browser.wait(f"document.querySelector('.background').offsetHeight === {end} && (function () {{{SEGMENTS}}})() === {end - 44}")
        bottom = browser.run("""
            const [title, screen] = [".title", "#scroller"].map((selector) => document.querySelector(selector)?.getBoundingClientRect());
            return title ? title.bottom - screen.top : null;""")
        # It is there while a part of it is visible.
        check(f"the title at {at}", [] if bottom == (100 - at if at < 100 else None) else [f"{bottom}"])
    # Looked at before the feed can answer that its content was pushed.
    above = browser.run("""
        const scroller = document.getElementById("scroller");
        scroller.style.paddingTop = "120px";
        scroller.scrollTop = 0;
        const { left, top } = scroller.getBoundingClientRect();
        const node = document.querySelector(".title");
        return [[1, 60, 119].map((y) => document.elementFromPoint(left + 50, top + y).className), node.getBoundingClientRect().top - top];""")
    check("no gap is above the background", [] if above == [["background"] * 3, 120] else [f"{above}"])
    browser.run("document.getElementById('scroller').style.paddingTop = ''")
    rest(browser)


def favourites(browser, check):
    """Favourites are edited, reordered and deleted."""
    choose(browser, 4)
    first = browser.run(NAMES)
    top = "return document.querySelector(`[data-id='mine/${arguments[0]}']`).offsetTop"
    before = browser.run(top, first[1])

    def note():
        browser.click(".row.mine .note")
        browser.wait("document.querySelector('.row.mine span')")
    _, moved = followed(browser, note)
    check("a note makes room", [] if browser.run(top, first[1]) == before + 36 and moved else [f"{browser.run(top, first[1])} {before}"])
    places = lambda *names: [tuple(browser.run(CENTER, name)) for name in names]
    start, end = places(f"mine/{first[0]}", f"mine/{first[2]}")
    examples.drag(browser, [start, ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2), end])
    rest(browser)
    wanted = [first[1], first[2], first[0], *first[3:]]
    check("a favourite is moved by a drag", [] if browser.run(NAMES) == wanted else [f"{browser.run(NAMES)}, not {wanted}"])
    browser.run("document.querySelector(`[data-id='mine/${arguments[0]}'] .delete`).click()", wanted[1])
    browser.wait("document.querySelectorAll('#scroller .row.mine').length === 4")
    rest(browser)
    del wanted[1]
    check("one is deleted", [] if browser.run(NAMES) == wanted else [f"{browser.run(NAMES)}, not {wanted}"])
    choose(browser, 0)
    choose(browser, 4)
    check("they are kept", [] if browser.run(NAMES) == wanted else [f"{browser.run(NAMES)}, not {wanted}"])


def start(browser, service):
    browser.view(390, 844)
    browser.open("about:blank")
    browser.open(service.url + PAGE)
    browser.wait(WAIT)
    rest(browser)
    browser.run(NOTE)


def test(browser, service, check):
    start(browser, service)
    sliding(browser, check)
    loading(browser, check)
    title(browser, check)
    choose(browser, 3)
    retrying(browser, check)
    favourites(browser, check)
    browser.screenshot(playground.PICTURES / "product.png")
