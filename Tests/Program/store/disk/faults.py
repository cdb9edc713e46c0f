"""Faults of the calls that a server makes on its store's files: faults.c as the script sees it."""

import errno
import mmap
import os
import struct
import subprocess
from pathlib import Path

from benchmarking.setting import WARNINGS, compiler
from lib import BUILD

SOURCE = Path(__file__).with_name("faults.c")
LIBRARY = BUILD / "store/faults.so"
CALLS = ("pwrite64", "fdatasync", "ftruncate", "openat")  # In the order of faults.c, from 1 on.
KILL = "SIGKILL"
ERRORS = {"EIO": errno.EIO, "ENOSPC": errno.ENOSPC, KILL: 0}
PLAN = ("call", "first", "count", "error")
FIELDS = (*PLAN, *(f"second {name}" for name in PLAN), "sync_microseconds", "skips_log", "unused")


class Faults:
    """The faults of the servers that get its environment. Nothing fails before it is told to."""

    is_built = False

    def __init__(self, folder, below):
        """`folder` is where its files are, `below` the folder of the files that it is about."""
        if not Faults.is_built:
            LIBRARY.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(
                [compiler("clang"), "-std=c17", *WARNINGS, "-shared", "-fPIC", "-o", LIBRARY, SOURCE], check=True)
            Faults.is_built = True
        path = Path(folder) / "faults"
        path.write_bytes(bytes(8 * (len(FIELDS) + len(CALLS))))
        with open(path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 0)
        self.environment = {
            "LD_PRELOAD": str(LIBRARY), "STORE_FAULTS": str(path), "STORE_FAULTS_BELOW": f"{below}/"}

    def _set(self, **values):
        for name, value in values.items():
            struct.pack_into("<q", self.memory, 8 * FIELDS.index(name), value)

    def fail(self, call, error, first=1, count=1, plan=""):
        """Fails a call with an error, from its `first`-th time from now on, so often. "second " is another plan."""
        values = {
            "first": self.made(call) + first, "count": count, "error": ERRORS[error], "call": CALLS.index(call) + 1}
        self._set(**{f"{plan}call": 0})
        self._set(**{plan + name: value for name, value in values.items()})

    def end(self):
        self._set(**{name: 0 for name in FIELDS})

    def slow(self, seconds):
        """A sync takes so much longer."""
        self._set(sync_microseconds=round(seconds * 1e6))

    def skip_log(self):
        """The log is not synced, as with `synchronous = normal`."""
        self._set(skips_log=1)

    def made(self, call):
        """How often a call has been made."""
        return struct.unpack_from("<q", self.memory, 8 * (len(FIELDS) + CALLS.index(call)))[0]

    def close(self):
        self.memory.close()
        os.unlink(self.environment["STORE_FAULTS"])
