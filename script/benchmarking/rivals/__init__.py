"""Compares layoutd with other libraries, whose clones are in a folder, in the same browsers and with the same posts."""

import contextlib
import sys
import tempfile
from pathlib import Path

from lib.browser.driver import BrowserError

from . import jumps, libraries
from .libraries import ALONE, LIBRARIES
from .line import Site
from .measures import MEASURES, Visit


def measure_names():
    return [measure.name for measure in MEASURES]


def page_names():
    return [library.name for library in LIBRARIES]


class Run(contextlib.ExitStack):
    """What is measured of the pages, as it is asked for. The end of its `with` block removes the pages."""

    def __init__(self, folder, given):
        super().__init__()
        self.folder, self.given = folder, given
        self.libraries = [library for library in LIBRARIES if library.name in given.chosen]
        self.measures = [measure for measure in MEASURES if measure.name in given.only]
        libraries.check(folder, self.libraries, {measure.browser.name for measure in self.measures})
        versions = {library.name: library.version(folder) for library in self.libraries if library.repository}
        self.values = {"versions": versions, "measures": {}}

    def __enter__(self):
        into = Path(self.enter_context(tempfile.TemporaryDirectory(prefix="layoutd-rivals-")))
        libraries.make(self.folder, self.libraries, into)
        self.sites = {library: self.enter_context(Site(into / library.name)) for library in (*self.libraries, ALONE)}
        return super().__enter__()

    def rows(self):
        """Each measure, with its text for each library."""
        for measure in self.measures:
            found = {library: [] for library in self.libraries}
            for _ in range(self.given.rounds or measure.rounds):
                for library, values in found.items():
                    values.append(self._take(measure, library))
            self.values["measures"][measure.name] = {library.name: values for library, values in found.items()}
            yield measure, [text(measure, values) for values in found.values()]

    def _take(self, measure, library):
        """One value, in a browser of its own: none has kept anything."""
        with measure.browser() as browser:
            self.values[browser.name] = browser.version
            browser.view(jumps.WIDTH, jumps.HEIGHT)
            try:
                return measure.take(Visit(browser, self.sites[library], self.sites[ALONE], self.given))
            except (BrowserError, jumps.PageError) as error:
                print(f"benchmark-page: {library.title}: {measure.title}: {error}", *browser.console(), file=sys.stderr)
                return {"error": f"{error}"}


def text(measure, values):
    """What the table says of the values of all rounds."""
    is_failed = any(isinstance(value, dict) and "error" in value for value in values)
    return "fails" if is_failed else measure.text(values)
