"""Compares the service's answers with those of a program that looks at every element (Tests/OracleProgram)."""

import json
import subprocess
import threading


class Oracle:
    """The program that looks at every element. Any thread may ask it."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lock = threading.Lock()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def ask(self, **inquiry):
        """The reply to an inquiry: a snapshot, a width and queries, or a seed and the count of queries of each kind."""
        with self.lock:
            self.process.stdin.write(json.dumps(inquiry) + "\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())


def target(path, reply, query):
    """The request to the service for one query of an inquiry."""
    parameters = [f"{reply['container']}={reply['width']!r}"]
    for name in ("rect", "point", "bounds", "inset"):
        if name in query:
            parameters.append(f"{name}={','.join(map(repr, query[name]))}")
    call = "hit" if "point" in query else "elements" if "rect" in query else "special"
    return f"{path}/{call}?{'&'.join(parameters)}"


def difference(found, reply, query, answer):
    """What is wrong with an answer of the service, or None."""
    tolerance = reply["tolerance"]
    if "point" in query:
        element = found["element"]
        if element is None:
            return f"no element instead of {answer}" if any(entry["sure"] for entry in answer) else None
        if any(is_close(*without_doubt(element, entry), tolerance) for entry in answer):
            return None
        return f"{element} instead of one of {answer}"
    rest = found["elements" if "rect" in query else "special"]
    for entry in answer:
        if rest and is_same(rest[0], entry["element"]):
            if not is_close(*without_doubt(rest[0], entry), tolerance):
                return f"{rest[0]} instead of {entry['element']}"
            rest = rest[1:]
        elif entry["sure"]:
            return f"{entry['element']} is missing"
    return f"{rest[0]} is too much" if rest else None


def without_doubt(found, entry):
    """The found and the expected answer, without the member that may have two values."""
    if not entry.get("pinnedInDoubt"):
        return found, entry["element"]
    return [{key: value for key, value in element.items() if key != "pinned"} for element in (found, entry["element"])]


def is_same(one, other):
    return all(one.get(key) == other.get(key) for key in ("category", "kind", "section", "item", "index"))


def is_close(found, expected, tolerance):
    if isinstance(expected, dict):
        return isinstance(found, dict) and found.keys() == expected.keys() and all(
            is_close(found[key], expected[key], tolerance) for key in expected)
    if isinstance(expected, (int, float)) and not isinstance(expected, bool):
        return abs(found - expected) <= max(tolerance, 1e-6 * abs(expected))
    return found == expected
