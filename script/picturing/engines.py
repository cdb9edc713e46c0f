"""Drawings of the program whose cells look like photographs, or like rows of a list of people."""

import itertools
import json
import re
import subprocess

from lib import ROOT

EXAMPLES = ROOT / "Sources/Resources/Examples"
COMMON = {"minimumLineSpacing": 6, "minimumInteritemSpacing": 6, "sectionInset": {"top": 8, "left": 8, "bottom": 8, "right": 8}}
TAGS = [58, 66, 47, 65, 88, 46, 61, 96, 54, 114, 73, 62]
PHOTOS = [124, 69, 169, 205, 163, 92, 122, 148, 163, 69, 130, 122, 246]
FLOW = {
    "engine": "flow", "metrics": COMMON,
    "sections": [
        {"id": "topics", "metrics": {"lineAlignment": "leading"}, "headers": [{"height": 32, "pin": True}],
         "items": {"widths": TAGS, "heights": [30] * len(TAGS)}},
        {"id": "trip", "metrics": {"lineAlignment": "justify"}, "headers": [{"height": 32, "pin": True}],
         "items": {"widths": PHOTOS, "heights": [92] * len(PHOTOS)}},
    ],
}
COLUMN = {
    "engine": "column",
    "sections": [
        {"id": "people", "metrics": {"rowHeight": 58, "separatorColor": "#d1d1d6", "separatorInsets": {"left": 60}},
         "headers": [{"height": 32, "pin": True}], "items": 4},
        {"id": "album", "metrics": {"numberOfColumns": 3, "rowHeight": 124, **COMMON},
         "headers": [{"height": 32, "pin": True}], "items": 12},
    ],
}
# Each with how far it is scrolled, so that its header pins.
LISTS = {
    "flow": (FLOW, 40), "column": (COLUMN, 60),
    "waterfall": (json.loads((EXAMPLES / "waterfall.json").read_text()), 130),
    "mosaic": (json.loads((EXAMPLES / "mosaic.json").read_text()), 120),
    "spans": (json.loads((EXAMPLES / "spans.json").read_text()), 60),
    "justified": (json.loads((EXAMPLES / "justified.json").read_text()), 60),
    "groups": (json.loads((EXAMPLES / "groups.json").read_text()), 90),
}
CELLS = re.compile(r'<g class="cell.*?</g>', re.DOTALL)
CELL = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="[\d.]+">(<title>.*?</title>)</rect>(<text.*</text>)?')
# Shorter ones are tags; wider ones, for their height, are rows.
LEAST, WIDEST = 40, 4.5


def computed(program, snapshot, *options):
    """What `layoutd compute` prints of a snapshot."""
    return subprocess.run([program, "compute", "-", *options], input=json.dumps(snapshot), check=True, capture_output=True,
                          text=True).stdout


# A rule of a drawing's style, with its selectors.
RULE = re.compile(r"^\.layoutd ([^{]*)\{.*\}\n", re.MULTILINE)


def drawn(program, snapshot, *options):
    """A drawing of a snapshot, with the rules of its style that concern its elements."""
    drawing = computed(program, snapshot, *options, "--format", "svg")
    there = {name for names in re.findall(r'class="([^"]*)"', drawing) for name in names.split()}

    def concerns(selector):
        return set(re.findall(r"\.(\w+)", selector)) <= there

    return RULE.sub(lambda rule: rule[0] if any(map(concerns, rule[1].split(",.layoutd "))) else "", drawing)


def drawings(program, photos):
    """Each engine's picture."""
    for number, (engine, (snapshot, top)) in enumerate(LISTS.items()):
        drawing = drawn(program, snapshot, "--width", "390", "--bounds", f"0,{top},390,520")
        numbers = itertools.count(40 * number)
        yield engine, CELLS.sub(lambda group: CELL.sub(lambda cell: filled(cell, numbers, photos), group[0]), drawing)


def filled(cell, numbers, photos):
    """A cell with a photograph that covers it, or in a row with one at its start and two lines beside it."""
    x, y, width, height = map(float, cell.groups()[:4])
    if height < LEAST:
        return cell[0]
    if width <= WIDEST * height:
        return photos.image(next(numbers), x, y, width, height, cell[5])
    side = height - 16
    lines = "".join(
        f'<rect x="{x + side + 20:g}" y="{y + part * height:g}" width="{length:g}" height="8" rx="4" fill="currentColor" '
        f'opacity="{opacity}" stroke="none"/>' for part, length, opacity in ((0.28, 90, .7), (0.58, width - side - 90, .3)))
    return f"<rect{cell[0].split('<rect')[1].split('<text')[0]}" + photos.image(next(numbers), x + 8, y + 8, side, side) + lines
