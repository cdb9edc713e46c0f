"""The playground's tree: the nodes of a source beside the drawing, linked with it, with states and segments to switch."""

import json

from . import drawing, looks, playground

# What the tree says: the name of each node, and the rest of its row.
ROWS = """
    return [...document.querySelectorAll("#sources [role=treeitem]")].map((row) => [
      row.querySelector(".name").textContent, [...row.children].slice(1).map((node) => node.textContent).filter(Boolean).join(", ")]);"""
SELECTED = "return document.querySelector('#sources [aria-selected=true] .name')?.textContent ?? null"
MARKED = """
    const keys = (selector) => [...document.querySelectorAll(`#scroller ${selector}`)].map((node) => node.dataset.key).sort();
    return [keys(".marked:not([hidden])"), keys(".element:not([hidden])")];"""
CHOICES = """
    return Object.fromEntries([...document.querySelectorAll("#sources button")].map((node) => [
      node.textContent, node.disabled ? "disabled" : node.getAttribute("aria-pressed")]));"""
TEXT = "return document.getElementById('snapshot').value"
# Notes how far each drawn element is from its place when it begins to move there, and each pair of trees that is sent.
NOTE = """
    window.moved = [];
    window.sent = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      if (this.matches(".element")) {
        const number = (frame) => parseFloat(frame.translate);
        window.moved.push([this.matches(".ghost") ? "gone" : this.dataset.key, number(frames[0]), number(frames[1])]);
      }
      return animate.call(this, frames, options);
    };
    const { fetch } = window;
    window.fetch = async (url, init) => {
      if (String(url).includes("/changes")) window.sent.push(Object.keys(JSON.parse(await new Response(init.body).text())));
      return fetch(url, init);
    };"""


def row(name):
    return f"[...document.querySelectorAll('#sources [role=treeitem]')].find((row) => row.querySelector('.name').textContent === {json.dumps(name)})"


def press(browser, name):
    """Clicks a node of the tree."""
    browser.run(f"document.querySelectorAll('#pressed').forEach((node) => node.removeAttribute('id')); {row(name)}.id = 'pressed'")
    browser.click("#pressed")


def switch(browser, node, choice):
    """Gives a node another state or segment, and waits until the layout has it."""
    if browser.run(SELECTED) != node:
        press(browser, node)
    before = browser.run(TEXT)
    browser.run("""
        [...document.querySelectorAll("#sources button")].find(({ textContent }) => textContent === arguments[0]).dataset.chosen = "";
        document.getElementById("state").textContent = "";""", choice)
    browser.click("#sources [data-chosen]")
    browser.wait("document.getElementById('snapshot').value !== arguments[0]", before)
    playground.ready(browser)


def told(browser, service):
    """What the tree should say of the text."""
    answer = service.ask("POST", "/v1/layouts", browser.run(TEXT))
    source = answer["source"]
    words = {}
    for node in source["nodes"]:
        count = node["sectionCount"]
        place = f"{count} section{'s' if count > 1 else ''} from {node['first']}" if count else "no section"
        words[node["id"]] = ", ".join([node["state"], place, *["to load"] * (node["id"] in source["load"])])
    return "/v1/layouts/" + answer["id"], words


def agrees(browser, service, check, name):
    """The tree says what the service answers, and the drawing is that of the text."""
    layout, words = told(browser, service)
    browser.wait("document.getElementById('scroller').dataset.layout === arguments[0]", layout.rpartition("/")[2])
    browser.wait(f"JSON.stringify((function () {{{ROWS}}})()) === arguments[0]", json.dumps(list(map(list, words.items())), separators=(",", ":")))
    at = browser.run("return document.getElementById('scroller').scrollTop")
    check(name, drawing.problems_at(browser, service, layout, at))


def linked(browser, check):
    """A node leads to its elements, and an element to its innermost node."""
    for name, sections in (("information", {"1"}), ("details", {"0", "1", "2"}), ("trends", set())):
        press(browser, name)
        marked, shown = browser.run(MARKED)
        wanted = [key for key in shown if key.count("/") == 2 and key.split("/")[1] in sections]
        check(f"{name} marks its elements", [] if marked == wanted else [f"{marked}, not {wanted}"])
    press(browser, "trends")
    check("a second click unmarks", browser.run(MARKED)[0] + [name for name in [browser.run(SELECTED)] if name])
    for key, name in (("cell/2/0", "description"), ("header/1/0", "information"), ("cell/0/1", "status")):
        browser.click(f"#scroller [data-key='{key}']:not([hidden])")
        browser.wait("document.querySelector('.selected')?.dataset.key === arguments[0]", key)
        found = browser.run(SELECTED)
        check(f"{key} leads to {name}", [] if found == name else [f"{found}"])
    browser.click("#element .close")


def keys(browser, check):
    """Arrow keys lead through the tree, Enter and Space select."""
    browser.run("document.getElementById('look').focus()")
    focused = "return document.activeElement.querySelector('.name')?.textContent ?? document.activeElement.id"
    press(browser, "details")
    for key, name in (("ArrowDown", "status"), ("ArrowDown", "information"), ("ArrowLeft", "details"), ("ArrowRight", "status"),
                      ("ArrowUp", "details"), ("End", "trends"), ("ArrowDown", "trends"), ("Home", "product")):
        browser.press(key)
        found = browser.run(focused)
        check(f"{key} leads to {name}", [] if found == name else [f"{found}"])
    browser.press("ArrowDown")
    for key, name in (("Enter", "status"), ("Space", "information")):
        browser.press("ArrowDown", key)
        check(f"{key} selects", [] if browser.run(SELECTED) == browser.run(focused) == name else [f"{browser.run(SELECTED)}"])
    browser.press("Tab")
    check("Tab leads to the states", [] if browser.run("return document.activeElement.matches('#sources button')") else ["it does not"])


