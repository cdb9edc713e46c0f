"""deploy/nginx.conf in front of two replicas: what docs/operations.md says of it.

Ports, paths and the certificate are replaced by those of a temporary folder; everything else is as in the file. The
tests go on with the replicas as those before have left them.
"""

import json
import re
import signal
import ssl
import subprocess
from contextlib import closing
from hashlib import sha256

import pytest

import lib.http
from lib import ROOT, proxies
from lib.proxies import NAME
from lib.wait import eventually

ORIGIN = "https://app.example"
REPLICAS, OPTIONS = 2, ("--cors-origins", ORIGIN, "--max-elements", "200000")
WRITER, READER = "a-key-that-writes", "a-key-that-reads"
SNAPSHOT = b'{"sections":[{"headers":[{"height":40,"pin":true}],"items":100000}]}'
PAGE = ["/", "/playground/playground.js", "/client/index.js"]

pytestmark = pytest.mark.skipif(
    proxies.Nginx.program is None, reason="nginx is missing; run script/bootstrap --all")


def total(replicas, name, label=""):
    return sum(replica.metric(name, label) for replica in replicas)


class Nginx(proxies.Nginx):
    """nginx with deploy/nginx.conf. The replicas have no store that they share, so they are told what is posted."""

    def __init__(self, replicas, folder, page=False):
        self.replicas = replicas
        super().__init__([replica.port for replica in replicas], folder, page=page)

    def line_of(self, answer):
        """The line of its access log for an answer. It is written when the client has its answer."""
        id = answer.headers["X-Request-Id"]

        def found():
            text = (self.folder / "layoutd.log").read_text()
            lines = [json.loads(line) for line in text[:text.rfind("\n") + 1].splitlines()]
            return [line for line in lines if line["requestId"] == id]

        return eventually(found)[-1]


class Client(lib.http.Connection):
    """A connection to nginx that is kept open."""

    def __init__(self, nginx, receive_buffer=None):
        self.nginx = nginx
        tls = ssl.create_default_context(cafile=nginx.folder / "certificate.pem")
        tls.check_hostname = False
        super().__init__(nginx.port, host=NAME, tls=tls, receive_buffer=receive_buffer)

    def post(self, body=SNAPSHOT, query="", **headers):
        answer = super().post(body, query, **headers)
        if answer.status in (200, 201):
            for replica in self.nginx.replicas:
                learn(replica, body, headers)
        return answer


def learn(replica, body, headers):
    """Posts to this one alone, where it runs."""
    key = {name: value for name, value in headers.items() if name == "Authorization"}
    try:
        replica.ask("POST", "/v1/layouts", body, **key)
    except OSError:
        pass


def raw(nginx, data):
    """The answers to these bytes, until nginx closes the connection."""
    with Client(nginx) as connection:
        connection.send(data)
        return connection.everything()


@pytest.fixture(scope="module")
def nginx(replicas, folder):
    with closing(Nginx(replicas, folder)) as nginx:
        yield nginx


@pytest.fixture(scope="module")
def keys(replicas, folder):
    """From here on the replicas have keys."""
    path = folder / "keys.txt"
    path.write_text("".join(
        f"{sha256(key.encode()).hexdigest()} {name} {name}\n" for key, name in ((WRITER, "write"), (READER, "read"))))
    for replica in replicas:
        replica.stop(signal.SIGTERM)
        replica.start("--api-keys-file", str(path))


