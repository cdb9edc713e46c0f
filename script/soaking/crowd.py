"""Many connections at once, held by one thread."""

import selectors
import socket
import time

from lib.http import reset


class Held:
    """One connection of a crowd: the bytes that it received, and the seconds until the server closed it."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.start = time.monotonic()
        self.received = b""
        self.closed_after = None

    def send(self, data):
        try:
            self.socket.send(data)
        except BlockingIOError:
            pass
        except OSError:
            self.close()

    def receive(self):
        try:
            data = self.socket.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self.received = (self.received + data)[:1000]
        if not data:
            self.close()

    def close(self):
        if self.closed_after is None:
            self.closed_after = time.monotonic() - self.start


def hold(port, count, first, seconds, drip=b"", every=0.9):
    """Opens connections, sends `first` on each, then `drip` again and again, until the server has closed them all or the
    seconds are over."""
    crowd = []
    with selectors.DefaultSelector() as selector:
        for _ in range(count):
            held = Held(port)
            held.send(first)
            held.socket.setblocking(False)
            selector.register(held.socket, selectors.EVENT_READ, held)
            crowd.append(held)
        end = time.monotonic() + seconds
        next_drip = time.monotonic() + every
        while selector.get_map() and time.monotonic() < end:
            for key, _ in selector.select(0.05):
                key.data.receive()
            if drip and time.monotonic() >= next_drip:
                next_drip += every
                for held in crowd:
                    if held.closed_after is None:
                        held.send(drip)
            for held in crowd:
                if held.closed_after is not None and held.socket.fileno() >= 0:
                    selector.unregister(held.socket)
                    held.socket.close()
    for held in crowd:
        held.socket.close()
    return crowd


def connected(port, count):
    """A number of connections that send nothing."""
    return [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(count)]


def close_all(sockets, is_reset=False):
    for one in sockets:
        reset(one) if is_reset else one.close()
