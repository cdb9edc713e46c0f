"""The playground's controls of metrics: the height of rows as a slider, and groups that are divided by drags and by keys."""

import json

from . import drawing, playground

TEXT = "return document.getElementById('snapshot').value"
# Where the middle of a node is, and its size.
PLACE = """
    const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
    return [x + width / 2, y + height / 2, width, height];"""
SLIDER = "return [document.getElementById('row-height').checkVisibility(), document.querySelector('#row-height input').value]"
SLOTS = "return [...document.querySelectorAll('#groups .slot')].map((node) => node.dataset.slot)"
CHOOSE = """
    const select = document.querySelector("#groups select");
    select.value = arguments[0];
    select.dispatchEvent(new Event("change"));"""


def act(browser, *actions):
    """Moves the mouse to places, presses and releases it."""
    browser.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
        {"type": "pointerMove", "duration": 0, "x": round(each[0]), "y": round(each[1])} if isinstance(each, tuple)
        else {"type": each, "button": 0} for each in actions]})


def drag(browser, selector, across, down):
    """Drags from the middle of a node."""
    x, y, _, _ = browser.run(PLACE, selector)
    act(browser, (x, y), "pointerDown", (x + across / 2, y + down / 2), (x + across, y + down), "pointerUp")


def follows(browser, service, check, name):
    """All drawings are those of the text."""
    layout = service.post(json.loads(browser.run(TEXT)))
    browser.wait("[...document.querySelectorAll('.scroller')].every(({ dataset }) => dataset.layout === arguments[0])", layout.rpartition("/")[2])
    for pane in range(browser.run("return document.querySelectorAll('.pane').length")):
        check(f"{name}: drawing {pane}", drawing.problems_at(browser, service, layout, 0, pane=pane))


def says(browser, check, name, words):
    found = browser.becomes("document.getElementById('snapshot').value.includes(arguments[0])", words)
    check(name, [] if found else [f"{browser.run(TEXT)} has no {words}"])


def row_height(browser, service, check):
    """The slider is there for rows, and the text and all layouts follow it, while it is dragged and by keys."""
    check("no slider without rows", [] if browser.run(SLIDER)[0] is False else ["there is one"])
    playground.choose(browser, "justified")
    check("the slider has the height of the text", [] if browser.run(SLIDER) == [True, "110"] else [f"{browser.run(SLIDER)}"])
    before = browser.run(TEXT)
    x, y, width, _ = browser.run(PLACE, "#row-height input")
    at = x - width / 2 + 8 + (width - 16) * 70 / 360
    act(browser, (at, y), "pointerDown", (at + width / 8, y), (at + width / 4, y))
    follows(browser, service, check, "while the slider is dragged")
    act(browser, "pointerUp")
    height = int(browser.run(SLIDER)[1])
    says(browser, check, "a drag changes the text", f'"targetRowHeight": {height}')
    check("a drag changes the height", [] if height > 160 else [f"{height}"])
    browser.run("document.getElementById('snapshot').focus()")
    browser.press("Control+z")
    check("a drag is undone at once", [] if browser.run(TEXT) == before else [browser.run(TEXT)])
    browser.wait("document.querySelector('#row-height input').value === '110'")
    browser.run("document.querySelector('#row-height input').focus()")
    value = int(browser.run(SLIDER)[1])
    browser.press("ArrowRight", "ArrowRight")
    says(browser, check, "keys change the text", f'"targetRowHeight": {value + 2}')
    follows(browser, service, check, "the slider by keys")
    check("the focus stays", [] if browser.run("return document.activeElement.type") == "range" else ["it moved"])
    playground.draw_text(browser, '{"engine": "flow", "sections": [{"items": 3}, {"engine": "justified", "items": {"count": 9, "width": 3, "height": 2}}]}')
    check("the usual height", [] if browser.run(SLIDER) == [True, "200"] else [f"{browser.run(SLIDER)}"])
    browser.run("document.querySelector('#row-height input').focus()")
    browser.press("ArrowLeft", "ArrowLeft")
    says(browser, check, "metrics that were not there", '{"metrics": {"targetRowHeight": 198}, "engine": "flow"')
    follows(browser, service, check, "metrics that were not there")


