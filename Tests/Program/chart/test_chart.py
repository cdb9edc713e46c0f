"""The Helm chart in deploy/chart: its schema of values, what it renders from many sets of them, and the files for kubectl
that script/release makes of it.

Helm renders. What it renders is checked strictly against the schemas of three versions of Kubernetes, each part against
the others, each option against the settings of the program, and the file for Envoy by Envoy, where there is one. Then
some mistakes are made on purpose, and each must be found.
"""

import copy
import os
import re
import subprocess
from pathlib import Path

import pytest

from lib import proxies, use_modules_of

use_modules_of("chart")
MISSING = "Helm is missing; run script/bootstrap --all"
helm_python = pytest.importorskip("helm_python", reason=MISSING)
kubernetes_validate = pytest.importorskip("kubernetes_validate", reason=MISSING)
yaml = pytest.importorskip("yaml", reason=MISSING)

from lib.chart import CHART, MANIFESTS, NAME, manifest, rendered, values_of

VERSIONS = ["1.30.0", "1.33.0", "1.37.0"]
STORE_SECONDS = 5  # that a store has to be closed


def merged(values, more):
    """Values with others over them, as Helm merges them."""
    values = copy.deepcopy(values)
    for key, value in more.items():
        both = isinstance(value, dict) and isinstance(values.get(key), dict)
        values[key] = merged(values[key], value) if both else value
    return values


PEER = {"podSelector": {"matchLabels": {"app": "backend"}}}

# Name → the file of values and what is given besides.
SETS = {
    "defaults": (None, {}),
    "single": ("single", {}),
    "replicas": ("replicas", {}),
    "single with keys and other settings": ("single", {
        "apiKeysSecret": "layoutd-keys",
        "settings": {"max-items": 20000000, "max-body": "16MiB", "store-retention": "90d"}}),
    "single on a class of volumes": ("single", {"store": {"sqlite": {"size": "200Gi", "storageClass": "fast"}}}),
    "single behind Envoy": ("single", {"front": {"enabled": True, "replicas": 1}}),
    "single for everybody": ("single", {
        "networkPolicy": {"enabled": False},
        "service": {"type": "LoadBalancer", "port": 8080, "annotations": {"a/b": "c"}}}),
    "replicas that follow the load": ("replicas", {
        "autoscaling": {"enabled": True, "minReplicas": 3, "maxReplicas": 24, "waitingJobs": 2},
        "resources": {"requests": {"cpu": "4", "memory": "8Gi"}, "limits": {"memory": "8Gi"}}}),
    "replicas with a monitor and keys": ("replicas", {
        "monitor": {"enabled": True, "labels": {"release": "prometheus"}}, "apiKeysSecret": "layoutd-keys"}),
    "replicas without a front": ("replicas", {"front": {"enabled": False}, "networkPolicy": {"clients": [PEER]}}),
    "replicas for some peers": ("replicas", {"networkPolicy": {
        "clients": [PEER], "monitoring": [{"namespaceSelector": {"matchLabels": {"name": "monitoring"}}}],
        "postgresql": [{"ipBlock": {"cidr": "10.1.0.0/16"}}], "postgresqlPort": 6432}}),
    "replicas behind a balancer": ("replicas", {
        "front": {"replicas": 4, "trustedHops": 1, "resources": {"limits": {"memory": "1Gi"}}},
        "service": {"type": "LoadBalancer"}}),
    "single behind an Ingress": ("single", {
        "ingress": {"enabled": True, "className": "nginx", "host": "layouts.example", "tlsSecret": "certificate",
                    "annotations": {"nginx.ingress.kubernetes.io/proxy-body-size": "64m"}},
        "resources": {"requests": {"cpu": "500m", "memory": "1Gi"}, "limits": {"cpu": 2, "memory": "1Gi"}}}),
    "replicas behind an Ingress": ("replicas", {
        "ingress": {"enabled": True, "host": "layouts.example"}, "front": {"trustedHops": 1},
        "replicas": 5, "resources": {"limits": {"cpu": "1.5"}}}),
    "replicas on some machines": ("replicas", {
        "nodeSelector": {"pool": "layouts"}, "tolerations": [{"key": "layouts", "operator": "Exists"}],
        "imagePullSecrets": [{"name": "registry"}], "podAnnotations": {"team": "feed"}, "podLabels": {"cost": "feed"},
        "affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
            {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "batch"}}}]}},
        "priorityClassName": "important", "serviceAccount": {"create": True, "annotations": {"cloud/role": "layouts"}},
        "extraEnv": [{"name": "TZ", "value": "UTC"}],
        "extraVolumes": [{"name": "authority", "configMap": {"name": "authority"}}],
        "extraVolumeMounts": [{"name": "authority", "mountPath": "/etc/authority", "readOnly": True}],
        "image": {"repository": "registry.example:5000/layoutd", "tag": "0.1.0@sha256:" + "0" * 64}}),
}

