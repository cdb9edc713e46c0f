"""Rows 30 to 34 and 41: sources posted beside their sections, elements that the bounds place, changes told as two trees."""

import json
import time
from zlib import crc32

from lib.http import Connection, request_bytes
from lib.server import Server

from .load import Load, by_turns, compared, head
from .row import Row, processor_times
from .scene import VIEW_HEIGHT, WIDTH, sizes

ROWS = ("30", "31", "32", "33", "34", "41")
SMALL = {"engine": "column", "metrics": {"rowHeight": 44}}


def measure(setting):
    parts = {"30": items, "31": nodes, "32": waiting, "33": states, "34": keys, "41": cells}
    return [part(setting) for row, part in parts.items() if row in setting.only]


def text(value):
    return json.dumps(value, separators=(",", ":"))


def post(body):
    return request_bytes("POST", f"/v1/layouts?width={WIDTH}", body.encode())


def timed(connection, request, *statuses):
    """The milliseconds of an answer, and the answer."""
    start = time.perf_counter()
    connection.socket.sendall(request)
    answer = connection.answer()
    taken = (time.perf_counter() - start) * 1e3
    if answer.status not in statuses:
        raise RuntimeError(f"answered {answer.status}: {answer.body[:300]}")
    return taken, answer


def pairs(setting, row, what, target, requests):
    """A row of the times of two requests. `requests` makes them, new ones for each round."""
    with Server(setting.program) as server, Connection(server.port, timeout=60) as connection:
        return timed_pairs(setting, server, connection, row, what, target, requests)


def timed_pairs(setting, server, connection, row, what, target, requests):
    times, processor = ({"layoutd": [], "reference": []} for _ in range(2))

    def send(name, request):
        before = server.cpu_seconds()
        times[name].append(timed(connection, request, 201)[0])
        processor[name].append((server.cpu_seconds() - before) * 1e3)

    for i in range(-1, setting.rounds):
        setting.say(f"row {row}, round {i + 1} of {setting.rounds}")
        by_turns({name: lambda name=name, request=request: send(name, request) for name, request in requests(i + 1).items()})
    return Row(row, what, "ms", times["layoutd"][1:], times["reference"][1:], target,
               details=processor_times("ms", {name: own[1:] for name, own in processor.items()}))


def items(setting):
    """A list of items in a node, and in a section. The first item's height makes each snapshot new."""
    count = setting.scene_items
    rest = ",".join(sizes(count - 1, 2))

    def request(form, number):
        return post('{"engine":"column",%s' % form % f'{{"heights":[{200 + number},{rest}]}}')

    return pairs(setting, "30", f"post of {count} items in a node; reference: in a section", 1.1, lambda round: {
        "layoutd": request('"source":{"items":%s}}', 2 * round),
        "reference": request('"sections":[{"items":%s}]}', 2 * round + 1)})


def nodes(setting):
    """Nodes with a header and ten items each, and the sections that they are."""
    count = 1000 if setting.quick else 9999

    def parts(number, **members):
        return [{**members, "headers": [{"height": 30 + number + place % 7}], "items": 10} for place in range(count)]

    def requests(round):
        named = [{"id": f"node {place}", **node} for place, node in enumerate(parts(2 * round))]
        return {"layoutd": post(text({**SMALL, "source": {"children": named}})),
                "reference": post(text({**SMALL, "sections": parts(2 * round + 1)}))}

    return pairs(setting, "31", f"post of {count} nodes with a header; reference: of their sections", 2, requests)


def scrolled(setting, row, what, target, layouts):
    """A row of what is asked of two lists while they are scrolled: for each the call, and what its snapshot says."""
    with Server(setting.program) as server, Connection(server.port, timeout=60) as connection:
        loads = {}
        for name, (call, members) in layouts.items():
            body = {**SMALL, **members, "sections": [{"items": setting.scene_items}]}
            path = f"/v1/layouts/{timed(connection, post(text(body)), 200, 201)[1].json()['id']}"
            loads[name] = Load(setting.folder, f"{row}-{name}", [
                head(f"{path}/{call}=0,{top},{WIDTH},{VIEW_HEIGHT}&width={WIDTH}") for top in range(0, 40_000, 40)])
        return compared(setting, row, "answers", what, {
            name: lambda load=load: load.turn(server, setting.seconds) for name, load in loads.items()}, target)


