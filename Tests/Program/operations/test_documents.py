"""The table of metrics in docs/operations.md, and the names in docs/dashboard.yml and docs/alerts.yml."""

import re

import pytest

from lib.http import Client

from .documents import (
    DOCS, OF_SETTINGS, alert_cases, alert_expressions, alert_rules, dashboard_queries, documented_families, names_in)
from .load import ask_everything

pytestmark = pytest.mark.landing


class Family:
    def __init__(self):
        self.kind = None
        self.labels = set()
        self.samples = 0


def families(text):
    """The metrics of an exposition by name; a histogram is one."""
    found = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            found[name] = Family()
            found[name].kind = kind
        elif not line.startswith("#"):
            name, labels = re.match(r"(\w+)(?:\{(.*)\})? ", line).groups()
            if name not in found:
                name = re.sub(r"_(bucket|sum|count)$", "", name)
            found[name].samples += 1
            found[name].labels |= set(re.findall(r'(\w+)="(?:[^"\\]|\\.)*"', labels or "")) - {"le"}
    return found


def test_metrics(server, facts):
    """The table of metrics agrees with the server. The metrics that dashboard and alerts read exist."""
    with Client(server.address) as client:
        ask_everything(client, 0)
    shown = families(server.metrics_text())
    documented = documented_families()
    for name in sorted(shown.keys() | documented.keys()):
        problem = None
        if name not in shown:
            if name.startswith(OF_SETTINGS):
                continue
            problem = "is documented, and not shown"
        elif name not in documented:
            problem = "is shown, and not documented"
        elif documented[name] != (shown[name].kind, shown[name].labels):
            problem = f"is documented as {documented[name]}, and shown as {(shown[name].kind, shown[name].labels)}"
        elif not shown[name].samples:
            problem = "has no sample"
        facts.no(f"docs/operations.md: {name}", problem)
    parts = {f"{name}_{part}" for name in shown if shown[name].kind == "histogram" for part in ("bucket", "sum", "count")}
    for place, expression in [(panel, expression) for panel, expression, _ in dashboard_queries()] + alert_expressions():
        unknown = {name for name in names_in(expression) - shown.keys() - parts
                   if name not in documented or not name.startswith(OF_SETTINGS)}
        facts.no(f"{place}: its metrics", unknown and f"there is no {', '.join(sorted(unknown))}")
    drawn = {re.sub(r"_(bucket|sum|count)$", "", name) for _, expression, _ in dashboard_queries() for name in names_in(expression)}
    facts.no("docs/dashboard.yml: every metric", (missing := documented.keys() - drawn) and f"has no {', '.join(sorted(missing))}")
    dashboard = (DOCS / "reference/dashboard.json").read_text()
    sources = set(re.findall(r'"uid": "([^"]*)"', dashboard))
    facts.no("docs/dashboard.yml: its data source is a variable", sources - {"${datasource}"})


def test_alerts(facts):
    """Every alert has a duration, a description, a case in which it fires, and a heading in the manual."""
    tested = {case["alert"] for case in alert_cases()}
    manual = (DOCS / "operations.md").read_text()
    for name, text in alert_rules().items():
        for member in ("for", "severity", "summary", "description"):
            facts.no(f"{name}: {member}", f"{member}: " not in text and "is missing")
        facts.no(f"{name}: runbook", f"runbook: docs/operations.md#{name.lower()}\n" not in text and "is missing")
        facts.no(
            f"{name}: docs/operations.md", not re.search(rf"^#+ {name}$", manual, re.MULTILINE) and "has no such heading")
        facts.no(f"{name}: Tests/Program/operations/alerts.yml", name not in tested and "has no case")
