"""Requests of one kind, which are sent to several servers in turns."""

import math
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from lib.server import Server

from .row import Row, processor_times

SCRIPT = Path(__file__).with_name("references") / "requests.lua"
CONNECTIONS = 32


class Reference(Server):
    """A reference program, on a free port."""

    @staticmethod
    def command(program, listen, options):
        return [program, *options]


def head(target, *lines):
    return "\r\n".join([f"GET {target} HTTP/1.1", "Host: 127.0.0.1", *lines, "", ""]).encode()


@dataclass
class Turn:
    rate: float       # answers a second
    count: int        # answers
    processor: float  # the server's, in microseconds for each answer
    p99: float = 0    # milliseconds that all but one in a hundred took at most


class Load:
    """Requests that wrk sends over connections that stay open, the same to every server."""

    def __init__(self, folder, name, heads):
        self.name, self.heads = name, heads
        self.file = Path(folder) / f"{name}.requests"
        self.file.write_bytes(b"".join(b"%d\n%b" % (len(each), each) for each in heads))

    def turn(self, server, seconds, connections=CONNECTIONS):
        processor = server.cpu_seconds()
        process = subprocess.Popen(
            ["wrk", "-t1", f"-c{connections}", f"-d{math.ceil(seconds)}s", "--latency", "-s", SCRIPT,
             f"http://127.0.0.1:{server.port}", "--", self.file],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if seconds != math.ceil(seconds):
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)  # wrk then ends its turn.
        text = process.communicate()[0]
        processor = server.cpu_seconds() - processor
        server.forget_log()
        rate, count = re.search(r"Requests/sec: +([\d.]+)", text), re.search(r"(\d+) requests in", text)
        failed = re.search(r"Non-2xx or 3xx responses: \d+|Socket errors: .*", text)
        if failed or not rate or not int(count[1]):
            sys.exit(f"benchmark: {self.name}: {failed[0] if failed else text}")
        longest = re.search(r"99% +([\d.]+)(us|ms|s)", text)
        p99 = float(longest[1]) * {"us": 1e-3, "ms": 1, "s": 1e3}[longest[2]]
        return Turn(float(rate[1]), int(count[1]), processor / int(count[1]) * 1e6, p99)

    def instructions(self, server, seconds):
        """Instructions outside of the kernel for each answer, or None where perf cannot count them."""
        if not shutil.which("perf"):
            return None
        process = subprocess.Popen(
            ["perf", "stat", "-x,", "-e", "instructions:u", "-p", str(server.pid)], stderr=subprocess.PIPE, text=True)
        time.sleep(0.2)  # It counts from then on; the server is idle.
        turn = self.turn(server, seconds)
        process.send_signal(signal.SIGINT)
        counted = re.search(r"^(\d+),", process.communicate()[1], re.MULTILINE)
        return int(counted[1]) / turn.count if counted else None


def by_turns(tasks):
    """Does every task once, in another order in each round. Returns the result of each, by its name."""
    return {name: tasks[name]() for name in random.sample(list(tasks), len(tasks))}


def rounds_of(tasks, rounds, say=lambda text: None):
    """The results of every task, one in each round."""
    done = []
    for i in range(rounds):
        say(f"round {i + 1} of {rounds}")
        done.append(by_turns(tasks))
    return {name: [each[name] for each in done] for name in tasks}


def compared(setting, row, part, what, tasks, target=None):
    """A row of the turns of two tasks, `layoutd` and `reference`."""
    turns = rounds_of(tasks, setting.rounds, lambda text: setting.say(f"row {row}, {part}, {text}"))
    rates = {name: [turn.rate for turn in own] for name, own in turns.items()}
    times = {name: [turn.processor for turn in own] for name, own in turns.items()}
    return Row(row, what, "answers/s", rates["layoutd"], rates["reference"], target,
               details=processor_times("µs for each", times))
