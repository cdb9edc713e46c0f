"""Replicas of the program at ports of this machine, which can be killed and started again."""

import http.client
import json
import os
import signal

from lib.server import Server

DRAIN_SECONDS = 3  # in which a proxy has to notice that a replica is ending


class Replica:
    """One layoutd. Its log stays over restarts."""

    def __init__(self, program, number, port, folder, options, host="127.0.0.1"):
        self.program, self.number, self.host, self.port, self.options = program, number, host, port, options
        self.log = open(folder / f"layoutd-{number}.log", "ab+")
        self.read = 0  # of the log
        self.start()

    def start(self):
        # Its log is a descriptor of its own, since the server closes what it is given.
        self.server = Server(
            self.program, f"--drain-delay={DRAIN_SECONDS}s", *self.options, listen=f"{self.host}:{self.port}",
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

    def ask(self, method, target, body=None):
        """The status, the headers and the body of its answer, without a proxy."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        connection.request(method, target, body, {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        found = answer.status, answer.headers, answer.read()
        connection.close()
        return found

    def answered(self):
        """The ids of the requests that it has answered since it was asked this last."""
        data = os.pread(self.log.fileno(), 1 << 26, self.read)
        data = data[:data.rfind(b"\n") + 1]
        self.read += len(data)
        lines = [json.loads(line) for line in data.splitlines() if line.startswith(b"{")]
        return {line["requestId"] for line in lines if line["message"] == "request"}


class Layouts:
    """Layouts that every replica is to know, and what was answered when they were asked for."""

    def __init__(self, replicas, is_shared):
        self.replicas, self.is_shared = replicas, is_shared
        self.posts = []  # (target, body), in order

    def share(self, target, body):
        """Posts to one replica where they share a store, else to every one of them. Returns the id."""
        self.posts.append((target, body))
        ids = set()
        for replica in self.replicas[:1] if self.is_shared else self.replicas:
            status, _, text = replica.ask("POST", target, body)
            if status not in (200, 201):
                raise ValueError(f"{target}: {status}: {text[:500]}")
            ids.add(json.loads(text)["id"])
        if len(ids) != 1:
            raise ValueError(f"{target}: replicas have other ids: {ids}")
        return ids.pop()

    def teach(self, replica):
        """After a restart: a replica without a shared store knows nothing."""
        if self.is_shared:
            return
        connection = http.client.HTTPConnection(replica.host, replica.port, timeout=30)
        for target, body in self.posts:
            connection.request("POST", target, body, {"Content-Type": "application/json"})
            connection.getresponse().read()
        connection.close()


def snapshot(number):
    """One of many snapshots, each with an id of its own."""
    items = {"count": 1000 + number, "height": 60}
    section = {"engine": "column", "headers": [{"height": 40, "pin": True}], "items": items}
    return json.dumps({"sections": [section]}).encode()


def steps(number):
    """A change, which makes a layout with an id of its own."""
    insert = {"section": 0, "item": 0, "items": {"count": 1 + number, "height": 30}}
    return json.dumps({"steps": [{"insert": [insert]}]}).encode()
