"""Runs slowhttptest (Debian, script/bootstrap --all) and reads its report."""

import csv
import re
import shutil
import subprocess
import tempfile
from pathlib import Path


def is_installed():
    return shutil.which("slowhttptest") is not None


class Report:
    """Its report: why and when it ended, and for how many seconds the service was available."""

    def __init__(self, text, rows):
        plain = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)
        reason = re.search(r"Exit status:\s*(.+)", plain)
        seconds = re.search(r"Test ended on (\d+)", plain)
        self.reason = reason[1].strip() if reason else "it did not end"
        self.seconds = int(seconds[1]) if seconds else -1
        self.seconds_seen = len(rows)
        self.seconds_available = sum(int(row["Service Available"]) > 0 for row in rows)


def run(url, *options):
    with tempfile.TemporaryDirectory() as folder:
        prefix = Path(folder) / "report"
        done = subprocess.run(
            ["slowhttptest", "-u", url, "-g", "-o", str(prefix), *map(str, options)], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=600)
        with open(f"{prefix}.csv", newline="") as file:
            return Report(done.stdout, list(csv.DictReader(file)))
