"""What the tests, the benchmarks and the load drills have in common."""

import site
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / ".build"  # script/bootstrap --all unpacks programs there, and makes environments of Python modules.


def use_modules_of(environment):
    """Makes the modules of an environment that script/bootstrap --all made importable, behind python3's own."""
    for folder in (BUILD / environment).glob("lib/python3*/site-packages"):
        site.addsitedir(str(folder))
