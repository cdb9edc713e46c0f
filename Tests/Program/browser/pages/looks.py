"""The playground's looks: it draws like the service, at one to three widths, and shows the position and the errors."""

import json
import re

from . import drawing, playground

FEED = json.loads((playground.EXAMPLES / "feed.json").read_text())
COLORS = """
    const style = (node) => getComputedStyle(node);
    const first = (selector) => document.querySelector(selector + ":not([hidden])");
    return {
      canvas: style(document.querySelector(".scroller")).backgroundColor,
      paper: style(document.querySelector(".paper")).backgroundColor,
      globalHeader: style(first(".globalHeader")).color,
      ...Object.fromEntries([0, 1].flatMap((number) => {
        const [cell, header] = [first(`.cell.s${number}`), first(`.header.s${number}`)];
        return [
          [`cell ${number}`, [style(cell).backgroundColor, style(cell).outlineColor, style(cell).color]],
          [`header ${number}`, [style(header).backgroundColor, style(header).color]],
          [`rail ${number}`, style(document.querySelector(`.section-bar.s${number}`)).color]];
      })),
    };"""
# The colour of errors, wherever the page uses it.
FAULTY = """
    const probe = document.body.appendChild(document.createElement("div"));
    probe.style.color = "var(--fault)";
    const fault = getComputedStyle(probe).color;
    probe.remove();
    const used = ["color", "backgroundColor", "outlineColor", "borderTopColor"];
    return [...document.querySelectorAll("body *")].filter((node) => node.checkVisibility()
      && used.some((name) => getComputedStyle(node)[name] === fault)).map((node) => node.id || node.className);"""
# Whatever can be read on the page, without the snapshot.
WORDS = """
    const snapshot = document.querySelector(".lines")?.innerText ?? "";
    return document.body.innerText.replace(snapshot, () => "") + [...document.querySelectorAll(".element")].map((node) => node.textContent).join("\\n");"""
LOOK = """
    const select = document.getElementById("look");
    select.value = arguments[0];
    select.dispatchEvent(new Event("change", { bubbles: true }));"""
# What can be touched, and is too small for a finger, of a page or of the parts that an argument selects.
SMALL_TARGETS = """
    return [...document.querySelectorAll(arguments[0] ?? "button, select, input, summary, a, [role=tab]")]
      .filter((node) => node.checkVisibility()).map((node) => [node.closest("label") ?? node, node])
      .filter(([target]) => Math.min(target.getBoundingClientRect().width, target.getBoundingClientRect().height) < 43.9)
      .map(([target, node]) => `${node.id || node.textContent} is ${target.offsetWidth} × ${target.offsetHeight}`);"""


def css_rules(svg, dark):
    """The rules of one of the service's drawings: by selector, its members."""
    style = re.search(r"<style>(.*?)</style>", svg, re.S)[1]
    light, _, rest = style.partition("@media(prefers-color-scheme:dark){")
    rules = {}
    for part in (light, rest) if dark else (light,):
        for selector, body in re.findall(r"\.layoutd ([^{},]+)\{([^}]*)\}", part):
            rules.setdefault(selector, {}).update(member.split(":", 1) for member in body.split(";"))
    return rules


def rgb(color, opacity=1.0):
    digits = color[1:] if len(color) == 7 else "".join(2 * digit for digit in color[1:])
    return [int(digits[at:at + 2], 16) for at in (0, 2, 4)] + [opacity]


