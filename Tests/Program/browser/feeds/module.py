"""The WebAssembly module in the browser beside the program: random snapshots, scrolled and changed, number for number. And
what the pages of the program may compile.
"""

import collections
import json
import os
import subprocess

from lib import ROOT
from lib.browser.driver import BrowserError
from lib.browser.files import Files
from lib.browser.service import Service

# How many random lists there are, and how many of them are compared in one go.
COUNT = int(os.environ.get("LAYOUTD_MODULE_SNAPSHOTS", 60))
PIECE = 30
# The shortest module, and a text that would become code.
COMPILED = """
    const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    const compiled = await WebAssembly.instantiate(bytes).then(() => 'compiled', () => 'refused');
    let made = 'refused';
    try { new Function(''); made = 'compiled'; } catch {}
    return [compiled, made];"""


def test(browser, service, check):
    for page in ("/", "/playground/demo.html"):
        browser.open(service.url + page)
        compiled = browser.run(f"return (async () => {{{COMPILED}}})()")
        check(f"module: what {page} may compile", compiled != ["compiled", "refused"] and [f"{compiled}"])
    browser.console()  # The refusal is in it.
    subprocess.run([ROOT / "script/wasm"], check=True)
    with Files() as files, Service(service.program, "--cors-origins", files.url) as own:
        browser.open(f"{files.url}/tests/module/module.html")
        browser.wait("globalThis.compare !== undefined")
        url = "http://{}:{}".format(*own.address)
        counts = collections.Counter()
        try:
            for first in range(1, COUNT + 1, PIECE):
                count = min(PIECE, COUNT + 1 - first)
                made = subprocess.run(
                    [service.program.parent / "OracleProgram", "cases", "--seed", str(first), "--count", str(count), "lists"],
                    check=True, capture_output=True, text=True).stdout
                counts.update(browser.run("return compare(...arguments)", url, [json.loads(line) for line in made.splitlines()]))
        except BrowserError as error:
            check("module: the browser's answers are the program's", [str(error)[:2000]])
            return
        few = [name for name in ("snapshots", "changes", "elements", "special", "transitions") if counts[name] < COUNT]
        check("module: the browser's answers are the program's", few and [f"{counts}"])
        if COUNT > PIECE:
            print(f"module: {dict(counts)}")
        # What the service refuses is in the log, too.
        messages = [message for message in browser.console() if "422" not in str(message)]
        check("module: no other message in the browser's log", messages)