def drawn_groups(browser, service, check):
    """A slot is divided by a drag across it, a border moves by one, and a slot is joined by Delete."""
    check("no groups without a template", [] if browser.run("return document.getElementById('groups').hidden") else ["there are"])
    playground.choose(browser, "groups")
    names = browser.run("return [...document.querySelectorAll('#groups option')].map(({ textContent }) => textContent)")
    check("all groups can be chosen", [] if names == ["Leading group 1", "Group 1", "Group 2", "Group 3", "Last group 1"] else names)
    browser.run(CHOOSE, "/metrics/groups/0")
    check("slots of a group", [] if browser.run(SLOTS) == ["0", "1,0", "1,1"] else [f"{browser.run(SLOTS)}"])
    drag(browser, "[data-slot='0']", 60, 8)
    says(browser, check, "a drag across divides into a row",
         '{"ratio": 1.8, "row": [{"parts": 2, "row": [{"repeat": 2}]}, {"column": [{"repeat": 2}]}]},')
    follows(browser, service, check, "a slot that was divided")
    drag(browser, "[data-slot='1,1']", 3, 30)
    says(browser, check, "a drag down divides into a column", '{"column": [{}, {"column": [{"repeat": 2}]}]}')
    check("slots of a divided group", [] if browser.run(SLOTS) == ["0,0", "0,1", "1,0", "1,1,0", "1,1,1"] else [f"{browser.run(SLOTS)}"])
    _, _, width, _ = browser.run(PLACE, "#groups .slots")
    drag(browser, "[data-border='0']", -width / 6, 0)
    divided = json.loads(browser.run(TEXT))["metrics"]["groups"][0]["row"]
    first, second = (part.get("parts", 1) for part in divided)
    check("a drag moves a border", [] if first + second == 3 and 1.2 < first < 1.8 else [f"{divided}"])
    follows(browser, service, check, "a border that was moved")
    browser.run("document.querySelector('[data-border=\"0\"]').focus()")
    browser.press("ArrowRight")
    moved = json.loads(browser.run(TEXT))["metrics"]["groups"][0]["row"][0].get("parts", 1)
    check("a key moves a border", [] if round(moved - first, 4) == 0.075 else [f"{first} {moved}"])
    check("the border keeps the focus", [] if browser.run("return document.activeElement.dataset.border") == "0" else ["it does not"])
    browser.click("[data-slot='1,1,0']")
    browser.press("Delete")
    says(browser, check, "Delete joins a slot", '"column": [{"repeat": 2}]}]},')
    browser.press("Delete")
    slots = browser.run(SLOTS)
    check("Delete joins the next one, too", [] if slots == ["0,0", "0,1", "1"] else [f"{slots}"])
    follows(browser, service, check, "slots that were joined")
    browser.press("ArrowUp")
    at = browser.run("return document.activeElement.dataset.slot")
    check("arrows lead from slot to slot", [] if at == "0,1" else [f"{at}"])
    browser.press("Tab")
    reached = browser.run("return document.activeElement.dataset.border ?? document.activeElement.value")
    check("Tab leads on", [] if reached in ("0", "row") else [f"{reached}"])
    browser.run("document.querySelector('#groups [value=column]').focus()")
    browser.press("Enter")
    check("a button divides", [] if browser.run(SLOTS) == ["0,0", "0,1,0", "0,1,1", "1"] else [f"{browser.run(SLOTS)}"])
    follows(browser, service, check, "a button")
    browser.run(CHOOSE, "/metrics/leadingGroups/0")
    join = browser.run("return [document.querySelectorAll('#groups .slot').length, document.querySelector('#groups [value=join]').disabled]")
    check("a whole group is not joined", [] if join == [1, True] else [f"{join}"])
    drag(browser, "[data-slot='']", 50, 0)
    says(browser, check, "a whole group is divided", '{"ratio": 2.4, "row": [{"repeat": 2}]}')


def sideways(browser, check):
    """In a horizontal layout the parts of a row are below each other."""
    playground.draw_text(browser, '{"scrollDirection": "horizontal", "engine": "groups", "metrics": {"groups": [{"ratio": 1, "row": [{}, {}]}]}, "sections": [{"items": 8}]}')
    first, second = (browser.run(PLACE, f"[data-slot='{slot}']") for slot in (0, 1))
    check("sideways: a row is below each other", [] if first[0] == second[0] and first[1] < second[1] else [f"{first} {second}"])
    drag(browser, "[data-slot='0']", 0, 30)
    says(browser, check, "sideways: a drag down divides into a row", '"row": [{"row": [{"repeat": 2}]}, {}]')


def test(browser, service, check):
    browser.view(1200, 900)
    browser.open(service.url + "/")
    playground.ready(browser)
    row_height(browser, service, check)
    drawn_groups(browser, service, check)
    browser.screenshot(playground.PICTURES / "groups.png")
    playground.accessible(browser, check, "groups")
    sideways(browser, check)
    check("metrics: no message in the browser's log", browser.console())
