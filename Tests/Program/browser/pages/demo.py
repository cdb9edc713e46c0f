"""The demo: a million items of their own sizes and a billion equal ones, scrolled through the TypeScript client."""

import re

from . import drawing, forms, looks, playground

# The most nodes at one time, whatever was scrolled: what is visible on a large window, and some spare ones.
MOST_NODES = 600
MILLION, BILLION = "million", "billion"

# How many nodes there are, where the pinned headers stand, and how far the content is scrolled.
WATCHED = """
    const top = document.querySelector(".window").getBoundingClientRect().y;
    const y = (selector) => {
      const node = document.querySelector(selector);
      return node ? node.getBoundingClientRect().y - top : null;
    };
    return {
      nodes: document.querySelector(".content").childElementCount, origin: document.getElementById("scroller").scrollTop,
      pinned: [y(".globalHeader:not([hidden])"), y(".header.pinned:not([hidden])")] };"""


def choose(browser, content):
    page = browser.run("return location.origin + location.pathname")
    browser.open("about:blank")
    browser.open(f"{page}#{content}")
    playground.ready(browser)


def million(browser, service, check):
    """Content of some 20 million points, more than a scroller holds."""
    choose(browser, MILLION)
    layout = layout_shown(browser)
    for origin in (0, 1, 480_000, 5_000_000, 14_000_000, 10 ** 9):
        at = playground.scroll(browser, "width", origin)
        check(f"the million at {at}", at_some_origin(browser, service, layout))
    flings(browser, check)
    check("the million after flings", at_some_origin(browser, service, layout))


def flings(browser, check):
    """Flings as of a wheel, from the middle of the content, in both directions."""
    playground.scroll(browser, "width", 300_000)
    drawing.follow(browser, WATCHED)
    x, y = browser.run("const r = document.getElementById('scroller').getBoundingClientRect(); return [r.x + 100, r.y + 100]")
    for distance, speed in ((-12_000, 8_000), (-20_000, 20_000), (16_000, 20_000), (12_000, 8_000)):
        browser.command("Input.synthesizeScrollGesture", x=x, y=y, yDistance=distance, speed=speed,
                        gestureSourceType="mouse", preventFling=True)
    drawing.settled(browser)
    watched = drawing.followed(browser)
    # The gestures have lengths of their own, whatever number of frames a machine draws meanwhile.
    origins = [frame["origin"] for frame in watched]
    check("flings went far", [] if max(origins) - min(origins) > 20_000 else [f"{min(origins)} to {max(origins)}"])
    most = max(frame["nodes"] for frame in watched)
    check("nodes are used again", [] if most <= MOST_NODES else [f"{most} nodes"])
    # Headers are drawn with the cells, for one origin at a time, so they stand still where they pin.
    places = {frame["pinned"][0] for frame in watched}
    check("the global header stands still", [] if places == {0} else [f"{places}"])
    places = {frame["pinned"][1] for frame in watched if frame["pinned"][1] is not None}
    # The next section pushes a header out of the window, 40 points of it.
    outside = [place for place in places if not -40 < place <= 48]
    check("section headers stand below it, or are pushed out", [] if places and not outside else [f"{outside[:5]}"])


def go_to(browser, number):
    """Writes the number and submits it at once: during a scroll, the page writes the number of what it shows."""
    browser.run(
        "document.getElementById('item').value = arguments[0]; document.querySelector('#controls [type=submit]').click()", number)


def billion(browser, service, check):
    """Content of 10^10 points: its ends, jumps and scrolls are those of the server's layout."""
    choose(browser, BILLION)
    layout = layout_shown(browser)
    check("the billion from 0", drawing.problems_at(browser, service, layout, 0))
    playground.scroll(browser, "width", 10 ** 9)
    check("the billion's end", drawing.problems_at(browser, service, layout, 10 ** 12))
    shown = browser.run(drawing.SHOWN)["elements"]
    check("its last item is there", [] if "cell/2/299999999" in shown else [f"{list(shown)[:5]}"])
    for number, key in ((123_456_789, "cell/0/123456789"), (400_000_000, "cell/1/0"), (987_654_321, "cell/2/287654321")):
        go_to(browser, number)
        browser.wait("document.querySelector('.selected')?.dataset.key === arguments[0]", key)
        check(f"go to {number}", at_some_origin(browser, service, layout, key))
        browser.run("""
            window.hasScrolled = false;
            const scroller = document.getElementById("scroller");
            scroller.focus();
            scroller.addEventListener("scrollend", () => { window.hasScrolled = true; }, { once: true });""")
        browser.press("PageDown")
        browser.wait("window.hasScrolled")
        check(f"a page on from {number}", at_some_origin(browser, service, layout))
    most = browser.run("return document.querySelector('.content').childElementCount")
    check("the billion's nodes", [] if most <= MOST_NODES else [f"{most} nodes"])


