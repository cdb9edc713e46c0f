"""PostgreSQL servers of the tests' own."""

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from . import ROOT
from .ports import free_port

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
USER = "postgres"
ROLES = ROOT / "deploy/postgresql-roles.sql"


def missing():
    """Why no server can be run here; None where one can be."""
    if not PROGRAMS:
        return "postgresql-15 is not installed"
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        return "setpriv is not there, and root may not run it"
    return None


def run(*command):
    as_user = ["setpriv", "--reuid", USER, "--regid", USER, "--clear-groups"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*as_user, *map(str, command)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, cwd="/")
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stdout[-2000:]}")
    return done.stdout.strip()


class Cluster:
    """A server with its data, on a port of the loopback. The end of its `with` block removes it."""

    def __init__(self, primary=None, name="s1"):
        self.folder = Path(tempfile.mkdtemp(prefix="layoutd-pg-", dir="/tmp"))
        self.folder.chmod(0o700)
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER, USER)
        self.port, self.data = free_port(), self.folder / "data"
        if primary:
            run(PROGRAMS[-1] / "pg_basebackup", "-D", self.data, "-R", "-c", "fast", "-X", "stream",
                "-d", f"host={primary.folder} port={primary.port} user={USER} application_name={name}")
        else:
            run(PROGRAMS[-1] / "initdb", "-D", self.data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        try:
            self.signal(signal.SIGCONT)
            self.stop("immediate")
        except (OSError, RuntimeError):
            pass  # It does not run.
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        options = f"-k {self.folder} -p {self.port} -c listen_addresses=127.0.0.1 -c max_wal_size=256MB -c shared_buffers=16MB"
        self.control("start", "-w", "-l", self.folder / "log", "-o", options)

    def starts(self):
        """How often it has become ready to be read, by its log."""
        return (self.folder / "log").read_text().count("ready to accept read-only connections")

    def stop(self, mode):
        self.control("stop", "-w", "-m", mode)

    def control(self, *arguments):
        run(PROGRAMS[-1] / "pg_ctl", "-D", self.data, *arguments)

    def sql(self, text, database="layoutd"):
        return run(PROGRAMS[-1] / "psql", "-qXAt", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-p", self.port,
                   "-U", USER, "-d", database, "-c", text)

    def dump(self):
        """A backup of the database, as docs/operations.md makes it."""
        run(PROGRAMS[-1] / "pg_dump", "-h", self.folder, "-p", self.port, "-U", "layoutd_owner", "-d", "layoutd", "-Fc",
            "-f", self.folder / "layoutd.dump")
        return self.folder / "layoutd.dump"

    def restore(self, dump):
        """Puts a backup in the place of the database, as docs/operations.md does."""
        run(PROGRAMS[-1] / "pg_restore", "-h", self.folder, "-p", self.port, "-U", USER, "-d", "postgres", "--clean",
            "--if-exists", "--create", "--exit-on-error", dump)

    def prepare(self, program):
        """Makes the roles, the database and its tables."""
        self.sql("create database layoutd", "postgres")
        run(PROGRAMS[-1] / "psql", "-qX", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-p", self.port, "-U", USER,
            "-d", "layoutd", "-c", "\\i " + str(self._readable(ROLES)))
        subprocess.run([program, "store", "migrate", f"--store={self.url('layoutd_owner')}"], check=True,
                       stdout=subprocess.DEVNULL)

    def certify(self, name="authority", serves=True):
        """Makes an authority and, where it is to serve, a certificate for 127.0.0.1 by it. Returns the authority's."""
        def openssl(*arguments):
            run("openssl", *arguments)

        authority, key = self.folder / f"{name}.crt", self.folder / f"{name}.key"
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", f"/CN={name}", "-keyout", key, "-out", authority)
        if serves:
            request, extension = self.folder / "server.csr", self.folder / "server.ext"
            openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=server",
                    "-keyout", self.data / "server.key", "-out", request)
            extension.write_text("subjectAltName=IP:127.0.0.1\n")
            extension.chmod(0o644)
            openssl("x509", "-req", "-in", request, "-CA", authority, "-CAkey", key, "-CAcreateserial", "-days", "2",
                    "-extfile", extension, "-out", self.data / "server.crt")
            self.sql("alter system set ssl = on")
            self.sql("select pg_reload_conf()")
        return authority

    def _readable(self, path):
        copy = self.folder / path.name
        copy.write_bytes(path.read_bytes())
        copy.chmod(0o644)
        return copy

    def url(self, user="layoutd", port=None):
        return f"postgresql://{user}@127.0.0.1:{port or self.port}/layoutd"

    def processes(self):
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        found, parents = {first}, {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                except OSError:
                    pass  # It has ended.
        return found | {child for child, parent in parents.items() if parent == first}

    def signal(self, number):
        for process in self.processes():
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass
