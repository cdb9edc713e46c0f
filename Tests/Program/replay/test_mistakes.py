"""What script/replay says, and with what status it ends, where it is given what it cannot use or a server fails it."""

import json
import re
import socket
import threading

import pytest

from lib.ports import free_port
from lib.proxy import Proxy
from replaying.recording import Invalid, Recording
from replaying.session import Session, WrongURL

from .test_windows import SNAPSHOT, recording_in, run

pytestmark = pytest.mark.quick

GOOD = {"snapshot": {"sections": []}, "width": 300, "height": 500, "steps": [[0, 0], [16, 40]]}
FILES = [
    ("{\n\"width\": 300,\n}", ":3:1: Expecting property name enclosed in double quotes"),
    ("[" * 100_000, ": this is not text, or a number in it is too long, or it is nested too deeply"),
    (GOOD | {"offsets": []}, ": /offsets is unknown; it has snapshot, width, height, steps"),
    (GOOD | {"width": 0}, ": /width has to be above 0, not 0"),
    (GOOD | {"steps": [[0, "a" * 99]]}, f": /steps/0/1 has to be a number below 2^53, not \"{'a' * 56}…"),
    (GOOD | {"steps": [[10 ** 400, 0]]}, f": /steps/0/0 has to be a number below 2^53, not 1{'0' * 56}…"),
    (GOOD | {"steps": [[0, 0], [16, 4], [16, 8]]}, ": /steps/2/0 has to be later than 16, the step before; it is 16"),
]


def test_files(facts, tmp_path):
    path = tmp_path / "recording.json"
    for content, said in FILES:
        path.write_bytes(content if isinstance(content, bytes) else (content if isinstance(content, str) else json.dumps(content)).encode())
        with pytest.raises(Invalid) as mistake:
            Recording.read(path)
        facts.equal("what it says", str(mistake.value), f"{path}{said}")
    ran = run("--fast", path, "http://127.0.0.1:9")
    facts.equal("of the last one", (ran.returncode, ran.stdout, ran.stderr), (2, "", f"replay: {path}{said}\n"))


def test_missing_file(facts):
    ran = run("/nowhere.json", "http://127.0.0.1:9")
    facts.equal("a file that is not there", (ran.returncode, ran.stderr), (2, "replay: /nowhere.json: No such file or directory\n"))


@pytest.mark.parametrize("url", [
    "127.0.0.1:8080", "ftp://127.0.0.1", "http://", "http://127.0.0.1:port", "http://127.0.0.1:70000", "http://[::1",
    "http://me@127.0.0.1", "http://127.0.0.1/?a=1", "http://127.0.0.1/ä"])
def test_url(url):
    with pytest.raises(WrongURL, match=re.escape(f"{url} is not the URL of a server, such as http://127.0.0.1:8080, or of a layout")):
        Session(url)


def test_wrong_url(facts, tmp_path):
    ran = run(recording_in(tmp_path, SNAPSHOT, [0]), "http://")
    facts.equal("its status, and what it says", (ran.returncode, ran.stderr.split(" is ")[0]), (2, "replay: http://"))


def failed(facts, ran, said):
    facts.equal("its status", ran.returncode, 1)
    facts.equal("what it says", ran.stderr, f"replay: {said}\n")


def test_no_server(facts, tmp_path):
    url = f"http://127.0.0.1:{free_port()}"
    failed(facts, run(recording_in(tmp_path, SNAPSHOT, [0]), url), f"the snapshot: {url} cannot be reached: Connection refused")


def test_no_program(facts, tmp_path):
    failed(facts, run("--program", "/nowhere", recording_in(tmp_path, SNAPSHOT, [0])),
           "no server runs: [Errno 2] No such file or directory: PosixPath('/nowhere')")


def test_no_layout(server, facts, tmp_path):
    url = f"{server.url}/v1/layouts/{'0' * 64}"
    failed(facts, run(recording_in(tmp_path, SNAPSHOT, [0]), url),
           f"the layout: {url} answers 404: The layout is not known. Post the snapshot again; it then has the same id.")


def test_no_snapshot(server, facts, tmp_path):
    ran = run(recording_in(tmp_path, {"sections": [{"engine": "waterfal"}]}, [0]), server.url)
    facts.equal("its status", ran.returncode, 1)
    facts.holds("it says what is wrong", ran.stderr.startswith(
        f"replay: the snapshot: {server.url} answers 422: The body is not a snapshot. /sections/0/engine"), ran.stderr)


def test_server_gone(server, facts, tmp_path):
    """A connection that is cut while it scrolls: what was answered before is printed."""
    with Proxy(lambda: (1e9, 20_000), server.port) as proxy:
        ran = run("--fast", recording_in(tmp_path, SNAPSHOT, range(0, 3000, 50)), f"http://127.0.0.1:{proxy.port}")
    lines = ran.stdout.splitlines()
    facts.within("lines", len(lines), 5, 55)
    facts.equal("its status", ran.returncode, 1)
    facts.holds("it says at which step", ran.stderr.startswith(
        f"replay: step {len(lines)}: http://127.0.0.1:{proxy.port} has not answered: "), ran.stderr)


@pytest.mark.parametrize("answer, said", [
    (b"", "has not answered: closed after 0 bytes of an answer"),
    (b"220 mail.example ready\r\n\r\n", "does not answer HTTP/1.1"),
    (b"hello\r\n\r\n", "does not answer HTTP/1.1"),
    (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "answers 200, but not what layoutd answers"),
    (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", "answers 200, but not what layoutd answers"),
    (b"HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nhello", "answers 404"),
], ids=["nothing", "mail", "text", "page", "list", "404"])
def test_another_server(answer, said, facts, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def serve():
            client = listener.accept()[0]
            client.recv(1 << 16)
            client.sendall(answer)
            client.shutdown(socket.SHUT_WR)
            client.recv(1 << 16)
            client.close()

        thread = threading.Thread(target=serve)
        thread.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        failed(facts, run(recording_in(tmp_path, SNAPSHOT, [0]), url), f"the snapshot: {url} {said}")
        thread.join()
