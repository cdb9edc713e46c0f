"""What stands in for replicas where a test has to see what a proxy sends, or has to be slow on purpose."""

import http.server
import json
import socket
import socketserver
import threading
import time


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        if self.path == "/readyz":
            return self.reply(b"{}")
        path = self.path.partition("?")[0]
        standin = self.server.standin
        standin.begun.append(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with standin.lock:
            standin.requests.append((self.command, self.path, self.headers, body))
        if path.endswith("/dies"):
            self.close_connection = True
            return self.connection.shutdown(socket.SHUT_RDWR)
        if path.endswith("/events"):
            return self.stream()
        if path.endswith("/changes") and self.command == "GET":
            self.be_quiet()
        self.reply(json.dumps({"from": standin.number}).encode())

    do_GET = do_POST = do_PUT = do_DELETE = answer

    def reply(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def stream(self):
        """An event at once, another one after a while."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"event: change\ndata: 0\n\n")
        self.be_quiet()
        self.wfile.write(b"event: change\ndata: 1\n\n")
        self.close_connection = True

    def be_quiet(self):
        # The limits of a proxy are times of its own.
        time.sleep(self.server.standin.quiet)

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):
        pass


class StandIn:
    """A server at a free port, which is ready, and records what it is asked.

    `quiet` seconds pass before a poll is answered, and between two events.
    """

    def __init__(self, number, quiet):
        self.number, self.quiet = number, quiet
        self.lock, self.begun, self.requests = threading.Lock(), [], []
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.standin = self
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()
