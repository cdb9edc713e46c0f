"""The program under test."""

import http.client
import json

from lib.server import Server


class Service(Server):
    """The program under test, and one connection to it."""

    def __init__(self, program, *options, **parameters):
        super().__init__(program, "--access-log", "off", "--log-level", "warning", *options, **parameters)
        self.program = program
        self.connection = http.client.HTTPConnection(*self.address, timeout=60)

    def __exit__(self, *exception):
        self.connection.close()
        self.stop()
        super().__exit__(*exception)

    def request(self, method, target, body=None, headers=()):
        data = self.bytes(method, target, body, headers)
        return json.loads(data) if data else None

    def bytes(self, method, target, body=None, headers=()):
        self.connection.request(method, target, body=body, headers=dict(headers))
        answer = self.connection.getresponse()
        data = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {target}: {answer.status} {data[:500]}")
        return data

    def text(self, target):
        return self.bytes("GET", target).decode()

    def get(self, target):
        return self.request("GET", target)

    def post(self, snapshot):
        """The path of a snapshot's layout."""
        body = json.dumps(snapshot)
        return "/v1/layouts/" + self.request("POST", "/v1/layouts", body, {"Content-Type": "application/json"})["id"]

    def cells(self, layout, axis, extent):
        """The content size, and the frames of all cells in order."""
        rect = "0,0,1e9,1e9"
        answer = self.get(f"{layout}/elements?{axis}={extent}&rect={rect}&format=columns")
        assert answer["next"] is None
        cells = answer["cells"]
        return answer["contentSize"], list(zip(*(cells[name] for name in ("x", "y", "width", "height"))))