def postgresql(**changed):
    return {"store": {"kind": "postgresql", "postgresql": values_of("replicas")["store"]["postgresql"] | changed}}


# What must be refused, and what the refusal must name.
BAD = [
    ("replica", {"replica": 3}),
    ("replicas", {"replicas": 0}),
    ("replicas", {"replicas": "three"}),
    ("tag", {"image": {"tag": "not a tag"}}),
    ("pullPolicy", {"image": {"pullPolicy": "Sometimes"}}),
    ("kind", {"store": {"kind": "memory"}}),
    ("sizes", {"store": {"sqlite": {"sizes": "1Gi"}}}),
    ("size", {"store": {"sqlite": {"size": "big"}}}),
    ("url", {"store": {"kind": "postgresql"}}),
    ("url", postgresql(url="postgresql://layoutd:secret@host/layoutd")),
    ("url", postgresql(url="mysql://layoutd@host/layoutd")),
    ("passwordSecret/name", postgresql(passwordSecret={"name": ""})),
    ("ownerURL", postgresql(ownerURL="")),
    ("connections", {"store": {"postgresql": {"connections": 0}}}),
    ("store", {"settings": {"store": "memory"}}),
    ("access-log", {"settings": {"access-log": False}}),
    ("max_body", {"settings": {"max_body": "1MiB"}}),
    ("cpu", {"resources": {"limits": {"cpu": "two"}}}),
    ("resources.requests.cpu is 1, which is more than limits.cpu, 500m", {"resources": {"limits": {"cpu": "500m"}}}),
    ("resources.requests.memory is 4Gi, which is more than limits.memory, 2Gi", {"resources": {"requests": {"memory": "4Gi"}}}),
    ("front.resources.requests.memory", {"front": {"enabled": True, "resources": {"requests": {"memory": "1Ti"}}}}),
    ("replicas is 3, but one process", {"replicas": 3}),
    ("replicas and autoscaling", merged(values_of("replicas"), {"replicas": 3, "autoscaling": {"enabled": True}})),
    ("ingress/host", {"ingress": {"enabled": True}}),
    ("app.kubernetes.io/name", {"podLabels": {"app.kubernetes.io/name": "other"}}),
    ("extraEnv/0/name", {"extraEnv": [{"name": "LAYOUTD_STORE", "value": "memory"}]}),
    ("extraVolumes/0/name", {"extraVolumes": [{"name": "keys", "emptyDir": {}}]}),
    ("affinity", {"affinity": {"nodeAfinity": {}}}),
    ("memory", {"resources": {"limits": {"memory": "2 GB"}}}),
    ("autoscaling/enabled", {"autoscaling": {"enabled": True}}),
    ("autoscaling/cpu", {"autoscaling": {"cpu": 600}}),
    ("autoscaling.minReplicas", merged(values_of("replicas"), {
        "autoscaling": {"enabled": True, "minReplicas": 9, "maxReplicas": 3}})),
    ("trustedHops", {"front": {"trustedHops": -1}}),
    ("service/type", {"service": {"type": "NodePort"}}),
    ("service/port", {"service": {"port": 70000}}),
    ("clients", {"networkPolicy": {"clients": [{"podselector": {}}]}}),
    ("interval", {"monitor": {"interval": "often"}}),
    ("apiKeysSecret", {"apiKeysSecret": "Not_A_Name"}),
]


