"""The one way to wait for something: a test waits for a fact, and a limit ends it only where the program is broken."""

import time

WAIT_SECONDS = 60


def eventually(look, seconds=WAIT_SECONDS, pause=0.05):
    """The first true value of `look`, or its last one when the seconds are over."""
    end = time.monotonic() + seconds
    while not (found := look()) and time.monotonic() < end:
        time.sleep(pause)
    return found


def settled(read, goal, seconds):
    """The first reading of at most `goal`, or the last one when the seconds are over."""
    readings = [read()]
    eventually(lambda: readings[-1] <= goal or readings.append(read()), seconds)
    return readings[-1]
