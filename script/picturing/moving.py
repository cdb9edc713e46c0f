"""The moving picture of README: posts come in above what somebody reads, in a plain list and in a feed.

Both are played in a browser (page.js), step by step, and each step is noted as it was painted. The picture has these places
and no others. What the finger has moved is one motion of all rows, and a row that stands still on screen otherwise has no
motion of its own: all that moves by itself in the picture has jumped in the browser.
"""

import math

WIDTH, HEIGHT, ZONE = 320, 380, 72
MARGIN, GAP, TOP = 16, 40, 40
STEPS, SECONDS = 220, 11
# More than half a point is seen.
STILL = 0.5
EDGE, AVATAR, LINE = 12, 28, 15
# Of each post: its author, the lengths of its lines, how high its picture is, and which photograph that is.
POSTS = {
    "k1": ("Ines", (250, 180), 0, None), "k2": ("Tomo", (230,), 110, 36), "k3": ("Ruth", (262, 240, 120), 0, None),
    "k4": ("Amal", (255, 90), 0, None), "k5": ("Juri", (240, 262, 150), 0, None), "k6": ("Lena", (210,), 120, 35),
    "k7": ("Omar", (262, 200), 0, None), "k8": ("Vera", (240, 255, 262, 60), 0, None), "k9": ("Paul", (160,), 100, 7),
    "k10": ("Nora", (262, 120), 0, None), "k11": ("Kaya", (250, 255, 80), 0, None), "k12": ("Hugo", (230, 140), 120, 30),
    "n1": ("Mina", (262, 190), 0, None), "n2": ("Elio", (220,), 116, 21), "n3": ("Yuki", (255, 262, 140), 0, None),
}
KEYS = [key for key in POSTS if key.startswith("k")]
STYLE = """
.feeds{font:14px ui-sans-serif,system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#2c3646}
.feeds .ground{fill:#eef1f5}
.feeds .paper{fill:#fff}
.feeds .new{fill:#dfeafc}
.feeds .veil{fill:#eef1f5;fill-opacity:.6}
.feeds .edge{fill:none;stroke:#2c3646;stroke-width:2}
.feeds .line{stroke:#d5dbe5}
.feeds .text{fill:#8b95a5}
.feeds .name{font-weight:600}
.feeds .title{font-size:16px;font-weight:600}
.feeds .bad{fill:#b3261e}
.feeds .good{fill:#14613d}
.feeds .finger{fill:#0f1726;fill-opacity:.25;stroke:#fff;stroke-width:2}
@media (prefers-color-scheme:dark){
.feeds{fill:#d5dbe5}
.feeds .ground{fill:#0f1319}
.feeds .paper{fill:#1b222c}
.feeds .new{fill:#1f2d42}
.feeds .veil{fill:#0f1319}
.feeds .edge{stroke:#c3cad6}
.feeds .line{stroke:#2f3743}
.feeds .text{fill:#6c7789}
.feeds .bad{fill:#ff8a80}
.feeds .good{fill:#7fe0ac}
.feeds .finger{fill:#fff}
}
@media (prefers-reduced-motion:reduce){.feeds *{animation:none!important}}
"""


def text_height(key):
    """How high a post is without its picture, but for the edge below."""
    return EDGE + AVATAR + 8 + LINE * len(POSTS[key][1])


def story():
    """What is played: what comes, and how far the finger moves the content down in each step."""
    steps = [{} for _ in range(STEPS)]
    steps[24]["insert"] = ["n1"]
    steps[50]["insert"] = ["n2"]
    steps[76]["picture"] = "n2"
    steps[112]["insert"] = ["n3"]
    for first, count, way in ((96, 34, -110), (144, 50, 420)):
        parts = [round(way * (1 - math.cos(math.pi * part / count)) / 2) for part in range(count + 1)]
        for place in range(count):
            steps[first + place]["scroll"] = parts[place + 1] - parts[place]
    posts = {key: {"text": text_height(key), "picture": picture and picture + EDGE} for key, (_, _, picture, _) in POSTS.items()}
    # What stands below the text when there is no picture.
    for post in posts.values():
        post["text"] += EDGE
    return {"width": WIDTH, "height": HEIGHT, "zone": ZONE, "estimate": 90, "posts": posts, "keys": KEYS,
            "start": {"key": "k4", "offset": 24}, "steps": steps}


def travelled(steps):
    """How far the finger has moved the content by the end of each step, and before the first one."""
    found = [0]
    for step in steps:
        found.append(found[-1] + step.get("scroll", 0))
    return found


def jumps(frames, ways):
    """The steps in which a row moves that can be seen before and afterwards, but for the finger."""
    def seen(frame):
        return {key for key, (top, height) in frame.items() if top + height > 0 and top < HEIGHT}

    return [number for number in range(1, len(frames)) if any(
        abs(frames[number][key][0] - frames[number - 1][key][0] - ways[number] + ways[number - 1]) > STILL
        for key in seen(frames[number]) & seen(frames[number - 1]))]


def jumps_of(frames, steps):
    """The jumps of each list."""
    ways = travelled(steps)
    return [jumps([frame[number] for frame in frames], ways) for number in range(2)]


class Motions:
    """The animations of the picture, as CSS."""

    def __init__(self):
        self.rules = {}

    def of(self, declarations, timing):
        """The attributes of an element that has these declarations, one for each step, from where they change."""
        places = [place for place, each in enumerate(declarations)
                  if place == 0 or each != declarations[place - 1] or timing == "linear" and each != declarations[(place + 1) % len(declarations)]]
        if len(places) == 1:
            return f'style="{declarations[0]}"'
        frames = "".join(f"{100 * place / STEPS:.4g}%{{{declarations[place]}}}" for place in places)
        name = self.rules.setdefault(frames, f"m{len(self.rules)}")
        return f'style="{declarations[0]};animation:{name} {SECONDS}s {timing} infinite"'

    def style(self):
        return "".join(f"@keyframes {name}{{{frames}}}\n" for frames, name in self.rules.items())


