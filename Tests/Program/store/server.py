"""A server that keeps its layouts in a file or a database, and a look at that file."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import lib.server

FILE = "layouts.db"


class Server(lib.server.Server):
    """A server whose store is in a folder, or elsewhere, and which is ready. Its store has `timeout` seconds for a call, by
    default so many that no busy machine takes them."""

    def __init__(self, program, folder, *options, faults=None, store=None, timeout=50):
        super().__init__(
            program, f"--store={store or f'sqlite:{folder}/{FILE}'}", f"--store-timeout={timeout}s",
            "--max-requests-per-connection=1000000000", *options, environment=faults and faults.environment)
        self.ready_seconds = self.until_ready()

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
