"""The program under test."""

import json

from ..http import Client
from ..server import Server


class Service(Server):
    """The program under test, and one connection to it."""

    def __init__(self, program, *options, **parameters):
        super().__init__(program, "--access-log", "off", "--log-level", "warning", *options, **parameters)
        self.client = Client(self.address, timeout=60)

    def __exit__(self, *exception):
        self.client.close()
        self.stop()
        super().__exit__(*exception)

    def ask(self, method, target, body=None, **headers):
        """The value of a good answer."""
        answer = self.client.request(method, target, body, **headers)
        if answer.status >= 300:
            raise RuntimeError(f"{method} {target}: {answer.status} {answer.body[:500]}")
        return answer.value() if answer.raw else None

    def get(self, target):
        return self.ask("GET", target)

    def post(self, snapshot):
        """The path of a snapshot's layout."""
        return "/v1/layouts/" + self.ask("POST", "/v1/layouts", json.dumps(snapshot))["id"]

    def cells(self, layout, axis, extent):
        """The content size, and the frames of all cells in order."""
        rect = "0,0,1e9,1e9"
        answer = self.get(f"{layout}/elements?{axis}={extent}&rect={rect}&format=columns")
        assert answer["next"] is None
        cells = answer["cells"]
        return answer["contentSize"], list(zip(*(cells[name] for name in ("x", "y", "width", "height"))))
