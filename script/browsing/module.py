"""The WebAssembly module in the browser beside the program: random snapshots, scrolled and changed, number for number."""

import subprocess
from pathlib import Path

from .driver import BrowserError
from .example import Files
from .service import Service

ROOT = Path(__file__).resolve().parent.parent.parent
COUNT = 15


def test(browser, service, check):
    subprocess.run([ROOT / "script/wasm"], check=True)
    with Files() as files, Service(service.program, "--cors-origins", files.url) as own:
        browser.open(f"{files.url}/tests/module.html")
        browser.wait("globalThis.compare !== undefined")
        url = "http://{}:{}".format(*own.address)
        try:
            counts = browser.run("return compare(...arguments)", url, COUNT)
        except BrowserError as error:
            check("module: the browser's answers are the program's", [str(error)[:2000]])
            return
        few = [name for name in ("snapshots", "changes", "elements", "special", "transitions") if counts[name] < COUNT]
        check("module: the browser's answers are the program's", few and [f"{counts}"])
        # What the service refuses is in the log, too.
        messages = [message for message in browser.console() if "422" not in str(message)]
        check("module: no other message in the browser's log", messages)
