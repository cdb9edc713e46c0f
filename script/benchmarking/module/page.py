"""Row 42: cells as the client for TypeScript shows them in an effect, in node, beside plain JavaScript."""

import json
import os
import subprocess
import sys
from pathlib import Path

from ..row import row_of
from ..setting import ROOT, run
from . import MODULE

ROWS = ("42",)
MAIN = Path(__file__).with_name("effects.mjs")


def measure(setting):
    """The module is the one that pages get, or the one at LAYOUTD_MODULE. The script prints one row of JSON on each line."""
    setting.say("row 42")
    module = os.environ.get("LAYOUTD_MODULE")
    if not module:
        run(ROOT / "script/bootstrap", "--wasm")
        subprocess.run([ROOT / "script/wasm"], check=True, stdout=sys.stderr)
    text = run("node", MAIN, module or MODULE, str(setting.rounds))
    return [row_of(json.loads(line)) for line in text.splitlines()]