def strict_problems(objects):
    """What the schemas of Kubernetes say. They do not know what the Prometheus operator brings."""
    problems = []
    for each in objects:
        if each["apiVersion"].startswith("monitoring.coreos.com/"):
            continue
        for version in VERSIONS:
            try:
                kubernetes_validate.validate(each, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                problems.append(f"{version}: {each['kind']} {each['metadata']['name']}: "
                                f"{'.'.join(map(str, error.path))}: {error.message[:300]}")
            except kubernetes_validate.SchemaNotFoundError as error:
                problems.append(f"{version}: {error.message}")
    return problems


def workloads(objects):
    return [each for each in objects if each["kind"] in ("Deployment", "StatefulSet", "Job")]


def of_kind(objects, kind):
    return [each for each in objects if each["kind"] == kind]


def selects(selector, pod):
    return selector.items() <= pod["metadata"]["labels"].items()


def part_problems(objects):
    """Whether the parts fit each other: ports, probes, selectors, volumes, secrets of files, times."""
    problems = []
    pods = [each["spec"]["template"] for each in workloads(objects)]
    for each in workloads(objects):
        name, pod = f"{each['kind']} {each['metadata']['name']}", each["spec"]["template"]
        spec = pod["spec"]
        if "selector" in each["spec"] and not selects(each["spec"]["selector"]["matchLabels"], pod):
            problems.append(f"{name} does not select its own pods")
        for constraint in spec.get("topologySpreadConstraints", []):
            if not selects(constraint["labelSelector"]["matchLabels"], pod):
                problems.append(f"{name}: its spread counts other pods")
        own = spec["securityContext"]
        if not own["runAsNonRoot"] or own["runAsUser"] != 65534 or own["seccompProfile"]["type"] != "RuntimeDefault":
            problems.append(f"{name} has rights")
        if spec["automountServiceAccountToken"] or spec["enableServiceLinks"]:
            problems.append(f"{name} has something of the cluster")
        for container in spec["containers"]:
            ports = {port["name"]: port["containerPort"] for port in container.get("ports", [])}
            own = container["securityContext"]
            is_closed = not own["allowPrivilegeEscalation"] and own["readOnlyRootFilesystem"]
            if not is_closed or own["capabilities"] != {"drop": ["ALL"]}:
                problems.append(f"{name} has rights")
            if "memory" not in container["resources"]["limits"]:
                problems.append(f"{name}: its limits are {container['resources']['limits']}")
            if each["kind"] != "Job":
                for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
                    if container.get(probe, {}).get("httpGet", {}).get("port") not in ports:
                        problems.append(f"{name}: {probe} asks at none of {ports}")
            for option, port in (("listen", "http"), ("metrics-listen", "metrics")):
                listens = [argument.rpartition(":")[2] for argument in container.get("args", [])
                           if argument.startswith(f"--{option}=")]
                if listens and listens != [str(ports[port])]:
                    problems.append(f"{name} listens at {listens}, not at {ports[port]}")
            given = {volume["name"] for volume in spec.get("volumes", [])}
            given |= {claim["metadata"]["name"] for claim in each["spec"].get("volumeClaimTemplates", [])}
            mounts = {mount["name"]: mount["mountPath"] for mount in container.get("volumeMounts", [])}
            if given != mounts.keys():
                problems.append(f"{name}: volumes {given}, mounted {set(mounts)}")
            for argument in container.get("args", []):
                path = re.search(r"(?:=|=sqlite:|^)(/[^,]+)$", argument)
                if path and str(Path(path[1]).parent) not in mounts.values():
                    problems.append(f"{name}: {argument} is on no volume")
            arguments = dict(argument[2:].split("=", 1) for argument in container.get("args", []) if "=" in argument)
            if "drain-delay" in arguments:
                drain = sum(int(arguments[key].removesuffix("s")) for key in ("drain-delay", "drain-timeout"))
                grace = spec["terminationGracePeriodSeconds"]
                if not drain + STORE_SECONDS < grace <= drain + STORE_SECONDS + 15:
                    problems.append(f"{name}: a grace of {grace} s for a drain of {drain} s")
    for service in of_kind(objects, "Service"):
        behind = [pod for pod in pods if selects(service["spec"]["selector"], pod)]
        if len(behind) != 1:
            problems.append(f"Service {service['metadata']['name']} selects {len(behind)} kinds of pods")
        for port in service["spec"]["ports"]:
            names = [each["name"] for pod in behind for each in pod["spec"]["containers"][0]["ports"]]
            if port["targetPort"] not in names:
                problems.append(f"Service {service['metadata']['name']}: {port['targetPort']} is no port of its pods")
    for each in of_kind(objects, "Ingress"):
        service = each["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]
        found = [one for one in of_kind(objects, "Service") if one["metadata"]["name"] == service["name"]]
        if not found or service["port"]["name"] not in [port["name"] for port in found[0]["spec"]["ports"]]:
            problems.append(f"the Ingress leads to {service}, which is no Service")
    accounts = {each["metadata"]["name"] for each in of_kind(objects, "ServiceAccount")}
    if accounts != {pod["spec"]["serviceAccountName"] for pod in pods if "serviceAccountName" in pod["spec"]}:
        problems.append(f"the accounts {accounts} are not those of the pods")
    for each in of_kind(objects, "StatefulSet"):
        if each["spec"]["serviceName"] not in [service["metadata"]["name"] for service in of_kind(objects, "Service")]:
            problems.append("the StatefulSet has no Service")
        if each["spec"]["replicas"] != 1:
            problems.append("more than one process for a file")
    for kind, key in (("PodDisruptionBudget", "selector"), ("NetworkPolicy", "podSelector")):
        for each in of_kind(objects, kind):
            behind = [pod for pod in pods if selects(each["spec"][key]["matchLabels"], pod)]
            if len(behind) != 1:
                problems.append(f"{kind} {each['metadata']['name']} selects {len(behind)} kinds of pods")
            ports = {each["containerPort"] for pod in behind for each in pod["spec"]["containers"][0]["ports"]}
            opened = {port["port"] for rule in each["spec"].get("ingress", []) for port in rule["ports"]}
            if kind == "NetworkPolicy" and ports != opened:
                problems.append(f"{kind} {each['metadata']['name']} opens {opened} of {ports}")
    for each in of_kind(objects, "HorizontalPodAutoscaler"):
        target = each["spec"]["scaleTargetRef"]
        found = [one for one in objects if (one["kind"], one["metadata"]["name"]) == (target["kind"], target["name"])]
        if len(found) != 1 or "replicas" in found[0]["spec"]:
            problems.append("the HorizontalPodAutoscaler has no target, or one that says how many")
    for each in of_kind(objects, "ServiceMonitor"):
        found = [service for service in of_kind(objects, "Service")
                 if selects(each["spec"]["selector"]["matchLabels"], service)]
        names = [port["name"] for service in found for port in service["spec"]["ports"]]
        if len(found) != 1 or any(end["port"] not in names for end in each["spec"]["endpoints"]):
            problems.append("the ServiceMonitor has no Service, or no port of it")
    for each in of_kind(objects, "ConfigMap"):
        problems += front_problems(each, objects)
    budgeted = {each["metadata"]["name"] for each in of_kind(objects, "PodDisruptionBudget")}
    wanted = {each["metadata"]["name"] for each in of_kind(objects, "Deployment")}
    if budgeted != wanted:
        problems.append(f"budgets for {budgeted}, Deployments {wanted}")
    return problems


def front_problems(file, objects):
    """Whether the file for Envoy names the ports and the Service that there are."""
    configuration, problems = yaml.safe_load(file["data"]["envoy.yaml"]), []
    front, = [each for each in of_kind(objects, "Deployment") if each["metadata"]["name"] == file["metadata"]["name"]]
    ports = {port["containerPort"] for port in front["spec"]["template"]["spec"]["containers"][0]["ports"]}
    resources = configuration["static_resources"]
    listens = {each["address"]["socket_address"]["port_value"] for each in resources["listeners"]}
    if ports != listens:
        problems.append(f"Envoy listens at {listens}, its pod says {ports}")
    cluster = resources["clusters"][0]
    address = cluster["load_assignment"]["endpoints"][0]["lb_endpoints"][0]["endpoint"]["address"]["socket_address"]
    found = [each for each in of_kind(objects, "Service") if each["metadata"]["name"] == address["address"]]
    if not found or found[0]["spec"].get("clusterIP") != "None" \
            or address["port_value"] not in [port["port"] for port in found[0]["spec"]["ports"]]:
        problems.append(f"Envoy asks {address}, which is no headless Service")
    return problems


def options_of(objects):
    """The options of every `layoutd serve` and `layoutd store migrate`."""
    return {argument[2:].partition("=")[0] for each in workloads(objects)
            for container in each["spec"]["template"]["spec"]["containers"] if container["name"] != "envoy"
            for argument in container["args"] if argument.startswith("--")}


def option_problems(objects, known):
    return [f"--{option} is no setting" for option in sorted(options_of(objects) - known)]


@pytest.fixture(scope="module")
def chart():
    with helm_python.Chart.load(CHART) as chart:
        yield chart


@pytest.fixture(scope="module")
def sets(chart):
    """The objects of each set of values, by its name."""
    return {name: rendered(chart, merged(values_of(file) if file else {}, more))[0]
            for name, (file, more) in SETS.items()}


@pytest.fixture(scope="module")
def known(program):
    """The program's settings."""
    table = subprocess.run([program, "settings"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^\| `--([\w-]+)` \|", table, re.MULTILINE))


@pytest.mark.parametrize("name", SETS)
def test_set(name, sets, facts):
    file, more = SETS[name]
    report = helm_python.lint(
        CHART, merged(values_of(file) if file else {}, more), strict=True, kube_version=f"v{VERSIONS[0]}")
    facts.no("helm lint", [each for each in report["messages"] if each["severity"] > 1] + report["errors"])
    facts.no("is something", len(sets[name]) < 3 and f"{len(sets[name])} objects")
    facts.no("strictly", strict_problems(sets[name]))
    facts.no("its parts", part_problems(sets[name]))


def test_pods(sets, facts):
    """What is given for pods is in those that it is meant for."""
    given = SETS["replicas on some machines"][1]
    for each in workloads(sets["replicas on some machines"]):
        name, metadata = each["metadata"]["name"], each["spec"]["template"]["metadata"]
        spec, goes_on = each["spec"]["template"]["spec"], each["kind"] != "Job"
        container = spec["containers"][0]
        for key in ("nodeSelector", "tolerations", "imagePullSecrets", "affinity", "priorityClassName"):
            facts.equal(f"{name}: {key}", spec[key], given[key])
        for key, where in (("podLabels", "labels"), ("podAnnotations", "annotations")):
            has = given[key].items() <= metadata.get(where, {}).items()
            facts.equal(f"{name}: {key}", has, goes_on)
        facts.equal(f"{name}: its account", spec.get("serviceAccountName"), NAME if goes_on else None)
        is_own = container["name"] != "envoy"
        facts.equal(f"{name}: extraEnv", container.get("env"), given["extraEnv"] if is_own else None)
        facts.equal(f"{name}: extraVolumes", given["extraVolumes"][0] in spec["volumes"], is_own)
    front, = of_kind(sets["replicas behind an Ingress"], "ConfigMap")
    facts.holds("the Ingress and a proxy are hops", "xff_num_trusted_hops: 2" in front["data"]["envoy.yaml"])
    for name, count in (("replicas behind an Ingress", 5), ("replicas", 3)):
        facts.equal(f"{name}: replicas", of_kind(sets[name], "Deployment")[-1]["spec"]["replicas"], count)


def test_notes(chart, facts):
    """What an install prints names the service, and what is open."""
    for name, has, has_not in [
        ("defaults", ["http://layoutd.default:80 ", "statefulset/layoutd", "apiKeysSecret", "networkPolicy.clients"], ["Ingress"]),
        ("replicas with a monitor and keys", ["deployment/layoutd"], ["apiKeysSecret"]),
        ("single behind an Ingress", ["https://layouts.example"], ["tlsSecret"]),
        ("replicas behind an Ingress", ["http://layouts.example", "ingress.tlsSecret"], []),
    ]:
        file, more = SETS[name]
        files = chart.render(merged(values_of(file) if file else {}, more), name=NAME, namespace="default")
        [notes] = [text for path, text in files.items() if path.endswith("NOTES.txt")]
        wrong = [text for text in has if text not in notes] + [text for text in has_not if text in notes]
        facts.no(f"NOTES, {name}", wrong and f"{wrong} in {notes}")


@pytest.mark.parametrize("name", MANIFESTS)
def test_manifest(name, sets):
    assert [each for each in yaml.safe_load_all(manifest(name)) if each] == sets[name]


def test_long_name(chart):
    other, _ = rendered(chart, values_of("replicas"), "a-very-long-name-of-a-release-that-goes-on-for-ever-b")
    assert not strict_problems(other) + part_problems(other)
    assert not [each["metadata"]["name"] for each in other if len(each["metadata"]["name"]) > 63]


@pytest.mark.parametrize("name", SETS)
def test_settings(name, sets, program, known, facts, tmp_path):
    """Every option is a setting of the program, whose own check takes all of those of one pod."""
    facts.no("its options", option_problems(sets[name], known))
    environment = {key: value for key, value in os.environ.items() if not key.startswith("LAYOUTD_")}
    # What is mounted into a pod.
    (tmp_path / "keys.txt").write_text(f"{'0' * 64} test read\n")
    (tmp_path / "postgresql").mkdir()
    (tmp_path / "postgresql/password").write_text("secret\n")
    server = next(each for each in workloads(sets[name])
                  if each["spec"]["template"]["spec"]["containers"][0]["name"] == "layoutd")
    arguments = server["spec"]["template"]["spec"]["containers"][0]["args"]
    arguments = [re.sub(r"/(var/lib|run)/layoutd(/keys)?", str(tmp_path), each) for each in arguments]
    arguments = [re.sub(r"0\.0\.0\.0:\d+", "127.0.0.1:0", each) for each in arguments]
    run = subprocess.run([program, *arguments, "--check-config"], capture_output=True, text=True, timeout=60,
                         env=environment)
    # There is no such database.
    facts.no("serve --check-config", run.returncode and "cannot use postgresql://" not in run.stderr
             and run.stdout[-300:] + run.stderr)


@pytest.mark.skipif(proxies.Envoy.program is None, reason="Envoy is missing; run script/bootstrap --all")
@pytest.mark.parametrize("name", SETS)
def test_front(name, sets, facts, tmp_path):
    for file in of_kind(sets[name], "ConfigMap"):
        path = tmp_path / "envoy.yaml"
        path.write_text(file["data"]["envoy.yaml"])
        run = subprocess.run([proxies.Envoy.program, "--mode", "validate", "-l", "warning", "-c", path],
                             capture_output=True, text=True, timeout=60)
        facts.no("the file for Envoy", (run.returncode or "warning" in run.stderr) and run.stderr)


@pytest.mark.parametrize("name,values", BAD, ids=[f"{name}-{number}" for number, (name, _) in enumerate(BAD)])
def test_refusal(name, values, chart):
    """A bad value is refused, by its name."""
    with pytest.raises(helm_python.HelmError, match=re.escape(name)):
        chart.validate_schema(values)
        chart.render(values, name=NAME, namespace="default")


def test_controls(sets, known, facts):
    """Mistakes that are made on purpose are found."""
    objects = sets["replicas"]

    def container(which):
        return next(each for each in of_kind(which, "Deployment") if each["metadata"]["name"] == NAME
                    )["spec"]["template"]["spec"]["containers"][0]

    def named(which, kind, name=NAME):
        return next(each for each in of_kind(which, kind) if each["metadata"]["name"] == name)

    def renamed(where, key, other):
        where[other] = where.pop(key)

    def changed(where, key, value):
        where[key] = value

    def look(which):
        return strict_problems(which) + part_problems(which) + option_problems(which, known)

    for name, break_it in {
        "a misspelt probe": lambda o: renamed(container(o), "readinessProbe", "readynessProbe"),
        "a misspelt budget": lambda o: renamed(
            named(o, "PodDisruptionBudget")["spec"], "maxUnavailable", "maxUnavailabl"),
        "a misspelt strategy": lambda o: renamed(named(o, "Deployment")["spec"], "strategy", "stratgy"),
        "a number as a text": lambda o: changed(named(o, "Deployment")["spec"], "replicas", "3"),
        "a probe at no port": lambda o: changed(container(o)["livenessProbe"]["httpGet"], "port", "metric"),
        "a port that nobody listens at": lambda o: changed(container(o)["ports"][0], "containerPort", 8081),
        "a policy for another port": lambda o: changed(
            named(o, "NetworkPolicy")["spec"]["ingress"][0]["ports"][0], "port", 8081),
        "a service of other pods": lambda o: changed(
            named(o, "Service")["spec"]["selector"], "app.kubernetes.io/component", "serve"),
        "a budget of other pods": lambda o: changed(
            named(o, "PodDisruptionBudget")["spec"]["selector"]["matchLabels"], "app.kubernetes.io/component", "serve"),
        "a volume that is not mounted": lambda o: container(o)["volumeMounts"].clear(),
        "no limit of memory": lambda o: container(o)["resources"]["limits"].pop("memory"),
        "a grace that is too short": lambda o: changed(
            named(o, "Deployment")["spec"]["template"]["spec"], "terminationGracePeriodSeconds", 20),
        "an option that is none": lambda o: container(o)["args"].append("--max-bodies=1"),
        "a front that asks elsewhere": lambda o: changed(
            named(o, "ConfigMap", f"{NAME}-front")["data"], "envoy.yaml",
            named(o, "ConfigMap", f"{NAME}-front")["data"]["envoy.yaml"].replace(f"{NAME}-pods", NAME)),
    }.items():
        broken = copy.deepcopy(objects)
        break_it(broken)
        facts.holds(f"{name} is found", look(broken))
