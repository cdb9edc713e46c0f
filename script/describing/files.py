"""The files that are made from openapi.yaml, docs/using.md, docs/dashboard.yml and the core's tables, and the data files that have one form."""

import json

import yaml

from . import client_types, tables
from .compact import compact
from .dashboard import dashboard
from .guide import guide
from .page import Page

# In the repository, with how many levels may be broken into lines. Each member of a change, and each entry of its long
# lists, is a line.
DATA = {"Tests/Vectors/*.json": None, "Tests/ChangeVectors/*.json": 2}


def made_from(root):
    """The text of each file, by its path in the repository."""
    document = yaml.load((root / "openapi.yaml").read_text(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return {
        "docs/reference/openapi.json": compact(json.dumps(document, ensure_ascii=False)),
        "docs/reference/index.html": Page(document).html(),
        "docs/reference/dashboard.json": dashboard(yaml.safe_load((root / "docs/dashboard.yml").read_text())),
        "docs/reference/guide.html": guide((root / "docs/using.md").read_text(), document["info"]["version"]),
        "clients/typescript/types/described.ts": client_types.made_from(document["components"]["schemas"]),
        tables.CLIENT: tables.made_from(root)[1],
    }


def data_files(root):
    """Each data file, and its text in the form that it has to have."""
    for pattern, levels in DATA.items():
        for path in sorted(root.glob(pattern)):
            yield path, compact(path.read_text(), levels)
