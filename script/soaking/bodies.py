"""Snapshots: small ones to scroll in, large ones, and those that make work."""

import json
import random

# A rectangle around everything that fits.
EVERYTHING = "-1e15,-1e15,2e15,2e15"


def encoded(snapshot):
    return json.dumps(snapshot, separators=(",", ":")).encode()


def scrolled():
    """Fifty sections of pinned headers and a few items each."""
    section = {"engine": "column", "headers": [{"height": 44, "pin": True}], "items": 20}
    return encoded({"globalHeaders": [{"height": 64, "pin": True}], "sections": [section] * 50})


def many_widths():
    """Some thousand items of different sizes, so that each width has a layout of some KiB."""
    source = random.Random(1)
    widths = [source.randint(5, 90) for _ in range(3000)]
    return encoded({"sections": [{"engine": "flow", "items": {"widths": widths, "heights": widths}}]})


def largest_answer():
    """Ten thousand elements with long JSON: colours of 64 escaped bytes, frames and padding of seventeen digits."""
    color = "\x01" * 64
    long = 0.12345678901234567
    inset = {"top": long, "left": long, "bottom": long, "right": long}
    metrics = {
        "backgroundColor": color, "selectedBackgroundColor": color, "padding": inset, "sectionInset": inset,
        "numberOfColumns": 7, "minimumInteritemSpacing": long,
    }
    return encoded({"engine": "column", "metrics": metrics, "sections": [{"items": {"count": 20000, "height": long}}]})


def heavy(seed, items=700_000):
    """Some MiB that take a while to read and to lay out. Each seed gives another content."""
    heights = ",".join(map(str, random.Random(seed).choices(range(10, 100), k=items)))
    return ('{"sections":[{"engine":"waterfall","items":{"heights":[' + heights + "]}}]}").encode()


def small(seed):
    """A few sections. Each seed gives another content."""
    source = random.Random(seed)
    sections = [
        {"engine": source.choice(["flow", "column", "mosaic"]), "items": source.randint(0, 200),
         "headers": [{"height": source.randint(1, 99), "pin": source.random() < 0.5}]}
        for _ in range(source.randint(1, 5))]
    return encoded({"sections": [{"id": f"seed {seed}", "items": seed % 1000}, *sections]})


MILLION = 1_000_000


def _list(entry, count=MILLION):
    return "[" + ",".join([entry] * count) + "]"


def _waterfall(columns, heights, **more):
    metrics = json.dumps({"numberOfColumns": columns, "minimumInteritemSpacing": 0, **more})
    return f'{{"engine":"waterfall","metrics":{metrics},"sections":[{{"items":{{"heights":[{heights}]}}}}]}}'.encode()


def dear_changes():
    """Names, snapshots, where the viewport is, and steps: each asks for as much work as it can."""
    source = random.Random(3)
    heights = source.choices(range(30, 90), k=MILLION)

    def column(items, columns=1):
        return encoded({"engine": "column", "metrics": {"numberOfColumns": columns}, "sections": [{"items": items}]})

    def insert(item, **items):
        return [{"insert": [{"section": 0, "item": item, "items": items}]}]

    first = insert(0, count=1, height=44.5)
    yield "an item before 10¹² equal ones", column({"count": 10**12, "height": 44}), "0,9e9,390,1e15", first
    yield ("an item before a million of a period", column({"heights": [30, 40, 50, 60] * (MILLION // 4)}),
           "0,9e5,390,1e9", insert(0, count=1, height=30))
    yield ("a size that differs by less than rounding", column({"heights": [30, 40, 50, 60] * (MILLION // 4)}),
           "0,9e5,390,1e9", [{"resize": [{"section": 0, "item": 0, "items": [{"height": 30.000000000001}]}]}])
    yield "an item before a million in three columns", column({"heights": heights}, 3), "0,0,390,1e9", first
    at = sorted(source.sample(range(MILLION), 100_000))
    yield ("100 000 scattered resizes", column({"heights": heights}), "0,0,390,844",
           [{"resize": [{"section": 0, "at": at, "heights": [91] * len(at)}]}])
    places = list(range(100_000))
    source.shuffle(places)
    moves = [{"from": {"section": 0, "item": item}, "to": {"section": 0, "item": place}}
             for item, place in enumerate(places)]
    yield "100 000 items shuffled one by one", column({"heights": heights[:100_000]}), "0,9e5,390,844", [{"move": moves}]
    yield ("1 000 insertions, a step each", column({"heights": heights}), "0,9e5,390,844",
           [insert(place, count=1, height=44.5)[0] for place in range(1000)])
    yield ("every item of a million deleted but one", column({"heights": heights}), "0,9e5,390,844",
           [{"delete": [{"section": 0, "item": 1, "count": MILLION - 1}]}])
    yield ("100 000 sections moved back to front",
           encoded({"engine": "column", "sections": [{"items": {"heights": [each]}} for each in heights[:100_000]]}),
           "0,9e4,390,844", [{"moveSections": [{"from": item, "to": 99_999 - item} for item in range(100_000)]}])


def monsters():
    """Names and bodies, each as large as the limits allow."""
    source = random.Random(2)
    heights = ",".join(map(str, source.choices(range(1, 1000), k=MILLION)))
    yield "a waterfall of 10 000 columns with a million items", _waterfall(10_000, heights)
    ones = ",1" * (MILLION - 1)
    yield "one item 10⁷ high before a million small ones", _waterfall(3, "10000000" + ones)
    yield "the same from left to right", _waterfall(3, "10000000" + ones, placement="leftToRight")
    yield "a million empty sections at one y", f'{{"sections":{_list("{}")}}}'.encode()
    single = '{"items":1}'
    yield ("a million sections whose item has no extent",
           f'{{"metrics":{{"itemSize":{{"width":0,"height":0}}}},"sections":{_list(single)}}}'.encode())
    header = '{"headers":[{"height":1,"pin":true}]}'
    yield "a million pinned headers", f'{{"sections":{_list(header)}}}'.encode()
    stack = '[{"headers":' + _list('{"height":1,"pin":true}') + "}]"
    yield "a million pinned headers of one section", f'{{"sections":{stack}}}'.encode()
    widths = ",".join(["0"] * MILLION)
    yield ("a million flow items without width in a line",
           ('{"metrics":{"minimumInteritemSpacing":0},"sections":[{"engine":"flow","items":{"widths":['
            + widths + '],"heights":[' + heights + "]}}]}").encode())