def switching(browser, service, check):
    """States and segments are switched in the text, and the drawing follows as the change of two trees."""
    browser.run(NOTE)
    width = browser.run("return document.querySelector('.window').clientWidth")
    for segment, way in (("episodes", 1), ("details", -1)):
        browser.run("window.moved.length = window.sent.length = 0")
        switch(browser, "product", segment)
        moved, sent = browser.run("return [window.moved, window.sent]")
        check(f"{segment}: two trees are sent", [] if sent == [["from", "to"]] else [f"{sent}"])
        # What comes begins beside its place, what goes ends beside it.
        ways = {(name == "gone", start, end) for name, start, end in moved}
        check(f"{segment} slides", [] if ways == {(False, way * width, 0), (True, way * width, 0)} else [f"{moved}"])
        agrees(browser, service, check, f"{segment} is shown")
    press(browser, "status")
    choices = browser.run(CHOICES)
    check("states that cannot follow are disabled", [] if choices == {
        "initial": "disabled", "loading": "disabled", "refreshing": "false", "loaded": "true", "noContent": "false", "error": "false"}
        else [f"{choices}"])
    browser.run("document.querySelector('#sources button[data-value=refreshing]').focus()")
    browser.press("Enter")
    agrees(browser, service, check, "a state that was not written, by keyboard")
    focused = browser.run("return document.activeElement.dataset.value ?? document.activeElement.id")
    check("the focus stays", [] if focused == "refreshing" else [focused])


def loading(browser, service, check):
    """Reviews: one placeholder until both parts are there."""
    switch(browser, "product", "reviews")
    agrees(browser, service, check, "reviews that are not loaded")
    for node, state, drawn in (("ratings", "loading", True), ("texts", "loading", True), ("ratings", "loaded", True), ("texts", "error", False)):
        switch(browser, node, state)
        agrees(browser, service, check, f"{node} {state}")
        count = browser.run("return document.querySelectorAll('#scroller .placeholder:not([hidden])').length")
        check(f"{node} {state}: {count} placeholders", [] if count == drawn else ["others were expected"])
    check("switching: no message in the browser's log", browser.console())


def faulty(browser, service, check):
    """Errors and warnings are marked at their nodes. A text without a source has no tree."""
    snapshot = json.loads((playground.EXAMPLES / "product.json").read_text())
    children = snapshot["source"]["children"]
    children[1]["items"] = -1
    children[0]["children"][2]["headers"][0]["height"] = "tall"
    children[3]["state"] = "asleep"
    browser.run(playground.SET_TEXT, json.dumps(snapshot, indent=1))
    browser.wait("document.getElementById('fault-count').textContent === '3 errors'")
    found = [name for name, words in browser.run(ROWS) if "1 error" in words]
    check("errors are marked at their nodes", [] if found == ["description", "episodes", "trends"] else [f"{found}"])
    browser.console()  # tells of the 422
    snapshot = json.loads((playground.EXAMPLES / "product.json").read_text())
    del snapshot["minimumContentLength"]
    snapshot["source"]["selected"] = 2
    snapshot["source"]["children"][2]["children"][0]["state"] = "loading"
    playground.draw(browser, snapshot)
    browser.wait("document.getElementById('fault-count').textContent === '1 warning'")
    found = [name for name, words in browser.run(ROWS) if "1 warning" in words]
    check("a warning is marked at its node", [] if found == ["reviews"] else [f"{found}"])
    playground.draw(browser, {"source": {"children": [{"items": 2}, {}]}})
    found = browser.run(ROWS)
    words = [["node 0", "loaded, 2 sections from 0"], ["node 0", "loaded, 1 section from 0"], ["node 1", "loaded, 1 section from 1"]]
    check("nodes without ids have sections", [] if found == words else [f"{found}"])
    browser.click("#scroller [data-key='cell/0/1']:not([hidden])")
    browser.wait("document.querySelector('#sources [aria-selected=true]') !== null")
    level, marked = browser.run("return document.querySelector('#sources [aria-selected=true]').ariaLevel"), browser.run(MARKED)[0]
    check("a cell leads to its node without an id", [] if (level, marked) == ("2", ["cell/0/0", "cell/0/1"]) else [f"{level}, {marked}"])
    browser.click("#element .close")
    playground.draw(browser, {"sections": [{"items": 3}]})
    check("without a source there is no tree", ["there is one"] if browser.run("return document.getElementById('sources').checkVisibility()") else [])


def phone(browser, service, check):
    browser.view(390, 844)
    playground.open_page(browser, service)
    playground.choose(browser, "product")
    press(browser, "product")
    small = browser.run(looks.SMALL_TARGETS) + browser.run("""
        return [...document.querySelectorAll("[role=treeitem]")].filter((node) => node.offsetHeight < 44).map((node) => node.textContent)""")
    check("targets of the tree on a phone", small)
    width = browser.run("return document.documentElement.scrollWidth")
    check("the tree fits a phone", [] if width == 390 else [f"{width}"])
    high = browser.run("return document.getElementById('panes').offsetHeight")
    check("a phone shows the drawing, too", [] if high > 250 else [f"{high}"])
    browser.screenshot(playground.PICTURES / "sources-390.png")
    browser.view(1200, 900)


def test(browser, service, check):
    browser.view(1200, 900)
    playground.open_page(browser, service)
    playground.choose(browser, "product")
    agrees(browser, service, check, "the tree says what the service answers")
    playground.accessible(browser, check, "tree")
    linked(browser, check)
    browser.screenshot(playground.PICTURES / "sources.png")
    keys(browser, check)
    switching(browser, service, check)
    loading(browser, service, check)
    faulty(browser, service, check)
    phone(browser, service, check)
