"""The program under test, and its answers."""

import gzip
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

import yaml


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = {k.lower(): v for k, v in response.getheaders()}
        self.repeated = len(self.headers) != len(response.getheaders())
        self.raw = response.read()
        coded = self.headers.get("content-encoding") == "gzip"
        self.body = gzip.decompress(self.raw) if coded else self.raw

    def value(self):
        media_type = self.headers.get("content-type", "").split(";")[0]
        text = self.body.decode("utf-8")
        if media_type.endswith("yaml"):
            return yaml.safe_load(text)
        return json.loads(text) if media_type.endswith("json") else text


class Server:
    """The program under test, on a port that was free. Whoever leaves its `with` block ends it."""

    def __init__(self, program, *options):
        self.log = tempfile.TemporaryFile()
        environment = {k: v for k, v in os.environ.items() if not k.startswith("LAYOUTD_")}
        command = [program, "serve", "--listen", "127.0.0.1:0", *options]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"layoutd listening on http://([\d.]+):(\d+)\n", line)
        if not found:
            self.process.kill()
            sys.exit(f"test-openapi: the server does not start: {line!r}\n{self.logged()}")
        self.address = (found[1], int(found[2]))

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def request(self, method, target, headers=(), body=None, seconds=30, address=None):
        connection = http.client.HTTPConnection(*(address or self.address), timeout=seconds)
        try:
            data = body.encode() if body is not None else None
            sent = dict(headers)
            if data is not None:
                sent.setdefault("Content-Type", "application/json")
            connection.request(method, target, body=data, headers=sent)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def send(self, data, seconds=30):
        """Bytes as they are; for requests that no client library would send."""
        with socket.create_connection(self.address, timeout=seconds) as connection:
            connection.sendall(data.encode())
            response = http.client.HTTPResponse(connection, method="POST")
            response.begin()
            return Answer(response)

    def operations_address(self, seconds=10):
        """The address of `--metrics-listen`, from its log."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = re.search(r'"listening for operations".*"address":"([\d.]+):(\d+)"', self.logged())
            if found:
                return (found[1], int(found[2]))
            time.sleep(0.05)
        raise RuntimeError("the log does not say where operations are answered")

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)

    def problems_of_end(self):
        """The problems of the end of a program after SIGTERM."""
        try:
            code = self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            return ["does not end"]
        return [] if code == 0 else [f"exit code {code}"]

    def logged(self):
        return os.pread(self.log.fileno(), 1 << 24, 0).decode(errors="replace")
