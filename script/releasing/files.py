"""The files of the last commit, and tarballs of folders."""

import gzip
import posixpath
import re
import shutil
import subprocess
import tarfile

from lib import ROOT

# What scripts make and nobody commits.
MADE = ["docs/reference", *(f"clients/typescript/{name}" for name in (
    "layout.wasm", "layout.wasm.br", "module", "source/steps/tables.ts", "types/described.ts"))]


def committed(tree):
    """Writes the last commit into a new folder, and what scripts make of it."""
    tree.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], check=True, stdout=subprocess.PIPE, cwd=ROOT).stdout
    subprocess.run(["tar", "-x", "-C", tree], check=True, input=archive)
    copy(ROOT, tree, MADE)


def copy(source, target, paths):
    """Copies files and folders to the same paths below another folder; what a link leads to takes its place."""
    for path in paths:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (source / path).is_dir() else shutil.copy)(source / path, target / path)


def link(readme, place, home):
    """Makes links of a README absolute that lead out of its package: to the files of the repository at `home`, where it stands in
    the folder `place`."""
    def led(found):
        path, mark, anchor = found[1].partition("#")
        if "://" in path or not path or (readme.parent / path).exists():
            return found[0]
        return f"]({home}/{posixpath.normpath(f'{place}/{path}')}{mark}{anchor})"

    readme.write_text(re.sub(r"\]\(([^)\s]+)\)", led, readme.read_text()))


def licences(tree):
    """The files that say under which licence it is, which every package has. None has been chosen yet."""
    return sorted(path.name for path in tree.glob("LICEN[CS]E*"))


def pack(path, folder, seconds):
    """Writes a tarball of the files in a folder, below its name, without what depends on its maker or the time."""
    with open(path, "wb") as file, gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=seconds) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for each in sorted(each for each in folder.rglob("*") if each.is_file()):
                member = tarfile.TarInfo(str(each.relative_to(folder.parent)))
                member.size, member.mtime = each.stat().st_size, seconds
                member.mode = 0o755 if each.stat().st_mode & 0o100 else 0o644
                with each.open("rb") as data:
                    tar.addfile(member, data)
