"""Two teams with keys of their own: what each sees of the other's documents, over a restart and in a database as in a file."""

import hashlib
import json
import re
import signal
import time

from lib.http import Connection
from lib.wait import eventually

from .server import Server

WORDS = "read-layouts,post-layouts,read-documents,write-documents"
TEAMS = {"shop": f"{WORDS} shop.* shared.*", "news": f"{WORDS} news.* shared.*", "backend": "write"}
SNAPSHOT = '{"snapshot": {"sections": [{"engine": "column", "items": %d}]}}'

CHANGE = '{"revision": %d, "key": "k", "steps": [{"delete": [{"section": 0, "item": 0}]}]}'


def test_file(program, facts, tmp_path):
    scene(program, facts, tmp_path, None)


def test_database(program, facts, tmp_path, database):
    scene(program, facts, tmp_path, database.url("layoutd"))


class Teams:
    """The keys of the teams, as a file has them, and requests with them."""

    def __init__(self, folder):
        self.file = folder / "keys.txt"
        self.write(TEAMS)

    def write(self, rights):
        self.file.write_text("".join(
            f"{hashlib.sha256(team.encode()).hexdigest()} {team} {words}\n" for team, words in rights.items()))

    def ask(self, server, team, method, target, body=None, **headers):
        answer = server.request(
            method, target, body, Authorization=f"Bearer {team}", X_Request_Id="test", **headers)
        return answer.status, answer.value() if answer.raw else None, answer.headers["etag"]


def scene(program, facts, folder, store):
    teams = Teams(folder)
    with Server(program, folder, "--api-keys-file", teams.file, store=store) as server:
        names = ["shop.cart", "shop.list", "news.front", "shared.menu"]
        for number, name in enumerate(names):
            team = name.split(".")[0].replace("shared", "shop")
            status, value, _ = teams.ask(
                server, team, "PUT", f"/v1/documents/{name}", SNAPSHOT % (number + 1), If_None_Match="*")
            facts.equal(f"{team} puts {name}", (status, value["revision"]), (201, 1))
        facts.equal("news changes shared.menu", teams.ask(
            server, "news", "POST", "/v1/documents/shared.menu/changes", CHANGE % 1)[0], 200)
        seen(facts, teams, server)
        hidden(facts, teams, server)
        lost(facts, teams, server)
        log = server.log_text()
        facts.holds("the log has names of keys", all(f'"key":"{team}"' in log for team in TEAMS))
        facts.no("the log has no names of documents", [name for name in names if name in log])
        server.stop()
    with Server(program, folder, "--api-keys-file", teams.file, store=store) as server:
        facts.equal("after a restart", authors(teams, server, "backend"), ["shop", "news", "shop", "backend"])
        server.stop()


def authors(teams, server, team):
    return [record.get("by") for record in teams.ask(server, team, "GET", "/v1/documents/shared.menu/changes")[1]["changes"]]


def seen(facts, teams, server):
    for team, names in {
            "shop": ["shared.menu", "shop.cart", "shop.list"], "news": ["news.front", "shared.menu"],
            "backend": ["news.front", "shared.menu", "shop.cart", "shop.list"]}.items():
        listed, cursor = [], ""
        while cursor is not None:
            page = teams.ask(server, team, "GET", f"/v1/documents?limit=1{cursor and '&cursor=' + cursor}")[1]
            listed, cursor = listed + [document["name"] for document in page["documents"]], page["next"]
        facts.equal(f"what {team} lists", listed, names)
        facts.equal(f"who wrote shared.menu, for {team}", authors(teams, server, team), ["shop", "news"])


def hidden(facts, teams, server):
    """A document of the other team is answered like one that does not exist, and nothing becomes of writes."""
    change = CHANGE % 1
    for method, rest, body, headers in [
            ("GET", "", None, {}), ("GET", "", None, {"If_None_Match": '"1"'}), ("HEAD", "", None, {}),
            ("GET", "/changes", None, {}), ("GET", "/changes?after=1&wait=5", None, {}), ("GET", "/changes?after=7", None, {}),
            ("GET", "/events", None, {}), ("GET", "/events?after=0", None, {}), ("GET", "/sections?width=9", None, {}),
            ("GET", "/changes?limit=x", None, {}), ("DELETE", "", None, {}), ("DELETE", "", None, {"If_Match": "*"}),
            ("DELETE", "", None, {"If_Match": '"1"'}), ("POST", "/changes", change, {}), ("POST", "/changes", "{", {}),
            ("POST", "/changes", change.replace("revision", "revison"), {})]:
        answers = [teams.ask(server, team, method, f"/v1/documents/{name}{rest}", body, **headers)
                   for team, name in (("news", "shop.cart"), ("news", "shop.none"), ("backend", "none"))]
        facts.holds(f"{method} {rest} {body or ''} {headers or ''}", answers[0] == answers[1] == answers[2], answers)
    for condition in ({}, {"If_None_Match": "*"}, {"If_Match": "*"}, {"If_Match": '"1"'}):
        answers = [teams.ask(server, "news", "PUT", f"/v1/documents/{name}", SNAPSHOT % 9, **condition)
                   for name in ("shop.cart", "shop.none")]
        facts.equal(f"a PUT of the other team {condition}", [answer[0] for answer in answers], [403, 403])
        facts.equal("whether it exists or not", *answers)
    facts.equal("nothing was done", teams.ask(server, "shop", "GET", "/v1/documents/shop.cart")[1]["revision"], 1)


def lost(facts, teams, server):
    """A key that loses a prefix loses its streams of it, and no others."""
    streams = {}
    for name in ("shop.cart", "shared.menu"):
        streams[name] = Connection(server.port)
        streams[name].send(
            f"GET /v1/documents/{name}/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer shop\r\n\r\n".encode())
    watched = eventually(lambda: "\nlayoutd_watchers 2\n" in teams.ask(server, "backend", "GET", "/metrics")[1], 10)
    facts.holds("both are followed", watched)
    teams.write({**TEAMS, "shop": f"{WORDS} shared.*"})
    start = time.monotonic()
    server.terminate(signal.SIGHUP)
    facts.holds("its stream has ended", ends(streams["shop.cart"].socket))
    facts.at_most("from the reload to its end", time.monotonic() - start, 1, "seconds")
    facts.equal("its document is gone", teams.ask(server, "shop", "GET", "/v1/documents/shop.cart")[0], 404)
    facts.equal("the other one is there", teams.ask(server, "shop", "GET", "/v1/documents/shared.menu")[0], 200)
    teams.ask(server, "backend", "DELETE", "/v1/documents/shop.cart", If_Match="*")
    text = b""
    teams.ask(server, "shop", "POST", "/v1/documents/shared.menu/changes", CHANGE.replace('"k"', '"l"') % 2)
    while not (event := re.search(rb"event: change\ndata: (.*)\n\n", text)):
        text += streams["shared.menu"].socket.recv(1 << 16)
    record = json.loads(event[1])
    facts.equal("its other stream goes on", (record["revision"], record["by"]), (3, "shop"))
    for stream in streams.values():
        stream.close()
    # It is as it was, for what comes later.
    teams.write(TEAMS)
    server.terminate(signal.SIGHUP)
    teams.ask(server, "backend", "PUT", "/v1/documents/shared.menu", SNAPSHOT % 4, If_Match="*")


def ends(socket):
    """Whether an answer in chunks ends: by its last chunk, or with the connection."""
    text = b""
    try:
        while not text.endswith(b"\r\n0\r\n\r\n") and (more := socket.recv(1 << 16)):
            text += more
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return b"event: " not in text
