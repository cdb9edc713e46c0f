"""Photographs of the playground, for pictures."""

import re

# What another Chromium may encode otherwise.
DATA = re.compile(r'(href="data:image/jpeg;base64,)[^"]*')


class Photos:
    """Draws them in a browser that shows page.html."""

    def __init__(self, browser):
        self.browser = browser

    def data(self, number, width, height, quality=0.75):
        """The address of the data of a photograph, of so many pixels."""
        return self.browser.run("return photo(arguments[0])", {
            "number": number, "width": round(width), "height": round(height), "quality": quality})

    def image(self, number, x, y, width, height, title=""):
        """A photograph as an element of an SVG."""
        return (f'<image x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" preserveAspectRatio="none" '
                f'href="{self.data(number, width, height)}">{title}</image>')
