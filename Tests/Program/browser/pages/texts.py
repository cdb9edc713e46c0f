"""The playground's text: it survives examples, reloads and links, and can be shared as a link or as a command."""

import base64
import hashlib
import json
import subprocess
import zlib

from . import playground

OWN = '{"sections": [{"items": 7}]}'
NASTY = "it's \"quoted\" $(id) `id` $HOME \\ ! !! %s &amp; é€😀 \u0085"
REFUSE_COPIES = """
    navigator.clipboard.writeText = async () => { throw new Error("no"); };
    document.execCommand = () => false;"""


def text(browser):
    return browser.run("return document.getElementById('snapshot').value")


def write(browser, words):
    """Puts a text in place of all by keys, as a reader does."""
    browser.run("document.getElementById('snapshot').focus(); document.getElementById('state').textContent = ''")
    browser.press("Control+a")
    browser.type(words)
    playground.ready(browser)


def expect(check, name, found, wanted):
    check(name, [] if found == wanted else [f"{found!r} in place of {wanted!r}"])


def undo(browser, check):
    """Examples and links replace the text like an edit, so undo brings it back."""
    write(browser, OWN)
    playground.choose(browser, "flow")
    playground.choose(browser, "mosaic")
    example = (playground.EXAMPLES / "mosaic.json").read_text()
    expect(check, "an example takes the text's place", text(browser), example)
    expect(check, "the caret stays out of the list of examples", browser.run(
        "return getSelection().toString() + document.getElementById('snapshot').selectionEnd"), "0")
    browser.run("document.getElementById('snapshot').focus()")
    browser.press("Control+z", "Control+z")
    expect(check, "undoing two examples brings the text back", text(browser), OWN)
    browser.wait("document.getElementById('state').textContent.startsWith('7 items')")
    expect(check, "what is no example is not called one", browser.run("return document.getElementById('example').value"), "")
    playground.choose(browser, "flow")
    browser.click("#note button")
    browser.wait("document.getElementById('state').textContent.startsWith('7 items')")
    expect(check, "a button brings the text back, too", text(browser), OWN)


def reload(browser, service, check):
    """The text survives a reload, if the browser stores it. If it stores nothing, the page says so and works."""
    write(browser, OWN)
    browser.run(playground.SET_EXTENT, 444)
    browser.reload()
    playground.ready(browser)
    expect(check, "the text outlives a reload", text(browser), OWN)
    expect(check, "the width does, too", browser.run("return document.querySelector('.window').clientWidth"), 444)
    browser.run(playground.SET_EXTENT, 390)
    browser.run("document.getElementById('state').textContent = ''" + ";" + playground.SET_TEXT, OWN + " " * 1_100_000)
    browser.wait("document.getElementById('note').textContent.includes('does not outlive')")
    check("a text that is too long to be kept is told of", [])
    browser.run(playground.SET_TEXT, OWN)
    playground.ready(browser)
    script = browser.command("Page.addScriptToEvaluateOnNewDocument", source="""
        Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("no", "SecurityError"); } });""")
    browser.reload()
    playground.ready(browser)
    check("a browser that keeps nothing draws", [] if "waterfall" in text(browser) else [text(browser)])
    browser.run(playground.SET_TEXT, OWN)
    browser.wait("document.getElementById('note').textContent.includes('does not outlive')")
    browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=script["identifier"])
    playground.open_page(browser, service)


def long(browser, service, check):
    """Links to texts of many lines, which browsers undo too slowly, can be undone and done again, one after the other."""
    write(browser, OWN)
    texts = [OWN]
    for count in (9, 8):
        texts.append('{"sections": [' + "\n" * 5000 + '{"items": %d}]}' % count)
        browser.run("location.hash = arguments[0]", fragment(texts[-1]))
        browser.wait(f"document.getElementById('state').textContent.startsWith('{count} items')")
    browser.run("document.getElementById('snapshot').focus()")
    browser.type(" ")
    browser.press("Control+z")
    expect(check, "what was typed into a long text is undone", text(browser), texts[2])
    for press, wanted in (("Control+z", 1), ("Control+z", 0), ("Control+Shift+z", 1), ("Control+y", 2)):
        browser.press(press)
        expect(check, f"{press} of a long text", text(browser), texts[wanted])
    browser.wait("document.getElementById('state').textContent.startsWith('8 items')")


def note(browser, words):
    browser.wait("document.getElementById('note').textContent.includes(arguments[0])", words)


def fragment(words, sum_of=None):
    """The link that the page should make of a text, computed here."""
    data = words.encode()
    total = 0x811C9DC5
    for byte in data:
        total = (total ^ byte) * 0x01000193 & 0xFFFFFFFF
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = base64.urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip("=")
    return f"#snapshot={total:08x}.{packed}"


