"""A PostgreSQL server that fails in many ways: nothing that was acknowledged is lost, and requests end in time."""

import os
import random
import signal
import subprocess
import threading
import time

import pytest

from lib.database import Cluster
from lib.http import Closed, Connection
from lib.proxy import Proxy
from lib.wait import eventually

from .ledger import Crowd, Ledger, snapshot
from .server import Server

POSTERS = 8
HITS = 20
REFUSALS = {503}


@pytest.fixture
def timeout(quick):
    return 1 if quick else 2


@pytest.fixture
def longest(quick, timeout):
    """How long a post may take. In short, other tests run beside these."""
    return timeout + (1 if quick else 0.2)


@pytest.fixture
def proxy(database):
    with Proxy(server=database.port) as proxy:
        yield proxy


@pytest.fixture
def scene(program, facts, database, proxy, quick, timeout, longest):
    refusals = (2 if quick else 20) * POSTERS
    return Scene(program, facts, database, database.url(port=proxy.port), refusals, timeout, longest)


def test_stopped(scene, database):
    scene.broken("stopped and started", lambda: database.stop("immediate"), database.start)


@pytest.mark.landing
def test_hangs(scene, database):
    scene.broken("hangs", lambda: database.signal(signal.SIGSTOP), lambda: database.signal(signal.SIGCONT))


def test_reached_no_more(scene, proxy):
    scene.broken("is reached no more", proxy.hold, proxy.go_on)


def test_only_reads(scene, database):
    scene.broken("only reads", lambda: read_only(database, "on"), lambda: read_only(database, "off"))


def read_only(cluster, value):
    cluster.sql(f"alter system set default_transaction_read_only = {value}")
    cluster.sql("select pg_reload_conf()")


class Scene:
    """A server of layoutd and its database."""

    def __init__(self, program, facts, cluster, url, refusals, timeout, longest):
        self.program, self.facts, self.cluster, self.url, self.refusals = program, facts, cluster, url, refusals
        self.timeout, self.longest = timeout, longest

    def server(self, *options, **settings):
        return Server(self.program, None, *options, store=self.url, **settings)

    def broken(self, what, breaks, mends):
        """Breaks the database under load until so many posts are refused."""
        facts, ledger, source = self.facts, Ledger(), random.Random(what)
        hits, slow, stop = [], [], threading.Event()
        with self.server(timeout=self.timeout) as server:
            with Connection(server.port) as connection:
                body, items = snapshot(source, 300)
                hot = connection.post(body).json()["id"]
                connection.request("GET", f"/v1/layouts/{hot}")

            def ask_for_hits():
                with Connection(server.port) as connection:
                    while not stop.is_set():
                        start = time.monotonic()
                        if connection.request("GET", f"/v1/layouts/{hot}").status != 200:
                            facts.fail(f"{what}: a layout in memory", "is not answered")
                        hits.append(time.monotonic() - start)
                        stop.wait(0.01)

            def post(number):
                poster = random.Random(f"{what} {number}")
                with Connection(server.port) as connection:
                    while not stop.is_set():
                        body, items = snapshot(poster, 300)
                        start = time.monotonic()
                        answer = connection.post(body)
                        slow.append(time.monotonic() - start)
                        ledger.seen(answer.status)
                        if answer.status in (200, 201):
                            ledger.kept(answer.json()["id"], items)
                        stop.wait(0.01)

            threads = [threading.Thread(target=ask_for_hits)]
            threads += [threading.Thread(target=post, args=[number]) for number in range(POSTERS)]
            for thread in threads:
                thread.start()
            calm = ledger.reaches(POSTERS) and eventually(lambda: len(hits) >= HITS and sorted(hits))
            hits.clear()
            breaks()
            refused = ledger.reaches(self.refusals, 503)
            during = eventually(lambda: len(hits) >= HITS and sorted(hits))
            mends()
            mended, count = time.monotonic(), ledger.count
            back = ledger.reaches(count + 1)
            back_after = time.monotonic() - mended
            ledger.reaches(count + POSTERS)
            stop.set()
            for thread in threads:
                thread.join()
            facts.equal(f"{what}: answers but refusals", set(ledger.statuses) - {200, 201} <= REFUSALS, True)
            facts.holds(f"{what}: posts are refused, {self.refusals} of them", refused, ledger.statuses)
            facts.holds(f"{what}: layouts in memory are answered meanwhile", calm and during)
            facts.at_most(f"{what}: the longest post", max(slow), self.longest, "s")
            facts.equal(f"{what}: posts work again", back, True)
            facts.at_most(f"{what}: they do after", back_after, 5 + self.timeout, "s")
            facts.state(f"{what}: the longest hit in 99 of 100, calm and broken",
                        " and ".join(f"{1000 * times[len(times) * 99 // 100]:.1f} ms" for times in (calm, during)))
            facts.equal(f"{what}: missing of {ledger.count}", len(ledger.wrong(server.port)), 0)
        with self.server() as server:
            facts.equal(f"{what}: missing for another process", len(ledger.wrong(server.port)), 0)


