"""What docs/operations.md, docs/dashboard.yml and docs/alerts.yml name."""

import json
import re

from lib import ROOT

DOCS = ROOT / "docs"
# Metrics that begin with these are shown only with a database, or only with keys.
OF_SETTINGS = ("layoutd_database_", "layoutd_keys")
# The variables that Grafana gives the dashboard.
VARIABLES = {"$job": "layoutd", "$instance": ".*", "$__rate_interval": "30s"}


def documented_families():
    """The rows of the table of metrics: name → (type, labels)."""
    text = (DOCS / "operations.md").read_text()
    section = re.search(r"^## Metrics\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)[1]
    rows = {}
    for name, kind, labels in re.findall(r"^\| `(\w+)` \| (\w+)(?:, ((?:`\w+`,? ?)+))? \|", section, re.MULTILINE):
        rows[name] = (kind, set(re.findall(r"\w+", labels)))
    return rows


def names_in(expression):
    """The metrics that an expression reads."""
    without_texts = re.sub(r'"(?:[^"\\]|\\.)*"', '""', expression)
    return set(re.findall(r"\b(?:layoutd|process)_\w+", without_texts))


def dashboard_queries():
    """(panel, expression, legend) for every query of the dashboard, its variables filled in."""
    dashboard = json.loads((DOCS / "reference/dashboard.json").read_text())
    queries = []
    for panel in dashboard["panels"]:
        for target in panel.get("targets", ()):
            queries.append((panel["title"], target["expr"], target["legendFormat"]))
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            selector, label = re.fullmatch(r"label_values\((.*), (\w+)\)", variable["query"]["query"]).groups()
            queries.append((f"variable {variable['name']}", f"count by ({label}) ({selector})", "{{" + label + "}}"))
    return [(panel, fill_in(expression), legend) for panel, expression, legend in queries]


def fill_in(expression):
    for name, value in VARIABLES.items():
        expression = expression.replace(name, value)
    return expression


def alert_rules():
    """The alerts of docs/alerts.yml: name → its lines."""
    parts = re.split(r"^ *- alert: ", (DOCS / "alerts.yml").read_text(), flags=re.MULTILINE)[1:]
    return {part.partition("\n")[0]: part for part in parts}


def alert_expressions():
    return [(name, re.search(r"expr: (.*?)\n +for: ", text, re.DOTALL)[1]) for name, text in alert_rules().items()]
