"""The product page of the demo, played through over HTTP: after each change everything is where the rules put it."""

import json
import subprocess
from pathlib import Path

import pytest

from lib.http import Client

from . import oracle

WIDTHS = (320, 724)
HEIGHT, INSET = 480, 64
TOLERANCE = 1e-6


@pytest.fixture(scope="module")
def story():
    run = subprocess.run(["node", Path(__file__).parent / "story.js"], stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


@pytest.fixture(scope="module")
def client(server):
    with Client(server.address, timeout=60) as client:
        yield client


def ask(client, target, body=None):
    answer = client.request("POST" if body else "GET", target, json.dumps(body) if body else None)
    assert answer.status in (200, 201), f"{target}: {answer.status} {answer.body[:500]}"
    return answer.value()


def key_of(element):
    return tuple(element[name] for name in ("kind", "category") if name in element)[:1] + tuple(
        element[name] for name in ("section", "item", "index") if name in element)


def frame_of(element):
    return tuple(element["frame"][name] for name in ("x", "y", "width", "height"))


def differing(found, expected):
    """Where elements differ, by key: (frame, pinned)."""
    problems = [f"{key} is there" for key in found.keys() - expected.keys()]
    problems += [f"{key} is missing" for key in expected.keys() - found.keys()]
    for key in found.keys() & expected.keys():
        (frame, pinned), (wanted, is_pinned) = found[key], expected[key]
        if pinned != is_pinned or any(abs(one - other) > TOLERANCE for one, other in zip(frame, wanted)):
            problems.append(f"{key} is at {frame}, {pinned}, not at {wanted}, {is_pinned}")
    return problems


def compared(client, facts, name, identity, snapshot):
    """Every element of the layout at two widths, and what is drawn at some scroll positions."""
    for width in WIDTHS:
        path = f"/v1/layouts/{identity}/elements?width={width}"
        elements, _, length = oracle.frames(snapshot, width)
        everything = ask(client, f"{path}&rect=0,0,{width},1e6&special=rest")
        facts.no(f"{name}: the length at {width}", [] if everything["contentSize"]["height"] == length else [
            f"{everything['contentSize']['height']}, not {length}"])
        found = {key_of(element): (frame_of(element), False) for element in everything["elements"] + everything["special"]}
        found.pop(("globalHeaderBackground", 0), None)
        facts.no(f"{name}: all frames at {width}", differing(found, {key: (frame, False) for key, frame in elements.items()}))
        for start in (-INSET, -2 * INSET, 36, 200, max(-INSET, length - HEIGHT)):
            answer = ask(client, f"{path}&bounds=0,{start},{width},{HEIGHT}&inset={INSET},0,0,0")
            found = {key_of(element): (frame_of(element), element.get("pinned", False))
                     for element in answer["elements"] + answer["special"]}
            facts.no(f"{name}: what is drawn from {start} at {width}", differing(
                found, oracle.visible(snapshot, width, start, HEIGHT, INSET)))


def nodes_agree(facts, name, source, snapshot):
    """The answer's tree: states, places, and what is to be loaded."""
    places = {}
    oracle.sections(snapshot["source"], snapshot["metrics"], places)
    root = snapshot["source"]
    nodes, wanted = [root], []
    while nodes:
        node = nodes.pop(0)
        nodes = node.get("children", []) + nodes
        first, count = places.get(node["id"], (None, 0))
        wanted.append({"id": node["id"], "state": oracle.state(node), **({} if first is None else {"first": first}), "sectionCount": count,
                       **{member: True for member in ("movable", "editable") if node.get(member)}})
    facts.no(f"{name}: the tree", [] if source == {"state": oracle.state(root), "load": oracle.load(root), "nodes": wanted} else [
        f"{source}, not {wanted}"])


def test_every_frame(client, story, facts):
    """A layout that is made by the changes is the one that is posted, and both are as the rules say."""
    answer = ask(client, "/v1/layouts", story["first"])
    nodes_agree(facts, "the first page", answer["source"], story["first"])
    compared(client, facts, "the first page", answer["id"], story["first"])
    identity = answer["id"]
    for number, change in enumerate(story["changes"]):
        name, sent, snapshot = f"{number} {change['name']}", change["sent"], change["snapshot"]
        posted = ask(client, "/v1/layouts", snapshot)
        changed = ask(client, f"/v1/layouts/{identity}/changes", sent if isinstance(sent, dict) else {"steps": sent})
        facts.no(f"{name}: the id of the page", [] if changed["id"] == posted["id"] else ["another"])
        if isinstance(sent, dict):
            nodes_agree(facts, name, changed["source"], snapshot)
        identity = changed["id"]
        compared(client, facts, name, identity, snapshot)


def test_reviews_come_at_once(story, facts):
    """Both parts of the reviews come in one change, and until then there is one placeholder."""
    drawn = [sorted(key for key in oracle.frames(change["snapshot"], 320)[0] if key[0] != "globalHeader")
             for change in story["changes"] if change["name"] == "reviews"]
    placeholder = [("placeholder", 0, 0)]
    facts.no("reviews: first nothing, then a placeholder, then all", [] if drawn[:4] == [[], *[placeholder] * 3] else [f"{drawn[:4]}"])
    facts.no("reviews: both parts", [] if {key[1] for key in drawn[4] if key[0] == "cell"} == {0, 1} else [f"{drawn[4]}"])


def test_one_indicator(story, facts):
    """What waits is one node at any time: the page is loading exactly while a placeholder of a node that loads is drawn."""
    for number, change in enumerate(story["changes"]):
        snapshot = change["snapshot"]
        count = sum(key[0] == "placeholder" for key in oracle.frames(snapshot, 320)[0])
        name = oracle.state(snapshot["source"])
        facts.no(f"{number} {change['name']}: indicators", [] if count == (name in ("loading", "error")) else [f"{count} while {name}"])


def test_refusals(client, story, facts):
    """What a node does not allow is refused by the page before it is sent, and with the same code by the service."""
    wanted = {"move to another": ("cross-source-move", {"move": [{"from": {"section": 0, "item": 0}, "to": {"section": 1, "item": 0}}]}),
              "move among others": ("not-movable", {"move": [{"from": {"section": 1, "item": 0}, "to": {"section": 1, "item": 1}}]}),
              "delete another": ("not-editable", {"delete": [{"section": 1, "item": 0}]})}
    facts.no("refused in the page", [] if story["refused"] == [{"name": name, "codes": [code]} for name, (code, _) in wanted.items()] else [
        f"{story['refused']}"])
    tree = next(change["snapshot"] for change in story["changes"] if change["name"] == "note")
    identity = ask(client, "/v1/layouts", tree)["id"]
    for name, (code, step) in wanted.items():
        answer = client.request("POST", f"/v1/layouts/{identity}/changes", json.dumps({"from": tree, "steps": [step]}))
        codes = [error["code"] for error in answer.value().get("errors", [])]
        facts.no(f"{name}: refused by the service", [] if answer.status == 422 and codes == [code] else [f"{answer.status} {codes}"])
