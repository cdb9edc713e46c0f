"""A server as a process."""

import os
import re
import signal
import subprocess
import sys
import tempfile

WAIT_SECONDS = 60


class Server:
    """One run of `layoutd serve`. The end of its `with` block kills it.

    `environment` is by default that of the script without layoutd's settings. `before` is called in the new process.
    `log` gets its standard error; by default a temporary file.
    """

    def __init__(self, program, *options, listen="127.0.0.1:0", environment=None, before=None, log=None):
        if environment is None:
            environment = {name: value for name, value in os.environ.items() if not name.startswith("LAYOUTD_")}
        self.log = log or tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            self.command(program, listen, options), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log,
            text=True, env=environment, preexec_fn=before)
        line = self.process.stdout.readline()
        found = re.search(r"(\S+):(\d+)$", line.strip())
        if not found:
            self.process.kill()
            sys.exit(f"{os.path.basename(sys.argv[0])}: the server does not start: {line!r}\n{self.log_text()[-2000:]}")
        self.host, self.port = found[1].rpartition("/")[2], int(found[2])
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

    def log_text(self):
        return os.pread(self.log.fileno(), 1 << 24, 0).decode(errors="replace")

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
