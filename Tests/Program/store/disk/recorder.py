"""A plugin of nbdkit: a disk in memory that records each write and flush, with the number of acknowledgements then.

Each event is a byte, W or F, and three little-endian numbers: acknowledgements, offset, length; behind W its bytes.
As long as there is a file `trigger`, writes that begin in one of the ranges that it names fail; the first one makes the
file `failed`.
"""

import builtins
import errno
import mmap
import struct

import nbdkit

API_VERSION = 2
settings = {}


def config(key, value):
    settings[key] = value


def config_complete():
    global memory, log, acknowledgements
    memory = bytearray(int(settings["bytes"]))
    log = builtins.open(settings["log"], "wb", buffering=0)
    with builtins.open(settings["counter"], "r+b") as counter:
        acknowledgements = mmap.mmap(counter.fileno(), 8)


def thread_model():
    return nbdkit.THREAD_MODEL_SERIALIZE_ALL_REQUESTS


def open(readonly):
    return 1


def get_size(handle):
    return len(memory)


def can_write(handle):
    return True


def can_flush(handle):
    return True


def pread(handle, buffer, offset, flags):
    buffer[:] = memory[offset:offset + len(buffer)]


def pwrite(handle, buffer, offset, flags):
    if _fails(offset):
        nbdkit.set_error(errno.EIO)
        raise OSError(errno.EIO, "the disk fails")
    memory[offset:offset + len(buffer)] = buffer
    _record(b"W", offset, bytes(buffer))


def flush(handle, flags):
    _record(b"F", 0, b"")


def _fails(offset):
    try:
        with builtins.open(settings["trigger"]) as file:
            ranges = [tuple(map(int, line.split())) for line in file]
    except FileNotFoundError:
        return False
    if not any(first <= offset < end for first, end in ranges):
        return False
    builtins.open(settings["failed"], "w").close()
    return True


def _record(kind, offset, data):
    stamp = struct.unpack("<Q", acknowledgements[:8])[0]
    log.write(struct.pack("<cQQQ", kind, stamp, offset, len(data)) + data)