def parsed(color):
    """A colour as the browser computes it, in 8 bits, and its opacity."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", color)]
    if color.startswith("color(srgb"):
        numbers[:3] = [round(255 * number) for number in numbers[:3]]
    return [round(number) for number in numbers[:3]] + [round(numbers[3], 2) if len(numbers) > 3 else 1.0]


def language(browser, service, check):
    """Kinds and sections have the colours of the service's drawings, in the light and in the dark."""
    layout = service.post(FEED)
    svg = service.get(f"{layout}/elements?width=390&bounds=0,2600,390,700&format=svg")
    for dark in (False, True):
        browser.view(1200, 900, dark=dark)
        playground.scroll(browser, "width", 2600)
        rules, shown = css_rules(svg, dark), browser.run(COLORS)
        wanted = {"canvas": rgb(rules[".canvas"]["fill"]), "paper": rgb(rules[".paper"]["fill"]),
                  "globalHeader": rgb(rules[".globalHeader"]["color"])}
        for number in (0, 1):
            section = rules[f".s{number}"]
            wanted[f"cell {number}"] = [rgb(section["fill"]), rgb(section["stroke"]), rgb(section["color"])]
            # Pinned elements are slightly transparent.
            wanted[f"header {number}"] = [rgb(rules[f".header.s{number}"]["fill"], 0.92), rgb(section["color"])]
            wanted[f"rail {number}"] = rgb(section["color"])
        for name, value in shown.items():
            found = [parsed(part) for part in value] if isinstance(value, list) else parsed(value)
            check(f"{name} looks as in a drawing{' in the dark' if dark else ''}",
                  [] if found == wanted[name] else [f"{found}, not {wanted[name]}"])
    browser.view(1200, 900)
    labels = browser.run("return [...document.querySelectorAll('.section-bar')].map((node) => node.textContent)")
    check("rails name the sections", [] if labels == [
        "0 · friends · column · 48 items", "1 · photos"] else labels)
    names = browser.run("""
        return ["globalHeader/0", "header/0/0", "header/1/0"].map((key) => {
          const node = document.querySelector(`[data-key="${key}"]`);
          return node.textContent + JSON.parse(getComputedStyle(node, "::after").content);
        });""")
    check("what pins says where it is", [] if names == [
        "globalHeader 0 · pinned", "header 0/0 · pinned", "header 1/0 · at rest"] else names)


def red(browser, check):
    """Red is for errors alone."""
    # The state of the page may stand over its last lines.
    playground.scroll(browser, "width", 3000)
    browser.click("[data-key='cell/1/0']")
    browser.wait("document.querySelector('.selected')")
    check("nothing is red without an error", browser.run(FAULTY))
    browser.click("#element .close")


def own_colors(browser, check):
    """With own colours, elements have the colours of the snapshot, and a text that is no colour is none."""
    playground.draw(browser, {
        "metrics": {"backgroundColor": "#123456", "selectedBackgroundColor": "rgb(200, 250, 200)"},
        "globalHeaders": [{"height": 40, "pin": True, "backgroundColor": "gold"}],
        "sections": [
            {"items": 2, "headers": [{"height": 30, "backgroundColor": "url(//elsewhere.example/a.png)"}]},
            {"items": 2, "metrics": {"backgroundColor": "red; position: fixed"}},
            {"engine": "column", "items": 3, "metrics": {"separatorColor": "#00ff00", "backgroundColor": None}}]})
    ground = """
        const node = document.querySelector(`[data-key="${arguments[0]}"]`);
        const { backgroundColor, backgroundImage, color, position } = getComputedStyle(node);
        return [backgroundColor, color, backgroundImage, position];"""
    before = browser.run(ground, "cell/0/0")
    browser.run(LOOK, "own")
    clear = "rgba(0, 0, 0, 0)"
    for key, color, ink in (
            ("cell/0/0", "rgb(18, 52, 86)", "rgb(255, 255, 255)"), ("globalHeader/0", "rgb(255, 215, 0)", "rgb(0, 0, 0)"),
            ("header/0/0", clear, None), ("cell/1/0", clear, None), ("cell/2/0", clear, None),
            ("rowSeparator/2/1", "rgb(0, 255, 0)", None)):
        found = browser.run(ground, key)
        isRight = found[0] == color and ink in (None, found[1]) and found[2:] == ["none", "absolute"]
        check(f"{key} has its own colour", [] if isRight else [f"{found}"])
    browser.click("[data-key='cell/0/1']")
    browser.wait("document.querySelector('.selected')?.dataset.key === 'cell/0/1'")
    check("a selected one has its own, too", [] if browser.run(ground, "cell/0/1")[0] == "rgb(200, 250, 200)" else [
        f"{browser.run(ground, 'cell/0/1')}"])
    browser.click("#element .close")
    browser.run(LOOK, "sections")
    check("and back", [] if browser.run(ground, "cell/0/0") == before else [f"{browser.run(ground, 'cell/0/0')}"])


def captions(browser):
    return browser.run("return [...document.querySelectorAll('.caption')].map((node) => node.textContent)")


