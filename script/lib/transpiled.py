"""The client's sources in JavaScript, file by file, in clients/typescript/built: for tests, benchmarks and pictures. Pages get
bundles."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from describing import tables

from . import ROOT

CLIENT = ROOT / "clients/typescript"
FOLDERS = ("source", "types")


def update(client=CLIENT):
    """Makes the folder unless it is newer than the sources, of which script/describe makes one."""
    if client == CLIENT:
        tables.update(ROOT)
    sources = [Path(__file__), client / "index.ts", *(path for name in FOLDERS for path in (client / name).rglob("*"))]
    built = client / "built"
    if not built.exists() or max(path.stat().st_mtime for path in sources) > built.stat().st_mtime:
        make(client)


def make(client=CLIENT):
    """Makes the folder anew. Types are not checked: tests/package/declarations.test.js does that."""
    if not shutil.which("esbuild"):
        sys.exit("transpiled: esbuild is missing; run script/bootstrap --wasm")
    with tempfile.TemporaryDirectory(dir=client) as name:
        into = Path(name) / "built"
        paths = sorted(str(path.relative_to(client)) for name in FOLDERS for path in (client / name).rglob("*.ts"))
        subprocess.run(
            ["esbuild", "index.ts", *paths, f"--outdir={into}", "--outbase=.", "--format=esm", "--target=es2022", "--log-level=warning"],
            check=True, cwd=client)
        (into / "module").mkdir()
        (into / "module/files.js").write_text("export * from '../../module/files.js';\n")
        shutil.rmtree(client / "built", ignore_errors=True)
        into.rename(client / "built")