# The number of the first photo that headers do not cover, as the page says it and as it is drawn.
FIRST = """
    const rect = (node) => node.getBoundingClientRect();
    const all = (selector) => [...document.querySelectorAll(`${selector}:not([hidden]):not(.ghost)`)];
    const { top, bottom } = rect(document.querySelector(".window"));
    const covered = all(":is(.globalHeader, .header)").map(rect).sort((one, other) => one.top - other.top)
      .reduce((end, frame) => (frame.top <= end + 0.01 ? Math.max(end, frame.bottom) : end), top);
    const number = (node) => Number(node.ariaLabel.replace(/\\D/g, ""));
    const drawn = all(".photo").filter((node) => rect(node).bottom > covered + 0.01 && rect(node).top < bottom).map(number);
    return [Number(document.getElementById("place").textContent.replace(/\\D/g, "")), Math.min(...drawn)];"""


def places(browser, check):
    """The page goes to any number, and says the number of the first photo that is visible, and how many there are."""
    def place(name):
        drawing.settled(browser)
        told, drawn = browser.run(FIRST)
        check(name, [] if told == drawn else [f"{told}, drawn is {drawn}"])
        return told

    seen = set()
    for typed, wanted in (("123456789", "123\u202f456\u202f789"), ("400 000\u202f000", "400\u202f000\u202f000"),
                          ("99999999999", "999\u202f999\u202f999"), ("none", "0")):
        go_to(browser, typed)
        browser.wait("document.getElementById('item').value === arguments[0]", wanted)
        seen.add(place(f"the first one at {typed}"))
    check("each of them begins elsewhere", [] if len(seen) == 4 and 0 in seen else [f"{seen}"])
    told = browser.run("return document.querySelector('.place').textContent")
    check("how many there are is told", [] if re.fullmatch(r"First visible photo of 10⁹: 0", told) else [told])
    go_to(browser, '123456789')
    browser.wait("document.getElementById('place').textContent.includes('123\u202f456')")
    before = place("in the middle")
    browser.run("document.getElementById('scroller').scrollBy({ top: 480, behavior: 'instant' })")
    browser.wait("document.getElementById('place').textContent !== arguments[0]", playground.number_text(before))
    after = place("after a scroll")
    check("scrolling goes on", [] if after > before else [f"{before} {after}"])


def words(browser, check, *wanted):
    """Headers speak in words, not in names of the program."""
    told = browser.run("return [...document.querySelectorAll('.title:not([hidden])')].map((node) => node.textContent)")
    check("headers speak", [] if set(wanted) <= set(told) else told)
    found = browser.run(looks.WORDS)
    check("no name of the program is read", re.findall(r"globalHeader|header \d|footer \d|at rest|pinned", found))
    shown = browser.run("""
        return [...document.querySelectorAll(".title:not([hidden])")].flatMap((node) => ["::before", "::after"]
          .map((part) => getComputedStyle(node, part).content)).filter((content) => content !== "none");""")
    check("nothing is written beside them", shown)


# The pixels of a canvas, read from another one: a browser warns of canvases that are read again and again.
PIXELS = """
    const scratch = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const pixels = (canvas) => {
      const { width, height } = canvas;
      Object.assign(scratch.canvas, { width, height });
      scratch.drawImage(canvas, 0, 0);
      return scratch.getImageData(0, 0, width, height).data;
    };"""
