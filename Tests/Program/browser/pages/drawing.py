"""Compares the drawing of a page with the server's answer for the same bounds."""

import json

# Everything that a window shows, the first one or another: by key [x, y, width, height] within it, in points of the
# layout; and the scale that it is drawn at.
SHOWN = """
    const window_ = document.querySelectorAll(".window")[arguments[0] ?? 0];
    const frame = window_.getBoundingClientRect();
    const scale = frame.width / window_.offsetWidth;
    const elements = {};
    for (const node of window_.querySelectorAll(".element:not([hidden])")) {
      const { x, y, width, height } = node.getBoundingClientRect();
      elements[node.dataset.key] = [x - frame.x, y - frame.y, width, height].map((length) => length / scale);
    }
    return { elements, width: window_.offsetWidth, height: window_.offsetHeight, scale };"""

# A browser keeps widths and heights in 64ths of a point, and positions on screen in floats.
TOLERANCE = 1 / 64 + 0.001


def key_of(element):
    kind = element.get("kind", element["category"])
    number = element.get("item", element.get("index"))
    return f"{kind}/{element['section']}/{number}" if "section" in element else f"{kind}/{number}"


# Counts the requests of the page that are not answered. A stream of events is answered when it begins; polls wait.
COUNT_REQUESTS = """
    if (window.requestCount === undefined) {
      window.requestCount = 0;
      const { fetch } = window;
      window.fetch = async (...given) => {
        if (/[?&]wait=/.test(given[0])) return fetch(...given);
        window.requestCount += 1;
        return fetch(...given).finally(() => { window.requestCount -= 1; });
      };
    }"""


def still(browser, script, when="true", but=""):
    """Waits until a script has the same value in four frames, with `when` true, no animations, and no requests that are not
    answered. A size or a scroll position that was set is drawn one or two frames later. `but` is a selector of what may move."""
    browser.run(COUNT_REQUESTS + "window.seenLast = undefined")
    browser.wait(f"""(() => {{
        const moves = ({{ effect }}) => !({json.dumps(but)} && effect.target.matches({json.dumps(but)}));
        const isMoving = !({when}) || window.requestCount > 0 || document.getAnimations().some(moves);
        const seen = JSON.stringify((function () {{{script}}})());
        const [last, count] = window.seenLast ?? [];
        window.seenLast = [seen, seen === last && !isMoving ? count + 1 : 0];
        return window.seenLast[1] >= 3;
    }})()""")


def follow(browser, script):
    """Notes the value of a script now and in every frame, until `followed` asks for them."""
    browser.run(f"""
        window.followed = [];
        window.isFollowing = true;
        const follow = () => {{
          window.followed.push((function () {{{script}}})());
          if (window.isFollowing) requestAnimationFrame(follow);
        }};
        follow();""")


def followed(browser):
    return browser.run("window.isFollowing = false; return window.followed")


def after_timers(browser, milliseconds):
    """Waits for the timers that the page has set and that are so long. One that is set later ends later."""
    browser.run("return new Promise((resolve) => setTimeout(resolve, arguments[0]))", milliseconds)


def settled(browser, pane=0):
    """Waits until everything visible is there, and a window stands still."""
    still(browser, SHOWN.replace("arguments[0] ?? 0", f"{pane}"), "document.querySelector('.element:not([hidden])') && !document.querySelector('.hole:not([hidden])')")


def elements_in(service, layout, axis, extent, bounds):
    answer = service.get(f"{layout}/elements?{axis}={extent}&bounds={','.join(map(str, bounds))}")
    assert answer["next"] is None
    return {key_of(e): e["frame"] for e in answer["elements"] + answer["special"]}


def problems_at(browser, service, layout, origin, axis="width", extent=None, pane=0):
    """Where the drawing at a scroll origin differs from the server's frames."""
    settled(browser, pane)
    shown = browser.run(SHOWN, pane)
    tolerance = TOLERANCE / min(1, shown["scale"])
    # A browser rounds the end of the scrolled content to whole points.
    name = "height" if axis == "width" else "width"
    size = service.get(f"{layout}?{axis}={extent or shown[axis]}")["contentSize"]
    origin = max(0, min(origin, size[name] - shown[name]))
    x, y = (0, origin) if axis == "width" else (origin, 0)
    extent = extent or shown[axis]
    expected = elements_in(service, layout, axis, extent, (x, y, shown["width"], shown["height"]))
    problems = [f"{key} is drawn, but not there" for key in shown["elements"].keys() - expected.keys()]
    problems += [f"{key} is not drawn" for key in expected.keys() - shown["elements"].keys()]
    for key in expected.keys() & shown["elements"].keys():
        frame, drawn = expected[key], shown["elements"][key]
        wanted = [frame["x"] - x, frame["y"] - y, frame["width"], frame["height"]]
        if any(abs(one - other) > tolerance for one, other in zip(wanted, drawn)):
            problems.append(f"{key} is drawn at {drawn}, not at {wanted}")
    return problems + ([] if expected else ["there is nothing at all"])
