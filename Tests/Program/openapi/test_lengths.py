"""Bodies without a length: what clients that stream are answered, and that they succeed as the answer and its page say."""

import json
import subprocess

import pytest

pytestmark = pytest.mark.quick

BODY = '{"sections": [{"items": 3}]}'
WITHOUT = """
    const refused = [];
    const stream = new Blob([body]).stream();
    refused.push(await fetch(url, { method: 'POST', headers, body: stream, duplex: 'half' }));
    const chunked = await new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers }, (answer) => resolve(answer)).on('error', reject);
      sent.write(body);
      sent.end();
    });
    console.log(JSON.stringify([refused[0].status, await refused[0].json(), chunked.statusCode]));"""
WITH = """
    const statuses = [];
    for (const given of [body, Buffer.from(body), new Blob([body])]) {
      statuses.push((await fetch(url, { method: 'POST', headers, body: given })).status);
    }
    for (const [more, send] of [
      [{}, (sent) => sent.end(body)],
      [{ 'Content-Length': Buffer.byteLength(body) }, (sent) => { sent.write(body); sent.end(); }],
    ]) {
      statuses.push(await new Promise((resolve, reject) => {
        const options = { method: 'POST', headers: { ...headers, ...more } };
        send(request(url, options, (answer) => { answer.resume(); resolve(answer.statusCode); }).on('error', reject));
      }));
    }
    console.log(JSON.stringify(statuses));"""


def by_node(server, script):
    start = f"""
        import {{ request }} from 'node:http';
        const [url, body] = ['{server.url}/v1/layouts', '{BODY}'];
        const headers = {{ 'Content-Type': 'application/json' }};"""
    run = subprocess.run(
        ["node", "--input-type=module", "-e", start + script], stdout=subprocess.PIPE, text=True, timeout=60, check=True)
    return json.loads(run.stdout)


def by_curl(server, *options):
    run = subprocess.run(
        ["curl", "-s", "-H", "Content-Type: application/json", "-o", "/dev/null", "-w", "%{http_code}", *options,
         f"{server.url}/v1/layouts"], input=BODY, stdout=subprocess.PIPE, text=True, timeout=60)
    return run.stdout


def test_curl(server, facts, tmp_path):
    file = tmp_path / "snapshot.json"
    file.write_text(BODY)
    facts.equal("chunks", by_curl(server, "-X", "POST", "-T", "-"), "411")
    for options in (["--data-binary", "@-"], ["--data-binary", f"@{file}"], ["--json", f"@{file}"]):
        facts.holds(f"{options}", by_curl(server, *options) in ("200", "201"))


def test_node(server, facts):
    fetched, problem, chunked = by_node(server, WITHOUT)
    facts.equal("a stream", (fetched, problem["type"]), (411, "/problems/length-required"))
    facts.equal("write() of http.request", chunked, 411)
    facts.no("clients that the detail does not name", [
        client for client in ("curl", "node", "fetch", "http.request", "Go") if client not in problem["detail"]])
    page = server.request("GET", problem["type"]).body.decode()
    facts.no("what the page does not name", [
        word for word in ("--data-binary", "Buffer", "end()", "bytes.Reader", "ContentLength") if word not in page])
    facts.no("bodies with a length", [status for status in by_node(server, WITH) if status not in (200, 201)])
