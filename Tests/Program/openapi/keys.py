"""Keys, and the file that lists them."""

import hashlib
from pathlib import Path


KEYS = {"read": "key-that-may-read", "write": "key-that-may-write", "unknown": "key-of-nobody"}
NAMES = {"read": "reader", "write": "feed-editor"}
LASTING = "private, max-age=31536000, immutable"


def file_in(folder):
    """A file that lists the keys that may read and write."""
    lines = [f"{hashlib.sha256(KEYS[right].encode()).hexdigest()} {name} {right}\n" for right, name in NAMES.items()]
    path = Path(folder) / "keys.txt"
    path.write_text("# of a test\n" + "".join(lines))
    return path


def header_of(key):
    return {} if key == "none" else {"Authorization": f"Bearer {KEYS[key]}"}
