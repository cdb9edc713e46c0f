"""The core's tables, as pages have them: Sources/LayoutWeb/Vocabulary.swift writes them from those of the core."""

import os
import subprocess
from pathlib import Path

CLIENT = "clients/typescript/source/steps/tables.ts"
MAIN = """\
print("func vocabularyText() -> [UInt8] {\\n  let text: StaticString = #\\"\\(Vocabulary.json)\\"#\\n  return text.withUTF8Buffer { Array($0) }\\n}")
print("// What the core says of engines and members; script/describe writes this.\\n")
for (name, value) in Vocabulary.tables {
  print("export const \\(name): \\(value.hasPrefix("[") ? "readonly string[]" : "Readonly<Record<string, any>>") = \\(value);")
}
"""


def update(root):
    """Makes CLIENT, unless it is there and says the same."""
    path, text = root / CLIENT, made_from(root)[1]
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def made_from(root, has_probes=False):
    """The function that the module gets its vocabulary by, and the text of CLIENT. A program prints both, which is kept and compiled
    again if the core has changed. With `has_probes` it knows what only tests know."""
    folder = root / ".build/tables"
    folders = [root / "Sources" / name for name in ("LayoutCore", "LayoutSources")]
    sources = [path for folder in folders for path in sorted(folder.rglob("*.swift"))]
    sources.append(root / "Sources/LayoutWeb/Vocabulary.swift")
    program = folder / ("probes" if has_probes else "plain")
    newest = max(path.stat().st_mtime for path in [*sources, Path(__file__)])
    if not program.exists() or program.stat().st_mtime < newest:
        folder.mkdir(parents=True, exist_ok=True)
        made = folder / f"{os.getpid()}"
        made.mkdir()
        (made / "main.swift").write_text(MAIN)
        # All is one module; what imports the other finds an empty one.
        (made / "module.modulemap").write_text("module LayoutSources {}")
        subprocess.run(
            ["swiftc", "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault", "-package-name", "layoutd", "-module-name", "LayoutCore", "-wmo", "-Onone",
             "-suppress-warnings", "-I", made, *(["-D", "PROBE_MEMBER"] if has_probes else []), *sources, made / "main.swift", "-lm",
             "-o", made / "tables"], check=True)
        (made / "tables").replace(program)
        for name in ("main.swift", "module.modulemap"):
            (made / name).unlink()
        made.rmdir()
    text = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    vocabulary, start, tables = text.partition("// What the core says")
    return vocabulary, start + tables
