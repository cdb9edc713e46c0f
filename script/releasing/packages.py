"""What goes to registries: the npm package, the Helm chart, the Swift package. Each is made in a folder from the files of a
tree, which is the repository or its last commit."""

import json
import os
import subprocess
import sys

from lib import ROOT, bundles

from .files import copy, licences, link

# The client's name in its sources, and what the chart calls the image.
CLIENT, IMAGE = "layoutd-client", "image: {repository: layoutd,"
SWIFT_PACKAGE = ["Package.swift", "README.md", "Examples", "Sources"]


def write_npm_package(tree, folder, name, home):
    """The client as npm packs it: what package.json says, with the bundles and the declarations made of it, under a name. Its README leads to the
    repository at `home`."""
    client = tree / "clients/typescript"
    bundles.make(client)
    bundles.declare(client / "bundles/types", client)
    packed = json.loads((client / "package.json").read_text())["files"]
    copy(client, folder, ["package.json", "README.md", *packed])
    copy(tree, folder, licences(tree))
    # Lists for the program's build alone.
    for part in ("module", "bundles"):
        (folder / part / "files.h").unlink()
    link(folder / "README.md", "clients/typescript", home)
    for path in folder.rglob("*"):
        if name != CLIENT and path.suffix in (".js", ".json", ".md", ".ts"):
            path.write_text(path.read_text().replace(CLIENT, name))


def write_chart(tree, folder, image):
    """The Helm chart, with the name of the image."""
    copy(tree / "deploy/chart", folder, [path.name for path in (tree / "deploy/chart").iterdir()])
    copy(tree, folder, licences(tree))
    values = folder / "values.yaml"
    text = values.read_text()
    if text.count(IMAGE) != 1:
        raise ValueError(f"deploy/chart/values.yaml has {text.count(IMAGE)} times {IMAGE}")
    values.write_text(text.replace(IMAGE, IMAGE.replace("layoutd", image)))


def write_manifests(folder, chart=None):
    """What the chart renders, for kubectl."""
    try:
        from lib import chart as helm
    except ImportError as missing:
        sys.exit(f"release: {missing}; run script/bootstrap --all")
    for name in helm.MANIFESTS:
        (folder / f"{helm.NAME}-{name}.yaml").write_text(helm.manifest(name, chart or helm.CHART))


def write_swift_package(tree, folder, home=None):
    """The Swift package, whole, with files in the place of links into the program's sources. Its README leads to the repository at
    `home`."""
    copy(tree / "clients/swift", folder, SWIFT_PACKAGE)
    copy(tree, folder, licences(tree))
    if home:
        link(folder / "README.md", "clients/swift", home)


def write_swift_repository(package, folder, version):
    """A bare repository whose branch main has the Swift package as its one commit, and the version as that commit's tag. The
    commit has the author and the time of the last one here."""
    author, address, date = subprocess.run(
        ["git", "log", "-1", "--format=%an%n%ae%n%ad", "--date=raw"], check=True, capture_output=True, text=True,
        cwd=ROOT).stdout.splitlines()
    # Nothing of it depends on what git is told elsewhere.
    own = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")} | {
        "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    for who in ("AUTHOR", "COMMITTER"):
        own |= {f"GIT_{who}_NAME": author, f"GIT_{who}_EMAIL": address, f"GIT_{who}_DATE": date}

    def git(*arguments):
        run = subprocess.run(["git", "-C", folder, *arguments], check=True, stdout=subprocess.PIPE, text=True, env=own)
        return run.stdout.strip()

    folder.mkdir()
    git("init", "--quiet", "--bare", "--template=", "--initial-branch=main")
    git("--work-tree", package, "add", "--all")
    commit = git("commit-tree", "-m", f"CollectionLayout {version}", git("write-tree"))
    git("update-ref", "refs/heads/main", commit)
    git("update-ref", f"refs/tags/{version}", commit)
    (folder / "index").unlink()
