"""Facts: what was measured next to what is allowed, one line each."""


class Facts:
    """The facts of a run, printed at once. The run fails when one of them is not allowed."""

    def __init__(self):
        self.count = 0
        self.failed = []

    def begin(self, scenario):
        self.scenario = scenario
        print(f"\n== {scenario}", flush=True)

    def at_most(self, what, measured, allowed, unit=""):
        self._note(measured <= allowed, what, f"{shown(measured, unit)}, at most {shown(allowed, unit)}")

    def at_least(self, what, measured, allowed, unit=""):
        self._note(measured >= allowed, what, f"{shown(measured, unit)}, at least {shown(allowed, unit)}")

    def equal(self, what, measured, expected, unit=""):
        self._note(measured == expected, what, f"{shown(measured, unit)}, expected {shown(expected, unit)}")

    def within(self, what, measured, least, most, unit=""):
        allowed = f"{shown(least, unit)} to {shown(most, unit)}"
        self._note(least <= measured <= most, what, f"{shown(measured, unit)}, allowed {allowed}")

    def state(self, what, measured, unit=""):
        """A figure without a limit."""
        print(f"     . {what}: {shown(measured, unit)}", flush=True)

    def fail(self, what, reason):
        self._note(False, what, reason)

    def _note(self, holds, what, text):
        self.count += 1
        if not holds:
            self.failed.append(f"{self.scenario}: {what}: {text}")
        print(f"{'    ok' if holds else 'FAILED'} {what}: {text}", flush=True)


def shown(value, unit):
    if unit == "bytes":
        for name, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
            if abs(value) >= size:
                return f"{value / size:.1f} {name}"
        return f"{value:.0f} bytes"
    if isinstance(value, float):
        value = f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"
    return f"{value} {unit}".rstrip()
