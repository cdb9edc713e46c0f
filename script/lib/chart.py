"""The Helm chart in deploy/chart: what it renders, and the files for kubectl that are made of it. Helm is a Python module,
which script/bootstrap --all installs."""

import re

from . import ROOT, use_modules_of

use_modules_of("chart")
import helm_python
import yaml

CHART = ROOT / "deploy/chart"
NAME = "layoutd"
# The files of deploy/chart/values that each of the files for kubectl is made with.
MANIFESTS = ["single", "replicas"]


def values_of(name):
    return yaml.safe_load((CHART / f"values/{name}.yaml").read_text())


def rendered(chart, values, name=NAME):
    """The objects, and the text of each file, in the order in which they are to be applied."""
    files = chart.render(values, name=name, namespace="default")
    texts = [re.sub(r"\n\s*\n", "\n", files[file]).strip().removeprefix("---\n")
             for file in sorted(files) if file.endswith(".yaml")]
    texts = [text for text in texts if any(yaml.safe_load_all(text))]
    return [each for text in texts for each in yaml.safe_load_all(text) if each], texts


def manifest(name, folder=CHART):
    """The text of a file for kubectl, of the chart in a folder."""
    with helm_python.Chart.load(folder) as chart:
        texts = rendered(chart, values_of(name))[1]
    head = f"# deploy/chart with values/{name}.yaml, for kubectl. docs/operations.md says what to adapt.\n"
    return head + "\n---\n".join(texts) + "\n"
