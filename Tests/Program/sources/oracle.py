"""What docs/rules.md says of sources and columns, read line by line, for pages without item widths, separators and mirroring."""

BARE = ("initial", "loading", "noContent", "error")
ORDER = ("loading", "refreshing", "error", "noContent", "loaded", "initial")
NO_INSET = {"top": 0, "left": 0, "bottom": 0, "right": 0}
# The extent of a header that is to be measured, and of a row without a height.
USUAL = 44


def shown(node):
    """The children of a node that are on the page."""
    return [node["children"][node["selected"]]] if "selected" in node else node["children"]


def state(node):
    if "children" not in node:
        return node.get("state", "loaded")
    states = [state(child) for child in shown(node)]
    return next((name for name in ORDER if name in states), "loaded")


def load(node):
    """The ids of the nodes to load."""
    if "children" in node:
        return [name for child in shown(node) for name in load(child)]
    return [node["id"]] if state(node) == "initial" else []


def section(metrics, items=(), placeholder=None, is_bare=False):
    return {"metrics": metrics, "items": items, "headers": [], "footers": [], "placeholder": placeholder, "is_bare": is_bare}


def sections(node, metrics, places, is_root=True, first=0):
    """The sections that a node resolves to. `places` gets the first one and the count of each node that has sections."""
    metrics = {**metrics, **node.get("metrics", {})}
    has_children = "children" in node
    if state(node) in (("loading",) if has_children else BARE) and not (has_children and "placeholder" not in node):
        placeholder = None if state(node) == "initial" else node.get("placeholder")
        found = [section({**metrics, "sectionInset": NO_INSET}, (), placeholder, True)]
    elif has_children:
        found = []
        for child in shown(node):
            found += sections(child, metrics, places, False, first + len(found))
    else:
        items = node.get("items", 0)
        found = [section(metrics, [{}] * items if isinstance(items, int) else items)]
    if found:
        places[node["id"]] = (first, len(found))
        if not is_root:
            hides = found[0]["is_bare"]
            own = [(entry, hides and not entry.get("visibleWhileShowingPlaceholder")) for entry in node.get("headers", [])]
            found[0]["headers"] = own + found[0]["headers"]
        found[-1]["footers"] += [(entry, found[-1]["is_bare"]) for entry in node.get("footers", [])]
    return found


def frames(snapshot, width):
    """All elements at rest, by key: their frames; those of them that are special; and the length of the content."""
    missing = snapshot.get("minimumContentLength", 0) - stack(snapshot, width, 0)[2]
    resolved = sections(snapshot["source"], snapshot.get("metrics", {}), {})
    fillers = sum(entry["placeholder"] is not None and "height" not in entry["placeholder"] and not entry["items"] for entry in resolved)
    if missing <= 0:
        return stack(snapshot, width, 0)
    elements, special, length = stack(snapshot, width, missing / fillers if fillers else 0)
    return elements, special, max(length, snapshot["minimumContentLength"])


def stack(snapshot, width, part):
    """As `frames` does, where each filler has a part."""
    elements, special = {}, {}
    y = 0

    def put(key, height, entry=None, x=0, wide=width):
        elements[key] = (x, y, wide, height)
        if entry and (entry.get("pin") or entry.get("waits")):
            special[key] = entry

    root = snapshot["source"]
    for index, entry in enumerate(snapshot.get("globalHeaders", []) + root.get("headers", [])):
        put(("globalHeader", index), entry.get("height", USUAL), entry)
        y += entry.get("height", USUAL)
    for number, section in enumerate(sections(root, snapshot.get("metrics", {}), {})):
        metrics = section["metrics"]
        inset = {**NO_INSET, **metrics.get("sectionInset", {})}
        for index, (entry, hidden) in enumerate(section["headers"]):
            if not hidden:
                put(("header", number, index), entry["height"], entry)
                y += entry["height"]
        y += inset["top"]
        if section["placeholder"] is not None and not section["items"]:
            height = section["placeholder"].get("height", part)
            if height > 0:
                put(("placeholder", number, 0), height)
            y += height
        count = metrics.get("numberOfColumns", 1)
        gap = metrics.get("minimumInteritemSpacing", 0)
        column = (width - inset["left"] - inset["right"] - (count - 1) * gap) / count
        heights = [item.get("height", metrics.get("rowHeight", USUAL)) for item in section["items"]]
        for start in range(0, len(heights), count):
            y += metrics.get("minimumLineSpacing", 0) if start else 0
            row = heights[start:start + count]
            for place, height in enumerate(row):
                put(("cell", number, start + place), height, None, inset["left"] + place * (column + gap), column)
            y += max(row)
        y += inset["bottom"]
        for index, (entry, hidden) in enumerate(section["footers"]):
            if not hidden:
                put(("footer", number, index), entry["height"], entry)
                y += entry["height"]
    return elements, special, y


def visible(snapshot, width, start, height, inset):
    """What is drawn in bounds of a height under a bar, if sections pin no headers: by key the frame, and whether it is pinned."""
    elements, special, _ = frames(snapshot, width)
    edge = start + inset
    low = edge
    moved = {}
    names = [key for key in elements if key[0] == "globalHeader"]
    for key in names:
        x, y, wide, high = elements[key]
        if special.get(key, {}).get("pin") and y < low:
            moved[key] = low
            low += high
    for key in reversed(names):
        x, y, wide, high = elements[key]
        if special.get(key, {}).get("waits"):
            if y + high < edge:
                moved[key] = edge - high
            edge = min(edge, moved.get(key, y))
    drawn = {}
    for key, (x, y, wide, high) in elements.items():
        top = moved.get(key, y)
        drawn[key] = ((x, top, wide, high), key in moved and abs(top - y) > 0.001)
    if snapshot.get("globalHeaderBackgroundColor") and names:
        end = max(drawn[key][0][1] + drawn[key][0][3] for key in names)
        drawn["globalHeaderBackground", 0] = ((0, start, width, end - start), False)
    return {key: ((x, y, wide, high), is_pinned) for key, ((x, y, wide, high), is_pinned) in drawn.items()
            if high > 0 and y < start + height and start < y + high}
