"""Each system call of the store fails once, at its first time, at its second time, and so on.

Nothing is acknowledged that is not there later, the file is whole, and the store works again soon after the fault.
"""

import random
import tempfile
import time
from pathlib import Path

import pytest

from lib.http import Closed, Connection
from lib.server import Refused
from lib.wait import eventually

from ..ledger import Ledger, Poster, fill_log
from ..server import FILE, Server, check_file
from .faults import CALLS, ERRORS, Faults

RECOVERY_SECONDS = 5


@pytest.mark.landing
def test_calls(program, facts, quick, brief):
    for course, what in ((life, "posts, SIGKILL, a start, posts, the end"), (switch, "a file that is replaced")):
        made = Course(program, None).run(course)
        facts.state(f"{what}: calls", made.counts)
        facts.equal(f"{what}: without a fault, what went wrong", made.wrong, [])
        for error in list(ERRORS)[-1:] if brief and course is switch else ERRORS:
            wrong, times, writes, chosen = [], [0], 0, places(made.counts, quick, brief, course)
            for call, number in chosen:
                one = Course(program, (call, error, number)).run(course)
                writes += sum(len(each.written) for each in one.ledger.documents.values())
                wrong += [f"{call} {number}: {each}" for each in one.wrong]
                times.append(one.longest)
            of = f"{len(chosen)} of {sum(made.counts.values())} calls"
            facts.equal(f"{what}: {error} at {of}, what went wrong", len(wrong), 0)
            facts.state("  writes of documents that were acknowledged", writes)
            for each in wrong[:5]:
                facts.state("  one of them", each)
            facts.at_most(f"{what}: {error}, the longest time until it worked again", max(times), RECOVERY_SECONDS, "s")


def places(counts, quick, brief, course):
    """The calls that fail, each with its number: all of them, or of a file that is replaced, which takes long, some of
    each; in the shorter forms some alone."""
    source = random.Random(1)
    chosen = []
    for call, count in counts.items():
        numbers = range(1, count + 1)
        chosen += [(call, number) for number in (numbers if course is life else source.sample(numbers, min(12, count)))]
    some = (2 if brief else 5) if course is life else (1 if brief else 2)
    return source.sample(chosen, some) if quick else chosen


class Course:
    """A store that is used for a while; the fault comes once on its way."""

    def __init__(self, program, fault):
        self.program, self.fault = program, fault
        self.ledger, self.wrong, self.longest = Ledger(), [], 0
        self.poster = Poster(self.ledger, 1)
        self.server = self.connection = None

    def run(self, course):
        with tempfile.TemporaryDirectory() as place:
            self.folder = Path(place) / "data"
            self.faults = Faults(place, self.folder)
            try:
                course(self)
                self.counts = {call: self.faults.made(call) - self.base[call] for call in CALLS}
                self.look()
            except RuntimeError as error:
                self.wrong.append(str(error))
            finally:
                self.end(kill=True)
                self.faults.close()
        return self

    def arm(self, plan=""):
        """From here on calls are counted."""
        self.base = {call: self.faults.made(call) for call in CALLS}
        if self.fault:
            call, error, number = self.fault
            self.faults.fail(call, error, number, plan=plan)

    def start(self):
        begun = time.monotonic()
        if not eventually(self.starts, pause=0):
            raise RuntimeError(f"it does not start any more: {self.why}")
        self.longest = max(self.longest, time.monotonic() - begun)

    def starts(self):
        try:
            self.server = Server(self.program, self.folder, faults=self.faults)
            self.connection = Connection(self.server.port)
        except (Refused, Closed, OSError) as error:
            self.why = error
            self.end(kill=True)
        return self.connection

    def end(self, kill=False):
        if self.connection:
            self.connection.close()
        if self.server:
            if kill:
                self.server.kill()
            else:
                self.server.stop()
            self.server.__exit__()
        self.server = self.connection = None

    def post(self, count):
        """So many posts, changes, deletes and writes of a document that are acknowledged, however often each has to be tried."""
        for _ in range(count):
            begun = time.monotonic()
            if not eventually(self.acts, pause=0.01):
                raise RuntimeError(f"still refused: {self.server.said()}")
            self.longest = max(self.longest, time.monotonic() - begun)

    def acts(self):
        try:
            status = self.poster.act(self.connection)
        except Closed:
            self.end(kill=True)  # The fault was SIGKILL.
            self.start()
            return False
        if status >= 300 and status not in (503, 507):
            raise RuntimeError(f"answered {status}")
        return status < 300

    def look(self):
        """Everything is there before and after one more start, and the file is whole."""
        self.wrong += [f"missing or back: {wrong}" for wrong in self.ledger.wrong(self.server.port).items()]
        self.end()
        fault = check_file(self.program, self.folder)
        if fault:
            self.wrong.append(f"the check finds {fault}")
        self.start()
        self.wrong += [f"missing after the end: {wrong}" for wrong in self.ledger.wrong(self.server.port).items()]
        self.end()


def life(course):
    course.arm()
    course.start()
    course.post(6)
    course.end(kill=True)
    course.start()
    course.post(4)
    course.end()
    course.start()


def switch(course):
    """A checkpoint fails, so the file is replaced; the fault comes meanwhile."""
    course.start()
    course.post(6)
    file = course.folder / FILE
    before = file.stat().st_ino
    fill_log(course.server, course.connection, course.ledger)
    course.faults.fail("fdatasync", "EIO")
    course.arm(plan="second ")
    replaced = eventually(lambda: file.stat().st_ino != before or course.server.process.poll() is not None)
    if not replaced:
        raise RuntimeError("the file has not been replaced")
    course.post(4)
