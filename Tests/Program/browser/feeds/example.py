"""The client's example page, from a file server of its own: of its rows the order of the nodes, their roles, and what a
rotation of the window keeps; its chat and its photos."""

import subprocess

from lib import ROOT
from lib.browser.files import Files
from lib.browser.service import Service

from .feed import differences

COUNT = 1_000_000
# Where the messages of the chat that can be seen stand, by their texts: those that are there once.
MESSAGES = """
    const all = [...document.querySelectorAll(".message")].map((node) => [node.textContent, node.getBoundingClientRect().y]);
    const isOnce = (text) => all.filter(([other]) => other === text).length === 1;
    return Object.fromEntries(all.filter(([text, y]) => y > 76 && y < 800 && isOnce(text)));"""
# The cells in the order of the nodes: section and item from their texts, their accessibility attributes, and their
# positions.
CELLS = """
    return [...document.querySelectorAll("[role=listitem]")].map((node) => {
      const { x, y } = node.getBoundingClientRect();
      const [section, item] = node.textContent.split(" · ").map(Number);
      return { section, item, x, y, place: Number(node.ariaPosInSet), count: Number(node.ariaSetSize),
               list: node.parentElement.role, header: node.closest("section").querySelector("h2")?.textContent ?? null };
    });"""


def settled(browser):
    browser.wait("document.querySelector('[aria-busy]')?.ariaBusy === 'false'")
    browser.run("await import('/tests/feed/underWay.js'); await rest()")


def scroll(browser, by):
    browser.run("document.querySelector('#scroller').scrollBy(0, arguments[0]); await painted()", by)
    settled(browser)


def order(browser, check, name):
    """Nodes stand in reading order, and have their position and the number of all."""
    cells = browser.run(CELLS)
    places = [(cell["section"], cell["item"]) for cell in cells]
    check(f"example, {name}: nodes stand in the order of items", [] if places and places == sorted(places) else [f"{places[:20]}"])
    seen = [(cell["y"], cell["x"]) for cell in cells]
    check(f"example, {name}: that is the order on screen", [] if seen == sorted(seen) else [f"{seen[:20]}"])
    told = [cell for cell in cells if cell["place"] != cell["item"] or cell["count"] != COUNT or cell["list"] != "list"]
    check(f"example, {name}: cells say which one of how many they are", told[:3])
    headers = {cell["header"] for cell in cells}
    check(f"example, {name}: each list stands below its header",
          [] if headers == {f"Section {section}" for section, _ in places} else [f"{headers}"])


def top(browser):
    """The first cell below the pinned headers, and where it stands on screen."""
    end = browser.run("return Math.max(...[...document.querySelectorAll('.header, .globalHeader')].map("
                      "(node) => node.getBoundingClientRect().bottom))")
    cell = min((cell for cell in browser.run(CELLS) if cell["y"] >= end - 0.01), key=lambda cell: (cell["y"], cell["item"]))
    return (cell["section"], cell["item"]), cell["y"]


def turns(browser, check):
    """The top cell stays at its place when the window is turned, and turned back."""
    kept, before = top(browser)
    for width, height in ((844, 390), (390, 844)):
        columns = len({cell["x"] for cell in browser.run(CELLS)})
        browser.view(width, height)
        browser.wait("new Set([...document.querySelectorAll('[role=listitem]')].map((node) => node.style.left)).size !== arguments[0]", columns)
        settled(browser)
        cells = {(cell["section"], cell["item"]): cell["y"] for cell in browser.run(CELLS)}
        after = cells.get(kept)
        # The browser sets scroll positions in whole points.
        check(f"example: {kept} stays where it is at {width} × {height}",
              [] if after is not None and abs(after - before) <= 1 else [f"it stood at {before}, and stands at {after}"])


def roles(browser, check):
    """The accessibility tree, which only Chromium's driver shows."""
    if not browser.is_chromium:
        return
    nodes = [node for node in browser.command("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
    value = lambda node, member: node.get(member, {}).get("value", "")
    found = {(value(node, "role"), value(node, "name")) for node in nodes}
    for wanted in (("main", "Rows"), ("heading", "Section 1"), ("list", "Section 1")):
        check(f"example: {wanted[0]} {wanted[1]!r}", [] if wanted in found else [f"{sorted(found)[:20]}"])


def chat(browser, check):
    """It is at its end, what is sent is shown there, older messages come in front of what is read, and it is read on there."""
    browser.wait("document.querySelectorAll('.message').length > 5")
    browser.run("document.querySelector('form input').focus()")
    browser.type("A word")
    browser.press("Enter")
    browser.wait("[...document.querySelectorAll('.message')].at(-1).textContent === 'A word'")
    settled(browser)
    bottoms = browser.run("return ['.message', '#scroller'].map((name) => [...document.querySelectorAll(name)].at(-1).getBoundingClientRect().bottom)")
    check("example, chat: what is sent is shown at the end", [] if abs(bottoms[0] - bottoms[1]) < 0.05 else [f"{bottoms}"])
    browser.run("document.querySelector('#scroller').scrollTop = 0; await painted(); await painted()")
    before = browser.run(MESSAGES)
    browser.wait("document.querySelector('#scroller').scrollTop > 2000")
    settled(browser)
    after = browser.run(MESSAGES)
    check("example, chat: older messages come in front", differences(before, after, least=3))
    browser.reload()
    browser.wait("document.querySelectorAll('.message').length > 5")
    settled(browser)
    check("example, chat: it is read on where it was left", differences(after, browser.run(MESSAGES), least=3))


def photos(browser, check):
    """More photos come at the end of the page."""
    browser.wait("document.querySelectorAll('.photo').length > 5")
    found = browser.run("""
        const counts = [];
        for (let turn = 0; turn < 2; turn += 1) {
          const before = document.scrollingElement.scrollHeight;
          document.scrollingElement.scrollTop = before;
          while (document.scrollingElement.scrollHeight === before) await new Promise(requestAnimationFrame);
          counts.push(document.querySelector('.photo').ariaSetSize);
        }
        return counts;""")
    check("example, photos: more come at the end", [] if found == ["2000", "3000"] else found)


def test(browser, service, check):
    with Files() as files, Service(service.program, "--cors-origins", files.url) as own:
        browser.view(390, 844)
        browser.open(f"{files.url}/example.html?feed=rows&service={own.url}")
        settled(browser)
        roles(browser, check)
        order(browser, check, "at the start")
        scroll(browser, 12_345)
        turns(browser, check)
        for by in (333, 5_000_000, -10 ** 9):
            scroll(browser, by)
            order(browser, check, f"scrolled by {by}")
        browser.open(f"{files.url}/example.html?feed=photos&service={own.url}")
        photos(browser, check)
        subprocess.run([ROOT / "script/wasm"], check=True)
        browser.open(f"{files.url}/example.html?feed=chat&service={own.url}")
        chat(browser, check)
