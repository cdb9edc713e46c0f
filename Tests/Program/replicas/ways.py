"""What is on which way through a proxy, with stand-ins for replicas."""

import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

from lib.http import Client, request_bytes
from lib.wait import eventually

from .run import REPLICAS
from .standins import StandIn

QUIET_SECONDS = 17  # longer than the time that other answers have


def client_of(proxy, source=None):
    """A client of an address of its own."""
    return Client(proxy.plain_port, source=source)


def look_at_ways(kind, folder):
    """What is on which way, with stand-ins for replicas: triples of what, what was seen and what is expected."""
    standins = [StandIn(number, QUIET_SECONDS) for number in range(1, REPLICAS + 1)]
    proxy = None
    try:
        proxy = kind([standin.port for standin in standins], folder)
        client = client_of(proxy, "127.0.2.10")
        targets = [f"/v1/documents/{number}" for number in range(24)]
        eventually(lambda: len({client.get(target).json().get("from") for target in targets} - {None}) == REPLICAS)
        with ThreadPoolExecutor(2) as pool:
            slow = [pool.submit(look, proxy) for look in (look_at_poll, look_at_events)]
            found = look_at_documents(proxy) + look_at_headers(proxy, standins) + look_at_bodies(proxy, standins)
            found += look_at_lengths(proxy, standins) + look_at_refusals(proxy)
            for each in slow:
                found += each.result()
        if kind.name != "envoy":
            found += look_at_tls(proxy)
        return found
    finally:
        if proxy:
            proxy.close()
        for standin in standins:
            standin.end()


def look_at_poll(proxy):
    answer = client_of(proxy).get("/v1/documents/feed/changes?after=1&wait=30")
    return [(f"a poll that waits for {QUIET_SECONDS} s", answer.status, 200)]


def look_at_events(proxy):
    with client_of(proxy) as client:
        client.send(request_bytes("GET", "/v1/documents/feed/events"))
        text = b""
        while b"data: 0" not in text and (data := client.socket.recv(4096)):
            text += data
        # A proxy that holds back what is small has the next one before it passes the first on.
        is_at_once = b"data: 1" not in text
        while b"data: 1" not in text and (data := client.socket.recv(4096)):
            text += data
    return [("an event goes on at once", (b"data: 0" in text, is_at_once), (True, True)),
            (f"the next one after {QUIET_SECONDS} s, too", b"data: 1" in text, True)]


def look_at_documents(proxy):
    """Names that begin alike lead to different replicas, each name to one, whatever is asked of it."""
    client = client_of(proxy, "127.0.2.1")
    names = [f"a-long-name-for-a-feed-{number}" for number in range(24)]
    places = [{client.request(method, f"/v1/documents/{name}{rest}", body).json()["from"]
               for method, rest, body in (("GET", "", None), ("GET", "/elements?width=390", None), ("PUT", "", b"{}"))}
              for name in names]
    near = {client.get(f"/v1/documents/{name}", Layoutd_Near="0123456789abcdef").json()["from"]
            for name in names}
    return [("documents, each at one replica", sum(len(each) == 1 for each in places), len(names)),
            ("replicas that have documents", len(set().union(*places)), REPLICAS),
            ("replicas that have those of a lineage", len(near), 1)]


