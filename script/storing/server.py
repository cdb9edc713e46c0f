"""A server that keeps its layouts in a file or a database, and a look at that file."""

import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import soaking.server
from soaking.client import Connection

FILE = "layouts.db"
READY_SECONDS = 60


class Server(soaking.server.Server):
    """A server whose store is in a folder, or elsewhere. Raises `Refused` where it does not start."""

    def __init__(self, program, folder, *options, faults=None, store=None):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("LAYOUTD_")}
        environment |= faults.environment if faults else {}
        started = time.monotonic()
        try:
            super().__init__(
                program, f"--store={store or f'sqlite:{folder}/{FILE}'}", "--max-requests-per-connection=1000000000",
                *options, environment=environment)
        except SystemExit as error:
            self.process.wait()
            raise Refused(str(error)) from None
        with Connection(self.port) as connection:
            while connection.request("GET", "/readyz").status != 200:
                if time.monotonic() - started > READY_SECONDS:
                    self.kill()
                    raise Refused(self.log_text()[-2000:])
                time.sleep(0.005)
        self.ready_seconds = time.monotonic() - started

    def kill(self):
        self.process.kill()
        self.process.wait()

    def said(self):
        """The last things that it said of its store."""
        messages = [json.loads(line)["message"] for line in self.log_text().splitlines() if line.startswith("{")]
        return "; ".join([message for message in messages if "store" in message][-3:])

    def condition(self):
        """What the store is able to do, in the program's word."""
        for name, value in self.metrics().items():
            if name.startswith("layoutd_store_condition{") and value == 1:
                return name.split('"')[1]
        return None


class Refused(Exception):
    """The server did not start."""


def check_file(program, folder):
    """What `layoutd store check` finds wrong with the file of a stopped server; None where nothing is."""
    # A copy is looked at, so that its log is as the next server will find it.
    with tempfile.TemporaryDirectory() as copy:
        for name in (FILE, FILE + "-wal"):
            if (Path(folder) / name).exists():
                shutil.copy(Path(folder) / name, copy)
        check = subprocess.run(
            [program, "store", "check", f"--store=sqlite:{copy}/{FILE}"], capture_output=True, text=True)
    return None if check.returncode == 0 else (check.stdout + check.stderr).strip()[:500]
