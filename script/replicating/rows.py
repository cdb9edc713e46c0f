"""What is looked at behind each proxy."""

import http.client
import itertools
import json
import re
import signal
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from lib import proxies
from lib.ports import free_ports
from replicating import load
from replicating.names import Names
from replicating.replicas import Layouts, Replica, snapshot, steps
from replicating.standins import StandIn

REPLICAS = 3
SETTLED_SECONDS = 2.5  # after which a proxy knows that a replica is gone, or is there again
CONTROL_RATE = 100  # requests a second to a proxy that does not send them again
HUNG_SECONDS = 5  # after which a proxy that asks knows that a replica hangs
LOG_SECONDS = 10
QUIET_SECONDS = 17  # longer than the time that other answers have


class Client:
    """A connection to a proxy that is kept open, of an address of its own."""

    def __init__(self, port, source="127.0.0.1"):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))

    def ask(self, method, target, body=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        self.connection.request(method, target, body, headers)
        answer = self.connection.getresponse()
        answer.body = answer.read()
        return answer


class Run:
    """The replicas, and what they have in common behind every proxy."""

    def __init__(self, program, folder, facts, given):
        self.program, self.folder, self.facts = program, folder, facts
        self.is_quick, self.store = given.quick, given.store
        self.rate = given.rate or (600 if given.quick else 2000)
        self.count = 120 if given.quick else 300
        self.replicas = []
        self.numbers = itertools.count(1)

    def __enter__(self):
        self.options = ["--store", self.store] if self.store else []
        self.replicas = [
            Replica(self.program, number, port, self.folder, self.options)
            for number, port in enumerate(free_ports(REPLICAS), 1)]
        self.layouts = Layouts(self.replicas, bool(self.store))
        self.ids = [self.layouts.share("/v1/layouts", snapshot(number)) for number in range(self.count)]
        # Some of them with a change each.
        self.derived = [
            (root, self.layouts.share(f"/v1/layouts/{root}/changes", steps(number)))
            for number, root in enumerate(self.ids[:60])]
        self.expected = {each: self.replicas[0].ask("GET", self.target(each))[2] for each in self.ids}
        return self

    def __exit__(self, *_):
        for replica in self.replicas:
            replica.end()

    @staticmethod
    def target(each):
        return f"/v1/layouts/{each}/special?bounds=0,100,390,800"

    def same_bytes(self):
        self.facts.begin("the same bytes of every replica")
        targets = [self.target(each) for each in self.ids[:40]]
        targets += [f"/v1/layouts/{each}/elements?width=390&rect=0,0,390,2000" for _, each in self.derived[:40]]
        answers = [{replica.ask("GET", target)[2] for replica in self.replicas} for target in targets]
        self.facts.equal("questions with one answer", sum(len(each) == 1 for each in answers), len(targets))
        self.facts.equal("answers that are elements", sum(b'"contentSize"' in each or b'"special"' in each
                                                          for answer in answers for each in answer), len(targets))

    def behind(self, kinds):
        """Looks at proxies in front of the same replicas, all at the same time."""
        started, controls = [], []
        try:
            for kind in kinds:
                try:
                    ports = [replica.port for replica in self.replicas]
                    started.append(kind(ports, self.folder / kind.name))
                    controls.append(kind(ports, self.folder / f"{kind.name}-control", is_control=True))
                except proxies.Failed as failure:
                    self.facts.begin(kind.name)
                    self.facts.fail("the file", str(failure))
            time.sleep(SETTLED_SECONDS)
            self.lineages(started)
            self.kills(started, controls)
        finally:
            for proxy in started + controls:
                proxy.end()

    def places(self, proxy, asked):
        """Where each of (key, id, headers) leads to: key → number of the replica."""
        sent = {}
        client, count = None, 0
        for replica in self.replicas:
            replica.answered()
        for key, each, headers in asked:
            # Of several addresses, since one has a limit.
            if count % 100 == 0:
                client = Client(proxy.plain_port, f"127.0.1.{1 + count // 100 % 200}")
            count += 1
            request_id = f"place-{next(self.numbers)}"
            answer = client.ask("GET", self.target(each), X_Request_Id=request_id, **headers)
            if answer.status != 200:
                self.facts.fail(f"{each[:16]}", f"{answer.status} {answer.body[:300]}")
            sent[request_id] = key
        # Logs are written beside the answers, and on a busy machine later.
        found, deadline = {}, time.monotonic() + LOG_SECONDS
        while len(found) < len(sent) and time.monotonic() < deadline:
            time.sleep(0.1)
            for replica in self.replicas:
                found |= {sent[each]: replica.number for each in replica.answered() if each in sent}
        return found

    def lineages(self, started):
        def places_of_all():
            return {proxy: self.places(proxy, [(each, each, {}) for each in self.ids]) for proxy in started}

        before, again = places_of_all(), places_of_all()
        beside = {(proxy, is_named): self.beside(proxy, before[proxy], is_named)
                  for proxy in started for is_named in (True, False)}
        victim = self.replicas[1]
        victim.stop()
        time.sleep(SETTLED_SECONDS)
        after = places_of_all()
        victim.start()
        self.layouts.teach(victim)
        time.sleep(SETTLED_SECONDS)
        back = places_of_all()
        # One that hangs is found by those that ask it whether it is ready.
        asking = [proxy for proxy in started if proxy.name != "nginx"]
        victim.server.terminate(signal.SIGSTOP)
        try:
            time.sleep(HUNG_SECONDS)
            hung = {proxy: self.places(proxy, [(each, each, {}) for each in self.ids]) for proxy in asking}
        finally:
            victim.server.terminate(signal.SIGCONT)
        time.sleep(SETTLED_SECONDS)

        facts = self.facts
        for proxy in started:
            facts.begin(f"{proxy.name}: lineages")
            first = before[proxy]
            shares = [sum(number == replica.number for number in first.values()) for replica in self.replicas]
            facts.state("ids of each replica", " / ".join(map(str, shares)))
            facts.equal("ids that lead to a replica", sum(shares), len(self.ids))
            facts.at_least("the least of them", min(shares) / len(self.ids), 0.15)
            facts.equal("ids that lead to the same one again", len(first.items() & again[proxy].items()), len(first))
            facts.at_least("derived ids beside their root, with Layoutd-Near", beside[proxy, True], 0.95)
            facts.at_most("and without it, by chance", beside[proxy, False], 0.7)
            others = {each for each in self.ids if first.get(each) != victim.number}
            stayed = sum(first[each] == after[proxy].get(each) for each in others)
            facts.at_least("others' ids that stay when one is killed", stayed / len(others), 0.99)
            facts.state("that is", f"{stayed} of {len(others)}")
            moved = [after[proxy].get(each) for each in self.ids if each not in others]
            facts.state("its ids go to", " / ".join(str(moved.count(replica.number)) for replica in self.replicas))
            facts.equal("its ids that are answered", sum(number is not None for number in moved), len(moved))
            same = len(first.items() & back[proxy].items())
            facts.equal("ids that are where they were when it is back", same, len(first))
            if proxy in asking:
                seen = sum(number != victim.number for number in hung[proxy].values())
                facts.equal("ids that others answer when one hangs", seen, len(first))

    def beside(self, proxy, before, is_named):
        """The share of derived ids that lead to where their roots do, with Layoutd-Near or without."""
        places = self.places(proxy, [
            ((root, each), each, {"Layoutd-Near": root[:16]} if is_named else {}) for root, each in self.derived])
        return sum(before[root] == number for (root, _), number in places.items()) / len(self.derived)

    def kills(self, started, controls):
        requests = self.requests()
        loads = [load.Running(proxy.plain_port, self.rate // len(started), requests, seed)
                 for seed, proxy in enumerate(started)]
        control_loads = [load.Running(proxy.plain_port, CONTROL_RATE, requests, proxy.name) for proxy in controls]
        pause = 0.5 if self.is_quick else 3
        time.sleep(pause)
        ends = [(replica, signal.SIGKILL) for replica in self.replicas]
        ends += [(replica, signal.SIGTERM) for replica in self.replicas[:1 if self.is_quick else REPLICAS]]
        for replica, how in ends:
            replica.stop(how)
            time.sleep(pause)
            replica.start()
            self.layouts.teach(replica)
            time.sleep(SETTLED_SECONDS)
        for proxy, running in zip(started, loads):
            self.facts.begin(f"{proxy.name}: kills")
            self.look_at_load(*running.end())
        for proxy, running in zip(controls, control_loads):
            self.facts.begin(f"{proxy.name}: kills, without what sends requests again (a control)")
            self.facts.at_least("requests that clients sent again", running.end()[0]["sent again"], 1)

    def requests(self):
        """What a load sends: questions with their answers, and one post of twenty."""
        end = f"Host: {proxies.NAME}\r\n".encode()
        requests = [(f"GET {self.target(each)} HTTP/1.1\r\nLayoutd-Near: {each[:16]}\r\n".encode() + end + b"\r\n",
                     self.expected[each]) for each in self.ids]
        for number in range(len(requests) // 19):
            body = snapshot(number)
            head = f"POST /v1/layouts HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            requests.append((head.encode() + end + b"\r\n" + body, None))
        return requests

    def moves(self, folder):
        """Replicas that are replaced by others at other addresses, as pods are, behind Envoy: what, seen, expected."""
        port, = free_ports(1)
        numbers = range(1, REPLICAS + 1 + (1 if self.is_quick else REPLICAS))
        folder.mkdir()
        names = Names("layoutd-pods", [f"127.0.3.{number}" for number in numbers[:REPLICAS]])
        proxy, running, replicas = None, None, []

        def start(number):
            replicas.append(Replica(self.program, number, port, folder, self.options, f"127.0.3.{number}"))
            self.layouts.teach(replicas[-1])

        try:
            for number in numbers[:REPLICAS]:
                start(number)
            proxy = proxies.Envoy([port], folder / "envoy", resolver=names.port)
            time.sleep(SETTLED_SECONDS)
            running = load.Running(proxy.plain_port, 200 if self.is_quick else 500, self.requests(), 7)
            time.sleep(1)
            for number in numbers[REPLICAS:]:
                # The new one is ready before the old one goes; then the name has another address.
                start(number)
                names.addresses = [f"127.0.3.{each.number}" for each in replicas[1:]]
                if replicas[0].stop(signal.SIGTERM):
                    raise ValueError("a replica did not end as it should")
                replicas.pop(0).end()
                time.sleep(SETTLED_SECONDS)
            counts, examples, _ = running.end()
            running = None
            time.sleep(0.2)
            for replica in replicas:
                replica.answered()
            for each in self.ids[:60]:
                Client(proxy.plain_port, "127.0.2.9").ask("GET", self.target(each), X_Request_Id=f"move-{each[:16]}")
            time.sleep(0.2)
            return [("requests that failed twice", (counts["failed"], examples[:3]), (0, [])),
                    ("requests that clients sent again", counts["sent again"], 0),
                    ("answers with other bytes", counts["wrong"], 0),
                    ("there were answers", counts["answered"] > 100, True),
                    ("every replica answers", sum(bool(replica.answered()) for replica in replicas), REPLICAS)]
        finally:
            if running:
                running.end()
            for each in [proxy, names, *replicas]:
                if each:
                    each.end()

    def look_at_load(self, counts, examples, durations):
        facts = self.facts
        facts.state("requests", counts["sent"])
        facts.state("rate", counts["sent"] / counts["milliseconds"] * 1e3, "a second")
        facts.state("p50, p99, longest", ", ".join(
            f"{1e3 * durations[int(share * (len(durations) - 1))]:.1f} ms" for share in (0.5, 0.99, 1)))
        facts.state("requests that clients sent again", counts["sent again"])
        for example in examples[:5]:
            print(f"     . {example[:300]}")
        facts.equal("requests that failed then, too", counts["failed"], 0)
        facts.equal("answers with other bytes", counts["wrong"], 0)
        if self.store:
            facts.equal("layouts that were not found", counts["not found"], 0)
        else:
            facts.state("layouts that a new replica did not know yet", counts["not found"])
        facts.at_least("answers", counts["answered"] / max(1, counts["sent"]), 0.9)


def look_at_ways(kind, folder):
    """What is on which way, with stand-ins for replicas: triples of what, what was seen and what is expected."""
    standins = [StandIn(number, QUIET_SECONDS) for number in range(1, REPLICAS + 1)]
    proxy = None
    try:
        proxy = kind([standin.port for standin in standins], folder)
        time.sleep(SETTLED_SECONDS)
        with ThreadPoolExecutor(2) as pool:
            slow = [pool.submit(look, proxy) for look in (look_at_poll, look_at_events)]
            found = look_at_documents(proxy) + look_at_headers(proxy, standins) + look_at_bodies(proxy, standins)
            found += look_at_refusals(proxy)
            for each in slow:
                found += each.result()
        if kind.name != "envoy":
            found += look_at_tls(proxy)
        return found
    finally:
        if proxy:
            proxy.end()
        for standin in standins:
            standin.end()


def look_at_poll(proxy):
    answer = Client(proxy.plain_port).ask("GET", "/v1/documents/feed/changes?after=1&wait=30")
    return [(f"a poll that waits for {QUIET_SECONDS} s", answer.status, 200)]


def look_at_events(proxy):
    with socket.create_connection(("127.0.0.1", proxy.plain_port), 60) as connection:
        connection.sendall(f"GET /v1/documents/feed/events HTTP/1.1\r\nHost: {proxies.NAME}\r\n\r\n".encode())
        begin, text = time.monotonic(), b""
        while b"data: 0" not in text and (data := connection.recv(4096)):
            text += data
        is_at_once = time.monotonic() - begin < QUIET_SECONDS / 2
        while b"data: 1" not in text and (data := connection.recv(4096)):
            text += data
    return [("an event goes on at once", (b"data: 0" in text, is_at_once), (True, True)),
            (f"the next one after {QUIET_SECONDS} s, too", b"data: 1" in text, True)]


def look_at_documents(proxy):
    """Names that begin alike lead to different replicas, each name to one, whatever is asked of it."""
    client = Client(proxy.plain_port, "127.0.2.1")
    names = [f"a-long-name-for-a-feed-{number}" for number in range(24)]
    places = [{json.loads(client.ask(method, f"/v1/documents/{name}{rest}", body).body)["from"]
               for method, rest, body in (("GET", "", None), ("GET", "/elements?width=390", None), ("PUT", "", b"{}"))}
              for name in names]
    near = {json.loads(client.ask("GET", f"/v1/documents/{name}", Layoutd_Near="0123456789abcdef").body)["from"]
            for name in names}
    return [("documents, each at one replica", sum(len(each) == 1 for each in places), len(names)),
            ("replicas that have documents", len(set().union(*places)), REPLICAS),
            ("replicas that have those of a lineage", len(near), 1)]


def look_at_headers(proxy, standins):
    client = Client(proxy.plain_port, "127.0.2.2")
    client.ask("POST", "/v1/layouts?seen", b"{}", X_Request_Id="test.2", Cookie="a=b", Forwarded="for=1.2.3.4",
               X_Forwarded_For="1.2.3.4", X_Forwarded_Proto="https", X_Real_IP="1.2.3.4", Authorization="Bearer x",
               traceparent="00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", If_None_Match='"a"',
               Layoutd_Near="0123456789abcdef", Origin="https://app.example")
    heads = [headers for standin in standins for _, path, headers, _ in standin.requests if path == "/v1/layouts?seen"]
    names = {name.lower() for headers in heads for name in headers}
    kept = {"x-request-id", "authorization", "traceparent", "if-none-match", "layoutd-near", "origin", "content-length"}
    return [("a request that is sent once", len(heads), 1),
            ("headers that layoutd reads", kept - names, set()),
            ("headers that it has no use for", {name for name in names if re.match(
                "cookie|forwarded|x-forwarded|x-real|x-envoy", name)}, set()),
            ("the request's id", [headers["X-Request-Id"] for headers in heads], ["test.2"])]


def look_at_bodies(proxy, standins):
    """Small bodies arrive whole; a replica that dies in the middle of a request."""
    def count(path):
        return sum(each[1] == path for standin in standins for each in standin.requests)

    found, body = [], b"{" + b" " * 5000 + b"}"
    with socket.create_connection(("127.0.0.1", proxy.plain_port), 20, ("127.0.2.3", 0)) as slow:
        slow.sendall(f"POST /v1/layouts?slow HTTP/1.1\r\nHost: {proxies.NAME}\r\nContent-Type: application/json\r\n"
                     f"Content-Length: {len(body)}\r\n\r\n".encode())
        early = 0
        for first in range(0, len(body), 1001):
            time.sleep(0.1)
            early += count("/v1/layouts?slow")
            slow.sendall(body[first:first + 1001])
        answer = slow.recv(1 << 16)
    found.append(("a slow body goes on when it is whole", (early, answer[9:12]), (0, b"200")))
    # Every replica dies of these, at each try. nginx does not count a try on a connection that it had kept open.
    small, large = b"{}", b" " * (1 << 20)
    for target, method, body, most in [
        ("/v1/layouts/dies", "GET", None, 3), ("/v1/layouts/dies", "POST", small, 3),
        ("/v1/layouts/dies?large", "POST", large, 1 if proxy.name == "haproxy" else 3),
        ("/v1/documents/dies", "GET", None, 3), ("/v1/documents/a/dies", "POST", small, 1),
    ]:
        before = count(target)
        answer = Client(proxy.plain_port, "127.0.2.4").ask(method, target, body)
        found.append((f"{method} {target}: it is sent {'again' if most > 1 else 'once'}",
                      min(most, 2) <= count(target) - before <= most, True))
        found.append((f"{method} {target}: the answer", (answer.status, answer.headers["Retry-After"],
                                                        json.loads(answer.body)["status"]), (503, "1", 503)))
    return found


def look_at_refusals(proxy):
    client, found = Client(proxy.plain_port, "127.0.2.5"), []
    for target in ["/metrics", "/version", "/healthz", "/readyz", "/", "/playground/playground.js"]:
        answer = client.ask("GET", target)
        seen = answer.status, json.loads(answer.body)["status"]
        found.append((f"{target} is not for the outside", seen, (404, 404)))
    for target in ["/openapi.yaml", "/openapi.json", "/docs", "/docs/page.css", "/problems/not-found"]:
        found.append((f"{target} is", client.ask("GET", target).status, 200))
    answer = b""
    with socket.create_connection(("127.0.0.1", proxy.plain_port), 20, ("127.0.2.6", 0)) as large:
        large.sendall(f"POST /v1/layouts HTTP/1.1\r\nHost: {proxies.NAME}\r\nContent-Type: application/json\r\n"
                      f"Content-Length: {65 << 20}\r\n\r\n".encode())
        if proxy.name == "envoy":  # It counts what comes.
            large.settimeout(5)
            try:
                for _ in range(65 << 4):
                    large.sendall(b" " * (1 << 16))
            except OSError:
                pass
        try:
            while b"\r\n\r\n" not in answer and (data := large.recv(1 << 16)):
                answer += data
        except OSError:
            pass
    found.append(("a body that is too large", answer[9:12], b"413"))
    writer, statuses = Client(proxy.plain_port, "127.0.2.7"), []
    for _ in range(300):
        answer = writer.ask("POST", "/v1/layouts", b"{}")
        statuses.append(answer.status)
        if answer.status == 429:
            break
    found.append(("too many posts of one address", (statuses[-1], answer.headers["Retry-After"]), (429, "1")))
    found.append(("not a few", len(statuses) > 50, True))
    other = Client(proxy.plain_port, "127.0.2.8").ask("POST", "/v1/layouts", b"{}")
    found.append(("another address may", other.status, 200))
    return found


def look_at_tls(proxy):
    run = subprocess.run(
        ["curl", "-sk", "--http2", "-o", "/dev/null", "-w", "%{http_version} %{http_code}",
         f"https://127.0.0.1:{proxy.port}/v1/documents/feed"], capture_output=True, text=True)
    return [("TLS and HTTP/2", run.stdout, "2 200")]