def scales(browser, service, check):
    """A drawing that is too wide is scaled down and says so. Its frames are still the server's."""
    layout = service.post(FEED)
    playground.draw(browser, FEED)
    for extent in (390, 1024, 1600):
        playground.set_extent(browser, extent)
        # Another position than what the browser has rounded the last one to.
        playground.scroll(browser, "width", 0)
        at = playground.scroll(browser, "width", 1234)
        check(f"the frames at {extent}, fitted", drawing.problems_at(browser, service, layout, at))
        scale = browser.run(drawing.SHOWN)["scale"]
        told = int(captions(browser)[0].split(" · ")[-1].split(" %")[0])
        check(f"the scale at {extent} is told", [] if abs(told / 100 - scale) <= 0.0051 else [f"{told} of {scale}"])
        outside = browser.run("""
            const [frame, panes] = [document.querySelector(".frame"), document.getElementById("panes")].map((node) => node.getBoundingClientRect());
            return frame.right > panes.right + 0.5 || frame.bottom > panes.bottom + 0.5;""")
        check(f"all of {extent} is seen", ["it is not"] if outside else [])
    check("a wide one is smaller", [] if scale < 0.6 else [f"{scale}"])
    browser.click("#fits")
    browser.wait("document.querySelector('.caption').textContent.endsWith('100 %')")
    check("without fitting it is as large as it is", drawing.problems_at(browser, service, layout, at) + (
        [] if browser.run("return document.querySelector('.frame').scrollWidth") == 1600 else ["it is not"]))
    browser.click("#fits")
    for extent in (744, 1024, 390):
        browser.click(f"#usual [value='{extent}']")
        browser.wait("document.querySelector('.window').clientWidth === arguments[0]", extent)
        pressed = browser.run("return [...document.querySelectorAll('#usual [aria-pressed=true]')].map((node) => node.value)")
        check(f"a button for {extent}", [] if pressed == [str(extent)] else pressed)


def side_by_side(browser, service, check):
    """Two and three widths at a time: one scale, each the server's frames, one selected element."""
    layout = service.post(FEED)
    for count, widths in ((3, [390, 744, 1024]), (2, [390, 744])):
        browser.click(f"#counts [value='{count}']")
        browser.wait("""[...document.querySelectorAll(".window")].map((node) => node.clientWidth).join() === arguments[0]""",
                     ",".join(map(str, widths)))
        browser.wait("[...document.querySelectorAll('.content')].every((node) => node.querySelector('.element:not([hidden])'))")
        for pane, width in enumerate(widths):
            scroller = f"document.querySelectorAll('.scroller')[{pane}]"
            browser.run(f"{scroller}.scrollTop = {2000 * pane}")
            drawing.settled(browser, pane)
            at = browser.run(f"return {scroller}.scrollTop")
            check(f"{width} beside {count - 1} others", drawing.problems_at(browser, service, layout, at, pane=pane))
        scales = {round(browser.run(drawing.SHOWN, pane)["scale"], 4) for pane in range(count)}
        check(f"{count} have one scale", [] if len(scales) == 1 else [f"{scales}"])
        told = {caption.split(" × ")[0] for caption in captions(browser)}
        check(f"{count} say their widths", [] if told == {playground.number_text(width) for width in widths} else [f"{told}"])
    browser.click(".pane:first-child [data-key^='cell/']:not([hidden])")
    key = browser.wait("document.querySelector('.pane:first-child .selected')?.dataset.key")
    browser.wait("document.querySelector('.pane:last-child .selected')?.dataset.key === arguments[0]", key)
    check("what is selected in one is shown in the other", [])
    browser.run("document.querySelectorAll('.scroller')[1].focus()")
    playground.set_extent(browser, 500)
    browser.wait("document.querySelectorAll('.window')[1].clientWidth === 500")
    first = browser.run("return document.querySelector('.window').clientWidth")
    check("the width is that of the active one", [] if first == 390 else [f"{first}"])
    browser.reload()
    playground.ready(browser)
    browser.wait("[...document.querySelectorAll('.window')].map((node) => node.clientWidth).join() === '390,500'")
    check("the widths outlive a reload", [])
    browser.run("document.querySelectorAll('.scroller')[1].focus()")
    browser.click("#counts [value='1']")
    browser.wait("document.querySelectorAll('.pane').length === 1 && document.querySelector('.window').clientWidth === 500")
    check("the active one is the one that stays", [])
    playground.set_extent(browser, 390)


