"""What the tests ask of a browser. Chromium and WebKit are driven by the WebDriver protocol (webdriver.py), Firefox by WebDriver
BiDi (firefox.py).
"""

import json

KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Home": "\ue011", "End": "\ue010",
        "PageUp": "\ue00e", "PageDown": "\ue00f", "Space": "\ue00d", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014",
        "ArrowDown": "\ue015", "Shift": "\ue008", "Control": "\ue009", "Delete": "\ue017"}


# How long a wait may take. Only what is broken takes so long.
SECONDS = 60


class BrowserError(Exception):
    pass


class Browser:
    """One window of a browser. The end of its `with` block closes it. Chromium alone has `command`, for the DevTools protocol:
    a check that uses it asks `is_chromium` first. A driver implements:

        open(url)               opens a page, and waits until it is loaded
        reload()
        back()                  goes back in the history of the window
        run(script, *arguments) runs the body of an async function in the page and returns its value
        view(width, height)     sets the size of the visible part of the page
        click(selector)
        act(*sources)           performs the input of sources, as in the `actions` of WebDriver
        screenshot(path)
        print()                 prints the page on A4, and returns the PDF; WebKit's driver cannot
        console()               the warnings and errors in the log since the last call; WebKit's driver has no log
        close()
    """

    name = None
    version = None

    @property
    def is_chromium(self):
        return self.name == "chromium"

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def wait(self, condition, *arguments, seconds=SECONDS):
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

    def becomes(self, condition, *arguments):
        """Whether an expression becomes true in the page."""
        try:
            return bool(self.wait(condition, *arguments))
        except BrowserError:
            return False

    def press(self, *names):
        """Presses keys one after the other; `Shift+Tab` holds the first one down."""
        actions = []
        for name in names:
            keys = [KEYS.get(key, key) for key in name.split("+")]
            actions += [{"type": "keyDown", "value": key} for key in keys]
            actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self.act({"type": "key", "id": "keys", "actions": actions})

    def type(self, text):
        self.press(*text)

    def wheel(self, x, y, by, across=0):
        """Turns the wheel once with the pointer at a point of the page: down by `by` points, to the right by `across`."""
        self.act({"type": "wheel", "id": "wheel", "actions": [
            {"type": "scroll", "x": x, "y": y, "deltaX": across, "deltaY": by, "duration": 0}]})
