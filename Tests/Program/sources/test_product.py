"""The product page of the demo, played through over HTTP: after each change everything is where the rules put it."""

import json
import subprocess
from pathlib import Path

import pytest

from lib import transpiled
from lib.http import Client
from lib.oracle import Oracle, difference, target

pytestmark = pytest.mark.quick

WIDTHS = (320, 724)
HEIGHT, INSET = 480, 64


@pytest.fixture(scope="module")
def story():
    transpiled.update()
    run = subprocess.run(["node", Path(__file__).parent / "story.js"], stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


@pytest.fixture(scope="module")
def client(server):
    with Client(server.address) as client:
        yield client


@pytest.fixture(scope="module")
def oracle(program):
    with Oracle(program.with_name("OracleProgram")) as oracle:
        yield oracle


def ask(client, path, body=None):
    answer = client.request("POST" if body else "GET", path, json.dumps(body) if body else None)
    assert answer.status in (200, 201), f"{path}: {answer.status} {answer.body[:500]}"
    return answer.value()


def compared(client, oracle, facts, name, answer, snapshot):
    """Looks at every element of the layout at two widths, and at what is drawn at some scroll positions. An answer that has
    the nodes of the source has them as the rules say."""
    path = f"/v1/layouts/{answer['id']}"
    for width in WIDTHS:
        size = ask(client, f"{path}?width={width}")["contentSize"]
        queries = [{"rect": [0, 0, width, 1e6]}]
        for start in (-INSET, -2 * INSET, 36, 200, max(-INSET, size["height"] - HEIGHT)):
            bounds = [0, start, width, HEIGHT]
            queries += [{"rect": bounds}, {"bounds": bounds, "inset": [INSET, 0, 0, 0]}]
        reply = oracle.ask(snapshot=snapshot, width=width, queries=queries)
        facts.equal(f"{name}: the size at {width}", size, reply["contentSize"])
        for query, expected in zip(queries, reply["answers"], strict=True):
            found = ask(client, target(path, reply, query))
            facts.no(f"{name}: {query} at {width}", difference(found, reply, query, expected))
    if "source" in answer:
        facts.equal(f"{name}: the nodes", answer["source"], reply["source"])


def test_every_frame(client, story, oracle, facts):
    """A layout that is made by the changes is the one that is posted, and both are as the rules say."""
    answer = ask(client, "/v1/layouts", story["first"])
    compared(client, oracle, facts, "the first page", answer, story["first"])
    for number, change in enumerate(story["changes"]):
        name, sent, snapshot = f"{number} {change['name']}", change["sent"], change["snapshot"]
        posted = ask(client, "/v1/layouts", snapshot)
        answer = ask(client, f"/v1/layouts/{answer['id']}/changes", sent if isinstance(sent, dict) else {"steps": sent})
        facts.equal(f"{name}: the id of the page", answer["id"], posted["id"])
        facts.equal(f"{name}: its answer has the nodes", "source" in answer, isinstance(sent, dict))
        compared(client, oracle, facts, name, answer, snapshot)


def test_loading(client, story, facts):
    """What waits is one node at any time: the page has a placeholder exactly while it is loading, or has failed. Both parts
    of the reviews come in one change."""
    reviews = []
    for number, change in enumerate(story["changes"]):
        answer = ask(client, "/v1/layouts?width=320&rect=0,0,320,1e6", change["snapshot"])
        names = [(each.get("kind", each["category"]), each.get("section")) for each in answer["elements"]]
        state = answer["source"]["state"]
        facts.equal(f"{number} {change['name']}: placeholders while it is {state}",
                    names.count(("placeholder", 0)), int(state in ("loading", "error")))
        reviews += [{name for name in names if name[0] != "globalHeader"}] if change["name"] == "reviews" else []
    facts.equal("reviews: first nothing, then a placeholder", reviews[:4], [set(), *[{("placeholder", 0)}] * 3])
    facts.equal("reviews: both parts", {name for name in reviews[4] if name[0] == "cell"}, {("cell", 0), ("cell", 1)})


def test_refusals(client, story, facts):
    """What a node does not allow is refused by the page before it is sent, and with the same code by the service."""
    wanted = {"move to another": ("cross-source-move", {"move": [{"from": {"section": 0, "item": 0}, "to": {"section": 1, "item": 0}}]}),
              "move among others": ("not-movable", {"move": [{"from": {"section": 1, "item": 0}, "to": {"section": 1, "item": 1}}]}),
              "delete another": ("not-editable", {"delete": [{"section": 1, "item": 0}]})}
    facts.equal("refused in the page", story["refused"], [{"name": name, "codes": [code]} for name, (code, _) in wanted.items()])
    tree = next(change["snapshot"] for change in story["changes"] if change["name"] == "note")
    identity = ask(client, "/v1/layouts", tree)["id"]
    for name, (code, step) in wanted.items():
        answer = client.request("POST", f"/v1/layouts/{identity}/changes", json.dumps({"from": tree, "steps": [step]}))
        codes = [error["code"] for error in answer.value().get("errors", [])]
        facts.equal(f"{name}: refused by the service", (answer.status, codes), (422, [code]))