def links(browser, service, check):
    """A link has the text. A link that is damaged or too long changes nothing, and the page says so."""
    shared = json.dumps({"sections": [{"id": NASTY, "items": 5}]}, ensure_ascii=False, indent=2)
    browser.run(playground.SET_EXTENT, 500)
    playground.draw_text(browser, shared)
    link = playground.copied(browser, "#share")
    check("a link carries the text in its fragment alone", [] if link.startswith(service.url + "/#") and not set(
        link.split("#")[1]) - set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.=&") else [link])
    browser.run(playground.SET_EXTENT, 390)
    write(browser, OWN)
    browser.run("document.getElementById('state').textContent = ''; location.hash = arguments[0]", link.split("#")[1])
    note(browser, "was opened")
    playground.ready(browser)
    expect(check, "a link that is pasted opens", text(browser), shared)
    expect(check, "at its width", browser.run("return document.querySelector('.window').clientWidth"), 500)
    expect(check, "the address is the page's own again", browser.run("return location.href"), service.url + "/")
    browser.run("document.getElementById('snapshot').focus()")
    browser.press("Control+z")
    expect(check, "undoing brings back what the link replaced", text(browser), OWN)

    browser.open("about:blank")
    browser.open(link)
    note(browser, "was opened")
    playground.ready(browser)
    expect(check, "a link opens in a new page", text(browser), shared)
    for name, other in (
            ("cut short", link[:-9]), ("with a wrong character", link[:-20] + ("A" if link[-20] != "A" else "B") + link[-19:]),
            ("without data", f"{service.url}/#snapshot="), ("no base64url", f"{service.url}/#snapshot=00000000.%%%"),
            ("with a wrong sum", f"{service.url}/{fragment(OWN).replace('=', '=0', 1)}"),
            ("that unfolds to more than fits", f"{service.url}/{fragment(OWN + ' ' * 1_100_000)}")):
        browser.open("about:blank")
        browser.open(other)
        note(browser, "damaged or too long")
        playground.ready(browser)
        expect(check, f"a link {name} leaves the text", text(browser), shared)
    browser.run(playground.SET_EXTENT, 390)
    browser.run("history.replaceState(null, '', '/')")

    numbers = ",".join(hashlib.sha256(str(n).encode()).hexdigest() for n in range(800))
    for name, long in (("a text that does not deflate", numbers), ("a text of 2 MiB", " " * 2 ** 21)):
        browser.run(playground.CATCH_COPIES + playground.SET_TEXT, long)
        if len(long) > 1_000_000:
            note(browser, "does not outlive")  # It would take the place of what is told next.
        browser.click("#share")
        note(browser, "Nothing was copied")
        expect(check, f"{name} is no link", browser.run("return window.copied"), None)
    browser.run(REFUSE_COPIES + playground.SET_TEXT, OWN)
    browser.click("#share")
    note(browser, "does not let the page copy")
    link = browser.run("return getSelection().toString()")
    check("a link that cannot be copied is there to be copied", [] if "#" in link else [link])
    playground.open_page(browser, service)


def command(browser, words):
    browser.run("document.getElementById('state').textContent = ''" + ";" + playground.SET_TEXT, words)
    # The service has refused it, or the drawing is there.
    browser.wait("document.getElementById('state').textContent !== ''")
    return playground.copied(browser, "#curl")


def commands(browser, service, check):
    """The command posts the text unchanged, whatever it is, from any POSIX shell."""
    snapshot = {"sections": [{"id": NASTY, "items": 5}, {"id": "SNAPSHOT", "items": 2}]}
    line = command(browser, json.dumps(snapshot, ensure_ascii=False, indent="\t"))
    shown = [character for character in line if ord(character) < 32 and character != "\n" or 0x7F <= ord(character) < 0xA0]
    check("a command has no characters that terminals obey", shown)
    for shell, options in (("sh", ["-c", line]), ("bash", ["-c", line]), ("bash", ["--norc", "-i"])):
        ran = subprocess.run([shell, *options], input=line + "\n", capture_output=True, text=True, timeout=60)
        name = " ".join([shell, *options[:-1]])
        answer = json.loads(ran.stdout or "{}")
        sections = service.get(f"/v1/layouts/{answer['id']}/sections?width=390")["sections"] if "id" in answer else []
        expect(check, f"{name} posts the text", [s.get("id") for s in sections], [NASTY, "SNAPSHOT"])
        expect(check, f"{name} asks for what is drawn", (answer.get("contentSize", {}).get("width"), "elements" in answer),
               (390, True))
    for words in ("SNAPSHOT\nSNAPSHOT_\n'", "\x1b[201~id\n", '{"sections": [{"id": "\x07"}]}', "", "'"):
        ran = subprocess.run(["sh", "-c", command(browser, words)], capture_output=True, text=True, timeout=60)
        expect(check, f"{words!r} is the service's to refuse", json.loads(ran.stdout or "{}").get("status"), 400)
    browser.console()  # tells of the 400s


def test(browser, service, check):
    playground.open_page(browser, service)
    undo(browser, check)
    reload(browser, service, check)
    long(browser, service, check)
    links(browser, service, check)
    check("texts: no message in the browser's log", [line for line in browser.console() if "Failed to load" not in line])
    playground.open_page(browser, service)
    commands(browser, service, check)
