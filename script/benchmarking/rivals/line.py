"""A site of a folder, and a line to it that has a limit."""

import asyncio
import functools
import gzip
import http.server
import mimetypes
import threading
from pathlib import Path

# What fits into one packet.
PACKET = 1460


@functools.lru_cache(maxsize=None)
def packed(path):
    return gzip.compress(Path(path).read_bytes(), 9, mtime=0)


class Site(http.server.ThreadingHTTPServer):
    """Serves a folder, gzipped, over connections that are kept. The end of its `with` block stops it."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, *arguments):
            pass

        def do_GET(self):
            path = (self.server.folder / self.path.partition("?")[0].lstrip("/")).resolve()
            is_there = self.server.folder in path.parents and path.is_file()
            body = packed(path) if is_there else b""
            self.send_response(200 if is_there else 404)
            self.send_header("Content-Type", mimetypes.guess_type(path)[0] or "application/octet-stream")
            self.send_header("Content-Length", f"{len(body)}")
            if is_there:
                self.send_header("Content-Encoding", "gzip")
            # Each page is loaded as if for the first time, and none is kept for the way back.
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

    daemon_threads = True

    def __init__(self, folder):
        self.folder = folder.resolve()
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, args=[0.05], daemon=True).start()

    def handle_error(self, request, client_address):
        pass  # A browser that is gone.

    def __exit__(self, *exception):
        self.shutdown()
        super().__exit__(*exception)


class Line:
    """Passes connections on to a port. What goes there and back takes `delay` seconds for both ways together, and a connection needs
    that once before. What comes back shares `rate` bits a second; a new line is idle. The slow start of TCP is left out. The end of its
    `with` block cuts it."""

    def __init__(self, port, delay, rate):
        self.upstream, self.delay, self.rate = port, delay, rate
        self.free = 0
        self.loop = asyncio.new_event_loop()

    def __enter__(self):
        self.server = self.loop.run_until_complete(asyncio.start_server(self._pass, "127.0.0.1", 0))
        self.port = self.server.sockets[0].getsockname()[1]
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *exception):
        asyncio.run_coroutine_threadsafe(self._cut(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def _cut(self):
        self.server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _pass(self, reader, writer):
        await asyncio.sleep(self.delay)
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.upstream)
        try:
            await asyncio.gather(self._send(reader, server_writer, None), self._send(server_reader, writer, self.rate))
        except (OSError, asyncio.CancelledError):
            pass  # The browser or the site has gone, or the line is cut.
        finally:
            server_writer.close()
            writer.close()

    async def _send(self, reader, writer, rate):
        while data := await reader.read(PACKET):
            now = self.loop.time()
            if rate:
                # The next packet of each connection waits until this one is on its way.
                now = self.free = max(self.free, now) + len(data) * 8 / rate
                self.loop.call_at(now + self.delay / 2, writer.write, data)
                await asyncio.sleep(now - self.loop.time())
            else:
                self.loop.call_at(now + self.delay / 2, writer.write, data)
