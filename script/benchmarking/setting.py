"""The settings of a run, and the programs that it needs."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
REFERENCES = Path(__file__).resolve().parent / "references"
TOOLS = ROOT / ".build/benchmark"
WARNINGS = ["-O2", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE"]
PROGRAMS = {
    "bare": ["clang", "-std=c17", *WARNINGS, REFERENCES / "bare.c", "-lmicrohttpd", "-lz"],
    "pulse": ["clang", "-std=c17", *WARNINGS, REFERENCES / "pulse.c"],
    "reader": ["clang++", "-std=c++17", *WARNINGS, REFERENCES / "reader.cpp", "-lmicrohttpd", "-lsimdjson"],
}


@dataclass
class Setting:
    program: Path  # layoutd; Benchmarks lies beside it
    folder: Path   # for files of this run
    only: list     # the rows that are measured
    rounds: int
    quick: bool

    @property
    def seconds(self):
        """How long a turn of requests takes."""
        return 0.2 if self.quick else 1

    @property
    def scene_items(self):
        return 10_000 if self.quick else 1_000_000

    @staticmethod
    def tool(name):
        return TOOLS / name

    @staticmethod
    def say(text):
        print(f"benchmark: {text}", file=sys.stderr)


def run(*command):
    """The output of a command. Its errors go to standard error."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def compiler(name):
    """The compiler that comes with Swift, which also compiles layoutd's C and C++."""
    beside = Path(os.path.realpath(shutil.which("swift"))).with_name(name)
    return beside if beside.exists() else name


def build_tools():
    TOOLS.mkdir(parents=True, exist_ok=True)
    for name, (compiler_name, *arguments) in PROGRAMS.items():
        run(compiler(compiler_name), *arguments, "-o", TOOLS / name)


def build_release(*products):
    """Builds them, and returns their folder."""
    build = ["swift", "build", "--package-path", ROOT, "-c", "release"]
    for product in products:
        subprocess.run([*build, "--product", product], check=True, stdout=sys.stderr)
    return Path(run(*build, "--show-bin-path"))
