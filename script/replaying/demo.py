"""Records a scroll of the demo in a headless Chromium: slow, by flings, back, and by jumps."""

from lib.browser.webdriver import Chromium

from .recording import Recording, Step

WIDTH, HEIGHT = 390, 844
# Where the page is at first, then each place that it tells its viewport while it scrolls, and when that was.
WATCH = """
    const { Viewport } = await import('/client/source/viewport/Viewport.js');
    const { update } = Viewport.prototype;
    window.recorded = [[performance.now(), document.getElementById('scroller').scrollTop]];
    Viewport.prototype.update = function (bounds, ...options) {
      window.recorded.push([performance.now(), bounds.y]);
      return update.call(this, bounds, ...options);
    };"""
SIZE = """
    const { clientWidth, clientHeight, dataset } = document.getElementById('scroller');
    return [clientWidth, clientHeight, dataset.layout];"""
RESTED = """
    await new Promise((resolve) => {
      let last = null, since = performance.now();
      const look = () => {
        const place = window.recorded.at(-1)[1];
        if (place !== last) since = performance.now();
        last = place;
        if (performance.now() - since > arguments[0]) resolve();
        else requestAnimationFrame(look);
      };
      look();
    });"""
GO_TO = """
    document.getElementById('item').value = arguments[0];
    document.getElementById('controls').requestSubmit();"""


def recorded(service):
    """The recording of a session with the demo of a server."""
    with Chromium() as browser:
        browser.view(WIDTH, HEIGHT)
        browser.open(service.url + "/playground/demo.html")
        browser.wait("document.querySelector('.element:not([hidden])') && !document.querySelector('.hole:not([hidden])')")
        browser.run(WATCH)
        scroll(browser)
        width, height, layout = browser.run(SIZE)
        places = browser.run("return window.recorded")
    return Recording(service.get(f"/v1/layouts/{layout}/snapshot"), width, height, steps_of(places))


def scroll(browser):
    drag(browser, 700, 350)
    fling(browser)
    drag(browser, -400, 500)
    jump(browser, 400_000_123)
    drag(browser, 300, 350)
    jump(browser, 999_000_000)
    drag(browser, 200, 350)


def drag(browser, points, speed):
    """Scrolls by so many points, so many a second."""
    browser.command("Input.synthesizeScrollGesture", x=WIDTH // 2, y=HEIGHT // 2, yDistance=-points, speed=speed,
                    gestureSourceType="mouse", preventFling=True)
    browser.run(RESTED, 150)


def fling(browser):
    """Lets the content fly, and slow down until it rests."""
    browser.run("document.getElementById('fling').click()")
    browser.run(RESTED, 150)


def jump(browser, item):
    """Goes to an item."""
    browser.run(GO_TO, item)
    browser.wait("document.querySelector('.selected')")
    browser.run(RESTED, 400)


def steps_of(places):
    """The places at which the viewport is another one than before, from the first one on."""
    steps, begins = [], places[0][0]
    for time, offset in places:
        if not steps or offset != steps[-1].offset:
            steps.append(Step(round(time - begins, 1), round(offset, 3)))
    return steps
