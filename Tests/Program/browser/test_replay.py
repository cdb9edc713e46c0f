"""script/replay --record: what it records of the demo is sent to a server again."""

import json
import subprocess

from lib import ROOT


def test_record(program, facts, tmp_path):
    recording, answers = tmp_path / "recording.json", tmp_path / "answers.json"
    for arguments in (["--record", recording], ["--fast", "--json", answers, recording]):
        subprocess.run([ROOT / "script/replay", "--program", program, *arguments], check=True, stdout=subprocess.DEVNULL)
    steps = json.loads(answers.read_text())["answers"]
    speeds = [abs(step["velocity"]) for step in steps[1:]]
    facts.equal("where it begins", (steps[0]["time"], steps[0]["offset"]), (0, 0))
    facts.at_least("slow steps", sum(0 < speed < 1000 for speed in speeds), 50)
    facts.at_least("steps of a fling", sum(2000 < speed < 100_000 for speed in speeds), 20)
    jumps = [step for step in steps[1:] if abs(step["velocity"]) > 1e6]
    facts.equal("what the jumps lead to", [{each.get("section") for each in jump["entering"]} for jump in jumps], [{1}, {2}])
    facts.at_least("steps back", sum(step["velocity"] < 0 for step in steps[1:]), 5)