def placed(y):
    return f"transform:translateY({y:g}px)"


def row(key, photos):
    """What a post shows, but for its picture."""
    author, lines, picture, _ = POSTS[key]
    number = list(POSTS).index(key)
    height = text_height(key) + EDGE + (picture and picture + EDGE)
    parts = [f'<rect class="{"new" if key.startswith("n") else "paper"}" width="{WIDTH}" height="{height}"/>',
             f'<path class="line" d="M0 .5H{WIDTH}"/>',
             f'<g clip-path="url(#round)">{photos.image(number + 3, EDGE, EDGE, AVATAR, AVATAR)}</g>',
             f'<text class="name" x="{2 * EDGE + AVATAR - 2}" y="{EDGE + 19}">{author}</text>']
    for place, length in enumerate(lines):
        parts.append(f'<rect class="text" x="{EDGE}" y="{EDGE + AVATAR + 9 + LINE * place}" width="{length}" height="7" rx="3.5"/>')
    return "".join(parts)


def panel(frames, ways, photos, motions):
    """The rows of a list, as they were in each step."""
    parts = []
    for key in (each for each in POSTS if any(each in frame for frame in frames)):
        places, y = [], None
        for frame, way in zip(frames, ways):
            y = frame[key][0] - way if key in frame else y
            places.append(None if key not in frame else y)
        first = next(place for place in places if place is not None)
        shown, last = [], first
        for place in places:
            last = last if place is None else place
            shown.append(f"{placed(last)};opacity:{int(place is not None)}")
        picture = ""
        if POSTS[key][2]:
            has, full = [], text_height(key) + 2 * EDGE
            known = False
            for frame in frames:
                known = frame[key][1] > full if key in frame else known
                has.append(f"opacity:{int(known)}")
            image = photos.image(POSTS[key][3], EDGE, text_height(key) + 6, WIDTH - 2 * EDGE, POSTS[key][2])
            picture = f"<g {motions.of(has, 'step-end')}>{image}</g>"
        parts.append(f"<g {motions.of(shown, 'step-end')}>{row(key, photos)}{picture}</g>")
    return f"<g {motions.of([placed(way) for way in ways], 'linear')}>{''.join(parts)}</g>"


def counted(numbers, count, x, kind, motions):
    """Says below a list how often it has jumped so far."""
    parts = []
    for times in range(count + 1):
        shown = [f"opacity:{int(sum(number <= step for number in numbers) == times)}" for step in range(STEPS + 1)]
        text = "jumped once" if times == 1 else f"jumped {times} times"
        parts.append(f'<text class="{kind}" x="{x}" y="{TOP + ZONE + HEIGHT + 26}" {motions.of(shown, "step-end")}>{text}</text>')
    return "".join(parts)


def finger(steps, ways, x, motions):
    """Where the finger is while it moves the content."""
    y, shown = HEIGHT * 0.6, []
    for place in range(STEPS + 1):
        is_down = any("scroll" in steps[each] for each in range(max(0, place - 4), min(STEPS, place + 4)))
        rest = next((each for each in range(place, -1, -1) if each == 0 or "scroll" not in steps[each - 1]), 0)
        shown.append(f"transform:translate({x + WIDTH * 0.7:g}px,{TOP + ZONE + y + (ways[place] - ways[rest]) * 0.4:g}px);opacity:{int(is_down)}")
    return f'<circle class="finger" r="17" {motions.of(shown, "linear")}/>'


def drawing(frames, steps, photos):
    """The picture of what was played."""
    ways, motions = travelled(steps), Motions()
    width, height = 2 * MARGIN + 2 * WIDTH + GAP, TOP + ZONE + HEIGHT + 40
    fade = [f"opacity:{min(1, place / 6, (STEPS - place) / 6):.2g}" for place in range(STEPS + 1)]
    parts = []
    for number, (found, (title, kind)) in enumerate(zip(jumps_of(frames, steps), (("scroll position left alone", "bad"), ("with layoutd", "good")))):
        own = [frame[number] for frame in frames]
        x = MARGIN + number * (WIDTH + GAP)
        parts.append(
            f'<text class="title" x="{x}" y="26">{title}</text>'
            f'<svg x="{x}" y="{TOP}" width="{WIDTH}" height="{ZONE + HEIGHT}" viewBox="0 {-ZONE} {WIDTH} {ZONE + HEIGHT}">'
            f'{panel(own, ways, photos, motions)}<rect class="veil" y="{-ZONE}" width="{WIDTH}" height="{ZONE}"/></svg>'
            f'<rect class="edge" x="{x}" y="{TOP + ZONE}" width="{WIDTH}" height="{HEIGHT}" rx="3"/>'
            f"{counted(found, len(found), x, kind, motions)}{finger(steps, ways, x, motions)}")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="feeds" role="img" width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n'
            f"<title>Posts come in above what somebody reads, in a scroller that is left alone and in a Feed</title>\n"
            f'<defs><clipPath id="round"><circle cx="{EDGE + AVATAR / 2:g}" cy="{EDGE + AVATAR / 2:g}" r="{AVATAR / 2:g}"/></clipPath></defs>\n'
            f'<rect class="ground" width="{width}" height="{height}"/>\n<g {motions.of(fade, "linear")}>\n' + "\n".join(parts) +
            f"\n</g>\n<style>{STYLE}{motions.style()}</style>\n</svg>\n")