# Each photo: the sum of its pixels, how many of some of them differ, and its aspect.
TILES = PIXELS + """
    return Object.fromEntries([...document.querySelectorAll(".photo:not([hidden]):not(.ghost)")].map((node) => {
      const canvas = node.querySelector("canvas");
      const data = pixels(canvas);
      const colors = new Set();
      let sum = 0;
      for (let place = 0; place < data.length; place += 4) {
        sum = (31 * sum + data[place] + 256 * data[place + 1] + 65536 * data[place + 2]) % 9007199254740881;
        if (place % 68 === 0) colors.add(data[place] + 256 * data[place + 1] + 65536 * data[place + 2]);
      }
      return [node.dataset.key, [sum, colors.size, node.offsetWidth / node.offsetHeight]];
    }));"""


def photos(browser, check):
    """Every tile is a picture of its own of 4 : 3, always the same for an item, and twelve files are all that is fetched for it."""
    playground.scroll(browser, "width", 0)
    drawing.settled(browser)
    browser.run("await (await import('/playground/photo/photo.js')).photosDrawn()")
    first = browser.run(TILES)
    check("tiles are pictures", [f"{key}: {count} colours" for key, (_, count, _) in first.items() if count < 40])
    check("of 4 : 3", [f"{key}: {aspect}" for key, (_, _, aspect) in first.items() if abs(aspect - 4 / 3) > 0.02])
    different = {total for total, _, _ in first.values()}
    check("no two are the same", [] if len(different) == len(first) > 20 else [f"{len(different)} of {len(first)}"])
    playground.scroll(browser, "width", 5000)
    playground.scroll(browser, "width", 0)
    check("an item looks the same each time", [] if browser.run(TILES) == first else ["it does not"])
    fetched = browser.run("return performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)")
    check("nothing is fetched from elsewhere", [path for path in fetched if not path.startswith(("/v1/", "/playground/", "/client/"))])
    files = [path for path in fetched if path.endswith(".webp")]
    check("each picture is fetched once", [] if len(files) == len(set(files)) == 12 else files)


def leaving(browser, check):
    """What goes keeps its picture until it is gone."""
    browser.wait("document.querySelector('.photo:not([hidden])')")
    browser.run(PIXELS + """
        window.ghosts = [];
        new MutationObserver((records) => {
          for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]).filter(({ classList }) => classList.contains("ghost"))) {
            const canvas = node.querySelector("canvas");
            window.ghosts.push(new Set(pixels(canvas)).size);
          }
        }).observe(document.querySelector(".content"), { childList: true });""")
    browser.click("#changes button[value=delete]")
    browser.wait("window.ghosts.length > 0")
    drawing.settled(browser)
    ghosts = browser.run("return window.ghosts")
    check("what goes keeps its picture", [f"{count} colours" for count in ghosts if count < 20])


def varied(browser, check):
    """The million begins with a waterfall of photos of many shapes."""
    playground.scroll(browser, "width", 0)
    shown = browser.run(TILES)
    aspects = {round(aspect, 1) for _, _, aspect in shown.values()}
    check("shapes of many kinds", [] if len(aspects) > 8 and min(aspects) < 1 < max(aspects) else [f"{aspects}"])
    tops = {round(frame[1]) for key, frame in browser.run(drawing.SHOWN)["elements"].items() if key.startswith("cell/")}
    check("they stand in columns, not in rows", [] if len(tops) > len(shown) / 2 else [f"{len(tops)} of {len(shown)}"])


# What a change may move what is visible by, in points.
MOST_MOVED = 0.5


def changes(browser, service, check):
    """Changes far above move nothing that is visible; those in sight are animated, and keep the first item."""
    go_to(browser, '505000')
    browser.wait("document.querySelector('.selected')?.dataset.key === 'cell/50/5000'")
    drawing.settled(browser)

    browser.run("""
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...given) {
          window.isAnimated = true;
          return animate.apply(this, given);
        };""")

    def change(kind):
        browser.run("window.isAnimated = false")
        before, layout = browser.run(drawing.SHOWN)["elements"], layout_shown(browser)
        browser.click(f"#changes button[value={kind}]")
        browser.wait("!arguments[0].endsWith(document.getElementById('scroller').dataset.layout)", layout)
        drawing.settled(browser)
        return before, browser.run(drawing.SHOWN)["elements"], browser.run("return window.isAnimated")

    browser.click("#above")
    for kind in ("insert", "delete", "move", "shuffle"):
        before, after, _ = change(kind)
        moved = [key for key in before.keys() | after.keys() if abs(before.get(key, [0, 0])[1] - after.get(key, [0, 1e9])[1]) > MOST_MOVED]
        check(f"{kind} above moves nothing", moved if before else ["nothing is shown"])
        check(f"after {kind} above", at_some_origin(browser, service, layout_shown(browser)))
    browser.click("#above")
    for kind in ("insert", "delete", "move", "shuffle"):
        before, after, isAnimated = change(kind)
        check(f"{kind} is animated", [] if isAnimated else ["it is not"])
        anchor = min((key for key in before if key.startswith("cell/")), key=lambda key: int(key.split("/")[2]))
        moved = abs(after.get(anchor, [0, -1e9])[1] - before[anchor][1])
        # All that is visible is shuffled, the anchor with it.
        check(f"{kind} in sight keeps the first item", [] if kind == "shuffle" or moved <= MOST_MOVED else [f"{moved}"])
        check(f"after {kind} in sight", at_some_origin(browser, service, layout_shown(browser)))


