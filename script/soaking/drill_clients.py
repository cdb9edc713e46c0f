"""The clients of the drill: good, greedy and hostile ones, each a thread."""

import random
import threading
import time

from lib.http import Closed, Connection, is_overload, request_bytes
from lib.oracle import difference, target

from . import bodies, crowd


class Drill:
    """The results of all clients together."""

    def __init__(self, server, oracle):
        self.server, self.oracle = server, oracle
        self.lock = threading.Lock()
        self.counts, self.unexpected, self.differences = {}, [], []
        self.compared, self.seed, self.widths = 0, 0, 0

    def start(self, stop):
        """Starts every client; they end when `stop` is set."""
        roles = [
            (self.query, 0.01), (self.query, 0.01), (self.post_and_delete, 0.02), (self.sample, 0.05),
            (self.change, 0.02),
            (self.ask_many_widths, 0.2), (self.post_heavy, 0.5), (self.flood, 1), (self.abort, 0.1),
            (self.be_slow, 0.5), (self.read_slowly, 2),
        ]
        threads = [
            threading.Thread(target=self.repeat, args=[role, pause, stop, number])
            for number, (role, pause) in enumerate(roles)]
        for thread in threads:
            thread.start()
        return threads

    def repeat(self, role, pause, stop, number):
        source = random.Random(number)
        while not stop.is_set():
            try:
                role(source)
            except (Closed, OSError) as error:
                # Only hostile clients are closed, and they expect it.
                self.note_unexpected(f"{role.__name__}: {error}")
            stop.wait(pause)

    def note_unexpected(self, what):
        with self.lock:
            self.unexpected.append(what)

    def seen(self, answer, *expected):
        """Counts an answer. Returns whether it is the expected one and not a 503."""
        name = f"{answer.status}"
        overload = is_overload(answer)
        with self.lock:
            self.counts[name] = self.counts.get(name, 0) + 1
            if answer.status not in expected and not overload:
                self.unexpected.append(f"{name}: {answer.body[:200].decode(errors='replace')}")
        return answer.status in expected

    # Good ones

    def query(self, source):
        """Queries rectangles, points and pages of a layout, and posts it again when it was forgotten."""
        with Connection(self.server.port) as connection:
            answer = connection.post(bodies.small(source.randrange(20)), "?width=390")
            if not self.seen(answer, 200, 201):
                return
            path, height = f"/v1/layouts/{answer.json()['id']}", answer.json()["contentSize"]["height"]
            for _ in range(20):
                y = source.uniform(-100, height)
                call = source.choice([
                    f"elements?width=390&rect=0,{y},390,844", f"special?bounds=0,{y},390,844", "sections?width=390",
                    f"hit?width=390&point=99,{y}", f"elements?width=390&rect={bodies.EVERYTHING}&format=columns",
                    f"window?bounds=0,{y},390,844&previous=0,{y - 9},390,844&velocity=0,500",
                    f"target?bounds=0,{y},390,844&snap=nearest&proposed=0,{y}", "items/0/0/neighbors?width=390",
                ])
                self.seen(connection.request("GET", f"{path}/{call}"), 200, 404)

    def post_and_delete(self, source):
        with Connection(self.server.port) as connection:
            answer = connection.post(bodies.small(source.randrange(10**9)), "?width=390&rect=0,0,390,844")
            if self.seen(answer, 200, 201) and source.random() < 0.5:
                self.seen(connection.request("DELETE", f"/v1/layouts/{answer.json()['id']}"), 204)

    def change(self, source):
        """Changes a list some times, and takes every change back: it is the first one again."""
        with Connection(self.server.port) as connection:
            heights = source.choices(range(30, 90), k=source.randrange(1, 3000))
            engine = source.choice(["column", "waterfall", "column"])
            path = first = connection.layout(bodies.encoded({"engine": engine, "sections": [{"items": {"heights": heights}}]}))
            taken_back = []
            for _ in range(source.randrange(1, 8)):
                item, count = source.randrange(len(heights)), source.randrange(1, 9)
                step, back = source.choice([
                    ({"insert": [{"section": 0, "item": item, "items": {"count": count, "height": 91}}]},
                     {"delete": [{"section": 0, "item": item, "count": count}]}),
                    ({"move": [{"from": {"section": 0, "item": item}, "to": {"section": 0, "item": 0}}]},
                     {"move": [{"from": {"section": 0, "item": 0}, "to": {"section": 0, "item": item}}]}),
                ])
                taken_back.insert(0, back)
                path = self.changed(connection, path, [step], source)
                if not path:
                    return
            path = self.changed(connection, path, taken_back, source)
            if path and path != first:
                self.note_unexpected(f"what was changed and changed back is {path}, not {first}")

    def changed(self, connection, path, steps, source):
        """The path of the layout after some steps; None where it was not made."""
        asked = f"{path}/changes?width=390&bounds=0,{source.randrange(9999)},390,844&transition=true"
        answer = connection.request("POST", asked, bodies.encoded({"steps": steps}))
        made = self.seen(answer, 200, 201, 404) and answer.status != 404
        return f"/v1/layouts/{answer.json()['id']}" if made else None

    def sample(self, source):
        """The next seed's snapshot, and answers compared with a look at every element."""
        with self.lock:
            self.seed += 1
            seed = self.seed
        reply = self.oracle.ask(seed=seed, count=3)
        body = bodies.encoded(reply["snapshot"])
        with Connection(self.server.port) as connection:
            posted = connection.post(body)
            if not self.seen(posted, 200, 201):
                return
            path = f"/v1/layouts/{posted.json()['id']}"
            for query, answer in zip(reply["queries"], reply["answers"]):
                asked = target(path, reply, query)
                found = connection.request("GET", asked)
                if not self.seen(found, 200, 404) or found.status == 404:
                    connection.post(body)
                    continue
                content = found.json()
                if content.get("next") is not None:
                    continue  # a page of more elements than one answer holds
                wrong = difference(content, reply, query, answer)
                with self.lock:
                    self.compared += 1
                    if wrong:
                        self.differences.append(f"seed {seed}, {asked}: {wrong}"[:1000])

    # Greedy ones

    def ask_many_widths(self, source):
        body = bodies.many_widths()
        with Connection(self.server.port) as connection:
            path = connection.layout(body)
            for _ in range(100):
                self.widths += 1
                answer = connection.request("GET", f"{path}/elements?width={200 + self.widths / 64}&rect=0,0,9,9")
                self.seen(answer, 200, 404)

    def post_heavy(self, source):
        body = bodies.heavy(source.randrange(4))
        with Connection(self.server.port, timeout=60) as connection:
            self.seen(connection.post(body, f"?width={source.randrange(300, 400)}"), 200, 201)

    # Hostile ones: whatever becomes of their connections, the program has to be as it was.

    def flood(self, source):
        """Five hundred connections at once, most of which send nothing, or half of a request."""
        clients = crowd.connected(self.server.port, 500)
        for client in clients:
            if source.random() < 0.5:
                send_quietly(client, b"GET /healthz HTTP/1.1\r\nHost: so"[:source.randrange(1, 32)])
        time.sleep(source.random())
        crowd.close_all(clients, is_reset=source.random() < 0.5)

    def abort(self, source):
        """Requests that end in the middle, or whose answer nobody reads."""
        whole = request_bytes("POST", "/v1/layouts?width=390&rect=0,0,390,9e9", bodies.heavy(5, 50_000))
        for _ in range(5):
            connection = Connection(self.server.port)
            length = source.choice([len(whole), source.randrange(len(whole)), source.randrange(300)])
            send_quietly(connection.socket, whole[:length])
            if source.random() < 0.5:
                connection.reset()
            else:
                connection.close()

    def be_slow(self, source):
        first = source.choice([
            b"GET /healthz HTTP/1.1\r\nHost: soak\r\nX-Slow: ",
            b"POST /v1/layouts HTTP/1.1\r\nHost: soak\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n",
            b"",
        ])
        first = first.replace(b"99999999", b"9999999")
        for held in crowd.hold(self.server.port, 50, first, 10, drip=b"a" if first else b""):
            if held.closed_after is None:
                self.note_unexpected(f"open after 10 s: {first[:20]}")

    def read_slowly(self, source):
        with Connection(self.server.port) as connection:
            path = connection.layout(bodies.largest_answer())
        readers = [Connection(self.server.port, receive_buffer=4096) for _ in range(8)]
        for reader in readers:
            reader.send(request_bytes("GET", f"{path}/elements?width=390&rect={bodies.EVERYTHING}"))
        for _ in range(source.randrange(1, 8)):
            for reader in readers:
                try:
                    reader.socket.recv(100)
                except OSError:
                    pass
            time.sleep(0.5)
        for reader in readers:
            if source.random() < 0.5:
                reader.reset()
            else:
                reader.close()


def send_quietly(one, data):
    try:
        one.sendall(data)
    except OSError:
        pass
