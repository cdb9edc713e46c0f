"""Rows 7 to 11, which need no server. Sources/Benchmarks measures them beside a reference in C."""

import json
import subprocess

from .row import row_of
ROWS = ("7", "8", "9", "10", "11")


def measure(setting):
    """The program prints one row of JSON on each line."""
    chosen = [row for row in ROWS if row in setting.only]
    setting.say("rows 7 to 11")
    text = subprocess.run(
        [setting.program.with_name("Benchmarks"), "--only", ",".join(chosen), *(["--quick"] if setting.quick else [])],
        check=True, stdout=subprocess.PIPE, text=True).stdout
    return [row_of(json.loads(line)) for line in text.splitlines()]
