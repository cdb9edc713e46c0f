"""What is printed of a replay: a line for each step, and how long all answers took."""

# Milliseconds between two frames of a display, as they are shown.
FRAMES = {"8.3": 1000 / 120, "16.7": 1000 / 60}
PARTS = {"median": 0.5, "95 of 100 within": 0.95, "99 of 100 within": 0.99, "the longest": 1}
HEADING = f"{'at, ms':>9} {'offset':>16} {'points/s':>12} {'ms':>8}"


def line(answered):
    """A line for a step: what entered, what left, and how many cells to fetch ahead, and not any more."""
    step, window = answered.step, answered.window
    velocity = "" if step.velocity is None else f"{step.velocity:.0f}"
    lists = [f"{sign} {names(window[name])}" for sign, name in (("+", "entering"), ("−", "leaving")) if window[name]]
    counts = [f"{len(window[name])} {word}" for name, word in (("prefetch", "ahead"), ("cancelled", "cancelled")) if window[name]]
    return f"{step.time:9.1f} {step.offset:16.1f} {velocity:>12} {answered.took:8.2f}  {'  '.join(lists + counts)}".rstrip()


def names(elements):
    """The names of elements. Cells of a section that follow each other are one: 0/3–7."""
    found, last = [], None
    for element in elements:
        kind = element.get("kind", element["category"])
        place = (element.get("section"), element.get("item", element.get("index")))
        follows = kind == "cell" and last is not None and place == (last[0], last[2] + 1)
        if follows:
            last[2] = place[1]
            continue
        last = [place[0], place[1], place[1]] if kind == "cell" else None
        found.append(last or f"{kind} {'/'.join(str(each) for each in place if each is not None)}")
    return ", ".join(each if isinstance(each, str) else run_text(*each) for each in found)


def run_text(section, first, last):
    return f"{section}/{first}" if first == last else f"{section}/{first}–{last}"


def summary(times):
    """The counts and times of all answers, of which there is at least one."""
    ranked = sorted(times)
    return {
        "steps": len(times),
        # The least time that so many of them did not exceed.
        "milliseconds": {name: ranked[max(0, -int(-part * len(ranked) // 1) - 1)] for name, part in PARTS.items()},
        "missed": {name: sum(time > frame for time in times) for name, frame in FRAMES.items()},
    }


def summary_text(summary):
    times = ", ".join(f"{name} {time:.2f}" for name, time in summary["milliseconds"].items())
    missed = "\n".join(f"{count} of {summary['steps']} steps would have missed a frame of {frame} ms"
                       for frame, count in summary["missed"].items())
    return f"{summary['steps']} answers, ms: {times}\n{missed}"
