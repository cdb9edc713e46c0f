"""Firefox, driven by WebDriver BiDi over a WebSocket: Debian has no driver program for it."""

import base64
import contextlib
import json
import re
import subprocess
import tempfile
from pathlib import Path

from ..wait import eventually
from .driver import SECONDS, Browser, BrowserError
from .websocket import WebSocket

# Nothing is fetched, asked or shown at the first start.
PREFERENCES = {
    "app.normandy.enabled": False, "app.update.disabledForTesting": True, "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore", "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "services.settings.server": "data:,", "toolkit.telemetry.enabled": False,
    # As on a phone: scrollbars take no room, and things move.
    "ui.useOverlayScrollbars": 1, "ui.prefersReducedMotion": 0,
}
# Runs in the page. Values go there and back as JSON, as those of WebDriver do.
CALL = "async (values) => JSON.stringify(await (async function () {%s\n}).apply(null, JSON.parse(values))) ?? 'null'"


class Firefox(Browser):
    name = "firefox"

    def __init__(self, seconds=SECONDS):
        self.profile = tempfile.TemporaryDirectory(prefix="layoutd-browser-", ignore_cleanup_errors=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        Path(self.profile.name, "user.js").write_text("\n".join(lines))
        # What it prints later is let go by, into a file that has no name.
        self.output = tempfile.TemporaryFile("w+")
        self.program = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", self.profile.name,
             "about:blank"], stdout=self.output, stderr=self.output)
        self.count = 0
        self.messages = []
        self.socket = WebSocket(self._port(), "/session", seconds + 20)
        capabilities = self.command("session.new", capabilities={})["capabilities"]
        self.version = capabilities["browserVersion"]
        self.command("session.subscribe", events=["log.entryAdded"])
        self.context = self.command("browsingContext.getTree")["contexts"][0]["context"]

    def _port(self):
        """The port that it prints."""
        def look():
            self.output.seek(0)
            return re.search(r"listening on ws://127\.0\.0\.1:(\d+)", self.output.read())

        eventually(lambda: look() or self.program.poll() is not None, SECONDS)
        if not (found := look()):
            raise BrowserError("firefox-esr does not start")
        return int(found[1])

    def close(self):
        with contextlib.suppress(OSError, BrowserError):
            self.command("browser.close")
        self.socket.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.program.wait(10)
        self.program.kill()
        self.program.wait()
        self.output.close()
        self.profile.cleanup()

    def command(self, method, **parameters):
        """A command of the BiDi protocol. Keeps what the log says meanwhile."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("method") == "log.entryAdded":
                entry = answer["params"]
                if entry["level"] in ("warn", "error"):
                    self.messages.append(entry["text"] or "")
            elif answer.get("id") == self.count:
                if answer["type"] == "error":
                    raise BrowserError(f"{answer['error']}: {(answer['message'].splitlines() or [''])[0]}")
                return answer["result"]

    def open(self, url):
        self.command("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def reload(self):
        self.command("browsingContext.reload", context=self.context, wait="complete")

    def back(self):
        self.command("browsingContext.traverseHistory", context=self.context, delta=-1)

    def run(self, script, *arguments):
        answer = self.command(
            "script.callFunction", functionDeclaration=CALL % script, awaitPromise=True,
            target={"context": self.context}, arguments=[{"type": "string", "value": json.dumps(arguments)}])
        if answer["type"] == "exception":
            raise BrowserError(f"javascript error: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"]["value"])

    def view(self, width, height):
        self.command("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})
        self.wait("innerWidth === arguments[0] && innerHeight === arguments[1]", width, height)

    def click(self, selector):
        x, y = self.run("""
            const node = document.querySelector(arguments[0]);
            node.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
            const { x, y, width, height } = node.getBoundingClientRect();
            return [Math.floor(x + width / 2), Math.floor(y + height / 2)];""", selector)
        self.act({"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]})

    def act(self, *sources):
        self.command("input.performActions", context=self.context, actions=list(sources))

    def screenshot(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.command("browsingContext.captureScreenshot", context=self.context)["data"]))

    def print(self):
        return base64.b64decode(self.command(
            "browsingContext.print", context=self.context, page={"width": 21, "height": 29.7})["data"])

    def console(self):
        """What comes before the answer to a command is in the log by then."""
        self.run("")
        messages, self.messages = self.messages, []
        return messages