def test_answers(facts, nginx, replicas):
    check, client = facts.holds, Client(nginx)
    posted = client.post(query="?width=390", X_Request_Id="test.1")
    check("a snapshot is posted", posted.status == 201, posted.status, posted.body)
    check("a well-formed request id is kept", posted.headers["X-Request-Id"] == "test.1")
    path = posted.headers["Location"]
    made = client.get(path, X_Request_Id="two words")
    check("a malformed request id is replaced", re.fullmatch("[0-9a-f]{32}", made.headers["X-Request-Id"] or ""))

    target = f"{path}/elements?width=390&rect=0,0,390,5000"
    plain = client.get(target)
    coded = client.get(target, Accept_Encoding="gzip")
    check("answers are gzipped", coded.headers["Content-Encoding"] == "gzip")
    check("coded or not they are the same", coded.body == plain.body)
    check("public answers may be kept", "public" in plain.headers["Cache-Control"])
    for number in range(3):
        known = client.get(target, If_None_Match=plain.headers["ETag"])
        check(f"304 for a known ETag, time {number}", known.status == 304 and not known.body, known.status)
    asked = total(replicas, "layoutd_requests_total", "/elements")
    kept = client.get(target)
    coded_again = client.get(target, Accept_Encoding="gzip")
    last = nginx.line_of(client.get(target, Accept_Encoding="gzip"))
    check("what is kept is the same", kept.body == plain.body and coded_again.raw == coded.raw)
    check("nginx answers what it keeps", last["cache"] == "HIT", last)
    asked = total(replicas, "layoutd_requests_total", "/elements") - asked
    check("and does not ask for it", asked <= 2, asked)  # The coded one is another answer.
    for _ in range(3):
        scroll = client.get(f"{path}/special?bounds=0,50,390,800")
    check("private answers are not kept", nginx.line_of(scroll)["cache"] == "MISS" and scroll.status == 200)

    for target in PAGE:
        check(f"the page is not let through: {target}", client.get(target).status == 404)

    preflight = client.request(
        "OPTIONS", path, Origin=ORIGIN, Access_Control_Request_Method="GET")
    check("a preflight is answered", preflight.status == 204, preflight.status)
    check("its origin is allowed", preflight.headers["Access-Control-Allow-Origin"] == ORIGIN)
    check("its own name is not told", plain.headers["Server"] == "nginx")

    for target in ["/metrics", "/version", "/healthz", "/readyz", "/v1/../metrics", "/%6detrics", "//metrics",
                   "/v1/%2e%2e/metrics", "/v1/..%2fmetrics", "/openapi.yaml/../metrics"]:
        answer = client.get(target)
        check(f"{target} is not routed", answer.status == 404, answer.status)
    for path in ["/openapi.yaml", "/openapi.json", "/docs", "/docs/guide", "/docs/page.css"]:
        check(f"{path} is", client.get(path).status == 200)


def test_page(facts, replicas, folder):
    """The page, with the one line that lets it through."""
    with closing(Nginx(replicas, folder / "page", page=True)) as nginx:
        client = Client(nginx)
        for target in PAGE:
            answer = client.get(target)
            facts.holds(f"the page is let through: {target}", answer.status == 200, answer.status)
        for target in ["/metrics", "/playground", "/version"]:
            facts.holds(f"{target} is not", client.get(target).status == 404)


def test_bodies(facts, nginx, replicas):
    check, client = facts.holds, Client(nginx)
    large = b'{"sections":[{"engine":"waterfall","items":{"heights":[' + b"1,2," * 500_000 + b"3]}}]}"
    posted = client.post(large, "?width=390")
    check("a large body arrives", posted.status == 201, posted.status, posted.body)

    target = f"{posted.headers['Location']}/elements?width=390&rect=0,0,390,1e9"
    asked = total(replicas, "layoutd_requests_total", "/elements")
    with Client(nginx, receive_buffer=4096) as silent:
        silent.send(f"GET {target} HTTP/1.1\r\nHost: {NAME}\r\n\r\n".encode())
        check("an answer that nobody reads leaves layoutd", eventually(
            lambda: total(replicas, "layoutd_requests_total", "/elements") == asked + 1
            and total(replicas, "layoutd_requests_in_flight") == 0))