def press_at(browser, x, y, to=None):
    browser.command("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
    if to:
        browser.command("Input.dispatchMouseEvent", type="mouseMoved", x=to[0], y=to[1], button="left", buttons=1)
        x, y = to
    browser.command("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)
    drawing.settled(browser)


def overview(browser, check):
    """The bar beside a drawing shows the position of the window. A click or a drag moves it, however long the content is."""
    place = """
        const [bar, mark] = [".overview", ".overview .mark"].map((name) => document.querySelector(name).getBoundingClientRect());
        return { x: bar.x + bar.width / 2, y: bar.y, height: bar.height, from: mark.y - bar.y, to: mark.bottom - bar.y };"""
    for name, snapshot, first in (
            ("a feed", FEED, None),
            ("a billion", {"sections": [{"engine": "column", "items": 4 * 10 ** 8, "metrics": {"rowHeight": 10}}] * 2
                           + [{"engine": "mosaic", "items": 2 * 10 ** 8}]}, 0)):
        playground.draw(browser, snapshot)
        bar = browser.run(place)
        for part, to in ((0.5, None), (0.9, None), (0.1, 0.75), (0.5, 0)):
            y = bar["y"] + part * bar["height"]
            press_at(browser, bar["x"], y, to and (bar["x"], bar["y"] + to * bar["height"])
                     if to is not None else None)
            mark = browser.run(place)
            wanted = (part if to is None else to or part) * bar["height"]
            isThere = mark["from"] - 3 <= wanted <= mark["to"] + 3
            check(f"the overview of {name} leads to {part}, {to}", [] if isThere else [f"{mark}, not {wanted}"])
        parts = browser.run("return document.querySelectorAll('.overview .part').length")
        check(f"the overview of {name} has its sections", [] if parts == len(snapshot["sections"]) else [f"{parts}"])


def words(browser, check):
    """One sentence describes the page. Numbers have at most two decimals, and thousands are separated in one way."""
    sentence = browser.run("return document.querySelector('.what').textContent.trim()")
    check("one sentence says what it is", [] if re.fullmatch(r"layoutd [^.]+\.", sentence) else [sentence])
    playground.draw(browser, {**FEED, "sections": [*FEED["sections"], {"items": 12_345_678}]})
    playground.scroll(browser, "width", 10 ** 9)
    browser.click("[data-key='cell/4/12345670']")
    browser.wait("!document.getElementById('element').hidden")
    browser.click(".requests summary")
    drawing.settled(browser)
    spellings(browser, check, "playground")
    found = browser.run(WORDS)
    check("and there are some", [] if "12\u202f345\u202f677" in found else [found[-200:]])
    browser.click(".requests summary")
    browser.click("#element .close")


def spellings(browser, check, name):
    """Targets of requests are hidden from people by default."""
    lines = [line for line in browser.run(WORDS).splitlines() if "/v1/" not in line]
    check(f"{name}: two decimals at most", [line for line in lines if re.search(r"\d\.\d{3}", line)])
    check(f"{name}: one spelling of thousands", [line for line in lines if re.search(
        r"(?<![#\d])\d{5,}(?!\d*px)|\d[ ,\u00a0\u2009]\d{3}(?!\d)", re.sub(r"Item \d+", "", line))])


def faults(browser, check):
    """Errors are counted, and each can be reached. Warnings are shown in the same way, in yellow."""
    text = json.dumps({"sections": [{"items": -1}] * 3 + [{"itmes": 1}]}, indent=1)
    browser.run(playground.SET_TEXT, text)
    browser.wait("document.getElementById('fault-count').textContent === '4 errors'")
    check("errors are counted", [])
    reached = []
    for button in ["#next-fault"] * 5 + ["#previous-fault"] * 2:
        browser.click(button)
        reached.append(browser.run("""
            const { selectionStart, selectionEnd, value } = document.getElementById("snapshot");
            const current = document.querySelectorAll("#errors [aria-current]");
            return [value.slice(0, selectionStart).split("\\n").length, value.slice(selectionStart, selectionEnd), current.length];"""))
    lines = [number + 1 for number, line in enumerate(text.splitlines()) if "-1" in line or "itmes" in line]
    wanted = [[lines[at], '"itmes": 1' if at == 3 else '"items": -1', 1] for at in (0, 1, 2, 3, 0, 3, 2)]
    check("next and previous reach all of them", [] if reached == wanted else [f"{reached}"])
    long = '{"sections": [' + '{"items": 1}, ' * 200 + '{"items": -1}' + "]}"
    browser.run(playground.SET_TEXT, long)
    browser.wait("document.getElementById('fault-count').textContent === '1 error'")
    browser.click("#next-fault")
    seen = browser.run("""
        const [mark, text] = [".line span.error", ".text"].map((name) => document.querySelector(name).getBoundingClientRect());
        return [mark.top - text.top, text.bottom - mark.bottom, mark.left - text.left, text.right - mark.right];""")
    check("one far into a line is scrolled to", [] if min(seen) > 0 else [f"{seen}"])
    lines = ["{", '"sections": [', *['{"items": 1},'] * 300, '{"items": -1},', *['{"items": 1},'] * 99, '{"itmes": 1}', "]", "}"]
    browser.run(playground.SET_TEXT, "\n".join(lines))
    browser.wait("document.getElementById('fault-count').textContent === '2 errors' && document.querySelectorAll('.ruler .error').length === 2")
    outside, places, wanted = browser.run("""
        const [text, lines] = [document.querySelector(".text"), document.querySelector(".lines")];
        const { top, bottom, height } = text.getBoundingClientRect();
        const marks = [...document.querySelectorAll(".line.error")];
        return [marks.filter((node) => node.getBoundingClientRect().top > bottom).length,
          [...document.querySelectorAll(".ruler .error")].map((node) => (node.getBoundingClientRect().top - top) / height),
          marks.map((node) => node.offsetTop / lines.scrollHeight)];""")
    isThere = len(places) == len(wanted) == 2 and all(abs(one - other) < 0.01 for one, other in zip(places, wanted))
    check("errors outside of what is seen have marks beside the text", [] if outside == 2 and isThere else [f"{outside} {places} {wanted}"])
    check("the last one near the end", [] if places[-1] > 0.95 else [f"{places}"])
    browser.run(playground.SET_TEXT, json.dumps({"sections": [{"items": -1}] * 30}))
    browser.wait("document.getElementById('fault-count').textContent === 'The first 20 errors'")
    check("that there may be more is told", [])


def warnings(browser, service, check):
    """Warnings are shown like errors, but in yellow, and the drawing stays."""
    browser.run("""
        const { fetch } = window;
        window.fetch = async (url, init) => {
          const response = await fetch(url, init);
          if (init?.method !== "POST" || !response.ok) return response;
          const answer = await response.json();
          answer.warnings = [{ pointer: "/sections/0/items/width", code: "not-read", detail: "is not read by mosaic" }];
          return new Response(JSON.stringify(answer), { status: response.status, headers: response.headers });
        };""")
    playground.draw(browser, {"sections": [{"engine": "mosaic", "items": {"count": 3, "width": 70}}]})
    browser.wait("document.getElementById('fault-count').textContent === '1 warning'")
    browser.click("#next-fault")
    selected = browser.run("""
        const { selectionStart, selectionEnd, value } = document.getElementById("snapshot");
        return value.slice(selectionStart, selectionEnd);""")
    check("a warning leads to its place", [] if selected == '"width": 70' else [selected])
    check("a warning is not red", browser.run(FAULTY))
    colors = browser.run("""
        const [mark, entry] = [document.querySelector(".line.warning"), document.querySelector("#errors .warning")];
        return [getComputedStyle(mark).backgroundColor, getComputedStyle(entry).color];""")
    yellow = [color for color in map(parsed, colors) if color[0] >= color[1] > color[2]]
    check("a warning is yellow", [] if len(yellow) == 2 else colors)
    check("the text is not called invalid", [] if browser.run(
        "return document.getElementById('snapshot').getAttribute('aria-invalid')") == "false" else ["it is"])
    playground.open_page(browser, service)
    told = """
        return [document.getElementById('fault-count').textContent,
                ...[...document.querySelectorAll('#errors .warning')].map((node) => node.textContent.split(': ')[1])];"""

    def are_told(name, *details):
        count = "No errors" if not details else f"{len(details)} warning{'s' if len(details) > 1 else ''}"
        browser.becomes("document.getElementById('fault-count').textContent === arguments[0]", count)
        found = browser.run(told)
        check(name, [] if found == [count, *details] else [f"{found}"])

    at = "/sections/0/items item 0 is 500 points {}, its line {}".format
    playground.draw(browser, {"sections": [{"items": [{"width": 500, "height": 30}]}, {"items": 3}]})
    are_told("what is too wide for a width is warned of", at("wide", 390))
    playground.set_extent(browser, 600)
    are_told("and at another it is not")
    browser.click("#counts [value='3']")
    are_told("of several widths, the one that is too narrow is named", at("wide", 390))
    playground.set_extent(browser, 300)
    are_told("each width has its own", at("wide", 300), at("wide", 390))
    browser.click("#counts [value='1']")
    are_told("one that is shown no longer has none", at("wide", 300))
    playground.draw(browser, {"scrollDirection": "horizontal", "sections": [{"items": [{"width": 30, "height": 500}]}]})
    are_told("heights are warned of likewise", at("high", 300))
    browser.run(playground.SET_TEXT, '{"sections": [{"items": -1}]}')
    browser.wait("document.getElementById('fault-count').textContent === '1 error'")
    warnings_asked(browser)
    check("what is an error stays one", [] if browser.run(told)[0] == "1 error" else [f"{browser.run(told)}"])
    browser.console()  # tells of the 422
    playground.open_page(browser, service)


def warnings_asked(browser):
    """Waits until the warnings that the page means to ask for are here. It asks 200 ms after a drawing."""
    drawing.after_timers(browser, 200)
    drawing.settled(browser)


def refusing(browser, service, check):
    """An error at one of the widths is shown as long as that width is shown, whatever the others show."""
    playground.set_extent(browser, 1024)
    browser.click("#counts [value='2']")
    browser.run(playground.SET_TEXT, '{"sections": [{"engine": "column", "metrics": {"minimumColumnWidth": 0.08}, "items": 3}]}')
    count = "document.getElementById('fault-count').textContent"
    browser.wait(f"{count} === '1 error'")
    warnings_asked(browser)
    check("what is wrong at one width stays told", [] if browser.run(f"return {count}") == "1 error" else ["it does not"])
    dimmed = browser.run("return [...document.querySelectorAll('.pane')].map((node) => node.matches('.stale'))")
    check("the drawing at that width is dimmed", [] if dimmed == [True, False] else [f"{dimmed}"])
    browser.run("document.querySelectorAll('.scroller')[1].focus()")
    browser.click("#counts [value='1']")
    browser.wait(f"{count} === '1 warning'")
    check("until it is closed", [])
    browser.console()  # tells of the 422
    playground.open_page(browser, service)


def phone(browser, service, check):
    """A phone shows the layout, and the text in a sheet before it; whatever is touched is 44 points high and wide."""
    browser.view(390, 844)
    playground.open_page(browser, service)
    visible = "return ['editing', 'looking'].map((id) => document.getElementById(id).checkVisibility())"
    check("a phone shows the layout first", [] if browser.run(visible) == [False, True] else ["it does not"])
    browser.click("#scroller")
    browser.wait("!document.getElementById('element').hidden")
    check("targets beside the layout", browser.run(SMALL_TARGETS))
    browser.click("[popovertarget=menu]")
    playground.accessible(browser, check, "phone")
    browser.click("[popovertarget=text]")
    check("a button shows the text", [] if browser.run(visible)[0] else ["it does not"])
    check("targets beside the text", browser.run(SMALL_TARGETS))
    browser.run(playground.SET_TEXT, '{"sections": [{"items": -3}]}')
    browser.wait("document.querySelector('#errors button')")
    check("targets of errors", browser.run(SMALL_TARGETS))
    ticks = browser.run("return document.querySelectorAll('.ruler .error').length")
    check("a sheet has the marks beside the text, too", [] if ticks == 1 else [f"{ticks}"])
    browser.press("Escape")
    check("Escape leads back", [] if browser.run(visible) == [False, True] else ["it does not"])
    browser.run("document.querySelector('#errors button').click()")
    focus = browser.run("return document.activeElement.id")
    check("an error that is gone to opens the text", [] if browser.run(visible)[0] and focus == "snapshot" else [focus])
    width = browser.run("return document.documentElement.scrollWidth")
    check("a phone's text is no wider than the phone", [] if width == 390 else [f"{width}"])
    browser.view(1200, 900)
    browser.wait("!document.querySelector(':popover-open')")
    check("a large window shows both", [] if browser.run(visible) == [True, True] else ["it does not"])


def pages(browser, service, check):
    """The pages to read fit a phone."""
    browser.view(390, 844)
    for path in ("/docs", "/problems/bad-parameter", "/problems/invalid-snapshot"):
        browser.open(service.url + path)
        width = browser.run("return document.documentElement.scrollWidth")
        check(f"{path} is as wide as a phone", [] if width == 390 else [f"is {width} wide"])
    browser.view(1200, 900)


def test(browser, service, check):
    playground.open_page(browser, service)
    language(browser, service, check)
    red(browser, check)
    scales(browser, service, check)
    side_by_side(browser, service, check)
    overview(browser, check)
    own_colors(browser, check)
    words(browser, check)
    check("looks: no message in the browser's log", browser.console())
    warnings(browser, service, check)
    refusing(browser, service, check)
    faults(browser, check)
    phone(browser, service, check)
    pages(browser, service, check)
    browser.console()  # tells of the 422s
