"""The files of a release are complete and go together."""

import json
import re
import shutil
import subprocess

import pytest

from lib import ROOT
from lib.server import Server


def paths(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def targets(exports):
    """The paths that package.json leads to."""
    return [exports] if isinstance(exports, str) else [path for each in exports.values() for path in targets(each)]


MODULE = {"module/files.js", *(
    f"{name}.wasm{ending}" for name in ("layout", "module/first", "module/rest") for ending in ("", ".br"))}


def module_of(folder):
    """The files of the module, without the hashes in their names."""
    return {re.sub(r"-\w+\.wasm", ".wasm", path) for path in paths(folder) if re.match(r"layout\.wasm|module/", path)}


def is_there(path):
    """A path that is imported; types are in declarations."""
    return path.is_file() or path.with_suffix(".d.ts").is_file()


def test_sums(release, facts):
    run = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=release, capture_output=True, text=True)
    facts.no("SHA256SUMS", run.returncode and run.stdout + run.stderr)
    listed = set(re.findall(r"  (\S+)$", (release / "SHA256SUMS").read_text(), re.MULTILINE))
    facts.equal("its files", {path.name for path in release.iterdir()} - listed, {"SHA256SUMS", "PUBLISH.md", "CollectionLayout.git"})


def test_same_again(release, program, tmp_path):
    """The same commit and program give the same bytes."""
    subprocess.run([ROOT / "script/release", "--program", program, "--into", tmp_path], check=True, capture_output=True)
    same = [path for path in paths(release) if (release / path).read_bytes() == (tmp_path / path).read_bytes()]
    assert paths(release) == paths(tmp_path) == set(same)


def test_program(own, version, facts):
    facts.equal("its version", subprocess.run([own / "layoutd", "--version"], capture_output=True, text=True).stdout.strip(), version)
    facts.no("what goes with it is missing", {
        "README.md", "docs/operations.md", "docs/reference/guide.html", "docs/reference/index.html", "docs/reference/openapi.json",
        "docs/reference/dashboard.json",
        "deploy/layoutd.service", "deploy/layoutd-single.yaml", "deploy/layoutd-replicas.yaml", "layoutd.cdx.json"} - paths(own))