def test_smuggling(facts, nginx):
    start, body = f"POST /v1/layouts HTTP/1.1\r\nHost: {NAME}\r\nContent-Type: application/json\r\n", "{}"
    inner = f"GET /metrics HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n"
    for what, head, status in [
        ("two lengths", f"{start}Content-Length: 2\r\nContent-Length: 20\r\n\r\n", 400),
        ("a length and a Transfer-Encoding", f"{start}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("an unknown Transfer-Encoding", f"{start}Transfer-Encoding: xchunked\r\n\r\n", 501),
        ("two Transfer-Encodings", f"{start}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n", 400),
        ("a space before the colon", f"{start}Content-Length : 2\r\n\r\n", 400),
        ("a length with a sign", f"{start}Content-Length: +2\r\n\r\n", 400),
        ("two hosts", f"{start}Host: other\r\nContent-Length: 2\r\n\r\n", 400),
        ("no host", "GET /v1/layouts/0 HTTP/1.1\r\n\r\n", 400),
        ("a NUL in a header", f"{start}X: a\0b\r\nContent-Length: 2\r\n\r\n", 400),
        ("HTTP/2.1", f"GET /v1/layouts/0 HTTP/2.1\r\nHost: {NAME}\r\n\r\n", 505),
    ]:
        answer = raw(nginx, (head + body + inner).encode())
        statuses = [int(each) for each in re.findall(rb"HTTP/1\.1 (\d+)", answer)]
        facts.holds(f"{what}: refused, and the connection closed", statuses == [status], statuses)
    # nginx leaves this line out, so that there is no body: what follows is a request of its own.
    answer = raw(nginx, f"{start}Content_Length: 2\r\n\r\n{inner}".encode())
    statuses = [int(each) for each in re.findall(rb"HTTP/1\.1 (\d+)", answer)]
    facts.holds("a disguised length is none", statuses == [411, 404], statuses)


def test_cache_before_keys(facts, nginx, replicas, request, folder):
    """What was public is answered to clients without a key, until the command of docs/operations.md empties the cache."""
    check, client = facts.holds, Client(nginx)
    target = client.layout(SNAPSHOT) + "?width=391"
    statuses = [client.get(target).status for _ in range(3)]
    request.getfixturevalue("keys")
    client = Client(nginx)
    statuses.append(client.get(target).status)
    check("it is answered from the cache", statuses == [200] * 4, statuses)
    command = re.search(r"^\| nginx with .* \| `(.*)` \|$", (ROOT / "docs/operations.md").read_text(), re.MULTILINE)[1]
    subprocess.run(command.replace("/var/cache/layoutd", f"{folder}/cache"), shell=True, check=True)
    check("and not any more", Client(nginx).get(target).status == 401)


def test_keys(facts, nginx, keys):
    check, client = facts.holds, Client(nginx)
    check("without a key 401", client.post().status == 401)
    client = Client(nginx)
    check("with a wrong one, too", client.post(Authorization="Bearer wrong").status == 401)
    client = Client(nginx)
    posted = client.post(Authorization=f"Bearer {WRITER}")
    check("a key gets through", posted.status == 201, posted.status)
    path = posted.headers["Location"]
    for _ in range(3):
        answer = client.get(f"{path}?width=390", Authorization=f"Bearer {READER}")
    last = nginx.line_of(answer)
    check("with keys answers are private", "private" in answer.headers["Cache-Control"])
    check("and not kept", last["cache"] == "MISS" and answer.status == 200, last)
    check("who has no key gets none", client.get(f"{path}?width=390").status == 401)


def test_ends(facts, nginx, replicas):
    check = facts.holds
    for replica in replicas:
        check("a replica ends with 0", replica.stop(signal.SIGTERM) == 0)
    answer = Client(nginx).request("GET", "/openapi.yaml", X_Request_Id="test.2")
    check("without replicas 503", answer.status == 503, answer.status)
    check("with Retry-After", answer.headers["Retry-After"] == "1")
    check("as a problem with the request's id", json.loads(answer.body)["requestId"] == "test.2", answer.body)


def test_error_log(facts, nginx):
    errors = (nginx.folder / "error.log").read_text().splitlines()
    facts.no("nginx has nothing grave to say", [line for line in errors if "[alert]" in line or "[emerg]" in line])
