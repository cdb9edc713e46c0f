"""The engines beside the browser's own layouts: flex-wrap, grid, flex columns, grid lanes and position: sticky.

Sizes, spacings and container widths are whole 64ths of a point, the unit that Chromium lays out in, so that its sums
are as exact as layoutd's. Where a rule divides, Chromium cuts the quotient to a 64th: `Case.x` and `Case.y` say where.
Everything else has to be equal.
"""

import random
from dataclasses import dataclass, field
from pathlib import Path

UNIT = 1 / 64
SCRIPT = (Path(__file__).parent / "engines.js").read_text()
COUNT = 2000
INSET = {"top": 7.25, "left": 5.5, "bottom": 3, "right": 10}
PADDING = "padding:7.25px 10px 3px 5.5px;"
FLEX_LINES = {"leading": "flex-start", "center": "safe center", "trailing": "safe flex-end",
              "justify": "space-between", "uikit": "space-between"}
FLEX_ITEMS = {"leading": "flex-start", "center": "center", "trailing": "flex-end"}


@dataclass
class Case:
    name: str
    section: dict            # of the snapshot
    container: str           # its style in the page
    items: list              # the style of each item
    extents: list = field(default_factory=lambda: [320, 390.5, 744 + UNIT, 1333.25])
    x: int = 0               # how many 64ths the browser may be off
    y: int = 0
    snapshot: dict = field(default_factory=dict)
    axis: str = "width"
    columns: int = 0         # how many boxes the items are dealt out to
    column: str = ""         # their style
    compares: object = lambda lines, number: True  # the items whose places both compute by the same rule


def sizes(seed, count, least, most):
    """Random sizes in 64ths."""
    source = random.Random(seed)
    return [source.randrange(int(least * 64), int(most * 64)) * UNIT for _ in range(count)]


def flow_cases():
    widths, heights = sizes(1, COUNT, 12, 120), sizes(2, COUNT, 10, 60)
    # Some are wider than the narrowest container.
    widths[::97] = sizes(3, len(widths[::97]), 300, 420)
    for alignment, across, equal in [
            ("leading", "leading", False), ("leading", "center", False), ("leading", "trailing", True),
            ("center", "leading", False), ("center", "center", True), ("trailing", "leading", False),
            ("justify", "leading", False), ("justify", "trailing", True), ("uikit", "center", False)]:
        wide = [46.5] * COUNT if equal else widths
        yield flow(f"flow {alignment}, {across}{', equal widths' if equal else ''}", alignment, across, wide, heights)
    # The whole layout is mirrored, its insets with it.
    yield flow("flow leading, right to left", "leading", "leading", widths, heights,
               snapshot={"layoutDirection": "rtl"}, direction="direction:rtl;padding:7.25px 5.5px 3px 10px;")
    horizontal = flow("flow leading, scrolling sideways", "leading", "leading", heights, widths,
                      snapshot={"scrollDirection": "horizontal"})
    horizontal.axis = "height"
    horizontal.container = horizontal.container.replace("flex-wrap", "flex-direction:column;flex-wrap")
    # Spacings between lines and items change places with the axes.
    horizontal.container = horizontal.container.replace("gap:9.75px 6.5px", "gap:6.5px 9.75px")
    yield horizontal


def flow(name, alignment, across, widths, heights, snapshot=(), direction=""):
    spread = alignment in ("justify", "uikit")

    def follows(lines, number):
        line = lines[number]
        # uikit centres single items and does not spread the last line; CSS has no such rule.
        return alignment != "uikit" or (line.count > 1 and not line.is_last)

    return Case(
        name,
        {"engine": "flow",
         "metrics": {"lineAlignment": alignment, "itemAlignment": across, "sectionInset": INSET,
                     "minimumLineSpacing": 9.75, "minimumInteritemSpacing": 6.5},
         "items": {"widths": widths, "heights": heights}},
        f"display:flex;flex-wrap:wrap;gap:9.75px 6.5px;align-content:flex-start;{PADDING}{direction}"
        f"justify-content:{FLEX_LINES[alignment]};align-items:{FLEX_ITEMS[across]};",
        [f"flex:none;width:{w}px;height:{h}px" for w, h in zip(widths, heights)],
        x=int(spread or alignment == "center"),
        y=int(across == "center"), snapshot=dict(snapshot), compares=follows)


