"""The files that are made from openapi.yaml."""

import json

import yaml

from .page import Page


def made_from(path):
    """The text of each file, by its path in the repository."""
    document = yaml.safe_load(path.read_text())
    return {
        "docs/reference/openapi.json": json.dumps(document, indent=1, ensure_ascii=False) + "\n",
        "docs/reference/index.html": Page(document).html(),
    }