def layout_shown(browser):
    """The path of the layout that the page shows."""
    return "/v1/layouts/" + browser.run("return document.getElementById('scroller').dataset.layout")


def figures(browser, check):
    """The page shows its cost: bytes received, as the browser counts them, and memory."""
    browser.wait("document.getElementById('figures').textContent.includes('received')")
    received = """
        return performance.getEntriesByType("resource").filter((entry) => new URL(entry.name).pathname.startsWith("/v1/"))
          .reduce((sum, { transferSize }) => sum + transferSize, 0);"""
    told = "document.getElementById('figures').textContent"
    isTold = browser.becomes(f"Math.abs({told}.match(/([\\d.]+) kB received/)?.[1] * 1000 - (() => {{{received}}})()) <= 1000")
    told = browser.run(f"return {told}")
    check("bytes received are told", [] if isTold else [f"{told}, counted {browser.run(received)}"])
    check("memory is told", [] if re.search(r"[\d.]+ MB of memory", told) else [told])
    looks.spellings(browser, check, "demo")


def at_some_origin(browser, service, layout, key=None):
    """The drawing when the scroller's position does not give the origin: one cell gives it, all others have to agree."""
    drawing.settled(browser)
    shown = browser.run(drawing.SHOWN)
    cell = key or next(name for name in shown["elements"] if name.startswith("cell/"))
    _, section, item = cell.split("/")
    width = round(shown["width"])
    frame = service.get(f"{layout}/items/{section}/{item}?width={width}")["frame"]
    return drawing.problems_at(browser, service, layout, frame["y"] - shown["elements"][cell][1])


def test(browser, service, check):
    browser.open(service.url + "/playground/demo.html")
    playground.ready(browser)
    playground.accessible(browser, check, "demo")
    photos(browser, check)
    words(browser, check, "A billion photos", "Columns of 4\u200a:\u200a3 · 400\u202f000\u202f000 photos")
    figures(browser, check)
    billion(browser, service, check)
    places(browser, check)
    leaving(browser, check)
    million(browser, service, check)
    told = browser.run("return document.querySelector('.place').textContent")
    check("the place in the million", [] if re.fullmatch(r"First visible photo of 10⁶: [\d\u202f]+", told) else [told])
    varied(browser, check)
    words(browser, check, "A million photos", "January 2018 · a waterfall")
    changes(browser, service, check)
    browser.click("#fling")
    browser.wait("document.getElementById('scroller').scrollTop > arguments[0] + 1000",
                 browser.run("return document.getElementById('scroller').scrollTop"))
    playground.shifts(browser, check, "demo")
    shown(browser, service, check)


def shown(browser, service, check):
    """Both contents in each form."""
    def show(content):
        browser.open(service.url + "/playground/demo.html")
        playground.ready(browser)
        if content == MILLION:
            choose(browser, MILLION)

    for content in (BILLION, MILLION):
        forms.looked_at(browser, check, f"demo-{content}", lambda content=content: show(content), ".scroller", 0.75)
    browser.view(*forms.PHONE)
    show(BILLION)
    browser.click("[popovertarget=more]")
    go_to(browser, '123456789')
    browser.wait("document.querySelector('.selected')?.dataset.key === 'cell/0/123456789'")
    check("the sheet does not stand before what it shows", [] if browser.run(
        "return !document.getElementById('more').matches(':popover-open')") else ["it does"])
    browser.view(1200, 900)
