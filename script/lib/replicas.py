"""Replicas of the program at ports of this machine, which can be killed and started again."""

import json
import os
import re
import signal

from .http import Connection
from .server import Server

DRAIN_SECONDS = 10  # in which a proxy has to notice that a replica is ending


class Replica:
    """One layoutd. Its log stays over restarts. With `operations_port` that is its `--metrics-listen`."""

    def __init__(self, program, number, port, folder, options=(), host="127.0.0.1", operations_port=None):
        self.program, self.number, self.host, self.port = program, number, host, port
        self.options, self.operations_port = options, operations_port
        self.log = open(folder / f"layoutd-{number}.log", "ab+")
        self.read = 0  # of the log
        self.start()

    def start(self, *options):
        listens = [f"--metrics-listen={self.host}:{self.operations_port}"] if self.operations_port else []
        # Its log is a descriptor of its own, since the server closes what it is given.
        self.server = Server(
            self.program, *listens, *self.options, *options, listen=f"{self.host}:{self.port}",
            log=os.fdopen(os.dup(self.log.fileno()), "ab+"))

    def stop(self, with_signal=signal.SIGKILL):
        """Ends it. Returns its exit status."""
        with self.server as server:
            server.terminate(with_signal)
            return server.wait()

    def end(self):
        if self.server.process.poll() is None:
            self.stop()
        self.log.close()

    def ask(self, method, target, body=None, **headers):
        """Its answer, without a proxy."""
        with Connection((self.host, self.port)) as connection:
            return connection.request(method, target, body, **headers)

    def metric(self, name, label=""):
        """The sum of all samples of a name with such a label."""
        text = self.server.metrics_text((self.host, self.operations_port))
        return sum(float(line.rpartition(" ")[2]) for line in text.splitlines()
                   if re.match(rf"{name}[ {{]", line) and label in line)

    def answered(self):
        """The ids of the requests that it has answered since it was asked this last."""
        data = os.pread(self.log.fileno(), 1 << 26, self.read)
        data = data[:data.rfind(b"\n") + 1]
        self.read += len(data)
        lines = [json.loads(line) for line in data.splitlines() if line.startswith(b"{")]
        return {line["requestId"] for line in lines if line["message"] == "request"}
