"""Chromium and WebKit, driven by the WebDriver protocol."""

import base64
import contextlib
import glob
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile

from ..http import Client
from ..ports import free_port
from ..wait import eventually
from .driver import SECONDS, Browser, BrowserError

# The key of an element's id in the protocol.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

# How often a driver is started that ends at once.
STARTS = 5


class WebDriver(Browser):
    """A browser behind a driver program, which answers HTTP on a port of its own."""

    def __init__(self, port, capabilities, seconds):
        self.connection = Client(port, timeout=seconds + 20)
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            **capabilities, "timeouts": {"script": (seconds + 10) * 1000}}}})
        self.session = f"/session/{answer['sessionId']}"
        self.version = answer["capabilities"]["browserVersion"]

    def close(self):
        with contextlib.suppress(OSError, BrowserError):
            self.call("DELETE", self.session)
        self.driver.terminate()
        self.driver.wait()

    def call(self, method, path, body=None):
        data = None if method != "POST" else json.dumps(body or {})
        answer = self.connection.request(method, path, data).json()["value"]
        if isinstance(answer, dict) and "error" in answer and "message" in answer:
            raise BrowserError(f"{answer['error']}: {(answer['message'].splitlines() or [''])[0]}")
        return answer

    def open(self, url):
        self.call("POST", self.session + "/url", {"url": url})

    def reload(self):
        self.call("POST", self.session + "/refresh")

    def back(self):
        self.call("POST", self.session + "/back")

    def run(self, script, *arguments):
        return self.call("POST", self.session + "/execute/sync", {
            "script": f"return (async function () {{{script}\n}}).apply(null, arguments)", "args": list(arguments)})

    def element(self, selector):
        return self.call("POST", self.session + "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.call("POST", f"{self.session}/element/{self.element(selector)}/click")

    def act(self, *sources):
        self.call("POST", self.session + "/actions", {"actions": list(sources)})

    def screenshot(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.call("GET", self.session + "/screenshot")))

    def console(self):
        return []


class Chromium(WebDriver):
    name = "chromium"

    OPTIONS = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
               "--disable-background-networking", "--disable-component-update", "--no-first-run",
               "--force-device-scale-factor=1", "--window-size=1200,900"]

    def __init__(self, seconds=SECONDS):
        self.profile = tempfile.TemporaryDirectory(prefix="layoutd-browser-", ignore_cleanup_errors=True)
        # The port that the driver chooses for IPv4 may be taken for IPv6: then it ends, and the next one chooses another.
        port = next(filter(None, (self._start() for _ in range(STARTS))), None)
        if port is None:
            raise BrowserError("chromedriver does not start")
        super().__init__(port, {
            "goog:chromeOptions": {
                "binary": shutil.which("chromium"), "args": [*self.OPTIONS, f"--user-data-dir={self.profile.name}"]},
            "goog:loggingPrefs": {"browser": "ALL"}}, seconds)

    def _start(self):
        """Starts the driver. Returns its port, or None if it has ended."""
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.driver.stdout:
            if found := re.search(r"successfully on port (\d+)", line):
                return int(found[1])
        self.driver.stdout.close()
        self.driver.wait()
        return None

    def close(self):
        super().close()
        self.driver.stdout.close()
        self.profile.cleanup()

    def command(self, name, **parameters):
        """A command of the DevTools protocol."""
        return self.call("POST", self.session + "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def finger(self, x, y, by, steps=24):
        """Moves a finger down by `by` points, from a point of the page, and lifts it while it moves: the content goes on."""
        touch = lambda kind, *points: self.command("Input.dispatchTouchEvent", type=kind, touchPoints=list(points))
        for step in range(steps + 1):
            touch("touchMove" if step else "touchStart", {"x": x, "y": y + by * step / steps})
        touch("touchEnd")

    def view(self, width, height, dark=False, calm=False):
        """Sets the size of the visible part, and the user's preferences."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"}])

    def print(self):
        # Without its structure, which takes two thirds of the time.
        return base64.b64decode(self.command(
            "Page.printToPDF", paperWidth=8.27, paperHeight=11.69, generateTaggedPDF=False)["data"])

    def console(self):
        entries = self.call("POST", self.session + "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] in ("WARNING", "SEVERE")]


class WebKit(WebDriver):
    """WebKitGTK's MiniBrowser, in an X server of its own: it has no headless mode."""

    name = "webkit"

    def __init__(self, seconds=SECONDS):
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "2000x1500x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        display = self.screen.stdout.readline().strip()
        programs = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
        if not display or not programs:
            raise BrowserError("there is no MiniBrowser" if display else "Xvfb does not start")
        # The driver does not say which port it has, where it is to choose one.
        port = free_port()
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "DISPLAY": f":{display}", "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"})
        if not eventually(lambda: self._listens(port), SECONDS):
            raise BrowserError("WebKitWebDriver does not start")
        # In full screen it has no toolbar, which would make it wider than a phone.
        super().__init__(port, {"webkitgtk:browserOptions": {
            "binary": programs[-1], "args": ["--automation", "--full-screen"]}}, seconds)

    @staticmethod
    def _listens(port):
        """Whether the driver takes connections."""
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return True

    def close(self):
        super().close()
        self.screen.terminate()
        self.screen.wait()
        self.screen.stdout.close()

    def view(self, width, height):
        self.call("POST", self.session + "/window/rect", {"width": width, "height": height})
        self.wait("innerWidth === arguments[0] && innerHeight === arguments[1]", width, height)
