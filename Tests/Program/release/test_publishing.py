"""The commands of PUBLISH.md, as they stand there. git pushes to repositories of the test; in the place of npm, docker, helm and
gh is a program that notes what it is given, which has to be what these need."""

import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from lib import use_modules_of
from releasing.packages import write_swift_repository

use_modules_of("chart")
helm_python = pytest.importorskip("helm_python", reason="Helm is missing; run script/bootstrap --all")

NOTE = """#!{python}
import json, os, sys
with open({log!r}, "a") as log:
    log.write(json.dumps([os.path.basename(sys.argv[0]), *sys.argv[1:]]) + "\\n")
"""


@pytest.fixture(scope="module")
def page(release):
    return (release / "PUBLISH.md").read_text()


@pytest.fixture(scope="module")
def names(page):
    return dict(re.findall(r"^([A-Z]+)=(\S*)", page, re.MULTILINE))


@pytest.fixture(scope="module")
def published(release, page, tmp_path_factory):
    """The folder in which the commands were given, and what each program was given, by its name."""
    folder = tmp_path_factory.mktemp("publishing")
    subprocess.run(["cp", "-r", release, folder / "files"], check=True)
    (folder / "bin").mkdir()
    for name in ("npm", "docker", "helm", "gh"):
        (folder / "bin" / name).write_text(NOTE.format(python=sys.executable, log=str(folder / "log")))
        (folder / "bin" / name).chmod(0o755)
    subprocess.run(["git", "init", "--quiet", "--bare", folder / "swift/CollectionLayout.git"], check=True)
    variables, commands = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(commands.replace("\\\n", "").splitlines()) == 5
    variables, count = re.subn(r"^SWIFT=\S+", f"SWIFT={folder}/swift/CollectionLayout.git", variables, flags=re.MULTILINE)
    assert count == 1
    subprocess.run(["bash", "-euc", f"PATH={folder}/bin:$PATH\n{variables}{commands}"], check=True, cwd=folder / "files")
    calls = [json.loads(line) for line in (folder / "log").read_text().splitlines()]
    return folder, {name: arguments for name, *arguments in calls}


def options(arguments):
    """The values of options that have one."""
    return {name: value for name, value in zip(arguments, arguments[1:]) if name.startswith("--")}


def test_names(names, version):
    assert names["VERSION"] == version and re.fullmatch("[0-9a-f]{40}", names["COMMIT"])
    assert all(names.values()) and len(names) == 7


def test_npm(published, names, version):
    folder, calls = published
    command, path, *_ = calls["npm"]
    with tarfile.open(folder / "files" / path) as tar:
        described = json.load(tar.extractfile("package/package.json"))
    assert command == "publish" and path.startswith("./")
    assert (described["name"], described["version"], described["private"]) == (names["PACKAGE"], version, False)


def test_docker(published, names, version):
    """What is built is in the folder, by the recipe there."""
    folder, calls = published
    given, context = options(calls["docker"]), folder / "files" / calls["docker"][-1]
    assert calls["docker"][:2] == ["buildx", "build"] and "--push" in calls["docker"]
    assert given["--platform"] == "linux/amd64,linux/arm64" and given["--tag"] == f"{names['IMAGE']}:{version}"
    name, _, value = given["--build-arg"].partition("=")
    dockerfile = (context / "Dockerfile").read_text()
    assert f"\nARG {name}=\n" in dockerfile and value == names["COMMIT"]
    allowed = re.findall(r"^!(.+)$", (context / ".dockerignore").read_text(), re.MULTILINE)
    assert allowed and all((context / path).exists() for path in allowed)


def test_helm(published, names, version):
    folder, calls = published
    command, path, registry = calls["helm"]
    assert (command, registry) == ("push", names["CHARTS"])
    with helm_python.Chart.load(folder / "files" / path) as chart:
        assert (chart.name, chart.version) == ("layoutd", version)
        assert (chart.values["image"]["repository"], chart.values["image"]["tag"]) == (names["IMAGE"], version)
        chart.render({}, name="layoutd", namespace="default")


def test_gh(published, names, version):
    folder, calls = published
    command, *arguments = calls["gh"]
    given = options(arguments)
    assert [command, *arguments[:2]] == ["release", "create", f"v{version}"] and given["--target"] == names["COMMIT"]
    uploaded = arguments[arguments.index("--notes-file") + 1:]
    assert all((folder / "files" / path).is_file() for path in uploaded)
    assert {path.name for path in (folder / "files").iterdir() if path.is_file()} - set(uploaded) == {"PUBLISH.md"}


def test_swift(published, page, version, tmp_path):
    """An app is built with the package by its URL and version; it depends on no other. A next release leaves the version there."""
    folder, _ = published
    url = folder / "swift/CollectionLayout.git"
    write_app(tmp_path / "app", url, version)
    app = ["--package-path", tmp_path / "app", "--cache-path", tmp_path / "cache"]
    subprocess.run(["swift", "build", *app], check=True)
    run = subprocess.run([tmp_path / "app/.build/debug/app"], check=True, capture_output=True, text=True)
    assert run.stdout == "640.0\n"
    tree = json.loads(subprocess.run(["swift", "package", *app, "show-dependencies", "--format", "json"], check=True,
                                     capture_output=True, text=True).stdout)
    [package] = tree["dependencies"]
    assert (package["identity"], package["version"], package["dependencies"]) == ("collectionlayout", version, [])
    assert not [path for path in Path(package["path"]).rglob("*") if path.is_symlink()]

    subprocess.run(["git", "clone", "--quiet", "--branch", "main", url, tmp_path / "next"], check=True)
    subprocess.run(["rm", "-r", tmp_path / "next/.git", tmp_path / "next/README.md"], check=True)
    write_swift_repository(tmp_path / "next", tmp_path / "CollectionLayout.git", "999.0.0")
    [push] = re.findall("^git .*$", page, re.MULTILINE)
    subprocess.run(["bash", "-euc", f"SWIFT={url} VERSION=999.0.0; {push}"], check=True, cwd=tmp_path)
    before, after = (subprocess.run(["git", "-C", url, "ls-tree", "--name-only", tag], check=True, capture_output=True,
                                    text=True).stdout.split() for tag in (version, "999.0.0"))
    assert before == sorted(["README.md", *after])


def write_app(folder, url, version):
    (folder / "Sources/app").mkdir(parents=True)
    (folder / "Sources/app/main.swift").write_text("""import CollectionLayout
import LayoutClient

let section = SectionInput(headers: [SupplementaryInput(height: 40)], items: .equal(count: 6, height: 100))
print(try SnapshotLayout(Snapshot(engine: .column, sections: [section]), width: 320).contentSize.height)
""")
    (folder / "Package.swift").write_text(f"""// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "app",
  dependencies: [.package(url: "{url.as_uri()}", from: "{version}")],
  targets: [
    .executableTarget(
      name: "app",
      dependencies: [
        .product(name: "CollectionLayout", package: "CollectionLayout"),
        .product(name: "LayoutClient", package: "CollectionLayout"),
      ])
  ])
""")
