import { createServer, request as send } from 'node:http';
import { once } from 'node:events';

/** A proxy between the client and a program, which damages requests and answers as `fault` says. */
export class FaultyProxy {
  #server;
  #target;
  /** Every request: `{ method, path, headers }`. */
  requests = [];
  /** What is done to a request: null, `refuse` (it is not sent), `lose` (its answer is lost), `hold` (its body), `cut` (in it). */
  fault = () => null;
  /** What happens when a request has been answered and before the answer is lost. */
  beforeLoss = async () => {};
  /** After how many pieces an answer is cut. */
  cutAfter = () => 0;
  /** What a stream says of how long to wait. */
  retryMilliseconds = 20;

  constructor(target) {
    this.#target = new URL(target);
  }

  static async before(target) {
    const proxy = new FaultyProxy(target);
    proxy.#server = createServer((request, response) => proxy.#pass(request, response));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.url = `http://127.0.0.1:${proxy.#server.address().port}`;
    return proxy;
  }

  async stop() {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(request, response) {
    const { method, url, headers } = request;
    const fault = this.fault({ method, url, headers });
    this.requests.push({ method, path: url, headers, fault });
    if (fault === 'refuse') return request.socket.destroy();
    const { hostname, port } = this.#target;
    const forwarded = send({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
      const { statusCode, headers: lines } = answer;
      if (fault === 'lose') {
        return answer.resume().once('close', () => this.beforeLoss().finally(() => request.socket.destroy()));
      }
      response.writeHead(statusCode, lines);
      response.flushHeaders();
      let left = fault === 'cut' ? this.cutAfter() : Infinity;
      answer.on('data', (bytes) => {
        if (fault === 'hold') return;
        if (left === 0) return void request.socket.destroy();
        left -= 1;
        const text = bytes.toString('latin1').replace('retry: 3000', `retry: ${this.retryMilliseconds}`);
        response.write(Buffer.from(lines['content-type'] === 'text/event-stream' ? text : bytes, 'latin1'));
      });
      answer.once('end', () => fault === 'hold' || response.end());
      answer.once('error', () => request.socket.destroy());
      response.once('close', () => answer.destroy());
    });
    forwarded.once('error', () => request.socket.destroy());
    request.pipe(forwarded);
    response.once('close', () => forwarded.destroy());
  }
}

/** A clock that runs faster by a factor. */
export function fastClock(times) {
  return {
    now: () => performance.now() * times,
    schedule: (callback, milliseconds) => setTimeout(callback, milliseconds / times),
    cancel: (handle) => clearTimeout(handle),
  };
}
