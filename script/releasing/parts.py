"""What the program and the module are made of: a list in the form of CycloneDX 1.5."""

import hashlib
import json
import os
import re
import subprocess
import time
import urllib.parse
import uuid
from pathlib import Path

from lib import BUILD, ROOT


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def component(name, version, place, licences=(), **more):
    """A part. `licences` are ids of SPDX, or the short names of Debian, which are names to CycloneDX."""
    part = {"type": "library", "bom-ref": place, "name": name, "version": version, "purl": place}
    if licences:
        part["licenses"] = [{"license": each} for each in licences]
    return part | more


def apache(text):
    """The licence of a text that is Apache's."""
    return [{"id": "Apache-2.0"}] if re.search(r"Apache License\s+Version 2\.0", text) else []


def swift_packages():
    for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]:
        place, state = re.sub(r"^https://|\.git$", "", pin["location"]), pin["state"]
        texts = [path.read_text() for path in (BUILD / "checkouts" / pin["identity"]).glob("LICENSE*")]
        yield component(pin["identity"], state["version"], f"pkg:swift/{place}@{state['version']}", apache("".join(texts)),
                        properties=[{"name": "revision", "value": state["revision"]}])


def swift():
    """Swift's own library, which is in the program and in the module."""
    found = re.search(r"Swift version (\S+)", output("swift", "--version"))
    version = found[1] if found else "unknown"
    return component("swift", version, f"pkg:github/swiftlang/swift@swift-{version}-RELEASE", [{"id": "Apache-2.0"}])


def debian_licences(package):
    """The licences of the files of a Debian package's sources, where its copyright file is written for programs."""
    path = Path("/usr/share/doc") / package / "copyright"
    text = path.read_text(errors="replace") if path.exists() else ""
    names = set()
    for paragraph in re.split(r"\n\s*\n", text) if text.startswith("Format:") else []:
        if re.match(r"Files:(?!\s*debian/\S*\s)", paragraph):
            names.update(re.findall(r"^License:[ \t]*(\S.*?)[ \t]*$", paragraph, re.MULTILINE))
    return [{"name": name} for name in sorted(names)]


def debian_packages(paths):
    """The Debian packages that have these files; none on other systems."""
    names = set()
    for path in paths:
        real = os.path.realpath(path)
        for spelling in (path, real, re.sub(r"^/usr(?=/)", "", real)):
            found = subprocess.run(["dpkg-query", "-S", spelling], capture_output=True, text=True)
            if found.returncode == 0:
                names.add(found.stdout.split(": ")[0].split(",")[0])
                break
    for name in sorted(names):
        form = "${Package}\t${Version}\t${Architecture}\t${Homepage}"
        package, version, architecture, homepage = output("dpkg-query", "-W", "-f", form, name).split("\t")
        site = {"externalReferences": [{"type": "website", "url": homepage}]} if homepage else {}
        place = f"pkg:deb/debian/{package}@{urllib.parse.quote(version, safe='~')}?arch={architecture}"
        yield component(package, version, place, debian_licences(package), **site)


def listing(program, binary, version, client, commit, seconds):
    """The list, as text: the parts of the program, whose bytes are `binary`, and those of the client's module."""
    digest = hashlib.sha256(binary).hexdigest()
    library = swift()
    packages = list(swift_packages())
    loaded = list(debian_packages(re.findall(r"=> (/\S+)", output("ldd", str(program)))))
    # What script/wasm links into the module.
    linked = list(debian_packages([
        "/usr/lib/wasm32-wasi/libc.a",
        *map(str, sorted(Path("/usr/lib").glob("llvm-*/lib/clang/*/lib/*/libclang_rt.builtins-wasm32.a"))[-1:])]))
    npm = component(client, version, f"pkg:npm/{client.replace('@', '%40')}@{version}")

    def needs(reference, parts):
        return {"ref": reference, "dependsOn": [part["bom-ref"] for part in parts]}

    described = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, version + commit + digest)}",
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)),
            "component": {
                "type": "application", "bom-ref": "layoutd", "name": "layoutd", "version": version,
                "hashes": [{"alg": "SHA-256", "content": digest}],
                "properties": [{"name": "commit", "value": commit}],
            },
        },
        "components": [npm, library, *packages, *loaded, *(part for part in linked if part not in loaded)],
        "dependencies": [needs("layoutd", [npm, library, *packages, *loaded]), needs(npm["bom-ref"], [library, *linked])],
    }
    return json.dumps(described, indent=2, ensure_ascii=False) + "\n"
