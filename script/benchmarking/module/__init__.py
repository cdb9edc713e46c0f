"""Measures the WebAssembly module in node, in turns with the same core in the program Benchmarks, and a list of rows with
plain JavaScript, too.

    script/benchmark module [--quick] [--readme] [--rounds N]

It makes the module and the release of the program, fails unless all have the same ids and heights, and prints its figures
in some minutes: times are medians of the rounds (9), in CPU time; ratios are medians of the ratios of the rounds, with their
quartiles. --readme also writes them into docs/performance.md. --quick shows in two seconds that the benchmark works, with
10 000 items and one round, whose figures mean nothing, and makes no release: without one the native engines are left out.
"""

import subprocess
import sys
from pathlib import Path

from lib import transpiled

from ..setting import ROOT, build_release

MAIN = Path(__file__).with_name("main.mjs")
MODULE = ROOT / "clients/typescript/layout.wasm"


def is_current(program):
    sources = [ROOT / "Package.swift", *(ROOT / "Sources").rglob("*")]
    return program.exists() and program.stat().st_mtime >= max(path.stat().st_mtime for path in sources)


def main(arguments):
    if {"-h", "--help"} & set(arguments):
        sys.exit(__doc__)
    subprocess.run([ROOT / "script/wasm"], check=True)
    transpiled.update()
    if "--quick" in arguments:
        program = ROOT / ".build/release/Benchmarks"
    else:
        program = build_release("Benchmarks") / "Benchmarks"
    native = ["--program", program] if is_current(program) else []
    return subprocess.run(["node", MAIN, MODULE, *native, *arguments]).returncode
