"""Clients that send every kind of request, wrong ones too, and so many connections that some are refused."""

import contextlib
import json
import socket
import threading

from lib import ROOT
from lib.http import Client

EXAMPLE = (ROOT / "Sources/Resources/Examples/feed.json").read_bytes()
FLOOD_CONNECTIONS = 200


def small_snapshot(number):
    return json.dumps({"sections": [{"engine": "column", "items": number + 1}]}).encode()


def large_snapshot(number):
    """One that is too large for a network thread."""
    heights = [1 + (number + i) % 97 for i in range(40_000)]
    section = {"engine": "waterfall", "items": {"heights": heights}}
    return json.dumps({"sections": [section]}).encode()


def ask_everything(client, number):
    """Sends every kind of request once, wrong ones too."""
    layout = "/v1/layouts/" + client.post(EXAMPLE, "?width=390").json()["id"]
    width = 320 + number % 40
    for query in (
        "", "/elements?width=390&rect=0,0,390,2000", "/elements?width=390&rect=0,0,390,2000&format=columns",
        "/sections?width=390", "/items/0/0?width=390", "/supplementary/globalHeader/0?width=390",
        "/decorations/rowSeparator/0/1?width=390", "/hit?width=390&point=20,100", f"?width={width}",
        "/elements", "/items/0/999999999?width=390",
    ):
        client.get(layout + query, Accept_Encoding="gzip")
    for y in range(0, 2000, 40):
        client.get(f"{layout}/special?bounds=0,{y},390,844")
    client.get(f"{layout}?width=390", If_None_Match=client.get(f"{layout}?width=390").headers["ETag"])
    client.request("HEAD", layout)
    client.post(large_snapshot(number))
    client.post(b"{")
    client.request("PUT", "/v1/layouts")
    client.request("DELETE", client.layout(small_snapshot(number)))
    client.get("/v1/layouts/" + "0" * 64)  # The store is asked for it.
    ask_documents(client, f"/v1/documents/list-{number}")
    for path in ("/healthz", "/readyz", "/metrics", "/version", "/openapi.yaml", "/openapi.json", "/docs", "/", "/nothing"):
        client.get(path)


def ask_documents(client, path):
    """Puts a document, changes it, reads it and its log, and deletes it."""
    body = b'{"snapshot": {"sections": [{"engine": "column", "items": 3}]}}'
    revision = client.request("PUT", path, body, If_None_Match="*").json()["revision"]
    steps = [{"delete": [{"section": 0, "item": 0}]}]
    client.request("POST", f"{path}/changes", json.dumps({"revision": revision, "steps": steps}).encode())
    for rest in ("", "/sections?width=390", f"/changes?after={revision}", f"/changes?after={revision + 1}&wait=0.1"):
        client.get(path + rest)
    client.get("/v1/documents?prefix=list")
    client.request("DELETE", path, If_Match="*")


class Load:
    """Clients that ask for everything again and again."""

    def __init__(self, address, clients=3):
        self.is_over = threading.Event()
        self.rounds = 0
        self.failure = None
        self.threads = [
            threading.Thread(target=self._run, args=(address, number), daemon=True) for number in range(clients)]
        for thread in self.threads:
            thread.start()

    def _run(self, address, number):
        client = Client(address)
        try:
            while not self.is_over.is_set():
                ask_everything(client, number)
                number += len(self.threads)
                self.rounds += 1
        except Exception as failure:  # whatever it is, it is a finding
            self.failure = failure
        client.close()

    def end(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join(60)


@contextlib.contextmanager
def flood(address):
    """Opens so many connections that some are refused."""
    sockets = [socket.create_connection(address, timeout=60) for _ in range(FLOOD_CONNECTIONS)]
    try:
        yield
    finally:
        for one in sockets:
            one.close()
