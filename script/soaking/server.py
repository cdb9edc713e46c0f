"""The program as a process that is measured through /proc."""

import os
import re
import resource
import time

import lib.server

from .client import Connection


class Server(lib.server.Server):
    """The program as it is measured."""

    def __init__(self, program, *options, descriptors=None, before=None, environment=None):
        def limit():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
            if before:
                before()

        self.log_read, self.request_lines, self.other_log_bytes = 0, 0, 0
        super().__init__(
            program, *options, environment=environment, before=limit if descriptors or before else None)

    # Figures

    def memory(self):
        """Resident memory of its own (not of files), in bytes."""
        return int(self._status("RssAnon")) << 10

    def most_memory(self):
        """The most resident memory that it has had, in bytes."""
        return int(self._status("VmHWM")) << 10

    def threads(self):
        return int(self._status("Threads"))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def cpu_seconds(self):
        """Processor time of all its threads."""
        return time.clock_gettime(~self.pid << 3 | 2)  # The clock that clock_getcpuclockid(3) names.

    def thread_seconds(self, name):
        """Processor time of the threads whose names begin so."""
        seconds = 0
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            folder = f"/proc/{self.pid}/task/{thread}"
            with open(f"{folder}/comm") as comm, open(f"{folder}/schedstat") as figures:
                if comm.read().startswith(name):
                    seconds += int(figures.read().split()[0]) / 1e9
        return seconds

    def log_bytes(self):
        """The bytes of the log without the lines of requests."""
        self._read_log()
        return self.other_log_bytes

    def requests_logged(self):
        """How many requests the log has a line for."""
        self._read_log()
        return self.request_lines

    def _read_log(self):
        while True:
            piece = os.pread(self.log.fileno(), 1 << 20, self.log_read)
            whole = piece[:piece.rfind(b"\n") + 1]
            if not whole:
                return
            self.log_read += len(whole)
            for line in whole.splitlines(keepends=True):
                if b'"message":"request",' in line:
                    self.request_lines += 1
                else:
                    self.other_log_bytes += len(line)

    def forget_log(self):
        """Gives the log's room back."""
        os.ftruncate(self.log.fileno(), 0)

    def metrics(self):
        """Every sample of /metrics that has no labels, and the sums of those that have."""
        with Connection(self.port) as connection:
            text = connection.request("GET", "/metrics").body.decode()
        samples = {}
        for line in text.splitlines():
            if not line.startswith("#"):
                name, _, value = line.rpartition(" ")
                samples[name] = float(value)
                if "{" in name:
                    family = name.partition("{")[0]
                    samples[family] = samples.get(family, 0) + float(value)
        return samples

    def statuses(self):
        """How many requests were answered with each status, as the program counts them."""
        return self._requests_by("status")

    def requests_but_probes(self):
        """How many requests it has answered that are neither probes nor scrapes, as it counts them."""
        routes = self._requests_by("route")
        return sum(count for route, count in routes.items() if route not in ("/healthz", "/readyz", "/metrics"))

    def _requests_by(self, label):
        counts = {}
        for name, value in self.metrics().items():
            match = re.match(rf'layoutd_requests_total\{{.*\b{label}="([^"]*)"', name)
            if match:
                counts[match[1]] = counts.get(match[1], 0) + int(value)
        return counts

    def _status(self, name):
        with open(f"/proc/{self.pid}/status") as file:
            return re.search(rf"^{name}:\s+(\d+)", file.read(), re.MULTILINE)[1]


def eventually(is_so, seconds):
    """Waits until a condition holds. Returns how long it took, or None if it took longer than `seconds`."""
    start = time.monotonic()
    while True:
        if is_so():
            return time.monotonic() - start
        if time.monotonic() - start > seconds:
            return None
        time.sleep(0.05)


def settled(read, goal, seconds):
    """The first reading of at most `goal`, or the last one when the seconds are over."""
    eventually(lambda: read() <= goal, seconds)
    return read()
