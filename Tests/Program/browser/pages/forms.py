"""The forms that a page is looked at in: a large window and a phone, light and dark. Their pictures lie beside the others."""

from . import looks, playground

LARGE, PHONE = (1440, 900), (390, 844)
# What the content shows of the window, in height; how high the heading is; what is wider than the window; what of the heading
# and of the controls is seen.
MEASURES = """
    const height = (selector) => [...document.querySelectorAll(selector)].reduce((sum, node) => sum + node.getBoundingClientRect().height, 0);
    const seen = (selector) => [...document.querySelectorAll(selector)].some((node) => node.checkVisibility());
    return {
      content: height(arguments[0]) / innerHeight, heading: height(".bar"), width: document.documentElement.scrollWidth,
      nav: seen(".bar nav"), sheets: seen(".sheet form, .sheet .requests, .sheet .what"),
      ground: getComputedStyle(document.documentElement).backgroundColor, moving: document.getAnimations().length };"""
# What can be touched of a heading and of a sheet.
TARGETS = "header a, header button, .sheet button, .sheet input, .sheet select, .sheet summary, .sheet a"
# Whether a sheet is in the window, and its content in the sheet.
IS_INSIDE = """
    const sheet = document.querySelector(":popover-open"), { left, right, top, bottom } = sheet.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && sheet.scrollWidth <= sheet.clientWidth;"""


def looked_at(browser, check, name, show, content, least):
    """Shows a page in each form, and takes its picture: `show` opens it and waits, `content` is the selector of what it is
    for, which has to take the part `least` of a phone."""
    grounds = set()
    for width, height in (LARGE, PHONE):
        for dark in (False, True):
            form = f"{name} at {width} × {height}{', dark' if dark else ''}"
            browser.view(width, height, dark=dark, calm=True)
            show()
            found = browser.run(MEASURES, content)
            grounds.add(found["ground"])
            check(f"{form} is no wider", [] if found["width"] == width else [f"{found}"])
            check(f"{form} moves nothing for who prefers that", [] if found["moving"] == 0 else [f"{found}"])
            isPhone = width == PHONE[0]
            check(f"{form} shows controls {'behind buttons' if isPhone else 'at once'}",
                  [] if found["nav"] == found["sheets"] == (not isPhone) else [f"{found}"])
            if isPhone:
                check(f"{form} has one line of heading", [] if found["heading"] <= 60 else [f"{found}"])
                check(f"{form} shows what it is for", [] if found["content"] >= least else [f"{found}"])
                playground.shifts(browser, check, form)
            browser.screenshot(playground.PICTURES / f"{name}-{width}x{height}{'-dark' if dark else ''}.png")
    check(f"{name} has a light and a dark ground", [] if len(grounds) == 2 else [f"{grounds}"])
    sheets(browser, check, name)
    browser.view(1200, 900)


def sheets(browser, check, name):
    """On a phone each button of the heading opens a sheet, whose parts are large enough for fingers; Escape closes it."""
    for sheet in browser.run("""
            return [...document.querySelectorAll(".bar .opener")].filter((node) => node.checkVisibility())
              .map((node) => `#${node.getAttribute("popovertarget")}`);"""):
        button = f"[popovertarget={sheet[1:]}]"
        browser.click(button)
        browser.wait("document.querySelector(arguments[0]).matches(':popover-open')", sheet)
        check(f"{name}: targets of {sheet}", browser.run(looks.SMALL_TARGETS, TARGETS))
        check(f"{name}: all of {sheet} is seen", [] if browser.run(IS_INSIDE) else ["it is not"])
        browser.screenshot(playground.PICTURES / f"{name}-390x844-{sheet[1:]}.png")
        browser.press("Escape")
        browser.wait("!document.querySelector(arguments[0]).matches(':popover-open')", sheet)
    browser.click(".bar .opener")
    browser.view(*LARGE)
    browser.wait("!document.querySelector(':popover-open')")
    check(f"{name}: no sheet stays on a window that has grown", [] if browser.run("return document.querySelector('.bar nav').checkVisibility()") else ["it does"])
