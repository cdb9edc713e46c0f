"""Power cuts: a store writes to a disk that records it; at many points of the record, what is left is looked at."""

import random
import tempfile

import pytest

from lib.server import Refused

from ..documents.follower import Streamer
from ..ledger import Crowd, Ledger
from ..server import Server, check_file
from .disk import Disk, skip_without_disk
from .faults import Faults

POSTERS = 8
FOLLOWED = 3  # documents


@pytest.mark.landing
def test_power(program, facts, quick, brief):
    skip_without_disk()
    points, controls = (4, 2) if brief else (8, 3) if quick else (150, 40)
    lost, broken, ledger = look(program, points, quick, skips_log=False)
    facts.state("acknowledgements", ledger.count)
    facts.state("  of them writes", ledger.writes())
    facts.equal(f"power cuts of {points} after which something is lost", len(lost), 0)
    facts.equal(f"power cuts of {points} after which the file is not whole", len(broken), 0)
    for what in [*lost, *broken][:3]:
        facts.state("  one of them", what)
    lost, broken, _ = look(program, controls, quick, skips_log=True)
    facts.at_least(
        f"control: without a sync of the log, power cuts of {controls} after which something is lost", len(lost), 1)
    facts.state("  and after which the file is not whole", len(broken))


def look(program, points, quick, skips_log):
    """Records a store at work, with a kill and a start in the middle, and cuts the power at so many points."""
    source = random.Random(points)
    with tempfile.TemporaryDirectory() as folder, Disk(64) as disk:
        ledger, faults = Ledger(disk.counter), Faults(folder, disk.data)
        if skips_log:
            faults.skip_log()
        writes, marks = 200 if quick else 600, []
        for seed in range(2):
            with Server(program, disk.data, faults=faults) as server:
                with Crowd(server, ledger, POSTERS, seed=seed, pause=0.02, lengths=(300, 3000)) as crowd:
                    followers = [Noting(ledger, server.port, name) for name in crowd.names[:FOLLOWED]]
                    for _ in range(writes):
                        marks.append((ledger.count, disk.log.stat().st_size))
                        ledger.reaches(marks[-1][0] + 1)
                for follower in followers:
                    follower.stop()
                server.kill() if seed == 0 else server.stop()
                if any(follower.fault for follower in followers):
                    raise RuntimeError(f"a follower: {[follower.fault for follower in followers]}")
        faults.close()
        record = disk.record()
    # Half of them when something is written, half at any time.
    cuts = source.sample(record.points(), points // 2)
    cuts += [record.point(*mark) for mark in source.sample(marks, points - points // 2)]
    lost, broken = [], []
    for number, stamp in sorted(cuts):
        where = f"event {number} of {len(record.events)}, after {stamp} acknowledgements"
        with record.power_cut(number, source) as data:
            fault = check_file(program, data)
            if fault:
                broken.append(f"{where}: {fault}")
            try:
                with Server(program, data) as server:
                    wrong = ledger.wrong(server.port, stamp)
            except Refused as error:
                broken.append(f"{where}: {error}")
                continue
            if wrong:
                lost.append(f"{where}: {len(wrong)} wrong, such as {next(iter(wrong.items()))}")
    return lost, broken, ledger


class Noting(Streamer):
    """What an event tells counts as acknowledged: it is on the disk before that."""

    def __init__(self, ledger, port, name):
        self.ledger, self.name_of_document = ledger, name
        super().__init__(port, name)

    def take(self, record):
        self.ledger.written(self.name_of_document, record["revision"], record["layout"])
        super().take(record)
