"""A name server that knows one name, whose addresses change."""

import socket
import struct
import threading


class Names:
    """Answers on UDP what has the addresses of this machine that are in `addresses`, and nothing to all else."""

    def __init__(self, name, addresses):
        self.name, self.addresses = name.encode(), list(addresses)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                data, client = self.socket.recvfrom(4096)
            except OSError:
                return
            self.socket.sendto(self.answer(data), client)

    def answer(self, data):
        end = data.index(b"\0", 12) + 5  # the question: labels, a type and a class
        question = data[12:end]
        kind, = struct.unpack(">H", question[-4:-2])
        label = bytes([len(self.name)]) + self.name
        records = [struct.pack(">HHHIH", 0xC00C, 1, 1, 1, 4) + socket.inet_aton(each) for each in self.addresses
                   ] if kind == 1 and question.startswith(label + b"\0") else []
        return data[:2] + struct.pack(">HHHHH", 0x8580, 1, len(records), 0, 0) + question + b"".join(records)

    def end(self):
        self.socket.close()
