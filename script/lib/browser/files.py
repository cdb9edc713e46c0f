"""A server of the client's folder, for pages of another origin than the program's."""

import functools
import http.server
import threading
import urllib.parse

from .. import ROOT, bundles, transpiled

CLIENT = ROOT / "clients/typescript"


class Files(http.server.ThreadingHTTPServer):
    """A server of a folder on a free port, by default the client's. The end of its `with` block stops it. A page is sent with the
    Content-Security-Policy that the query's `policy` names."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def do_GET(self):
            if self.path == "/favicon.ico":
                self.send_response(204)
                self.end_headers()
            else:
                super().do_GET()

        def end_headers(self):
            # A file that is gone must not come from a cache.
            self.send_header("Cache-Control", "no-store")
            for policy in urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query).get("policy", []):
                self.send_header("Content-Security-Policy", policy)
            super().end_headers()

    def __init__(self, folder=CLIENT):
        # Pages of the repository load the client's sources, or its bundles.
        if folder in (CLIENT, ROOT):
            transpiled.update()
            bundles.update()
        super().__init__(("127.0.0.1", 0), functools.partial(self.Handler, directory=folder))
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __exit__(self, *exception):
        self.shutdown()
        super().__exit__(*exception)