def waiting(setting):
    """The special elements of a layout whose global headers wait, and of one whose global headers pin."""
    def headers(mark):
        return [{"height": 100, mark: True}, {"height": 44, mark: True}]

    return scrolled(setting, "32", "special of two global headers that wait, with a background; reference: that pin", 1 / 1.1, {
        "layoutd": ("special?bounds", {"globalHeaders": headers("waits"), "globalHeaderBackgroundColor": "white"}),
        "reference": ("special?bounds", {"globalHeaders": headers("pin")})})


def cells(setting):
    """The cells of a view as a carousel shows them, and those of the same list without one."""
    beside = {"scale": 0.6, "alpha": 0.6}
    effect = {"unit": VIEW_HEIGHT / 2, "stops": [{"at": -1, **beside}, {"at": 0, "scale": 1, "alpha": 1}, {"at": 1, **beside}]}
    return scrolled(setting, "41", "special of 20 cells in an effect; reference: elements of 20 cells", 0.7, {
        "layoutd": ("special?bounds", {"metrics": {**SMALL["metrics"], "effect": effect}}),
        "reference": ("elements?rect", {})})


def changes(setting, row, what, target, trees, others):
    """A change told as two trees, beside posts of two such trees, and what else is asked of them: `others`."""
    times = {"layoutd": [], "reference": []}
    with Server(setting.program) as server, Connection(server.port, timeout=60) as connection:
        for i in range(-1, setting.rounds):
            setting.say(f"row {row}, round {i + 1} of {setting.rounds}")
            before, after = ({**SMALL, "source": tree} for tree in trees(2 * i + 2))
            id = timed(connection, post(text(before)), 201)[1].json()["id"]
            change = request_bytes("POST", f"/v1/layouts/{id}/changes?width={WIDTH}", text({"from": before, "to": after}).encode())
            posts = [{**SMALL, "source": tree} for tree in trees(2 * i + 3)]
            requests = [post(text(each)) for each in posts] + others(*posts)
            by_turns({
                "layoutd": lambda: times["layoutd"].append(timed(connection, change, 201)[0]),
                "reference": lambda: times["reference"].append(
                    sum(timed(connection, request, 200, 201)[0] for request in requests))})
    return Row(row, what, "ms", times["layoutd"][1:], times["reference"][1:], target)


def states(setting):
    """A page of many nodes, of which one is loaded."""
    count = 100 if setting.quick else 999

    def trees(round):
        def tree(state):
            children = [{"id": f"node {place}", "headers": [{"height": 30 + round}], "items": 10} for place in range(count)]
            children[count // 2]["state"] = state
            return {"id": "page", "children": children}
        return tree("loading"), tree("loaded")

    return changes(setting, "33", f"two trees of {count + 1} nodes, one has another state; reference: both posted", 1.5, trees,
                   lambda before, after: [])


def keys(setting):
    """A list of items that are found by their keys: some are deleted, inserted and moved."""
    count = 1000 if setting.quick else 100_000

    def trees(round):
        before = [f"key {round} {place}" for place in range(count)]
        after = [key for place, key in enumerate(before) if place % 1000 != 7]
        after[count // 2:count // 2] = [f"new {round} {place}" for place in range(count // 1000)]
        after.insert(3, after.pop())
        return tuple({"id": "list", "items": {"heights": [20 + crc32(key.encode()) % 50 for key in list]}, "keys": list}
                     for list in (before, after))

    def diffs(before, after):
        lists = {"before": before["source"]["keys"], "after": after["source"]["keys"]}
        return [request_bytes("POST", "/v1/diffs", text(lists).encode())]

    return changes(setting, "34", f"two trees of {count} keyed items; reference: both posted, and their diff", 1.5, trees, diffs)
