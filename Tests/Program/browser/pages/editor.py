"""The playground's editor: lines with numbers and colours behind a textarea, folded lists, and texts of a megabyte."""

from . import drawing, playground

# An event of the clipboard: Firefox makes none with data in it.
CLIPBOARD = """
    const clipboardData = new DataTransfer();
    const clipboard = (type) => Object.defineProperty(
      new Event(type, { bubbles: true, cancelable: true }), "clipboardData", { value: clipboardData });"""
PASTE = CLIPBOARD + """
    const area = document.getElementById("snapshot");
    area.focus();
    area.select();
    clipboardData.setData("text/plain", arguments[0]);
    area.dispatchEvent(clipboard("paste"));"""
COPIED = CLIPBOARD + """
    const area = document.getElementById("snapshot");
    area.focus();
    area.select();
    // Where the page does not take the event, the browser copies what is selected.
    return area.dispatchEvent(clipboard("copy")) ? area.value : clipboardData.getData("text/plain");"""
HEIGHTS = "return ['snapshot', 'lines'].map((id) => document.getElementById(id).scrollHeight)"
# What is broken into lines in its own way, each of them more than the editor is high.
WRAPPED = {
    "words": "word and word " * 400, "no spaces": "a" * 6000, "numbers": "[" + "12, " * 1500 + "3]", "tabs": "\t1\t22\n" * 90,
    "spaces": "x       " * 800, "empty lines": "\n" * 90, "wide letters": "漢字仮名 " * 600, "emoji": "😀👍 " * 900,
    "accents": "é ü ñ a\u0301 " * 600, "other direction": "\"שלום עולם\": 1, " * 300, "names": '{"minimumInteritemSpacing": 12.5}, ' * 200,
}
FOLDED = '{"sections": [{"items": {"heights": [%s], "widths": [%s]}}]}'
SHOWN = "return document.getElementById('snapshot').value"


def lists(heights):
    return FOLDED % (", ".join(map(str, heights)), ", ".join("30" for _ in heights))


