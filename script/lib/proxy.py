"""A TCP proxy that cuts connections or holds them, and that stays where it is while servers come and go behind it."""

import math
import select
import socket
import threading
from contextlib import suppress

from .http import reset

NEVER = (math.inf, math.inf)
SECONDS = 60  # A connection on which nothing comes for so long is cut.


class Proxy:
    """Passes connections on to the port of its `server`; while that is None, none is.

    `plan` says of each connection how many bytes of the client and of the server are passed before it is cut.
    """

    def __init__(self, plan=lambda: NEVER, server=None):
        self.plan, self.server, self.cuts = plan, server, 0
        self.going, self.lock = threading.Event(), threading.Lock()
        self.going.set()
        self.open, self.once = set(), None
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        with suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.going.set()
        self.cut()

    def hold(self):
        """Passes nothing on, until `go_on`."""
        self.going.clear()

    def go_on(self):
        self.going.set()

    def cut(self):
        """Cuts all connections."""
        with self.lock:
            for each in self.open:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def cut_after(self, direction, count):
        """Cuts, once, the connection through which the next so many bytes have gone "up" to the server, or "down"."""
        with self.lock:
            self.once = direction, count

    def has_cut(self):
        return self.once is None

    def _accept(self):
        with suppress(OSError):
            while True:
                client = self.listener.accept()[0]
                threading.Thread(target=self._pass, args=[client], daemon=True).start()

    def _pass(self, client):
        server = None
        try:
            server = socket.create_connection(("127.0.0.1", self.server))
            for each in (client, server):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                self.open |= {client, server}
            if self._copy(client, server, dict(zip((client, server), self.plan()))):
                self.cuts += 1
        except (OSError, TypeError):
            pass  # There is no server, or it has been killed.
        finally:
            with self.lock:
                self.open -= {client, server}
            for each in (client, server):
                if each:
                    with suppress(OSError):
                        reset(each)

    def _copy(self, client, server, left):
        """Passes bytes on. Returns whether a cut was planned."""
        others = {client: server, server: client}
        while True:
            ready = select.select([client, server], [], [], SECONDS)[0]
            if not ready:
                return False
            for each in ready:
                data = each.recv(1 << 16)
                self.going.wait()
                if not data:
                    return False
                end = self._end("up" if each is client else "down", len(data))
                if end is None and len(data) > left[each]:
                    end = left[each]
                others[each].sendall(data[:end])
                if end is not None:
                    return True
                left[each] -= len(data)

    def _end(self, direction, count):
        """After how many of so many bytes `cut_after` ends the connection; None where it does not."""
        with self.lock:
            if self.once is None or self.once[0] != direction:
                return None
            left = self.once[1]
            self.once = (direction, left - count) if count < left else None
            return None if self.once else left


def random_cuts(source, most, part=1.0):
    """Cuts such a part of the connections, each in one direction after at most so many bytes."""
    lock = threading.Lock()

    def plan():
        with lock:
            if source.random() >= part:
                return NEVER
            bytes = source.randrange(most)
            return (bytes, math.inf) if source.random() < 0.5 else (math.inf, bytes)

    return plan
