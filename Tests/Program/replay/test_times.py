"""The times that script/replay counts, by a clock that goes on when it is told to."""

import pytest

from lib.http import Answer
from replaying import report, session
from replaying.recording import recording_of

pytestmark = pytest.mark.quick

WINDOW = b'{"entering":[],"leaving":[],"prefetch":[],"cancelled":[]}'


class Clock:
    """Goes on by sleeps, and by as many milliseconds as each answer takes."""

    def __init__(self, answers):
        self.now, self.answers, self.sent = 1000.0, iter(answers), []

    def perf_counter(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds

    def request(self, method, target, body, *lines):
        if method == "GET":
            self.sent.append(round((self.now - 1000) * 1000, 6))
            self.now += next(self.answers) / 1000
        return Answer(200, [], WINDOW)


def replayed(monkeypatch, times, answers, is_fast=False):
    """When each step is sent, and how long its answer took, in milliseconds."""
    recording = recording_of({
        "snapshot": {}, "width": 1, "height": 1, "steps": [[500 + time, i] for i, time in enumerate(times)]})
    clock = Clock(answers)
    monkeypatch.setattr(session, "time", clock)
    own = session.Session("http://127.0.0.1")
    own.client = clock
    took = [round(each.took, 6) for each in own.replay(recording, is_fast)]
    return clock.sent, took


def test_paced(monkeypatch, facts):
    """The third one is due while the second one is answered, and waits; the fourth one is sent in time."""
    sent, took = replayed(monkeypatch, [0, 10, 20, 100], [5, 20, 1, 2])
    facts.equal("sent", sent, [0, 10, 30, 100])
    facts.equal("took", took, [5, 20, 11, 2])


def test_fast(monkeypatch, facts):
    sent, took = replayed(monkeypatch, [0, 10, 20, 100], [5, 20, 1, 2], is_fast=True)
    facts.equal("sent", sent, [0, 5, 25, 26])
    facts.equal("took", took, [5, 20, 1, 2])


def test_summary(facts):
    times = [1.0] * 93 + [8.0, 9.0, 9.0, 10.0, 11.0, 16.6, 17.0]
    summary = report.summary(times)
    facts.equal("steps", summary["steps"], 100)
    facts.equal("milliseconds", summary["milliseconds"], {
        "median": 1, "95 of 100 within": 9, "99 of 100 within": 16.6, "the longest": 17})
    facts.equal("missed", summary["missed"], {"8.3": 6, "16.7": 1})
    facts.equal("of one answer", set(report.summary([3.0])["milliseconds"].values()), {3.0})


def test_names(facts):
    cells = [{"category": "cell", "section": section, "item": item} for section, item in ((0, 1), (0, 2), (0, 4), (1, 5), (1, 6))]
    special = [{"category": "supplementary", "kind": "header", "section": 1, "index": 0},
               {"category": "supplementary", "kind": "globalHeader", "index": 2}]
    facts.equal("names", report.names(cells + special + cells[:1]), "0/1–2, 0/4, 1/5–6, header 1/0, globalHeader 2, 0/1")
