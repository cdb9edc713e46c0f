"""A recorded scroll: what was scrolled, how large the viewport was, and where it was at what time."""

import json
from dataclasses import dataclass

NAMES = ("snapshot", "width", "height", "steps")
# Larger numbers are not exact.
MOST = 2 ** 53
LEAST_APART = 0.001  # milliseconds


class Invalid(Exception):
    """A file is not a recording."""


@dataclass
class Step:
    time: float    # milliseconds
    offset: float  # points along the scroll axis
    velocity: float | None = None  # points per second since the step before


@dataclass
class Recording:
    snapshot: dict
    width: float
    height: float
    steps: list

    @staticmethod
    def read(path):
        """The recording of a file. Raises `Invalid` where it is none, with the place in the file."""
        try:
            value = json.loads(path.read_bytes())
        except OSError as error:
            raise Invalid(f"{path}: {error.strerror}") from None
        except json.JSONDecodeError as error:
            raise Invalid(f"{path}:{error.lineno}:{error.colno}: {error.msg}") from None
        except (ValueError, RecursionError):
            raise Invalid(f"{path}: this is not text, or a number in it is too long, or it is nested too deeply") from None
        try:
            return recording_of(value)
        except Invalid as mistake:
            raise Invalid(f"{path}: {mistake}") from None

    def targets(self, path, is_horizontal):
        """The target of `window` for each step: with where the viewport was before, and how fast it moved."""
        before = None
        for step in self.steps:
            parameters = [f"bounds={self.bounds(step, is_horizontal)}"]
            if before:
                parameters.append(f"previous={self.bounds(before, is_horizontal)}")
                parameters.append(f"velocity={along(step.velocity, is_horizontal)}")
            if before and before.velocity is not None:
                parameters.append(f"previousVelocity={along(before.velocity, is_horizontal)}")
            yield f"{path}/window?{'&'.join(parameters)}"
            before = step

    def bounds(self, step, is_horizontal):
        """Where the viewport is at a step, as a parameter."""
        return ",".join([along(step.offset, is_horizontal), text_of(self.width), text_of(self.height)])


def along(value, is_horizontal):
    """A value along the scroll axis, and 0 across it, as a parameter."""
    return f"{text_of(value)},0" if is_horizontal else f"0,{text_of(value)}"


def text_of(value):
    """A number with at most three decimals."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def recording_of(value):
    if not isinstance(value, dict):
        raise Invalid(f"it has to be an object with {', '.join(NAMES)}")
    for name in value:
        if name not in NAMES:
            raise Invalid(f"/{name} is unknown; it has {', '.join(NAMES)}")
    for name in NAMES:
        if name not in value:
            raise Invalid(f"/{name} is missing")
    if not isinstance(value["snapshot"], dict):
        raise Invalid(f"/snapshot has to be an object, not {shown(value['snapshot'])}")
    width, height = (number(f"/{name}", value[name]) for name in ("width", "height"))
    for name, length in (("width", width), ("height", height)):
        if length <= 0:
            raise Invalid(f"/{name} has to be above 0, not {shown(length)}")
    return Recording(value["snapshot"], width, height, steps_of(value["steps"]))


def steps_of(values):
    if not isinstance(values, list) or not values:
        raise Invalid(f"/steps has to be a list of [milliseconds, offset], not {shown(values)}")
    steps = []
    for place, value in enumerate(values):
        if not isinstance(value, list) or len(value) != 2:
            raise Invalid(f"/steps/{place} has to be [milliseconds, offset], not {shown(value)}")
        step = Step(*(number(f"/steps/{place}/{i}", each) for i, each in enumerate(value)))
        if steps:
            before = steps[-1]
            if step.time - before.time < LEAST_APART:
                raise Invalid(f"/steps/{place}/0 has to be later than {shown(before.time)}, the step before; it is {shown(step.time)}")
            step.velocity = (step.offset - before.offset) / (step.time - before.time) * 1000
        steps.append(step)
    return steps


def number(pointer, value):
    # Nothing compares with NaN.
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -MOST < value < MOST:
        raise Invalid(f"{pointer} has to be a number below 2^53, not {shown(value)}")
    return value


def shown(value):
    """A value as the file has it, its beginning where it is long."""
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