def press_at(browser, selector):
    """Clicks where the middle of a node is, on whatever is in front of it."""
    x, y = browser.run("""
        const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
        return [Math.round(x + width / 2), Math.round(y + height / 2)];""", selector)
    browser.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
        {"type": "pointerMove", "duration": 0, "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]})


def paste(browser, text):
    browser.run("document.getElementById('state').textContent = ''" + ";" + PASTE, text)


def numbers(browser, check):
    """The example has its lists folded; the numbers go on behind them as in the text."""
    text = (playground.EXAMPLES / "photos.json").read_text()
    last = browser.run("""
        return [...document.querySelectorAll(".line")].reduce((sum, line) => (
          sum + 1 + Number(line.style.getPropertyValue("--hidden") || 0)), 0);""")
    shown = browser.run(SHOWN)
    check("lines are numbered as in the text", [] if last == text.count("\n") + 1 else [f"{last}"])
    check("long lists are folded", [] if shown.count("\u00a0more]") == 4 and shown.count("\n") < text.count("\n") else [shown])
    check("copied is all of the text", [] if browser.run(COPIED) == text else [browser.run(COPIED)])
    kinds = browser.run("""
        return ["name", "string", "number", "structure", "fold"].map((kind) => document.querySelector(`.line .${kind}`)?.textContent)""")
    check("what a line is made of is told apart", [] if kinds[0] == '"engine"' and kinds[1] == '"waterfall"' and all(kinds) else kinds)
    browser.click("#fold")
    check("all lists are unfolded at a click", [] if browser.run(SHOWN) == text else [browser.run(SHOWN)])
    browser.click("#fold")
    check("and folded again", [] if browser.run(SHOWN) == shown else [browser.run(SHOWN)])


def wrapping(browser, check):
    """The lines behind the textarea break where it breaks them, whatever they are made of."""
    for width in (1200, 1000):
        browser.view(width, 900)
        for name, text in WRAPPED.items():
            browser.run(playground.SET_TEXT, text)
            drawing.still(browser, HEIGHTS)
            one, other = browser.run(HEIGHTS)
            check(f"{name} at {width}", [] if one == other and one > 900 else [f"{one} and {other}"])
    browser.view(1200, 900)


def folding(browser, check):
    """A folded list is opened by a click, and before it is edited; what it stands for is never lost."""
    text = lists(range(200))
    paste(browser, text)
    playground.ready(browser)
    shown = browser.run(SHOWN)
    check("a long list that is pasted is folded", [] if "[0, 1, 2, …\u00a0197\u00a0more]" in shown else [shown])
    said = browser.run("return document.getElementById('state').textContent")
    check("what is folded is posted", [] if said.startswith("200 items") else [said])
    press_at(browser, ".fold")
    browser.wait("document.getElementById('snapshot').value !== arguments[0]", shown)
    opened = browser.run(SHOWN)
    check("a click opens one list", [] if opened.count("…\u00a0197\u00a0more") == 1 and "2, 3, 4, 5" in opened else [opened])
    browser.run("const area = document.getElementById('snapshot'); area.focus();"
                "area.setSelectionRange(...Array(2).fill(area.value.indexOf('…\u00a0197') + 2))")
    browser.press("5")
    check("typing into one opens it", [] if browser.run(SHOWN) == text else [browser.run(SHOWN)])
    browser.click("#fold")
    browser.click("#fold")
    browser.run("const area = document.getElementById('snapshot'); area.focus();"
                "area.setSelectionRange(...Array(2).fill(area.value.indexOf('…\u00a0197\u00a0more]') + 11))")
    browser.press("\ue003")
    check("so does a deletion beside it", [] if browser.run(SHOWN).count("…\u00a0197\u00a0more") == 1 and browser.run(COPIED) == text else [browser.run(SHOWN)])
    one, other = lists([1, 2, 3] * 40 + [4]), lists([1, 2, 3] * 40 + [5])
    for each in (one, other):
        paste(browser, each)
        check("lists that begin alike are not confused", [] if browser.run(COPIED) == each else [browser.run(COPIED)])
    if browser.name == "webkit":
        return  # it leaves the keys of undoing to the program around it
    browser.run("document.getElementById('snapshot').focus()")
    browser.press("Control+z")
    check("undoing brings back the list before", [] if browser.run(COPIED) == one else [browser.run(COPIED)])


def faults(browser, check):
    """An error in a folded list marks the list; to go there opens it."""
    heights = [*range(1, 100), -5, *range(100, 150)]
    paste(browser, lists(heights))
    browser.wait("document.querySelector('#errors button') && document.querySelector('.line .fold.error')")
    check("a folded list with an error is marked", [])
    browser.run("document.querySelector('#errors button').click()")
    browser.wait("document.querySelector('.line .number.error')")
    selected, marked = browser.run("""
        const { selectionStart, selectionEnd, value } = document.getElementById("snapshot");
        return [value.slice(selectionStart, selectionEnd), document.querySelector(".line .number.error").textContent];""")
    check("to go there opens it", [] if selected == marked == "-5" else [f"{selected} {marked}"])
    browser.console()  # tells of the 422


def large(browser, check):
    """In a text of a megabyte a letter costs one line, and only what is seen is coloured."""
    section = '    {{"id": "section {:05}", "engine": "column", "metrics": {{"rowHeight": {}}}, "items": {}}}'
    text = '{\n  "sections": [\n' + ",\n".join(section.format(n, n % 60 + 10, n % 90) for n in range(11_000)) + "\n  ]\n}\n"
    check("the text is a megabyte", [] if len(text) > 1_000_000 else [f"{len(text)}"])
    paste(browser, text)
    playground.ready(browser)
    browser.wait("document.querySelector('.line span')")
    lines, spans = browser.run("return ['.line', '.line span'].map((name) => document.querySelectorAll(name).length)")
    check("all of its lines are there", [] if lines == text.count("\n") + 1 else [f"{lines}"])
    check("few of them are coloured", [] if 100 < spans < 12_000 else [f"{spans}"])
    browser.run("""
        window.exchanged = 0;
        window.watcher = new MutationObserver((records) => {
          for (const { addedNodes } of records) window.exchanged += addedNodes.length;
        });
        window.watcher.observe(document.getElementById("lines"), { childList: true });
        const area = document.getElementById("snapshot");
        area.focus();
        area.setSelectionRange(600_000, 600_000);""")
    browser.press("x")
    drawing.still(browser, "return window.exchanged", "window.exchanged > 0")
    exchanged = browser.run("window.watcher.disconnect(); return window.exchanged")
    check("a letter exchanges one line", [] if exchanged == 1 else [f"{exchanged}"])
    check("it is in the text", [] if len(browser.run(SHOWN)) == len(text) + 1 else ["it is not"])
    browser.run(playground.SET_TEXT, "\n" * 60_000)
    check("a text of more lines than that has none behind it", [] if browser.becomes("!document.querySelector('.line')") else ["it has"])
    color = browser.run("return getComputedStyle(document.getElementById('snapshot')).color")
    check("and is plain", [color] if color.endswith(", 0)") else [])
    browser.console()  # tells of the 400s


def test(browser, service, check):
    browser.view(1200, 900)
    browser.open(service.url + "/")
    playground.ready(browser)
    numbers(browser, check)
    check("editor: no message in the browser's log", browser.console())
    wrapping(browser, check)
    browser.console()  # tells of the 400s
    folding(browser, check)
    faults(browser, check)
    large(browser, check)
