"""A TCP proxy that cuts connections, and that stays where it is while servers come and go behind it."""

import math
import select
import socket
import struct
import threading
from contextlib import suppress

NEVER = (math.inf, math.inf)
SECONDS = 60  # A connection on which nothing comes for so long is cut.


class Proxy:
    """Passes connections on to the port of its `server`; while that is None, none is.

    `plan` says of each connection how many bytes of the client and of the server are passed before it is cut.
    """

    def __init__(self, plan=lambda: NEVER):
        self.plan, self.server = plan, None
        self.cuts = 0
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        with suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

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
            if self._copy(client, server, dict(zip((client, server), self.plan()))):
                self.cuts += 1
        except (OSError, TypeError):
            pass  # There is no server, or it has been killed.
        finally:
            for each in (client, server):
                if each:
                    reset(each)

    @staticmethod
    def _copy(client, server, left):
        """Passes bytes on. Returns whether the plan has ended it."""
        others = {client: server, server: client}
        while True:
            ready = select.select([client, server], [], [], SECONDS)[0]
            if not ready:
                return False
            for each in ready:
                data = each.recv(1 << 16)
                if not data:
                    return False
                if len(data) > left[each]:
                    others[each].sendall(data[:left[each]])
                    return True
                left[each] -= len(data)
                others[each].sendall(data)


def reset(connection):
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


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


def after_request():
    """Passes the request on, and cuts when its answer comes."""
    return math.inf, 0
