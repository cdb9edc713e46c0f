"""A disk that records what is written to it, and what is left of it after a power cut."""

import bisect
import os
import re
import shutil
import struct
import subprocess
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from lib.wait import WAIT_SECONDS, eventually

RECORDER = Path(__file__).with_name("recorder.py")
EVENT = struct.Struct("<cQQQ")
SECTOR = 512
BLOCK = 4096


def skip_without_disk():
    """Skips a test where such a disk cannot be had."""
    reason = missing()
    if reason:
        pytest.skip(reason)


def missing():
    if os.geteuid():
        return "it needs root"
    for name in ("nbdkit", "nbdfuse", "losetup", "mkfs.ext4", "dumpe2fs", "fusermount3"):
        if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin"):
            return f"it needs {name}"
    if not os.path.exists("/dev/fuse"):
        return "it needs /dev/fuse"
    with tempfile.NamedTemporaryFile() as file:
        os.truncate(file.name, 1 << 20)
        try:
            subprocess.run(["losetup", "-d", _loop(file.name)], check=True, capture_output=True)
        except subprocess.CalledProcessError as error:
            return f"it needs loop devices: {error.stderr.decode().strip()}"
    return None


def _loop(path):
    return subprocess.run(
        ["losetup", "-f", "--show", path], check=True, capture_output=True, text=True).stdout.strip()


def _quietly(*command):
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def mounted(image, folder):
    """The file system of an image, mounted on a folder within the block."""
    with ExitStack() as stack:
        device = _loop(image)
        stack.callback(_quietly, "losetup", "-d", device)
        subprocess.run(["mount", device, folder], check=True, capture_output=True)
        stack.callback(_unmount, folder)
        yield folder


def _unmount(folder):
    if not eventually(lambda: subprocess.run(["umount", folder], stderr=subprocess.DEVNULL).returncode == 0):
        _quietly("umount", "-l", folder)


class Disk:
    """A recorded disk with an ext4 at `data`, within a `with` block. `counter` is the file of a ledger."""

    def __init__(self, mebibytes=32):
        self.stack = ExitStack()
        self.bytes = mebibytes << 20

    def __enter__(self):
        with self.stack as stack:
            self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            self.counter = self.folder / "counter"
            self.trigger, self.failed = self.folder / "trigger", self.folder / "failed"
            self.log, self.data = self.folder / "log", self.folder / "data"
            disk, ready = self.folder / "disk", self.folder / "ready"
            self.counter.write_bytes(bytes(8))
            disk.touch()
            self.data.mkdir()
            fuse = subprocess.Popen(
                ["nbdfuse", "-P", ready, disk, "--command", "nbdkit", "-s", "--exit-with-parent", "python", RECORDER,
                 f"bytes={self.bytes}", f"log={self.log}", f"counter={self.counter}", f"trigger={self.trigger}",
                 f"failed={self.failed}"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            stack.callback(self._end, fuse)
            stack.callback(_quietly, "fusermount3", "-u", disk)
            eventually(lambda: ready.exists() or fuse.poll() is not None)
            if not ready.exists():
                raise RuntimeError("nbdfuse does not start")
            self._make_file_system(disk)
            stack.enter_context(mounted(disk, self.data))
            os.sync()
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *exception):
        self.stack.close()

    @staticmethod
    def _end(fuse):
        try:
            fuse.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            fuse.kill()
            fuse.wait()

    def _make_file_system(self, disk):
        # Nothing is written later that no file asks for.
        eager = "lazy_itable_init=0,lazy_journal_init=0"
        subprocess.run(["mkfs.ext4", "-q", "-F", "-b", str(BLOCK), "-E", eager, disk], check=True, capture_output=True)
        # Where files will be: the journal and what else the kernel writes for itself stay out of it.
        found = subprocess.run(["dumpe2fs", disk], check=True, capture_output=True, text=True).stdout
        self.room = [
            (int(first) * BLOCK, (int(last or first) + 1) * BLOCK)
            for line in re.findall(r"^  Free blocks: (.*)", found, re.MULTILINE)
            for first, last in re.findall(r"(\d+)(?:-(\d+))?", line)]

    @contextmanager
    def failing(self):
        """Every write to a file fails within the block, in which there is to be one.

        The kernel's own do not: after one in its journal it writes nothing more at all.
        """
        self.failed.unlink(missing_ok=True)
        self.failed_at = self.log.stat().st_size
        partial = self.folder / "trigger.new"
        partial.write_text("".join("%d %d\n" % bounds for bounds in self.room))
        partial.rename(self.trigger)
        try:
            yield
        finally:
            self.trigger.unlink()
        if not self.failed.exists():
            raise RuntimeError("nothing has been written that could fail")

    def record(self):
        """What has been written so far."""
        return Record(self.log.read_bytes(), self.bytes)


class Record:
    """The events of a disk, in order."""

    def __init__(self, log, size):
        self.size, self.events, self.places = size, [], []
        place = 0
        while place < len(log):
            self.places.append(place)
            kind, stamp, offset, length = EVENT.unpack_from(log, place)
            place += EVENT.size
            self.events.append((kind, stamp, offset, log[place:place + length]))
            place += length

    def points(self, length=0):
        """A power cut before each event since the log of events was so long, but not before the first acknowledgement:
        the number of the event, and the acknowledgements then."""
        first = bisect.bisect_left(self.places, length)
        return [(number, event[1]) for number, event in enumerate(self.events) if event[1] and number >= first]

    def point(self, acknowledgements, length):
        """A power cut when the log of events was so long."""
        return bisect.bisect_left(self.places, length), acknowledgements

    @contextmanager
    def power_cut(self, number=None, source=None):
        """The folder of what a power cut before an event leaves, at the end by default: all before the last flush, and
        of what follows a random half, in any order, one in five cut at a sector; none of it without random numbers."""
        with tempfile.TemporaryDirectory() as folder:
            image, data = Path(folder) / "image", Path(folder) / "data"
            data.mkdir()
            self._write(image, len(self.events) if number is None else number, source)
            with mounted(image, data):
                yield data

    def _write(self, path, number, source):
        flushes = [place for place, event in enumerate(self.events[:number]) if event[0] == b"F"]
        flushed = flushes[-1] if flushes else 0
        late = [event for event in self.events[flushed:number] if event[0] == b"W"]
        late = [event for event in late if source.random() < 0.5] if source else []
        if source:
            source.shuffle(late)
        with open(path, "wb") as image:
            image.truncate(self.size)
            for _, _, offset, data in [event for event in self.events[:flushed] if event[0] == b"W"]:
                image.seek(offset)
                image.write(data)
            for _, _, offset, data in late:
                if source.random() < 0.2:
                    data = data[:source.randrange(0, len(data) // SECTOR + 1) * SECTOR]
                image.seek(offset)
                image.write(data)