def test_few_connections(scene):
    """The database has fewer connections than layoutd wants: it works with those."""
    facts, ledger = scene.facts, Ledger()
    scene.cluster.sql("alter role layoutd connection limit 3")
    try:
        with scene.server() as server:
            with Crowd(server, ledger, POSTERS, seed="few"):
                ledger.reaches(300)
            unexpected = {status: count for status, count in ledger.statuses.items() if status not in (200, 201, 204)}
            facts.at_least("few connections: acknowledged", ledger.count, 300)
            facts.equal("few connections: other answers", unexpected, {})
            facts.equal("few connections: missing", len(ledger.wrong(server.port)), 0)
    finally:
        scene.cluster.sql("alter role layoutd connection limit 100")


@pytest.mark.landing
def test_cuts(scene, proxy, quick, brief):
    """The connection is cut after so many bytes in either direction: the post is done all the same, once."""
    facts, ledger, source = scene.facts, Ledger(), random.Random("cuts")
    points, statuses, later = 0, {}, 0
    with scene.server("--store-connections=1") as server, Connection(server.port) as connection:
        for direction, most in (("up", 3000), ("down", 2200)):
            for is_new in (False, True):
                for count in range(0, most, 397 if brief else 197 if quick else 7):
                    if is_new:
                        proxy.cut()
                    proxy.cut_after(direction, count)
                    points += 1
                    # As many posts as it takes until so many bytes have gone.
                    for _ in range(20):
                        body, items = snapshot(source, 200)
                        answer = connection.post(body)
                        statuses[answer.status] = statuses.get(answer.status, 0) + 1
                        if answer.status in (200, 201):
                            ledger.kept(answer.json()["id"], items)
                        if proxy.has_cut():
                            break
                    else:
                        later += 1
        facts.state("cut after n bytes: points, and answers", f"{points}, {dict(sorted(statuses.items()))}")
        facts.equal("cut after n bytes: points that were not reached", later, 0)
        facts.equal("cut after n bytes: answers but refusals", set(statuses) - {200, 201} <= REFUSALS, True)
        # Each connection is cut once, and the next one takes its place.
        facts.at_most("cut after n bytes: refused", statuses.get(503, 0), points // 20)
        facts.equal(f"cut after n bytes: missing of {ledger.count}", len(ledger.wrong(server.port)), 0)
    with scene.server() as server:
        facts.equal("cut after n bytes: missing for another process", len(ledger.wrong(server.port)), 0)


@pytest.mark.landing
def test_encrypted(program, facts, database):
    """Over TLS the server has to be who it says it is."""
    authority, other = database.certify(), database.certify("other", serves=False)
    for what, trusted, is_trusted in (("its authority", authority, True), ("another authority", other, False)):
        certificate = str(trusted).replace("/", "%2F")
        url = f"{database.url()}?sslmode=verify-full&sslrootcert={certificate}"
        check = subprocess.run(
            [program, "store", "check", f"--store={url}"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        facts.equal(f"TLS: a server is trusted that {what} vouches for", check.returncode == 0, is_trusted)
        if not is_trusted:
            facts.equal("TLS: the reason is told", "certificate verify failed" in check.stderr, True)
    url = f"{database.url()}?sslmode=verify-full&sslrootcert={str(authority).replace('/', '%2F')}"
    with Server(program, None, store=url) as server, Connection(server.port) as connection:
        facts.equal("TLS: a post", connection.post(snapshot(random.Random("TLS"), 3000)[0]).status, 201)
        clear = database.sql("select count(*) from pg_stat_ssl join pg_stat_activity using (pid) "
                            "where usename = 'layoutd' and not ssl")
        facts.equal("TLS: connections in clear text", int(clear), 0)


def test_restored(program, facts, postgresql):
    """The machine is lost, and a backup is restored on another one, as docs/operations.md says."""
    what, source, ledger = "a backup", random.Random("backup"), Ledger()

    def change(connection, revision):
        body = b'{"revision": %d, "steps": [{"insert": [{"section": 0, "item": 0, "items": {"heights": [%d]}}]}]}' % (
            revision, 40 + revision)
        return connection.request("POST", "/v1/documents/feed/changes", body)

    def put(connection, name):
        body = b'{"snapshot": %s}' % snapshot(source, 300)[0]
        return connection.request("PUT", f"/v1/documents/{name}", body, "If-None-Match: *").status

    with Cluster() as lost, Cluster() as other:
        lost.prepare(program)
        other.prepare(program)
        # It has had more transactions than the other one.
        lost.sql("create temporary table number (value int); do $$ begin for value in 1..3000 loop begin "
                 "insert into number values (value); exception when others then null; end; end loop; end $$")
        with Server(program, None, store=lost.url()) as server, Connection(server.port) as connection:
            facts.equal(f"{what}: a document", put(connection, "feed"), 201)
            facts.equal(f"{what}: changes", [change(connection, each).status for each in (1, 2, 3)], [200] * 3)
            head = connection.request("GET", "/v1/documents/feed").json()["layout"]
            for _ in range(20):
                body, items = snapshot(source, 300)
                ledger.kept(connection.post(body).json()["id"], items)
            dump = lost.dump()
            facts.equal(f"{what}: changes after it", [change(connection, each).status for each in (4, 5)], [200] * 2)
            facts.equal(f"{what}: a document after it", put(connection, "later"), 201)
        lost.stop("immediate")
        other.restore(dump)
        ahead = "select count(*) from layoutd.record where transaction >= pg_snapshot_xmax(pg_current_snapshot())"
        facts.at_least(f"{what}: records of transactions to come, before migrate", int(other.sql(ahead)), 1)
        for command in ("migrate", "check"):
            user = "layoutd_owner" if command == "migrate" else "layoutd"
            done = subprocess.run(
                [program, "store", command, f"--store={other.url(user)}"], capture_output=True, text=True)
            facts.equal(f"{what}: layoutd store {command} of what was restored", done.returncode, 0)
        facts.equal(f"{what}: layouts, and faults", done.stdout.split(": ")[-1].strip(), "24 layouts whole, 0 faults")
        facts.equal(f"{what}: records of transactions to come", int(other.sql(ahead)), 0)
        with Server(program, None, store=other.url()) as server, Connection(server.port) as connection:
            facts.equal(f"{what}: missing of {ledger.count}", len(ledger.wrong(server.port)), 0)
            document = connection.request("GET", "/v1/documents/feed").json()
            facts.equal(f"{what}: the document", (document["revision"], document["layout"]), (4, head))
            facts.equal(f"{what}: its layout", connection.request("GET", f"/v1/layouts/{head}").status, 200)
            facts.equal(f"{what}: what came after it", connection.request("GET", "/v1/documents/later").status, 404)
            log = connection.request("GET", "/v1/documents/feed/changes").json()
            facts.equal(f"{what}: the log", [each["revision"] for each in log["changes"]], [1, 2, 3, 4])
            # Who has seen what is lost reads the document.
            for call in ("changes?after=6", "events?after=6"):
                answer = connection.request("GET", f"/v1/documents/feed/{call}")
                facts.equal(f"{what}: {call}", (answer.status, answer.json()["revision"]), (410, 4))
            facts.equal(f"{what}: a change", change(connection, 4).status, 200)
            facts.equal(f"{what}: a new document", put(connection, "later"), 201)


# The control takes a while: a standby whose receiver is killed begins anew.
@pytest.mark.parametrize("is_synchronous", [
    pytest.param(True, marks=pytest.mark.landing), pytest.param(False, marks=pytest.mark.long)])
def test_failover(program, facts, timeout, quick, brief, is_synchronous, postgresql):
    """The primary crashes, the standby is promoted, and layoutd finds it by itself."""
    what = "failover" if is_synchronous else "the control, an asynchronous standby"
    ledger = Ledger()
    with Cluster() as primary:
        primary.prepare(program)
        with Cluster(primary) as standby:
            if is_synchronous:
                primary.sql("alter system set synchronous_standby_names = 's1'")
                primary.sql("select pg_reload_conf()")
            eventually(lambda: primary.sql("select count(*) from pg_stat_replication where state = 'streaming'") == "1")
            url = f"postgresql://layoutd@127.0.0.1:{primary.port},127.0.0.1:{standby.port}/layoutd"
            with Server(program, None, store=url, timeout=timeout) as server:
                # A document that is behind what its writer knows would end the control.
                with Crowd(server, ledger, POSTERS, seed=what, pause=0.002, writes=is_synchronous):
                    ledger.reaches(100 if brief else 300 if quick else 3000)
                    if not is_synchronous:
                        # It lags behind.
                        receiver = int(standby.sql("select pid from pg_stat_wal_receiver", "postgres"))
                        os.kill(receiver, signal.SIGSTOP)
                        ledger.reaches(ledger.count + 50)
                    primary.stop("immediate")
                    if not is_synchronous:
                        # The standby begins anew, and forgets a promotion that comes meanwhile.
                        starts = standby.starts()
                        os.kill(receiver, signal.SIGKILL)
                        eventually(lambda: standby.starts() > starts)
                    promoted = time.monotonic()
                    standby.control("promote", "-w")
                    back = ledger.reaches(ledger.count + 20)
                    took = time.monotonic() - promoted
                facts.equal(f"{what}: works again", back, True)
                if is_synchronous:
                    facts.at_most(f"{what}: after the promotion it does in", took, 5, "s")
            # In memory it has what the standby has not.
            with Server(program, None, store=url, timeout=timeout) as server:
                lost = len(ledger.wrong(server.port))
            if is_synchronous:
                facts.equal(f"{what}: lost of {ledger.count}", lost, 0)
            else:
                facts.at_least(f"{what}: lost of {ledger.count}", lost, 1)


def test_false_acknowledgement(program, facts, timeout, longest, postgresql):
    """A write waits for a standby that is away, and somebody ends the wait: the server says that it is done."""
    what, source, ledger = "a wait that is ended", random.Random(1), Ledger()
    with Cluster() as primary:
        primary.prepare(program)
        with Server(program, None, store=primary.url(), timeout=timeout) as server, Connection(server.port) as connection:
            body, _ = snapshot(source, 300)
            facts.equal(f"{what}: a post before", connection.post(body).status, 201)
            primary.sql("alter system set synchronous_standby_names = 's1'")
            primary.sql("select pg_reload_conf()")
            ended, stop = [], threading.Event()

            def end_waits():
                while not stop.is_set():
                    found = primary.sql(
                        "select count(pg_cancel_backend(pid)) from pg_stat_activity where wait_event = 'SyncRep'")
                    ended.append(int(found))
                    stop.wait(0.02)

            thread = threading.Thread(target=end_waits)
            thread.start()
            # The server takes a while to read its new setting.
            asks = eventually(lambda: connection.post(snapshot(source, 300)[0]).status == 503)
            facts.equal(f"{what}: a post waits for the standby", asks, True)
            rows = int(primary.sql("select count(*) from layoutd.layout"))
            body, items = snapshot(source, 300)
            times, statuses = [], []
            for _ in range(3):
                start = time.monotonic()
                answer = connection.post(body)
                times.append(time.monotonic() - start)
                statuses.append(answer.status)
            stop.set()
            thread.join()
            facts.at_least(f"{what}: waits that were ended", sum(ended), 1)
            facts.equal(f"{what}: the row is there",
                        int(primary.sql("select count(*) from layoutd.layout")), rows + 1)
            facts.equal(f"{what}: answers", statuses, [503, 503, 503])
            facts.at_most(f"{what}: the longest", max(times), longest, "s")
            primary.sql("alter system reset synchronous_standby_names")
            primary.sql("select pg_reload_conf()")
            again = eventually(lambda: connection.post(body).status in (200, 201))
            facts.equal(f"{what}: a post is done again without it", again, True)
            try:
                ledger.kept(connection.post(body).json()["id"], items)
            except (Closed, KeyError) as error:
                facts.fail(f"{what}: the last post", error)
            facts.equal(f"{what}: missing", len(ledger.wrong(server.port)), 0)
