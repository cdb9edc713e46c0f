"""The program as a process, which answers requests and is measured through /proc."""

import os
import re
import resource
import signal
import subprocess
import tempfile
import time

from .http import Connection
from .wait import WAIT_SECONDS, eventually


class Refused(Exception):
    """The server did not start."""


class Server:
    """One run of `layoutd serve`. The end of its `with` block kills it.

    `environment` is added to that of the script without layoutd's settings. `before` is called in the new process, which
    may have so many `descriptors`. `log` gets its standard error; by default a temporary file.
    """

    def __init__(self, program, *options, listen="127.0.0.1:0", environment=None, before=None, descriptors=None, log=None):
        def prepare():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
            if before:
                before()

        own = {name: value for name, value in os.environ.items() if not name.startswith("LAYOUTD_")}
        self.log = log or tempfile.TemporaryFile()
        self.log_read, self.request_lines, self.other_log_bytes = 0, 0, 0
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            self.command(program, listen, options), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log,
            text=True, env=own | (environment or {}), preexec_fn=prepare if descriptors or before else None)
        line = self.process.stdout.readline()
        found = re.search(r"(\S+):(\d+)$", line.strip())
        if not found:
            self.kill()
            raise Refused(f"the server does not start: {line!r}\n{self.log_text()[-2000:]}")
        self.program, self.host, self.port = program, found[1].rpartition("/")[2], int(found[2])
        self.address = (self.host, self.port)
        self.url = f"http://{self.host}:{self.port}"
        self.pid = self.process.pid

    @staticmethod
    def command(program, listen, options):
        return [program, "serve", "--listen", listen, *options]

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    # Its end

    def terminate(self, with_signal=signal.SIGTERM):
        self.process.send_signal(with_signal)

    def wait(self, seconds=WAIT_SECONDS):
        """Its exit status (negative for a signal), or None if it still runs after the seconds."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def stop(self):
        """Sends SIGTERM, and SIGKILL if it does not end. Returns its exit status."""
        self.terminate()
        if self.wait() is None:
            self.process.kill()
        return self.process.wait()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def problems_of_end(self):
        """The problems of the end of a program after SIGTERM."""
        code = self.wait()
        if code is None:
            return ["does not end"]
        return [] if code == 0 else [f"exit code {code}"]

    # Requests

    def request(self, method, target, body=None, *lines, address=None, seconds=WAIT_SECONDS, events=0, **headers):
        """An answer on a connection of its own."""
        with Connection(address or self.address, seconds, events=events) as connection:
            return connection.request(method, target, body, *lines, **headers)

    def send(self, data):
        """The answer to bytes as they are; for requests that no client library would send."""
        with Connection(self.address) as connection:
            connection.send(data)
            return connection.answer("POST")

    def until_ready(self, seconds=WAIT_SECONDS):
        """Waits until it is ready. Returns after how many seconds it was."""
        with Connection(self.address) as connection:
            if not eventually(lambda: connection.get("/readyz").status == 200, seconds, 0.005):
                self.kill()
                raise Refused(self.log_text()[-2000:])
        return time.monotonic() - self.started

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

    def log_text(self):
        return os.pread(self.log.fileno(), 1 << 24, 0).decode(errors="replace")

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

    def metrics_text(self, address=None):
        return self.request("GET", "/metrics", address=address).body.decode()

    def metrics(self, address=None):
        """Every sample of /metrics that has no labels, and the sums of those that have."""
        samples = {}
        for line in self.metrics_text(address).splitlines():
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
