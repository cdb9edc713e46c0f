"""The program under test."""

import http.client
import json
import os
import re
import subprocess
import sys


class Service:
    """layoutd on a port that was free. Whoever leaves its `with` block ends it."""

    def __init__(self, program, *options):
        self.program = program
        environment = {name: value for name, value in os.environ.items() if not name.startswith("LAYOUTD_")}
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--access-log", "off", "--log-level", "warning",
             *options],
            stdout=subprocess.PIPE, text=True, env=environment)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"layoutd listening on (http://127\.0\.0\.1:(\d+))\n", line)
        if not found:
            self.process.kill()
            sys.exit(f"test-browser: the server does not start: {line!r}")
        self.url = found[1]
        self.connection = http.client.HTTPConnection("127.0.0.1", int(found[2]), timeout=60)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.connection.close()
        self.process.terminate()
        self.process.wait(timeout=60)
        self.process.stdout.close()

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
