"""The service at a path of a site: each row of the table in docs/operations.md#base-path, with the proxy's program."""

import json
import re
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urljoin

import pytest

from lib import proxies
from lib.http import Connection
from lib.server import Server
from lib.sites import BASE, site, table

SNAPSHOT = b'{"sections":[{"headers":[{"height":40,"pin":true}],"items":1000}]}'


@pytest.fixture(scope="module")
def service(program):
    with Server(program, f"--base-path={BASE}") as server:
        server.until_ready()
        yield server


@pytest.mark.parametrize("strips", [False, True], ids=["as they are", "without it"])
@pytest.mark.parametrize("name", proxies.ALL)
def test_site(facts, service, folder, name, strips):
    if proxies.ALL[name].program is None:
        pytest.skip(f"{name} is missing; run script/bootstrap --all")
    check, place = facts.holds, folder / f"{name}-{strips}"
    place.mkdir(mode=0o755)
    with site(name, strips, service.port, place) as port, Connection(port) as connection:
        # Another snapshot for each site, so that each has a Location.
        snapshot = SNAPSHOT.replace(b"1000", b"%d" % (1000 + 10 * list(proxies.ALL).index(name) + strips))
        posted = connection.request("POST", f"{BASE}/v1/layouts?width=390", snapshot)
        location = posted.headers["Location"]
        check("a snapshot is posted", posted.status == 201, posted.status)
        check("Location leads to its layout", path_of(location).startswith(f"{BASE}/v1/layouts/"), location)
        check("  which is answered", connection.get(path_of(location)).status == 200)
        large = b'{"sections":[{"engine":"waterfall","items":{"heights":[%s1]}}]}' % (b"1,2," * 400_000)
        check("and a large one", connection.request("POST", f"{BASE}/v1/layouts", large).status in (200, 201))
        put = connection.request("PUT", f"{BASE}/v1/documents/{name}-{strips}", b'{"snapshot":%s}' % SNAPSHOT, If_None_Match="*")
        check("a document is put", put.status == 201 and path_of(put.headers["Location"]).startswith(BASE), put.body)
        led = connection.get(f"{BASE}/v1/documents/{name}-{strips}/special?width=390&bounds=0,100,390,800")
        target = led.headers["Location"]
        check("a document leads to its layout", led.status == 307 and path_of(target).startswith(BASE), target)
        check("  which is answered", connection.get(path_of(target)).status == 200)
        wrong = connection.get(f"{BASE}/v1/layouts/{'0' * 64}")
        kind = json.loads(wrong.body)["type"]
        check("a problem's type leads to its page", connection.get(kind).status == 200 and kind.startswith(BASE), kind)
        server = connection.get(f"{BASE}/openapi.json").json()["servers"][0]["url"]
        check("the description names the base path", server == BASE, server)
        for page in ("/", "/docs", "/docs/guide", "/problems/not-found", "/playground/demo.html"):
            answer = connection.get(BASE + page)
            text = answer.body.decode()
            links = {urljoin(BASE + page, link) for link in re.findall(r'(?:href|src)="([^"#:]+)"', text)}
            statuses = {link: connection.get(link).status for link in links}
            check(f"{page} is answered", answer.status == 200, answer.status)
            check("  and its links are", set(statuses.values()) == {200}, statuses)
        other = connection.get("/v1/layouts")
        check("nothing else of the site is", other.status in (404, 503), other.status)


@pytest.mark.skipif(proxies.Envoy.program is None, reason="Envoy is missing; run script/bootstrap --all")
def test_time(facts, tmp_path):
    """Envoy, which tells how long an answer may take, sets no limit: polls wait, and streams have no end."""
    limits = []

    class Upstream(BaseHTTPRequestHandler):
        def do_GET(self):
            limits.append(self.headers["x-envoy-expected-rq-timeout-ms"])
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Upstream) as upstream:
        Thread(target=upstream.serve_forever, args=(0.05,), daemon=True).start()
        with site("envoy", False, upstream.server_port, tmp_path):
            upstream.shutdown()
    facts.equal("the time of an answer", set(limits), {None})


@pytest.mark.parametrize("proxy", [proxies.Nginx, proxies.HAProxy])
def test_shipped(facts, service, folder, proxy):
    """The files of deploy, with the line that removes the base path."""
    if proxy.program is None:
        pytest.skip(f"{proxy.name} is missing; run script/bootstrap --all")

    class Below(proxy):
        def changes(self):
            line = table()[Path(self.file).name][0][0].replace("\\", "\\\\")
            place = {"nginx": r"^(    server_name [^\n]*\n)", "haproxy": r"^(frontend layoutd\n)"}[self.name]
            return [*super().changes(), (place, rf"\1  {line}\n")]

    with closing(Below([service.port], folder / proxy.name)) as site, Connection(site.plain_port) as connection:
        body = SNAPSHOT.replace(b"1000", b"%d" % (3000 + len(proxy.name)))
        posted = connection.request("POST", f"{BASE}/v1/layouts", body)
        location = path_of(posted.headers["Location"])
        facts.holds("a snapshot is posted", posted.status == 201 and location.startswith(BASE), location)
        facts.holds("  and Location is answered", connection.get(location).status == 200)
        facts.holds("metrics are not for the outside", connection.get(f"{BASE}{BASE}/metrics").status == 404)


def path_of(location):
    """The path and query of a Location, with or without an origin."""
    return re.sub("^https?://[^/]+", "", location or "")
