"""A program of later rules starts with a store of earlier ones: every document is named again once, under SIGKILL too.

There is one version of the rules, so the store is made one of earlier rules from outside: every id in it becomes
another one, and the version one less.
"""

import random
import sqlite3
import time

import lib.server
from lib.http import Connection
from lib.wait import WAIT_SECONDS, eventually

from .ledger import snapshot
from .server import FILE, Server

NAMED = 'layoutd_store_operations_total{operation="write",outcome="ok"}'


def test_file(program, facts, quick, tmp_path):
    path = tmp_path / FILE
    scene(program, facts, quick, "a file", f"sqlite:{path}", lambda place: age_file(path, place))


def test_database(program, facts, quick, database):
    scene(program, facts, quick, "a database", database.url(), lambda place: age_database(database, place), 3)


def other(id, place):
    """An id that differs in a byte."""
    return id and id[:place] + bytes([id[place] ^ 255]) + id[place + 1:]


def age_file(path, place):
    connection = sqlite3.connect(path)
    connection.create_function("other", 1, lambda id: other(id, place))
    connection.executescript(f"pragma foreign_keys = off; begin; {aged('', 'other')} commit;")
    connection.close()


def age_database(cluster, place):
    cluster.sql("create function pg_temp.other(id bytea) returns bytea language sql as "
                f"$$ select set_byte(id, {place}, 255 - get_byte(id, {place})) $$; "
                "set session_replication_role = replica; " + aged("layoutd.", "pg_temp.other"))


def aged(schema, other):
    """Statements that give every layout another id, and the rules before."""
    return (f"update {schema}layout set id = {other}(id), parent = {other}(parent), rules = rules - 1; "
            f"update {schema}document set layout = {other}(layout); "
            f"update {schema}record set layout = {other}(layout), parent = {other}(parent); "
            f"update {schema}state set rules = rules - 1;")


def is_ready(server):
    return server.metrics()["layoutd_ready"] == 1


def scene(program, facts, quick, what, store, age, replicas=1):
    count, kills = (400, 4) if quick else (2000, 12)
    source, expected = random.Random(what), {}
    with Server(program, None, store=store) as server, Connection(server.port) as connection:
        for number in range(count):
            path = f"/v1/documents/feed{number}"
            body = b'{"snapshot": %s}' % snapshot(source, 300)[0]
            document = connection.request("PUT", path, body, "If-None-Match: *").json()
            for revision in range(1, 1 + number % 3):
                steps = b'{"revision": %d, "steps": [{"delete": [{"section": 0, "item": 0}]}]}' % revision
                changed = connection.request("POST", f"{path}/changes", steps).json()
                document = {"revision": changed["revision"], "layout": changed["id"]}
            expected[path] = (document["revision"] + 1, document["layout"])
        server.stop()
    age(0)

    on_the_way = 0
    for _ in range(kills):
        goal = count * source.uniform(0, 1) / (kills + 1)
        servers = [lib.server.Server(program, f"--store={store}") for _ in range(replicas)]
        eventually(lambda: any(each.metrics()[NAMED] >= goal or is_ready(each) for each in servers))
        on_the_way += not any(map(is_ready, servers))
        for each in servers:
            each.process.kill()
            each.process.wait()
    facts.at_least(f"{what}: SIGKILLs of a program that was not ready yet, of {kills}", on_the_way, 1)

    began = time.monotonic()
    servers = [Server(program, None, store=store) for _ in range(replicas)]
    took = time.monotonic() - began
    facts.at_most(f"{what}: ready, with what was left of {count} documents", took, WAIT_SECONDS, "s")
    wrong, logs, unknown = [], [], []
    with Connection(servers[-1].port) as connection:
        for path, (revision, layout) in expected.items():
            document = connection.request("GET", path).json()
            if (document["revision"], document["layout"]) != (revision, layout):
                wrong.append((path, revision, document["revision"]))
            log = connection.request("GET", f"{path}/changes?after={revision - 1}").json()
            if [(each["revision"], each["kind"], each["layout"]) for each in log["changes"]] != \
                    [(revision, "replace", layout)] or log["oldest"] != revision:
                logs.append((path, log))
            old = other(bytes.fromhex(layout), 0).hex()
            statuses = [connection.request("GET", f"/v1/layouts/{id}").status for id in (layout, old)]
            if statuses != [200, 404]:
                unknown.append((path, statuses))
    for each in servers:
        each.stop()
    facts.equal(f"{what}: documents that were not named once, by what they are", wrong[:3], [])
    facts.equal(f"{what}: logs that do not begin anew", logs[:3], [])
    facts.equal(f"{what}: layouts that are not there, or are by their earlier names", unknown[:3], [])

    age(1)
    with Server(program, None, store=store) as server:
        facts.state(f"{what}: {count} documents of one row each, ready after",
                    f"{server.ready_seconds:.2f} s")
        server.stop()
