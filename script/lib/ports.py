"""Ports for servers that have to be told theirs."""

import random
import socket
from pathlib import Path

RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
LOWEST = 10_000


def free_ports(count):
    """Ports of 127.0.0.1 that nobody has, all different, and none of those that the system gives to whoever asks for any: so
    they stay free until a server takes them, and between two servers that do.
    """
    end = int(RANGE.read_text().split()[0])
    ports = []
    for port in random.sample(range(LOWEST, end), end - LOWEST):
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        ports.append(port)
        if len(ports) == count:
            return ports
    raise OSError(f"fewer than {count} ports from {LOWEST} to {end} are free")


def free_port():
    return free_ports(1)[0]
