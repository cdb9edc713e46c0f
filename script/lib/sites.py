"""A site that has the service at a path: each row of the table in docs/operations.md#base-path, as a process."""

import re
import subprocess
from contextlib import contextmanager

from . import ROOT, proxies
from .http import Connection
from .ports import free_ports
from .wait import eventually

BASE = "/layouts"
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
    """The code of each cell of the tables, by proxy or file."""
    text = (ROOT / "docs/operations.md").read_text().partition("### Base path\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return {row[0].split(",")[0].strip().lower(): [re.findall("`([^`]+)`", cell) for cell in row[1:]] for row in rows}


@contextmanager
def site(name, strips, upstream, folder):
    """The port of a site with a proxy that has the service at the base path."""
    kept, stripped = table()[name]
    [port] = free_ports(1)
    own_folders = "".join(
        f"{kind}_temp_path {folder}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    # "and" comes before what is added: to the backend of HAProxy, to the route of Envoy.
    added = [] if name == "nginx" else [kept[1], *([stripped[0]] if strips else [])]
    text = {"nginx": NGINX, "haproxy": HAPROXY, "envoy": ENVOY}[name].format(
        folder=folder, own_folders=own_folders, port=port, upstream=upstream,
        row=(stripped if strips and name == "nginx" else kept)[0],
        change="\n  ".join(added) if name == "haproxy" else "".join(f", {each}" for each in added))
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
            assert eventually(answers), (folder / f"{name}.log").read_text()[-2000:]
            yield port
        finally:
            process.terminate()
