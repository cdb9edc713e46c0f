"""Facts: what was seen next to what is allowed. A test goes on behind a fact that is wrong, and fails at its end."""

import threading


class Facts:
    """The facts of a run. What was measured is printed, and of what was checked what is wrong. Any thread may add one."""

    def __init__(self, judges_times=True):
        """Where times are not judged, they are shown beside what is allowed: they depend on what else the machine does."""
        self.judges_times = judges_times
        self.count, self.failed, self.scene = 0, [], ""
        self.lock = threading.Lock()

    def begin(self, scene):
        self.scene = scene
        print(f"\n== {scene}", flush=True)

    def at_most(self, what, measured, allowed, unit=""):
        if unit == "s" and not self.judges_times:
            return self.state(f"{what} (at most {shown(allowed, unit)} with --long)", measured, unit)
        self._note(measured <= allowed, what, f"{shown(measured, unit)}, at most {shown(allowed, unit)}")

    def at_least(self, what, measured, allowed, unit=""):
        self._note(measured >= allowed, what, f"{shown(measured, unit)}, at least {shown(allowed, unit)}")

    def equal(self, what, measured, expected, unit=""):
        self._note(measured == expected, what, f"{shown(measured, unit)}, expected {shown(expected, unit)}")

    def within(self, what, measured, least, most, unit=""):
        allowed = f"{shown(least, unit)} to {shown(most, unit)}"
        self._note(least <= measured <= most, what, f"{shown(measured, unit)}, allowed {allowed}")

    def holds(self, what, is_so, *seen):
        """Something is so; `seen` is shown where it is not."""
        self._note(is_so, what, " ".join(map(str, seen)) or "is not so", is_shown=False)

    def no(self, what, problems):
        """Nothing is wrong with something; `problems` is a text, or several of them, of which five are shown."""
        several = isinstance(problems, (list, tuple, set))
        text = "\n       ".join(str(each)[:600] for each in list(problems)[:5]) if several else str(problems).strip()[:2000]
        self._note(not problems, what, text, is_shown=False)

    def state(self, what, measured, unit=""):
        """A figure without a limit."""
        print(f"     . {what}: {shown(measured, unit)}", flush=True)

    def fail(self, what, reason):
        self._note(False, what, reason)

    def _note(self, holds, what, text, is_shown=True):
        with self.lock:
            self.count += 1
            if not holds:
                self.failed.append(f"{self.scene}: {what}: {text}" if self.scene else f"{what}: {text}")
            if is_shown or not holds:
                print(f"{'    ok' if holds else 'FAILED'} {what[:300]}: {text}", flush=True)


def shown(value, unit):
    if unit == "bytes":
        for name, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
            if abs(value) >= size:
                return f"{value / size:.1f} {name}"
        return f"{value:.0f} bytes"
    if isinstance(value, float):
        value = f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"
    return f"{value} {unit}".rstrip()
