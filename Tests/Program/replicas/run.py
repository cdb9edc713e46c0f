"""What is looked at behind each proxy, with replicas."""

import itertools
import signal

from lib import proxies
from lib.http import Client
from lib.ports import free_ports
from lib.replicas import Replica
from lib.wait import eventually

from . import load
from .layouts import Layouts, snapshot, steps
from .names import Names

REPLICAS = 3
CONTROL_RATE = 100  # requests a second to a proxy that does not send them again


class Run:
    """The replicas, and what they have in common behind every proxy."""

    def __init__(self, program, folder, replicas, options, store, is_quick, rate):
        self.program, self.folder, self.replicas, self.options, self.store = program, folder, replicas, options, store
        self.is_quick, self.rate = is_quick, rate or (600 if is_quick else 2000)
        self.numbers = itertools.count(100)
        self.homes = {}  # proxy → where its ids lead to
        self.layouts = Layouts(replicas, bool(store))
        self.ids = [self.layouts.share("/v1/layouts", snapshot(number)) for number in range(120 if is_quick else 300)]
        # Some of them with a change each.
        self.derived = [
            (root, self.layouts.share(f"/v1/layouts/{root}/changes", steps(number)))
            for number, root in enumerate(self.ids[:60])]
        self.expected = {each: self.replicas[0].ask("GET", self.target(each)).body for each in self.ids}

    @staticmethod
    def target(each):
        return f"/v1/layouts/{each}/special?bounds=0,100,390,800"

    def same_bytes(self):
        self.facts.begin("the same bytes of every replica")
        targets = [self.target(each) for each in self.ids[:40]]
        targets += [f"/v1/layouts/{each}/elements?width=390&rect=0,0,390,2000" for _, each in self.derived[:40]]
        answers = [{replica.ask("GET", target).body for replica in self.replicas} for target in targets]
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
            self.lineages(started)
            self.kills(started, controls)
        finally:
            for proxy in started + controls:
                proxy.close()

    def places(self, proxy, asked):
        """Where each of (key, id, headers) leads to: key → number of the replica."""
        sent = {}
        client = None
        for replica in self.replicas:
            replica.answered()
        for key, each, headers in asked:
            # Of several addresses, since one has a limit.
            number = next(self.numbers)
            if client is None or number % 100 == 0:
                client = Client(proxy.plain_port, source=f"127.0.1.{number // 100 % 200}")
            request_id = f"place-{number}"
            answer = client.get(self.target(each), X_Request_Id=request_id, **headers)
            if answer.status != 200:
                self.facts.fail(f"{each[:16]}", f"{answer.status} {answer.body[:300]}")
            sent[request_id] = key
        found = {}

        def is_complete():
            for replica in self.replicas:
                found.update({sent[each]: replica.number for each in replica.answered() if each in sent})
            return len(found) == len(sent)

        # Logs are written beside the answers, and on a busy machine later.
        eventually(is_complete)
        return found

    def places_of_all(self, started):
        return {proxy: self.places(proxy, [(each, each, {}) for each in self.ids]) for proxy in started}

    def until(self, started, is_so):
        """Looks where ids lead to until it is so behind each proxy. Returns what it has seen last."""
        seen = {}

        def look():
            seen.update(self.places_of_all(started))
            return all(is_so(proxy, places) for proxy, places in seen.items())

        eventually(look, pause=0.2)
        return seen

    def until_back(self, started):
        return self.until(started, lambda proxy, places: places == self.homes[proxy])

    def passes_by(self, proxy, victim):
        """Whether a proxy asks others for what was at a replica that hangs."""
        id = next(each for each in self.ids if self.homes[proxy][each] == victim.number)
        try:
            with Client(proxy.plain_port, timeout=1, source="127.0.2.11") as client:
                return client.get(self.target(id)).status == 200
        except OSError:
            return False

    def lineages(self, started):
        before = self.until(started, lambda proxy, places: len(set(places.values())) == REPLICAS)
        self.homes, again = before, self.places_of_all(started)
        beside = {(proxy, is_named): self.beside(proxy, before[proxy], is_named)
                  for proxy in started for is_named in (True, False)}
        victim = self.replicas[1]
        victim.stop()
        after = self.until(started, lambda proxy, places: len(places) == len(self.ids))
        victim.start()
        self.layouts.teach(victim)
        back = self.until_back(started)
        # One that hangs is found by those that ask it whether it is ready.
        asking = [proxy for proxy in started if proxy.name != "nginx"]
        victim.server.terminate(signal.SIGSTOP)
        try:
            for proxy in asking:
                eventually(lambda: self.passes_by(proxy, victim))
            hung = self.places_of_all(asking)
        finally:
            victim.server.terminate(signal.SIGCONT)
        self.until_back(started)

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
        answers = 100 if self.is_quick else 2000

        def go_on():
            for running in loads:
                running.go_on(answers)
            for running in control_loads:
                running.go_on(answers // 5)

        go_on()
        ends = [(replica, signal.SIGKILL) for replica in self.replicas]
        ends += [(replica, signal.SIGTERM) for replica in self.replicas[:1 if self.is_quick else REPLICAS]]
        pollers = []
        for replica, how in ends:
            if how == signal.SIGTERM and self.store and not pollers:
                pollers = [load.Poller(proxy, name) for proxy in started for name in self.documents()]
            before = [len(poller.answers) for poller in pollers]
            replica.stop(how)
            for poller, count in zip(pollers, before):
                poller.most = max(poller.most, len(poller.answers) - count)
            go_on()
            replica.start()
            self.layouts.teach(replica)
            self.until_back(started)
        for proxy, running in zip(started, loads):
            self.facts.begin(f"{proxy.name}: kills")
            self.look_at_load(*running.end())
            polled = [poller for poller in pollers if poller.proxy is proxy]
            if polled:
                self.facts.at_most("answers to a poller while its replica ends", max(each.most for each in polled), 2)
                failed = [answer for each in polled for answer in each.answers if answer != 200]
                self.facts.equal("polls that failed", failed, [])
        for proxy, running in zip(controls, control_loads):
            self.facts.begin(f"{proxy.name}: kills, without what sends requests again (a control)")
            self.facts.at_least("requests that clients sent again", running.end()[0]["sent again"], 1)

    def documents(self):
        """The names of some documents, which lead to different replicas."""
        names = [f"polled-{number}" for number in range(8)]
        for name in names:
            self.replicas[0].ask("PUT", f"/v1/documents/{name}", b'{"snapshot": {"sections": []}}', If_None_Match="*")
        return names

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
            # Until it has found them it answers nothing.
            target = self.target(self.ids[0])
            eventually(lambda: Client(proxy.plain_port, source="127.0.2.9").get(target).status == 200)
            running = load.Running(proxy.plain_port, 200 if self.is_quick else 500, self.requests(), 7)
            for replica in replicas:
                eventually(replica.answered)
            for number in numbers[REPLICAS:]:
                # The new one is ready before the old one goes; then the name has another address.
                start(number)
                names.addresses = [f"127.0.3.{each.number}" for each in replicas[1:]]
                if replicas[0].stop(signal.SIGTERM):
                    raise ValueError("a replica did not end as it should")
                replicas.pop(0).end()
                eventually(replicas[-1].answered)
                running.go_on(100)
            counts, examples, _ = running.end()
            running = None
            for each in self.ids[:60]:
                Client(proxy.plain_port, source="127.0.2.9").get(self.target(each), X_Request_Id=f"move-{each[:16]}")
            asked = set()

            def have_answered():
                asked.update(replica.number for replica in replicas if any(
                    each.startswith("move-") for each in replica.answered()))
                return len(asked) == REPLICAS

            eventually(have_answered)
            return [("requests that failed twice", (counts["failed"], examples[:3]), (0, [])),
                    ("requests that clients sent again", counts["sent again"], 0),
                    ("answers with other bytes", counts["wrong"], 0),
                    ("there were answers", counts["answered"] > 100, True),
                    ("every replica answers", len(asked), REPLICAS)]
        finally:
            if running:
                running.end()
            if proxy:
                proxy.close()
            for each in [names, *replicas]:
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
