"""Rows that need no server. Sources/Benchmarks measures them beside a reference in C."""

import json
import subprocess

from .row import row_of
ROWS = ("7", "8", "9", "10", "11", "25", "26", "27", "28", "36", "39", "40", "43", "45", "46")


def measure(setting, rows=ROWS):
    """The program prints one row of JSON on each line."""
    chosen = [row for row in rows if row in setting.only]
    setting.say(f"rows {', '.join(chosen)}")
    text = subprocess.run(
        [setting.program.with_name("Benchmarks"), "--only", ",".join(chosen), *(["--quick"] if setting.quick else [])],
        check=True, stdout=subprocess.PIPE, text=True).stdout
    return [row_of(json.loads(line)) for line in text.splitlines()]
