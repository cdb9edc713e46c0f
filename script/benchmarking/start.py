"""Row 14: the time of a start, and the memory at rest."""

import re
import time
from pathlib import Path

from lib.http import Connection
from lib.server import Server

from .row import Row

ROWS = ("14",)


def measure(setting):
    starts, resident, own = [], [], []
    for _ in range(setting.rounds):
        start = time.perf_counter()
        with Server(setting.program) as server, Connection(server.port) as connection:
            answer = connection.request("GET", "/readyz")
            starts.append((time.perf_counter() - start) * 1e3)
            if answer.status != 200:
                raise RuntimeError(f"not ready: {answer.status}")
            time.sleep(0.1)
            text = Path(f"/proc/{server.pid}/status").read_text()
            resident.append(int(re.search(r"^VmRSS:\s+(\d+)", text, re.MULTILINE)[1]) / 1024)
            own.append(server.memory() / (1 << 20))
    return [
        Row("14", "start to first answer", "ms", starts, target=50),
        Row("14", "resident memory at rest", "MiB", resident, details={"of that its own, MiB": own}),
        Row("14", "binary, with symbols", "MiB", [setting.program.stat().st_size / (1 << 20)]),
    ]
