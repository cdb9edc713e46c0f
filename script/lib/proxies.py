"""The proxies of deploy as processes, in front of replicas on this machine.

Ports, paths and the certificate are replaced by those of a folder; everything else is as in the files. Each proxy
listens at `plain_port`, and, where its file has TLS, at `port`.
"""

import os
import re
import shutil
import socket
import subprocess
from pathlib import Path

from . import BUILD, ROOT
from .ports import free_ports
from .wait import WAIT_SECONDS, eventually

NAME = "layouts.example"


def program(name, *unpacked):
    """The path of a proxy's program, or None."""
    found = [path for pattern in unpacked for path in BUILD.glob(pattern)]
    return str(found[0]) if found else shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")


class Failed(Exception):
    """A proxy does not take its file."""


class Proxy:
    """A proxy with its file, in front of the replicas at these ports of this machine. A control sends nothing again."""

    def __init__(self, ports, folder, is_control=False, **options):
        self.ports, self.folder = ports, Path(folder)
        self.folder.mkdir(exist_ok=True)
        self.folder.chmod(0o755)  # nginx's workers are another user, where it is started as root.
        self.port, self.plain_port, self.other_port = free_ports(3)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", f"/CN={NAME}", "-keyout", self.folder / "key.pem", "-out", self.folder / "certificate.pem"],
            check=True, capture_output=True)
        changes = self.changes(**options) + (self.control if is_control else [])
        text = self.replaced((ROOT / self.file).read_text(), changes)
        self.path = self.folder / Path(self.file).name
        self.path.write_text(text)
        self.check()
        self.error_log = open(self.folder / "proxy.log", "ab+")
        self.process = subprocess.Popen(self.command(), stdout=self.error_log, stderr=self.error_log)
        eventually(lambda: self.listens() or self.process.poll() is not None)
        if self.process.poll() is not None or not self.listens():
            self.process.kill()
            raise Failed(f"{self.name} did not start: {(self.folder / 'proxy.log').read_text()[-2000:]}")

    def listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.plain_port)).close()
            return True
        except OSError:
            return False

    def replaced(self, text, changes):
        for pattern, replacement in changes:
            text, count = re.subn(pattern, lambda found: found.expand(replacement), text, flags=re.MULTILINE)
            if count == 0:
                raise Failed(f"{self.file} has no {pattern}")
        return text

    def check(self):
        """The proxy's own check of the file."""
        run = subprocess.run(self.check_command(), capture_output=True, text=True, timeout=60)
        if run.returncode or re.search(r"warn|deprecated", run.stdout + run.stderr, re.IGNORECASE):
            raise Failed(f"{self.name} does not take {self.file}: {(run.stdout + run.stderr)[-2000:]}")

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.error_log.close()


class Nginx(Proxy):
    """deploy/nginx.conf. `page` lets the page through."""

    name, file = "nginx", "deploy/nginx.conf"
    program = program("nginx", "nginx/usr/sbin/nginx")
    control = [(r"proxy_next_upstream .*;", "proxy_next_upstream off;")]

    def changes(self, page=False):
        folder = self.folder
        own_folders = "".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        servers = "".join(f"    server 127.0.0.1:{port} max_fails=3 fail_timeout=1s;\n" for port in self.ports)
        return [
            (r"^http \{", f"http {{ {own_folders}"),
            (r"(?:^    server 127\.0\.0\.1:.*\n)+", servers),
            (r"listen 443 (.*);", rf"listen 127.0.0.1:{self.port} \1; listen 127.0.0.1:{self.plain_port};"),
            (r"^ *listen \[::\]:443 .*\n", ""),
            ("/etc/ssl/layoutd/", f"{folder}/"),
            ("/var/log/nginx/", f"{folder}/"),
            ("/var/cache/layoutd", f"{folder}/cache"),
            ("/run/nginx.pid", f"{folder}/nginx.pid"),
            # The line that lets the page through, which is off in the file.
            (r"^    # (location ~ \^/\(\$\|playground)", r"    \1" if page else r"    # \1"),
        ]

    def check_command(self):
        return [*self.command()[:-2], "-t", "-q"]

    def command(self):
        return [self.program, "-p", self.folder, "-e", self.folder / "error.log", "-c", self.path, "-g", "daemon off;"]


class HAProxy(Proxy):
    """deploy/haproxy.cfg."""

    name, file = "haproxy", "deploy/haproxy.cfg"
    program = program("haproxy", "haproxy/usr/sbin/haproxy")
    control = [(r"^  retries 1\n  option redispatch 1\n", "  retries 0\n"), (r"^  retry-on .*\n", "  retry-on none\n")]

    def changes(self):
        certificate = self.folder / "layoutd.pem"
        certificate.write_text("".join((self.folder / each).read_text() for each in ("certificate.pem", "key.pem")))
        servers = "".join(f"  server replica{number} 127.0.0.1:{port}\n" for number, port in enumerate(self.ports, 1))
        return [
            (r"^  (user|group) haproxy\n", ""),
            (r"^  log /dev/log local0\n", "  log stdout format raw local0\n"),
            (r"^  bind :443,:::443 v6only ssl crt \S+ (.*)\n",
             rf"  bind 127.0.0.1:{self.port} ssl crt {certificate} \1\n  bind 127.0.0.1:{self.plain_port}\n"),
            (r"(?:^  server replica.*\n)+", servers),
        ]

    def check_command(self):
        return [*self.command(), "-c", "-q"]

    def command(self):
        return [self.program, "-f", self.path]


class Envoy(Proxy):
    """deploy/chart/envoy.yaml. With `resolver`, the port of a name server, the replicas are where that says."""

    name, file = "envoy", "deploy/chart/envoy.yaml"
    program = program("envoy", "envoy/lib/python3*/site-packages/envoy/_bin/envoy")
    control = [(r"num_retries: 1", "num_retries: 0"), (r"retry_on: .*", "retry_on: gateway-error")]

    def changes(self, resolver=None):
        own = [
            (r"address: 0\.0\.0\.0, port_value: 8000", f"address: 127.0.0.1, port_value: {self.plain_port}"),
            (r"address: 0\.0\.0\.0, port_value: 9902", f"address: 127.0.0.1, port_value: {self.other_port}"),
            (r"port_value: 9901", f"port_value: {self.port}"),
        ]
        if resolver:
            # Another name server; the replicas have one port, and are at the addresses of the name.
            found = (
                r"\1          typed_dns_resolver_config:\n"
                r"            name: envoy.network.dns_resolver.cares\n"
                r"            typed_config:\n"
                r'              "@type": type.googleapis.com/'
                r"envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig\n"
                rf"              resolvers: [{{socket_address: {{address: 127.0.0.1, port_value: {resolver}}}}}]\n")
            return own + [
                (r"(^ +dns_refresh_rate: 2s\n)", found),
                (r"address: layoutd-pods, port_value: 8080", f"address: layoutd-pods, port_value: {self.ports[0]}")]
        endpoints = "".join(
            f"\n              - endpoint: {{address: {{socket_address: {{address: 127.0.0.1, port_value: {port}}}}}}}"
            for port in self.ports)
        return own + [(r"\n +- endpoint: .*address: layoutd-pods.*", endpoints)]

    def check_command(self):
        return [self.program, "--mode", "validate", "-l", "warning", "-c", self.path]

    def command(self):
        return [self.program, "--disable-hot-restart", "--concurrency", "2", "-l", "warning", "-c", self.path]


ALL = {each.name: each for each in (Nginx, HAProxy, Envoy)}