def column_cases():
    heights = sizes(4, COUNT, 20, 90)
    for cells, style in [("row", "align-items:stretch"), ("natural", "align-items:start")]:
        kind = "min-height" if cells == "row" else "height"
        yield Case(
            f"column, {cells} cells, five columns",
            {"engine": "column",
             "metrics": {"numberOfColumns": 5, "cellHeight": cells, "sectionInset": INSET, "minimumLineSpacing": 4.25,
                         "minimumInteritemSpacing": 3.5},
             "items": {"heights": heights}},
            f"display:grid;grid-template-columns:repeat(5,minmax(0,1fr));gap:4.25px 3.5px;{PADDING}{style};",
            [f"{kind}:{h}px" for h in heights], x=1)
    yield Case(
        "column, as many as fit",
        {"engine": "column",
         "metrics": {"minimumColumnWidth": 96.5, "sectionInset": INSET, "minimumInteritemSpacing": 3.5},
         "items": {"heights": heights}},
        f"display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,96.5px),1fr));gap:0 3.5px;{PADDING}",
        [f"min-height:{h}px" for h in heights], x=1)


def waterfall_cases():
    heights = sizes(5, COUNT, 20, 200)
    spacings = {"minimumLineSpacing": 6.25, "minimumInteritemSpacing": 4.5, "sectionInset": INSET}
    grid = f"display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:0 4.5px;align-items:start;{PADDING}"
    stack = "display:flex;flex-direction:column;row-gap:6.25px;min-width:0"
    yield Case(
        "waterfall left to right, heights alone",
        {"engine": "waterfall", "metrics": {"numberOfColumns": 4, "placement": "leftToRight", **spacings},
         "items": {"heights": heights}},
        grid, [f"flex:none;height:{h}px" for h in heights], x=1, columns=4, column=stack)
    # Columns of 128, 192 and 256 points, so that every scaled height is a whole 64th, too.
    source = random.Random(6)
    widths = [source.choice([64, 128, 256, 512]) for _ in range(COUNT)]
    heights = [source.randrange(32, 700) for _ in range(COUNT)]
    yield Case(
        "waterfall left to right, scaled",
        {"engine": "waterfall", "metrics": {"numberOfColumns": 4, "placement": "leftToRight", **spacings},
         "items": {"widths": widths, "heights": heights}},
        grid, [f"flex:none;width:100%;aspect-ratio:{w}/{h}" for w, h in zip(widths, heights)],
        extents=[4 * w + 3 * 4.5 + 15.5 for w in (128, 192, 256)], columns=4, column=stack)


def lane_cases():
    """Grid lanes are still behind a flag. With flow tolerance 0 they have the rules of `shortest`, except for columns of
    equal length: layoutd takes the first of them, a browser the next after the last one taken. With this seed there are none."""
    heights = sizes(9, COUNT, 20, 200)
    for count in (2, 3, 7):
        yield Case(
            f"waterfall shortest, {count} columns",
            {"engine": "waterfall",
             "metrics": {"numberOfColumns": count, "minimumLineSpacing": 6.25, "minimumInteritemSpacing": 4.5,
                         "sectionInset": INSET},
             "items": {"heights": heights}},
            f"display:grid-lanes;grid-template-columns:repeat({count},minmax(0,1fr));gap:6.25px 4.5px;"
            f"flow-tolerance:0;{PADDING}",
            [f"height:{h}px" for h in heights], x=1)


@dataclass
class Line:
    count: int = 0  # of items in it
    is_last: bool = False


def lines_of(widths_first):
    """The line of each item, from the order of the positions along the line."""
    lines, current = [], []
    before = None
    for along in widths_first:
        if before is None or along <= before:
            current = []
        line = Line()
        current.append(line)
        lines.append((line, current))
        before = along
    last = lines[-1][1]
    for line, mates in lines:
        line.count, line.is_last = len(mates), mates is last
    return [line for line, _ in lines]


