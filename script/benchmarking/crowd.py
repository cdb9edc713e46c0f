"""Many connections of one client, in one thread: each gets bytes when they come."""

import select
import socket
import time

from lib.http import request_bytes


class Crowd:
    """Connections to a server, within a `with` block."""

    def __init__(self, server, count):
        self.poll, self.sockets = select.epoll(), {}
        for _ in range(count):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=30)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.poll.register(connection, select.EPOLLIN)
            self.sockets[connection.fileno()] = connection

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        for connection in self.sockets.values():
            connection.close()
        self.poll.close()

    def send(self, number, *request):
        """Sends a short request, the arguments of `request_bytes`, on a connection; its buffers are empty."""
        self.sockets[number].sendall(request_bytes(*request))

    def received(self, seconds):
        """What comes within the seconds: for each piece the connection's number, the bytes, and when they came."""
        for number, _ in self.poll.poll(max(0, seconds), len(self.sockets)):
            data = self.sockets[number].recv(1 << 16)
            if not data:
                raise RuntimeError("the server has closed a connection")
            yield number, data, time.perf_counter()


def body_of(answer):
    """The status and body of a whole answer; None where there is more to come."""
    head, end, body = answer.partition(b"\r\n\r\n")
    at = head.lower().find(b"content-length:")
    if not end or at < 0 or len(body) < int(head[at + 15:].split(b"\r\n", 1)[0]):
        return None
    return int(head[9:12]), body
