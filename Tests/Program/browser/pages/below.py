"""The pages at a path of a site, through nginx: they draw, and everything they load, ask for and lead to is below it."""

import tempfile
from pathlib import Path

import pytest

from lib import proxies
from lib.browser.service import Service
from lib.sites import BASE, site

PAGES = ["/", "/playground/demo.html", "/playground/document.html"]
LINKS = "return [...document.querySelectorAll('#menu nav a')].map((link) => link.href)"
LOADED = "return performance.getEntriesByType('resource').map(({ name, responseStatus }) => [name, responseStatus])"


def test(browser, service, check):
    if proxies.Nginx.program is None:
        pytest.skip("nginx is missing; run script/bootstrap --all")
    with tempfile.TemporaryDirectory() as name, Service(service.program, f"--base-path={BASE}") as own:
        Path(name).chmod(0o755)
        with site("nginx", False, own.port, Path(name)) as port:
            root = f"http://127.0.0.1:{port}{BASE}"
            for page in PAGES:
                browser.open(root + page)
                browser.wait("document.querySelector('.cell:not([hidden])')")
                loaded = browser.run(LOADED)
                outside = [url for url, _ in loaded if not url.startswith(f"{root}/")]
                check(f"what {page} loads is below the path", outside if loaded else ["nothing is loaded"])
                check("  and there", [url for url, status in loaded if status not in (0, 200, 201, 304, 307)])
                asked = [url for url, _ in loaded if url.startswith(f"{root}/v1/")]
                check("  questions are, too", [] if asked or page.endswith("document.html") else ["none is asked"])
                links = browser.run(LINKS)
                wrong = [link for link in links if own.request("GET", link.removeprefix(root)).status != 200]
                check("its links are answered", wrong if len(links) >= 5 else links)
                current = browser.run("return document.querySelector('#menu nav a[aria-current]')?.href")
                check("  and it marks its own", [] if current == root + page else [str(current)])
            browser.open("about:blank")  # ends its stream of events before nginx ends