def check(browser, server, case):
    """The differences of the two, in words, and the greatest difference that a division explains."""
    snapshot = {**case.snapshot, "sections": [case.section]}
    measured = browser.run(SCRIPT, {
        "container": case.container, "items": case.items, "extents": case.extents, "axis": case.axis,
        "columns": case.columns, "column": case.column})
    layout = server.post(snapshot)
    problems, greatest, compared = [], 0, 0
    for extent, shown in zip(case.extents, measured):
        size, cells = server.cells(layout, case.axis, extent)
        if len(cells) * 4 != len(shown["frames"]):
            return [f"{len(cells)} cells"], 0, 0
        horizontal = case.axis == "height"
        rtl = case.snapshot.get("layoutDirection") == "rtl"
        along = [cell[1] if horizontal else -cell[0] - cell[2] if rtl else cell[0] for cell in cells]
        lines = lines_of(along)
        for number, cell in enumerate(cells):
            frame = shown["frames"][4 * number:4 * number + 4]
            is_compared = case.compares(lines, number)
            compared += is_compared
            for axis, allowed in ((0, case.x), (1, case.y), (2, case.x), (3, 0)):
                # Across the lines the rule is always the same.
                if not is_compared and axis == 0:
                    continue
                difference = abs(cell[axis] - frame[axis])
                greatest = max(greatest, difference)
                if difference > allowed * UNIT + 1e-9:
                    problems.append(f"at {extent} item {number} has {'xywh'[axis]} {cell[axis]}, the browser {frame[axis]}")
        # A browser ends a container with vertical lines at the window.
        if not horizontal and abs(size["height"] - shown["height"]) > 0.5:
            problems.append(f"at {extent} the content ends at {size['height']}, the browser's at {shown['height']}")
    return problems, greatest, compared


def pinning_problems(browser, server):
    """Headers and footers that pin, beside `position: sticky`: one of each in a section, as browsers do not stack them."""
    source = random.Random(10)
    number = lambda least, most: source.randrange(least * 64, most * 64) * UNIT
    boxes = [{"header": number(20, 60), "items": number(100, 1500), "footer": number(10, 40)} for _ in range(40)]
    layout = server.post({"globalHeaders": [{"height": 48.25, "pin": True}], "sections": [
        {"engine": "column", "metrics": {"rowHeight": box["items"]}, "items": 1,
         "headers": [{"height": box["header"], "pin": True}], "footers": [{"height": box["footer"], "pin": True}]}
        for box in boxes]})
    last = int(48.25 + sum(sum(box.values()) for box in boxes) - 700)
    origins = sorted({0, 1, last, *(source.randrange(last) for _ in range(150))})
    shown = browser.run((Path(__file__).parent / "pinning.js").read_text(), 390, 700, 48.25, boxes, origins)
    problems = []
    for origin, frames in zip(origins, shown):
        expected = {}
        for element in server.get(f"{layout}/special?bounds=0,{origin},390,700")["special"]:
            expected[f"{element['kind']} {element.get('section', '')}"] = element["frame"]["y"] - origin
        for name, (y, height) in frames.items():
            is_visible = y < 700 and y + height > 0
            if is_visible != (name in expected):
                problems.append(f"at {origin} {name} is {'only' if is_visible else 'not'} in the browser")
            elif is_visible and abs(y - expected[name]) > UNIT:
                problems.append(f"at {origin} {name} stands at {expected[name]}, the browser's at {y}")
    return problems


def test(browser, server, check_that):
    browser.open("data:text/html,<!doctype html><meta charset=utf-8><title>engines</title><body>")
    cases = [*flow_cases(), *column_cases(), *waterfall_cases()]
    if browser.run("return CSS.supports('display', 'grid-lanes') && CSS.supports('flow-tolerance', '0')"):
        cases += lane_cases()
    else:
        print("browser: skipped waterfall shortest, this Chromium has no grid lanes")
    check_that("pinning", pinning_problems(browser, server))
    total, greatest = 0, 0
    for case in cases:
        problems, difference, compared = check(browser, server, case)
        check_that(case.name, problems)
        total, greatest = total + compared, max(greatest, difference)
    print(f"browser: {total} frames in {len(cases)} layouts; where a rule divides, Chromium is at most "
          f"{greatest * 64:.0f}/64 of a point off")
