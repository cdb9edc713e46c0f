"""What docs/operations.md, docs/dashboard.yml and docs/alerts.yml name."""

import json
import re
from pathlib import Path

import yaml

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


def alert_cases():
    """When each alert fires, and when it does not."""
    return yaml.safe_load(Path(__file__).with_name("alerts.yml").read_text())


def alert_test(case, rule):
    """A case as promtool reads it: the alert is silent before its time, and then fires for the instances that it names."""
    def series(name, instance):
        family, brace, labels = name.partition("{")
        return f'{family}{{job="layoutd", instance="{instance}"' + (f", {labels}" if brace else "}")

    fired = [{
        "exp_labels": {"severity": rule["labels"]["severity"], "job": "layoutd", **case.get("labels", {}),
                       **({"instance": instance} if instance else {})},
        "exp_annotations": {"summary": summary, "description": description, "runbook": rule["annotations"]["runbook"]},
    } for instance, (summary, description) in case["says"].items()]
    return {
        "interval": "1m",
        "input_series": [{"series": series(name, instance), "values": values}
                         for name, instances in case["series"].items() for instance, values in instances.items()],
        "alert_rule_test": [{"eval_time": time, "alertname": case["alert"], "exp_alerts": alerts}
                            for time, alerts in zip(case["times"], ([], fired))],
    }


def alert_tests():
    """The unit tests of docs/alerts.yml, as promtool reads them."""
    groups = yaml.safe_load((DOCS / "alerts.yml").read_text())["groups"]
    rules = {rule["alert"]: rule for group in groups for rule in group["rules"]}
    return {"rule_files": [str(DOCS / "alerts.yml")], "evaluation_interval": "1m",
            "tests": [alert_test(case, rules[case["alert"]]) for case in alert_cases()]}


def alert_expressions():
    return [(name, re.search(r"expr: (.*?)\n +for: ", text, re.DOTALL)[1]) for name, text in alert_rules().items()]
