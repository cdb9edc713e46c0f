"""What the tests, the benchmarks and the load drills have in common."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / ".build"  # script/bootstrap --all unpacks programs there, and makes environments of Python modules.


def read_yaml(text):
    """What a text in YAML says. Few tests need the module, and it may be missing."""
    import yaml
    # The reader in Python alone takes ten times as long.
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def use_modules_of(environment):
    """Makes the modules of an environment that script/bootstrap --all made importable, before python3's own.

    What pytest has imported of these already, such as an older attrs, is imported again from there.
    """
    for folder in (BUILD / environment).glob("lib/python3*/site-packages"):
        if str(folder) in sys.path:
            continue
        sys.path.insert(0, str(folder))
        own = {path.stem for path in folder.iterdir()}
        for name in [name for name in sys.modules if name.partition(".")[0] in own]:
            del sys.modules[name]
