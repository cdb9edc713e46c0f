"""The database crashes, or its standby is promoted, while documents are followed at another replica than their writer's."""

import json
import signal
import threading
import time

import pytest

from lib.database import Cluster
from lib.http import Connection
from lib.ports import free_ports
from lib.replicas import Replica
from lib.wait import eventually

# Transactions that write nothing. Their numbers are not flushed, and are given again after a crash.
SPENT = "do $$ begin for each in 1..{} loop perform pg_current_xact_id(); commit; end loop; end $$"
LOOKS = """select count(*) from pg_stat_activity where query like '%pg_current_snapshot%' and pid <> pg_backend_pid()
           and state = 'idle' and query_start > to_timestamp({})"""


def change(writer, revision):
    """Changes the document until the change is acknowledged."""
    body = json.dumps({"revision": revision, "key": f"key-{revision}", "steps": [
        {"insert": [{"section": 0, "item": 0, "items": {"heights": [40 + revision]}}]}]})
    eventually(lambda: writer.ask("POST", "/v1/documents/b/changes", body).status == 200, pause=0.2)


class Following(threading.Thread):
    """A request that follows the document at a replica. It keeps the revisions that it is told of."""

    def __init__(self, replica, target, events=0):
        super().__init__()
        self.connection = Connection((replica.host, replica.port), timeout=120, events=events)
        self.target = target
        self.start()

    def run(self):
        answer = self.connection.get(self.target)
        text = answer.body.decode()
        self.revisions = ([each["revision"] for each in json.loads(text)["changes"]] if text.startswith("{") else
                          [int(line[4:]) for line in text.splitlines() if line.startswith("id: ")])
        self.ended = time.monotonic()


@pytest.mark.parametrize("ends_by", ["a crash", "a promotion"])
def test_crash(program, facts, folder, postgresql, ends_by):
    ports = free_ports(4)
    with Cluster() as primary:
        primary.sql("alter system set wal_writer_delay = '10s'", "postgres")
        primary.sql("select pg_reload_conf()", "postgres")
        primary.prepare(program)
        standby = Cluster(primary) if ends_by == "a promotion" else None
        replicas = []
        try:
            hosts = ",".join(f"127.0.0.1:{each.port}" for each in (primary, standby) if each)
            options = [f"--store=postgresql://layoutd@{hosts}/layoutd", "--store-timeout=10s"]
            for number in (0, 1):
                replicas.append(
                    Replica(program, number, ports[number], folder, options, operations_port=ports[2 + number]))
            writer, other = replicas
            eventually(lambda: all(each.metric("layoutd_database_listening") == 1 for each in replicas))
            snapshot = '{"snapshot": {"sections": [{"engine": "column", "items": {"heights": [40]}}]}}'
            facts.equal(f"{ends_by}: documents", [
                writer.ask("PUT", f"/v1/documents/{name}", snapshot, If_None_Match="*").status for name in "ab"], [201] * 2)
            poll = Following(other, "/v1/documents/b/changes?after=1&wait=25")
            stream = Following(other, "/v1/documents/b/events?after=1", events=2)
            eventually(lambda: other.metric("layoutd_watchers") == 2)
            primary.sql(SPENT.format(5))
            now = primary.sql("select extract(epoch from clock_timestamp())")
            facts.equal(f"{ends_by}: replicas that have looked since",
                        eventually(lambda: int(primary.sql(LOOKS.format(now))) // 2), 1)
            other.server.terminate(signal.SIGSTOP)
            before = int(primary.sql("select pg_current_xact_id()"))
            if standby:
                written = primary.sql("select pg_current_wal_flush_lsn()")
                eventually(lambda: standby.sql(f"select pg_last_wal_replay_lsn() >= '{written}'") == "t")
            primary.stop("immediate")
            if standby:
                standby.control("promote", "-w")
            else:
                primary.start()
            now = standby or primary
            change(writer, 1)
            number = int(now.sql("select transaction from layoutd.record where name = 'b' and revision = 2"))
            facts.equal(f"{ends_by}: the number of a transaction is given again", number < before, True)
            # The other replica does not see that numbers were given again.
            now.sql(SPENT.format(20))
            other.server.terminate(signal.SIGCONT)
            begin = time.monotonic()
            poll.join()
            facts.equal(f"{ends_by}: what a poll tells", poll.revisions, [2])
            facts.at_most(f"{ends_by}: after", poll.ended - begin, 2, "s")
            change(writer, 2)
            stream.join()
            facts.equal(f"{ends_by}: what a stream tells", stream.revisions, [2, 3])
        finally:
            for replica in replicas:
                replica.end()
            if standby:
                standby.__exit__()
