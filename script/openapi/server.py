"""The program under test, and its answers."""

import gzip
import http.client
import json
import re
import socket
import time

import yaml

import lib.server


def beginning(response, sock):
    """What a stream of events, which has no end, begins with: what comes without a pause."""
    sock.settimeout(0.2)
    raw = b""
    try:
        while piece := response.read1():
            raw += piece
    except TimeoutError:
        pass
    return raw


class Answer:
    def __init__(self, response, sock):
        self.status = response.status
        self.headers = {k.lower(): v for k, v in response.getheaders()}
        self.repeated = len(self.headers) != len(response.getheaders())
        is_stream = self.headers.get("content-type") == "text/event-stream"
        self.raw = beginning(response, sock) if is_stream else response.read()
        coded = self.headers.get("content-encoding") == "gzip"
        self.body = gzip.decompress(self.raw) if coded else self.raw

    def value(self):
        media_type = self.headers.get("content-type", "").split(";")[0]
        text = self.body.decode("utf-8")
        if media_type.endswith("yaml"):
            return yaml.safe_load(text)
        return json.loads(text) if media_type.endswith("json") else text


class Server(lib.server.Server):
    """The program under test."""

    def request(self, method, target, headers=(), body=None, seconds=30, address=None):
        connection = http.client.HTTPConnection(*(address or self.address), timeout=seconds)
        try:
            data = body.encode() if body is not None else None
            sent = dict(headers)
            if data is not None:
                sent.setdefault("Content-Type", "application/json")
            connection.request(method, target, body=data, headers=sent)
            return Answer(connection.getresponse(), connection.sock)
        finally:
            connection.close()

    def send(self, data, seconds=30):
        """Bytes as they are; for requests that no client library would send."""
        with socket.create_connection(self.address, timeout=seconds) as connection:
            connection.sendall(data.encode())
            response = http.client.HTTPResponse(connection, method="POST")
            response.begin()
            return Answer(response, connection)

    def operations_address(self, seconds=10):
        """The address of `--metrics-listen`, from its log."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = re.search(r'"listening for operations".*"address":"([\d.]+):(\d+)"', self.log_text())
            if found:
                return (found[1], int(found[2]))
            time.sleep(0.05)
        raise RuntimeError("the log does not say where operations are answered")

    def problems_of_end(self):
        """The problems of the end of a program after SIGTERM."""
        code = self.wait()
        if code is None:
            return ["does not end"]
        return [] if code == 0 else [f"exit code {code}"]
