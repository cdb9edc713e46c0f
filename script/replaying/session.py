"""A recording that is sent to a server: each step when it is due, on one connection that stays open."""

import json
import re
import ssl
import time
import urllib.parse
from dataclasses import dataclass

from lib.http import Client, Closed

LAYOUT = re.compile(r"/v1/layouts/[^/]+$")
PORTS = {"http": 80, "https": 443}
LISTS = ("entering", "leaving", "prefetch", "cancelled")


class Failed(Exception):
    """The server is not there, or does not answer as it should."""


class WrongURL(Exception):
    """A URL is not that of a server or of a layout on it."""


@dataclass
class Answered:
    """What a server answered to a step, and how many milliseconds that took."""

    step: object
    window: dict
    took: float


class Session:
    """A connection to the server that a URL names, or that has the layout that it names. `lines` are further lines of each head."""

    def __init__(self, url, lines=()):
        try:
            parts = urllib.parse.urlsplit(url)
            port = parts.port or PORTS[parts.scheme]
        except (KeyError, ValueError):
            parts = None
        if not parts or not parts.hostname or "@" in parts.netloc or parts.query or parts.fragment or not url.isascii():
            raise WrongURL(f"{url} is not the URL of a server, such as http://127.0.0.1:8080, or of a layout there")
        found = LAYOUT.search(parts.path)
        self.url, self.lines = url, lines
        self.layout = parts.path if found else None
        self.layouts = parts.path[:found.start()] + "/v1/layouts" if found else parts.path.rstrip("/") + "/v1/layouts"
        tls = ssl.create_default_context() if parts.scheme == "https" else None
        self.client = Client((parts.hostname, port), host=parts.hostname if tls else parts.netloc, tls=tls)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.client.close()

    def begin(self, recording):
        """Posts the snapshot, or reads the layout that the URL names. Returns whether it scrolls horizontally."""
        if self.layout:
            answer = self.ask("the layout", "GET", self.layout)
        else:
            answer = self.ask("the snapshot", "POST", self.layouts, json.dumps(recording.snapshot))
            self.layout = f"{self.layouts}/{answer.get('id')}"
        return answer.get("scrollDirection") == "horizontal"

    def replay(self, recording, is_fast=False):
        """Sends every step, and yields what was answered.

        The time of an answer begins when its step was due, if the answer before had not come by then; else when it was sent.
        """
        is_horizontal = self.begin(recording)
        targets = recording.targets(self.layout, is_horizontal)
        start = came = time.perf_counter()
        for number, (step, target) in enumerate(zip(recording.steps, targets), 1):
            due = came if is_fast else start + (step.time - recording.steps[0].time) / 1000
            time.sleep(max(0, due - time.perf_counter()))
            begins = due if came > due else time.perf_counter()
            answer = self.receive(f"step {number}", "GET", target)
            came = time.perf_counter()
            yield Answered(step, self.value(f"step {number}", answer, LISTS), (came - begins) * 1000)

    def ask(self, what, method, target, body=None):
        return self.value(what, self.receive(what, method, target, body), ())

    def receive(self, what, method, target, body=None):
        try:
            return self.client.request(method, target, body, *self.lines)
        except Closed as error:
            raise Failed(f"{what}: {self.url} has not answered: {error}") from None
        except OSError as error:
            raise Failed(f"{what}: {self.url} cannot be reached: {error.strerror or error}") from None
        except (ValueError, IndexError):
            raise Failed(f"{what}: {self.url} does not answer HTTP/1.1") from None

    def value(self, what, answer, names):
        """The object of a good answer, with lists of these names."""
        try:
            value = answer.json()
        except ValueError:
            value = None
        value = value if isinstance(value, dict) else {}
        if answer.status >= 300:
            said = f": {value.get('title')}. {value.get('detail')}" if "title" in value else ""
            raise Failed(f"{what}: {self.url} answers {answer.status}{said}")
        if not value or not all(isinstance(value.get(name), list) for name in names):
            raise Failed(f"{what}: {self.url} answers {answer.status}, but not what layoutd answers")
        return value
