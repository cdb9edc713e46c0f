"""The service at a path of a site: each row of the table in docs/operations.md#base-path, with the proxy's program."""

import json
import re
import subprocess
from contextlib import contextmanager
from urllib.parse import urljoin

import pytest

from lib import ROOT, proxies
from lib.http import Connection
from lib.ports import free_ports
from lib.server import Server
from lib.wait import eventually

BASE = "/layouts"
SNAPSHOT = b'{"sections":[{"headers":[{"height":40,"pin":true}],"items":1000}]}'
NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{}}
http {{
  access_log off; {own_folders}
  upstream layoutd {{ server 127.0.0.1:{upstream}; }}
  server {{ listen 127.0.0.1:{port}; location / {{ return 404; }} {row} }}
}}
"""
HAPROXY = """
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend site
  bind 127.0.0.1:{port}
  {row}
backend layoutd
  {change}
  server one 127.0.0.1:{upstream}
"""
ENVOY = """
static_resources:
  listeners:
    - address: {{socket_address: {{address: 127.0.0.1, port_value: {port}}}}}
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: site
                http_filters:
                  - name: envoy.filters.http.router
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
                route_config:
                  virtual_hosts:
                    - name: site
                      domains: ["*"]
                      routes:
                        - {row}
                          route: {{cluster: layoutd{change}}}
  clusters:
    - name: layoutd
      type: STATIC
      load_assignment:
        cluster_name: layoutd
        endpoints:
          - lb_endpoints:
              - endpoint: {{address: {{socket_address: {{address: 127.0.0.1, port_value: {upstream}}}}}}}
"""


def table():
    """The code of each cell of the table, by proxy: for requests as they are, and without the base path."""
    text = (ROOT / "docs/operations.md").read_text().partition("### Base path\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| ")][1:]
    return {row[0].strip().lower(): [re.findall("`([^`]+)`", cell) for cell in row[1:]] for row in rows}


@contextmanager
def site(name, strips, upstream, folder):
    """The port of a site with a proxy that has the service at the base path."""
    kept, stripped = table()[name]
    [port] = free_ports(1)
    own_folders = "".join(
        f"{kind}_temp_path {folder}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    # A cell that says "the same, and" has what is added, and where.
    text = {"nginx": NGINX, "haproxy": HAPROXY, "envoy": ENVOY}[name].format(
        folder=folder, own_folders=own_folders, port=port, upstream=upstream,
        row=(stripped if strips and name == "nginx" else kept)[0],
        change=("" if not strips else stripped[0] if name == "haproxy" else f", {stripped[0]}"))
    path = folder / f"{name}.{'yaml' if name == 'envoy' else 'cfg'}"
    path.write_text(text)
    program = proxies.ALL[name].program
    command = {
        "nginx": [program, "-p", folder, "-e", folder / "error.log", "-c", path],
        "haproxy": [program, "-f", path],
        "envoy": [program, "--disable-hot-restart", "--concurrency", "1", "-l", "warning", "-c", path],
    }[name]
    with open(folder / f"{name}.log", "wb") as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        try:
            def answers():
                try:
                    with Connection(port) as connection:
                        return connection.get(f"{BASE}/readyz").status == 200
                except OSError:
                    return False
            assert eventually(answers, 20), (folder / f"{name}.log").read_text()[-2000:]
            yield port
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def service(program):
    with Server(program, f"--base-path={BASE}") as server:
        server.until_ready()
        yield server


@pytest.mark.parametrize("strips", [False, True], ids=["as they are", "without it"])
@pytest.mark.parametrize("name", proxies.ALL)
def test_site(facts, service, tmp_path, name, strips):
    if proxies.ALL[name].program is None:
        pytest.skip(f"{name} is missing; run script/bootstrap --all")
    tmp_path.chmod(0o755)
    check = facts.holds
    with site(name, strips, service.port, tmp_path) as port, Connection(port) as connection:
        posted = connection.request("POST", f"{BASE}/v1/layouts?width=390", SNAPSHOT)
        location = posted.headers["Location"]
        check("a snapshot is posted", posted.status in (200, 201), posted.status)
        made = connection.get(f"{BASE}/v1/layouts/{posted.json()['id']}?width=390")
        check("its layout is below the base path", made.status == 200, made.status)
        if posted.status == 201:
            check("Location leads there", path_of(location).startswith(f"{BASE}/v1/layouts/"), location)
            check("  and is answered", connection.get(path_of(location)).status == 200)
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
            text = connection.get(BASE + page).body.decode()
            links = {urljoin(BASE + page, link) for link in re.findall(r'(?:href|src)="([^"#:]+)"', text)}
            statuses = {link: connection.get(link).status for link in links}
            check(f"the links of {page} are answered", set(statuses.values()) <= {200}, statuses)
        other = connection.get("/v1/layouts")
        check("nothing else of the site is", other.status in (404, 503), other.status)


def path_of(location):
    """The path and query of a Location, with or without an origin."""
    return re.sub("^https?://[^/]+", "", location or "")
