"""docs/dashboard.yml and docs/alerts.yml on a loaded server that a real Prometheus scrapes each second.

Every query of the dashboard has to find something, no alert may fire while all is well, and the right ones have to fire
when connections are refused and when the server is gone.
"""

import json
import re
import shutil
import subprocess
import tempfile
import urllib.parse
from pathlib import Path

import pytest

from lib import BUILD
from lib.http import Client, Connection
from lib.ports import free_port
from lib.wait import eventually

from .documents import DOCS, OF_SETTINGS, alert_rules, alert_tests, dashboard_queries
from .load import Load, ask_everything, flood

OPTIONS = ("--max-connections", "40")
# Alerts that also depend on how busy this machine is.
TIMED_ALERTS = {"LayoutdSlow", "LayoutdComputeWait", "LayoutdStoreSlow"}


def prometheus_program(name):
    unpacked = BUILD / "prometheus/usr/bin" / name
    return shutil.which(name) or (str(unpacked) if unpacked.exists() else None)


pytestmark = [pytest.mark.landing, pytest.mark.skipif(
    not (prometheus_program("promtool") and prometheus_program("prometheus")),
    reason="Prometheus is missing; run script/bootstrap --landing")]


def test_promtool(server, facts, tmp_path):
    with Client(server.address) as client:
        ask_everything(client, 0)
    promtool(facts, "check", "metrics", text=server.metrics_text())
    promtool(facts, "check", "rules", str(DOCS / "alerts.yml"))
    # JSON is YAML.
    (tests := tmp_path / "alerts.yml").write_text(json.dumps(alert_tests()))
    promtool(facts, "test", "rules", str(tests))


def promtool(facts, *arguments, text=None):
    run = subprocess.run(
        [prometheus_program("promtool"), *arguments], input=text, capture_output=True, text=True, timeout=60)
    # A finding of `check metrics` alone is no failure to it.
    problem = (run.stdout + run.stderr) if run.returncode or (text and run.stderr) else None
    facts.no(f"promtool {' '.join(arguments)}", problem)


class Prometheus:
    """A Prometheus that scrapes the server each second, in a directory of its own."""

    def __init__(self, address):
        self.directory = tempfile.TemporaryDirectory()
        configuration = {
            "global": {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"},
            "rule_files": [str(DOCS / "alerts.yml")],
            "scrape_configs": [
                {"job_name": "layoutd", "static_configs": [{"targets": ["{}:{}".format(*address)]}]}],
        }
        # JSON is YAML.
        path = Path(self.directory.name) / "prometheus.yml"
        path.write_text(json.dumps(configuration))
        self.port = free_port()
        self.log = tempfile.TemporaryFile(mode="w+")
        self.process = subprocess.Popen(
            [
                prometheus_program("prometheus"), f"--config.file={path}",
                f"--storage.tsdb.path={self.directory.name}/data",
                f"--web.listen-address=127.0.0.1:{self.port}",
            ],
            stdout=self.log, stderr=subprocess.STDOUT, cwd=self.directory.name)
        if not eventually(self._is_ready):
            self.stop()
            self.log.seek(0)
            raise RuntimeError(f"Prometheus does not start\n{self.log.read()[-2000:]}")

    def _is_ready(self):
        try:
            return self._get("/-/ready").status == 200
        except OSError:
            return False

    def _get(self, target):
        with Connection(self.port) as connection:
            return connection.get(target)

    def ask(self, path, **parameters):
        """The data of an answer of its API; an error is a ValueError."""
        answer = self._get(f"/api/v1/{path}?{urllib.parse.urlencode(parameters)}")
        if answer.status != 200:
            raise ValueError(answer.json().get("error", answer.status))
        return answer.json()["data"]

    def query(self, expression):
        return self.ask("query", query=expression)["result"]

    def alerts(self):
        """The pending and firing alerts, as texts."""
        return {
            f"{alert['labels']['alertname']} {alert['labels'].get('reason', '')}".strip()
            for alert in self.ask("alerts")["alerts"]}

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.directory.cleanup()


def check_query(facts, prometheus, panel, expression, legend):
    """A query finds something once there have been some scrapes."""
    name = f"dashboard, {panel}: {expression}"
    try:
        result = eventually(lambda: [sample for sample in prometheus.query(expression) if sample["value"][1] != "NaN"])
    except ValueError as error:
        return facts.no(name, error)
    if not result:
        return facts.no(name, "finds nothing")
    missing = set(re.findall(r"\{\{(\w+)\}\}", legend)) - set.intersection(*(set(s["metric"]) for s in result))
    facts.no(name, missing and f"its series have no {', '.join(sorted(missing))}")


def check_rules(facts, prometheus):
    """Prometheus has evaluated every rule without an error."""
    def rules():
        groups = prometheus.ask("rules")["groups"]
        found = [rule for group in groups for rule in group["rules"]]
        return found if all(rule["health"] != "unknown" for rule in found) else None
    found = eventually(rules) or []
    facts.no("rules", len(found) != len(alert_rules()) and f"Prometheus knows {len(found)}")
    for rule in found:
        facts.no(f"rule {rule['name']}", rule.get("lastError"))


def test_dashboard_and_alerts(server, facts):
    prometheus = Prometheus(server.address)
    try:
        load = Load(server.address)
        for query in dashboard_queries():
            if not any(name in query[1] for name in OF_SETTINGS):
                check_query(facts, prometheus, *query)
        check_rules(facts, prometheus)
        facts.no("no alert while all is well", prometheus.alerts() - TIMED_ALERTS)
        # Each client has asked for everything more than once.
        eventually(lambda: load.rounds > 2 * len(load.threads) or load.failure)
        load.end()
        facts.no("the load", load.failure and repr(load.failure))
        facts.no("the load went on", load.rounds < len(load.threads) and f"{load.rounds} rounds")

        wanted = "LayoutdRefusals max-connections"
        with flood(server.address):
            found = eventually(lambda: prometheus.alerts() if wanted in prometheus.alerts() else None)
        facts.no("an alert when connections are refused", not found and f"{prometheus.alerts()}")
        facts.no("the server ends", server.stop())
        found = eventually(lambda: "LayoutdDown" in prometheus.alerts())
        facts.no("an alert when the server is gone", not found and f"{prometheus.alerts()}")
    finally:
        prometheus.stop()
