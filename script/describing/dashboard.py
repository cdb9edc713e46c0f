"""The dashboard that docs/dashboard.yml lists, as Grafana reads it."""

import json

SOURCE = {"type": "prometheus", "uid": "${datasource}"}
# What every expression asks of: `$here` stands for the labels of the chosen instances, `$operations` for what no user asks for.
WORDS = {
    "$here": 'job="$job",instance=~"$instance"',
    "$operations": "/healthz|/readyz|/metrics|/version|/openapi.yaml|/openapi.json|/docs|/problems/.+|/playground",
}
# How a limit is drawn: every line whose name begins with the word.
LIMIT = {
    "matcher": {"id": "byRegexp", "options": "/^limit/"},
    "properties": [
        {"id": "custom.lineStyle", "value": {"fill": "dash", "dash": [8, 8]}},
        {"id": "custom.fillOpacity", "value": 0},
        {"id": "custom.stacking", "value": {"mode": "none"}},
        {"id": "color", "value": {"mode": "fixed", "fixedColor": "red"}},
    ],
}
COLUMNS = 24


def dashboard(document):
    """The text of the file that is imported."""
    panels, top = [], 0
    for row in document["rows"]:
        panels.append({
            "id": len(panels) + 1, "type": "row", "title": row["title"], "collapsed": False,
            "gridPos": {"h": 1, "w": COLUMNS, "x": 0, "y": top}, "panels": []})
        top, left, height = top + 1, 0, row.get("height", 8)
        for panel in row["panels"]:
            width = panel.get("width", row["width"])
            if left + width > COLUMNS:
                left, top = 0, top + height
            kind, looks = (stat if row.get("stat") else series)(panel)
            panels.append({
                "id": len(panels) + 1, "type": kind, "title": panel["title"], "description": panel.get("about", ""),
                "datasource": SOURCE, "gridPos": {"h": height, "w": width, "x": left, "y": top}, **looks,
                "targets": [{
                    "datasource": SOURCE, "refId": chr(ord("A") + number), "expr": expression(text), "legendFormat": legend,
                    **({"instant": True} if "text" in panel else {}),
                } for number, (legend, text) in enumerate(panel["shows"].items())]})
            left += width
        top += height
    return json.dumps({**document["frame"], "panels": panels}, ensure_ascii=False, indent=1) + "\n"


def expression(text):
    for word, meaning in WORDS.items():
        text = text.replace(word, meaning)
    return text


def stat(panel):
    """A number, and from which values on it is orange and red."""
    steps = [{"color": color, "value": value} for color, value in zip(("green", "orange", "red"), [None, *panel.get("warns", ())])]
    return "stat", {
        "fieldConfig": {"defaults": {"unit": panel.get("unit", "short"), "thresholds": {"mode": "absolute", "steps": steps}}, "overrides": []},
        "options": {
            "colorMode": "value", "graphMode": "none", "textMode": panel.get("text", "auto"),
            "reduceOptions": {"calcs": ["lastNotNull"], "fields": "", "values": False}}}


def series(panel):
    """Lines over time, or their sum."""
    custom = {"drawStyle": "line", "lineWidth": 1, "fillOpacity": 40 if panel.get("stacked") else 10, "showPoints": "never"}
    if panel.get("stacked"):
        custom["stacking"] = {"mode": "normal", "group": "A"}
    bounds = {"min": 0, **({"max": panel["most"]} if "most" in panel else {})}
    limits = [LIMIT] if any(legend.startswith("limit") for legend in panel["shows"]) else []
    return "timeseries", {
        "fieldConfig": {"defaults": {"unit": panel.get("unit", "short"), **bounds, "custom": custom}, "overrides": limits},
        "options": {
            "legend": {"displayMode": "list", "placement": "bottom", "showLegend": True},
            "tooltip": {"mode": "multi", "sort": "desc"}}}
