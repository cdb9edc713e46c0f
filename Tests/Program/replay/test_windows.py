"""What script/replay says entered and left in the recording that is kept, and what it prints."""

import json
import os
import re
import subprocess

import pytest

from lib import ROOT
from lib.http import Connection
from lib.proxy import NEVER, Proxy
from replaying.recording import Recording

pytestmark = pytest.mark.quick

DEMO = ROOT / "script/replaying/demo.json"
# Its extent across the scroll axis is not read.
BAR = {"width": 40, "height": 40, "pin": True}
SNAPSHOT = {"globalHeaders": [BAR], "sections": [
    {"engine": "column", "headers": [BAR], "items": {"count": 90, "width": 50, "height": 50}}]}


def run(*arguments):
    return subprocess.run([ROOT / "script/replay", *map(str, arguments)], capture_output=True, text=True)


def recording_in(folder, snapshot, offsets, width=300, height=500):
    path = folder / "recording.json"
    steps = [[16 * i, offset] for i, offset in enumerate(offsets)]
    path.write_text(json.dumps({"snapshot": snapshot, "width": width, "height": height, "steps": steps}))
    return path


def answers(folder, *arguments):
    path = folder / "answers.json"
    ran = run("--fast", "--json", path, *arguments)
    assert ran.returncode == 0, ran.stderr
    return json.loads(path.read_text())


def name(element):
    return tuple((key, element[key]) for key in ("category", "kind", "section", "item", "index") if key in element)


def test_demo(server, facts, tmp_path):
    """The recording that is kept: slow, by flings and by jumps. What was on screen is what entered and has not left."""
    recording = Recording.read(DEMO)
    facts.at_most("its size", DEMO.stat().st_size, 12_000, "bytes")
    speeds = [abs(step.velocity) for step in recording.steps[1:]]
    facts.at_least("slow steps", sum(0 < speed < 1000 for speed in speeds), 50)
    facts.at_least("steps of a fling", sum(2000 < speed < 100_000 for speed in speeds), 20)
    facts.at_least("jumps", sum(speed > 1e6 for speed in speeds), 2)
    facts.at_least("steps back", sum(step.velocity < 0 for step in recording.steps[1:]), 20)
    found = answers(tmp_path, DEMO, server.url)["answers"]
    shown = {}
    with Connection(server.port) as connection:
        path = connection.layout(json.dumps(recording.snapshot))
        for step, answer in zip(recording.steps, found, strict=True):
            for each in answer["leaving"]:
                del shown[name(each)]
            shown |= {name(each): each for each in answer["entering"]}
            asked = connection.get(f"{path}/elements?bounds={recording.bounds(step, False)}").json()
            expected = {name(each) for each in asked["elements"] + asked["special"]}
            facts.holds(f"what is visible at {step.offset}", shown.keys() == expected, shown.keys() ^ expected)
    facts.at_least("answers that name cells to fetch", sum(bool(each["prefetch"]) for each in found), 50)
    facts.at_least("answers that cancel some", sum(bool(each["cancelled"]) for each in found), 1)


def test_text(server, facts, tmp_path):
    snapshot = {"sections": [{"engine": "column", "headers": [{"height": 40, "pin": True}], "items": {"count": 9, "height": 100}}]}
    ran = run("--fast", recording_in(tmp_path, snapshot, [0, 8, 4, 200, 200], 320, 200), server.url)
    facts.equal("its status", (ran.returncode, ran.stderr), (0, ""))
    heading, *lines = ran.stdout.splitlines()
    facts.equal("its heading", heading.split(), ["at,", "ms", "offset", "points/s", "ms"])
    steps = [re.sub(r"\d+\.\d\d", "T", " ".join(line.split())) for line in lines[:5]]
    facts.equal("its steps", steps, [
        "0.0 0.0 T + header 0/0, 0/0–1",
        "16.0 8.0 500 T 2 ahead",
        "32.0 4.0 -250 T 2 cancelled",
        "48.0 200.0 12250 T + 0/2–3 − 0/0",
        "64.0 200.0 0 T",
    ])
    facts.equal("its end", [re.sub(r"\d+\.\d\d", "T", line) for line in lines[5:6] + lines[6:7]], [
        "", "5 answers, ms: median T, 95 of 100 within T, 99 of 100 within T, the longest T"])
    facts.equal("its frames", [re.sub(r"^\d", "N", line) for line in lines[7:]], [
        f"N of 5 steps would have missed a frame of {frame} ms" for frame in ("8.3", "16.7")])


def test_layout_of_url(server, facts, tmp_path):
    """A layout that is there is asked, and nothing is posted."""
    with Connection(server.port) as connection:
        path = connection.layout(json.dumps(SNAPSHOT))
    posted = server.metrics()['layoutd_requests_total{method="POST",route="/v1/layouts",status="201"}']
    found = answers(tmp_path, recording_in(tmp_path, {"sections": []}, [0, 100]), server.url + path)["answers"]
    facts.equal("posts", server.metrics()['layoutd_requests_total{method="POST",route="/v1/layouts",status="201"}'], posted)
    facts.at_least("what entered at first", len(found[0]["entering"]), 10)


def test_one_connection(server, facts, tmp_path):
    opened = []
    with Proxy(lambda: opened.append(1) or NEVER, server.port) as proxy:
        answers(tmp_path, recording_in(tmp_path, SNAPSHOT, range(0, 400, 4)), f"http://127.0.0.1:{proxy.port}")
    facts.equal("connections", len(opened), 1)


def test_own_server(program, facts, tmp_path):
    """Without a URL a server runs meanwhile, and not any more."""
    pid, wrapper = tmp_path / "pid", tmp_path / "program"
    wrapper.write_text(f'#!/bin/sh\necho $$ >{pid}\nexec {program} "$@"\n')
    wrapper.chmod(0o755)
    ran = run("--fast", "--program", wrapper, recording_in(tmp_path, SNAPSHOT, [0, 100]))
    facts.equal("its status", (ran.returncode, ran.stderr), (0, ""))
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)