def look_at_headers(proxy, standins):
    client = client_of(proxy, "127.0.2.2")
    client.request("POST", "/v1/layouts?seen", b"{}", X_Request_Id="test.2", Cookie="a=b", Forwarded="for=1.2.3.4",
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
    with client_of(proxy, "127.0.2.3") as slow:
        slow.send(request_bytes(
            "POST", "/v1/layouts?slow", None, "Content-Type: application/json", f"Content-Length: {len(body)}"))
        early = 0
        for first in range(0, len(body), 1001):
            # When another request is answered, the proxy has what was sent before it.
            client_of(proxy, "127.0.2.3").get("/v1/layouts/between")
            early += sum(standin.begun.count("/v1/layouts?slow") for standin in standins)
            slow.send(body[first:first + 1001])
        answer = slow.answer("POST")
    found.append(("a slow body goes on when it is whole", (early, answer.status), (0, 200)))
    # Every replica dies of these, at each try. nginx does not count a try on a connection that it had kept open.
    small, large = b"{}", b" " * (1 << 20)
    for target, method, body, most in [
        ("/v1/layouts/dies", "GET", None, 3), ("/v1/layouts/dies", "POST", small, 3),
        ("/v1/layouts/dies?large", "POST", large, 1 if proxy.name == "haproxy" else 3),
        ("/v1/documents/dies", "GET", None, 3), ("/v1/documents/a/dies", "POST", small, 1),
    ]:
        before = count(target)
        answer = client_of(proxy, "127.0.2.4").request(method, target, body)
        found.append((f"{method} {target}: it is sent {'again' if most > 1 else 'once'}",
                      min(most, 2) <= count(target) - before <= most, True))
        found.append((f"{method} {target}: the answer", (answer.status, answer.headers["Retry-After"],
                                                        json.loads(answer.body)["status"]), (503, "1", 503)))
    return found


def look_at_lengths(proxy, standins):
    """Bodies without a length, chunked or over HTTP/2, arrive with one; HAProxy gives one to short bodies only."""
    def arrived(path):
        return [(headers["Content-Length"], headers["Transfer-Encoding"], body) for standin in standins
                for _, target, headers, body in standin.requests if target == path]

    found, sizes = [], [1, 5000, 32767] + ([] if proxy.name == "haproxy" else [200_000])
    for size in sizes:
        body = bytes(ord("a") + number % 26 for number in range(size))
        for pieces in (1, 4):
            path, step = f"/v1/layouts?chunked={size}-{pieces}", -(-size // pieces)
            with client_of(proxy, "127.0.2.9") as client:
                client.send(request_bytes(
                    "POST", path, None, "Content-Type: application/json", "Transfer-Encoding: chunked"))
                for first in range(0, size, step):
                    piece = body[first:first + step]
                    client.send(b"%x\r\n%b\r\n" % (len(piece), piece))
                client.send(b"0\r\n\r\n")
                answer = client.answer("POST")
            found.append((f"a chunked body of {size} bytes in {pieces} pieces", (answer.status, arrived(path)),
                          (200, [(str(size), None, body)])))
        if proxy.name != "envoy":
            path = f"/v1/layouts?http2={size}"
            with_curl = subprocess.run(
                ["curl", "-sk", "--http2", "-H", "Content-Type: application/json", "-X", "POST", "-T", "-", "-o", "/dev/null",
                 "-w", "%{http_version} %{http_code}", f"https://127.0.0.1:{proxy.port}{path}"],
                input=body, capture_output=True).stdout
            found.append((f"a body of {size} bytes over HTTP/2 without a length", (with_curl, arrived(path)),
                          (b"2 200", [(str(size), None, body)])))
    return found


def look_at_refusals(proxy):
    client, found = client_of(proxy, "127.0.2.5"), []
    for target in ["/metrics", "/version", "/healthz", "/readyz", "/", "/playground/playground.js"]:
        answer = client.get(target)
        seen = answer.status, json.loads(answer.body)["status"]
        found.append((f"{target} is not for the outside", seen, (404, 404)))
    for target in ["/openapi.yaml", "/openapi.json", "/docs", "/docs/guide", "/docs/page.css", "/problems/not-found"]:
        found.append((f"{target} is", client.get(target).status, 200))
    with client_of(proxy, "127.0.2.6") as large:
        large.send(request_bytes(
            "POST", "/v1/layouts", None, "Content-Type: application/json", f"Content-Length: {65 << 20}"))
        if proxy.name == "envoy":  # It counts what comes.
            large.socket.settimeout(5)
            try:
                for _ in range(65 << 4):
                    large.socket.sendall(b" " * (1 << 16))
            except OSError:
                pass
        answer = large.everything()
    found.append(("a body that is too large", answer[9:12], b"413"))
    if proxy.name != "envoy":
        found.append(("its problem", b"/problems/too-large" in answer, True))
    writer, statuses = client_of(proxy, "127.0.2.7"), []
    for _ in range(300):
        answer = writer.request("POST", "/v1/layouts", b"{}")
        statuses.append(answer.status)
        if answer.status == 429:
            break
    found.append(("too many posts of one address", (statuses[-1], answer.headers["Retry-After"]), (429, "6")))
    found.append(("not a few", len(statuses) > 50, True))
    other = client_of(proxy, "127.0.2.8").request("POST", "/v1/layouts", b"{}")
    found.append(("another address may", other.status, 200))
    return found


def look_at_tls(proxy):
    run = subprocess.run(
        ["curl", "-sk", "--http2", "-o", "/dev/null", "-w", "%{http_version} %{http_code}",
         f"https://127.0.0.1:{proxy.port}/v1/documents/feed"], capture_output=True, text=True)
    return [("TLS and HTTP/2", run.stdout, "2 200")]
