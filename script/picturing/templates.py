"""Drawings of the templates that docs/galleries.md shows."""

import json
import re

from lib import ROOT

from . import engines

# A picture, and the snapshot that it is of.
EXAMPLE = re.compile(r'<img src="pictures/([\w-]+)\.svg"[^>]*>\n\n```json\n(.*?)```', re.DOTALL)


def drawings(program):
    """Each template's picture."""
    for name, text in EXAMPLE.findall((ROOT / "docs/galleries.md").read_text()):
        yield name, engines.drawn(program, json.loads(text), "--width", "390", "--bounds", "0,0,390,300")