def test_sources(unpacked, version, facts):
    sources = unpacked / f"layoutd-{version}-source.tar.gz/layoutd-{version}"
    tracked = subprocess.run(["git", "ls-tree", "-r", "--name-only", "-z", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    facts.no("committed files are missing", {path for path in tracked.split("\0") if path} - {
        str(path.relative_to(sources)) for path in sources.rglob("*")})


def test_versions(version, unpacked, release, facts):
    """All that say a version say the program's."""
    own = unpacked / f"layoutd-{version}-source.tar.gz/layoutd-{version}"
    for path, form in {
        "clients/typescript/package.json": r'"version": "(.+)"',
        "openapi.yaml": r"^  version: (.+)$",
        "deploy/chart/Chart.yaml": r"^(?:version|appVersion): (.+)$",
        "deploy/chart/values.yaml": r"^image: {.*tag: (.+?),",
        "deploy/compose.yaml": r"image: layoutd:(.+)$",
        "Dockerfile": r"image\.version=(\S+)",
    }.items():
        facts.equal(path, set(re.findall(form, (own / path).read_text(), re.MULTILINE)), {version})
    facts.holds("openapi.yaml", (release / "openapi.yaml").read_bytes() == (own / "openapi.yaml").read_bytes())


def test_links(release, unpacked, version, facts):
    """What the READMEs of the packages lead to is in the package, or in the repository at the commit of the release."""
    tracked = subprocess.run(["git", "ls-tree", "-r", "--name-only", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    npm = unpacked / f"layoutd-client-{version}.tgz/package"
    swift = ["git", "-C", release / "CollectionLayout.git"]
    files = subprocess.run([*swift, "ls-tree", "-r", "--name-only", "main"], capture_output=True, text=True, check=True).stdout.split()
    text = subprocess.run([*swift, "show", "main:README.md"], capture_output=True, text=True, check=True).stdout
    page = (release / "PUBLISH.md").read_text()
    names = dict(re.findall(r"^([A-Z]+)=(\S+)", page, re.MULTILINE))
    home = f"https://github.com/{names['RELEASES']}/blob/{names['COMMIT']}/"
    for name, readme, own in (("npm", (npm / "README.md").read_text(), paths(npm)), ("Swift", text, set(files))):
        links = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", readme)]
        out = {target.removeprefix(home) for target in links if target.startswith(home)}
        facts.at_least(f"links of {name} to the repository", len(out), 3)
        facts.no(f"links of {name} that lead nowhere", (out - set(tracked)) | {
            target for target in links if target and "://" not in target and not any(f"{path}/".startswith(f"{target}/") for path in own)})


def test_npm_package(unpacked, version, facts):
    """It has what its package.json leads to, all types, and the module in both forms; and no sources."""
    package = unpacked / f"layoutd-client-{version}.tgz/package"
    sources = unpacked / f"layoutd-{version}-source.tar.gz/layoutd-{version}/clients/typescript"
    described = json.loads((package / "package.json").read_text())
    facts.no("what is exported is missing", [path for path in targets(described["exports"]) if not (package / path).is_file()])
    declared = {path.removesuffix(".d.ts") for path in paths(package / "bundles/types/types")}
    facts.no("types: files are missing", {path.removesuffix(".ts") for path in paths(sources / "types")} - declared)
    facts.no("what is imported is missing", [
        f"{name} imports {each}" for name in paths(package) if name.endswith((".js", ".ts"))
        for each in re.findall(r"""\b(?:from|import)\s*\(?["'](\.{1,2}/[^"']+)["']""", (package / name).read_text())
        if not is_there((package / name).parent / each)])
    facts.equal("the module", module_of(package), MODULE)
    facts.no("what does not belong there", [
        path for path in paths(package)
        if re.search(r"(^|/)(\.|tests/)|\.h$", path) or path.startswith("bundles/types/") != path.endswith(".d.ts") or "/built/" in path])


def test_bundles(installed, own, facts):
    """Its entries do the same in node, and have the same classes."""
    shutil.copy(ROOT / "Tests/Program/release/apps/bundles.mjs", installed)
    with Server(own / "layoutd", "--store=memory") as server:
        server.until_ready()
        run = subprocess.run(["node", "bundles.mjs", server.url], cwd=installed, timeout=120, capture_output=True, text=True)
    facts.no("the entries of the client", run.stdout != "same\n" and run.stdout + run.stderr)


def test_parts(release, own, version, facts):
    """The list has the parts of the program and of the module, most of them with licences."""
    listing = json.loads((release / f"layoutd-{version}.cdx.json").read_text())
    facts.equal("the program's own copy", json.loads((own / "layoutd.cdx.json").read_text()), listing)
    parts = {part["bom-ref"]: part for part in listing["components"]}
    facts.equal("each once", len(parts), len(listing["components"]))
    facts.no("no version", [name for name, part in parts.items() if not part["version"]])
    needs = {each["ref"]: [name.partition("@")[0] for name in each["dependsOn"]] for each in listing["dependencies"]}
    facts.no("needs what is not listed", {name for each in listing["dependencies"] for name in each["dependsOn"]} - parts.keys())
    wanted = {f"pkg:swift/github.com/apple/swift-{name}" for name in ("argument-parser", "log", "metrics")}
    module = {"pkg:github/swiftlang/swift"}
    if shutil.which("dpkg-query"):
        wanted |= {f"pkg:deb/debian/{name}" for name in ("libmicrohttpd12", "libsimdjson14", "libsqlite3-0", "libpq5", "libssl3", "libc6")}
        module |= {"pkg:deb/debian/wasi-libc", "pkg:deb/debian/libclang-rt-19-dev-wasm32"}
    facts.no("the program needs", wanted - {*needs["layoutd"]})
    facts.no("the module needs", module - {*needs[f"pkg:npm/layoutd-client@{version}"]})
    licensed = {name.partition("@")[0] for name, part in parts.items() if part.get("licenses")}
    facts.no("without a licence", (wanted | module) - licensed - {"pkg:deb/debian/libc6"})


def test_image(release, tmp_path):
    """README says how to take the module out of the image: both files and the whole, each in brotli, too."""
    [shown] = re.findall(r"docker cp \w+:(\S+) ", (ROOT / "README.md").read_text())
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert re.findall(f"^COPY --from=build (.+) {re.escape(shown)}$", dockerfile, re.MULTILINE) == ["/out/client"]
    # As the image is built, but below another root.
    for line in re.findall(r"^ && (install .* /out/client\b.*?)(?: \\)?$", dockerfile, re.MULTILINE):
        subprocess.run(["bash", "-euc", line.replace("/out/client", str(tmp_path))], check=True, cwd=ROOT)
    assert module_of(tmp_path) == MODULE
