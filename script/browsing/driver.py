"""Chromium, driven by the WebDriver protocol."""

import base64
import contextlib
import http.client
import json
import re
import shutil
import subprocess
import sys
import tempfile

# The key of an element's id in the protocol.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Home": "\ue011", "End": "\ue010",
        "PageDown": "\ue00f", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014",
        "ArrowDown": "\ue015", "Shift": "\ue008", "Control": "\ue009", "Delete": "\ue017"}


class BrowserError(Exception):
    pass


class Browser:
    """One window of a headless Chromium. The end of its `with` block closes it."""

    OPTIONS = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
               "--disable-background-networking", "--disable-component-update", "--no-first-run",
               "--force-device-scale-factor=1", "--window-size=1200,900",
               # script/browsing/engines.py compares waterfalls with grid lanes.
               "--enable-blink-features=CSSGridLanesLayout"]

    def __init__(self, seconds=60):
        self.profile = tempfile.TemporaryDirectory(prefix="layoutd-browser-", ignore_cleanup_errors=True)
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = None
        for line in self.driver.stdout:
            found = re.search(r"successfully on port (\d+)", line)
            if found:
                port = int(found[1])
                break
        if port is None:
            sys.exit("test-browser: chromedriver does not start")
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {
                "binary": shutil.which("chromium"),
                "args": [*self.OPTIONS, f"--user-data-dir={self.profile.name}"]},
            "goog:loggingPrefs": {"browser": "ALL"},
            "timeouts": {"script": seconds * 1000}}}})
        self.session = f"/session/{answer['sessionId']}"
        self.version = answer["capabilities"]["browserVersion"]

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        with contextlib.suppress(OSError, http.client.HTTPException, BrowserError):
            self.call("DELETE", self.session)
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()
        self.profile.cleanup()

    def call(self, method, path, body=None):
        data = None if method != "POST" else json.dumps(body or {})
        self.connection.request(method, path, body=data, headers={"Content-Type": "application/json"})
        answer = json.loads(self.connection.getresponse().read())["value"]
        if isinstance(answer, dict) and "error" in answer and "message" in answer:
            raise BrowserError(f"{answer['error']}: {answer['message'].splitlines()[0]}")
        return answer

    def open(self, url):
        self.call("POST", self.session + "/url", {"url": url})

    def reload(self):
        self.call("POST", self.session + "/refresh")

    def run(self, script, *arguments):
        """Runs the body of a function in the page and returns its value; waits for a promise."""
        return self.call("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, condition, *arguments, seconds=20):
        """Waits, frame by frame, until an expression is true in the page, and returns its value."""
        return self.run(f"""
            const parameters = arguments, end = performance.now() + {seconds * 1000};
            return new Promise((resolve, reject) => {{
              const look = () => {{
                const value = (function () {{ return {condition}; }}).apply(null, parameters);
                if (value) resolve(value);
                else if (performance.now() > end) reject(new Error("not so after {seconds} s: " + {json.dumps(condition)}));
                else requestAnimationFrame(look);
              }};
              look();
            }});""", *arguments)

    def command(self, name, **parameters):
        """A command of the DevTools protocol."""
        return self.call("POST", self.session + "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def view(self, width, height, dark=False, calm=False):
        """Sets the size of the window, and the user's preferences."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"}])

    def element(self, selector):
        return self.call("POST", self.session + "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.call("POST", f"{self.session}/element/{self.element(selector)}/click")

    def press(self, *names):
        """Presses keys one after the other; `Shift+Tab` holds the first one down."""
        actions = []
        for name in names:
            keys = [KEYS.get(key, key) for key in name.split("+")]
            actions += [{"type": "keyDown", "value": key} for key in keys]
            actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self.call("POST", self.session + "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def type(self, text):
        self.press(*text)

    def screenshot(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.call("GET", self.session + "/screenshot")))

    def console(self):
        """The warnings and errors in the browser's log since the last call."""
        entries = self.call("POST", self.session + "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] in ("WARNING", "SEVERE")]
