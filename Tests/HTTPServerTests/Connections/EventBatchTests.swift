import Glibc
import HTTPServer
import Synchronization
import TestClient
import Testing

/// Goal: requests are answered, however many connections send one at the same moment.
@Suite struct EventBatchTests {
  /// Answers at once, except `/hold`, which blocks its thread until it is released.
  final class HoldingHandler: RequestHandler {
    let isHolding = Atomic(false)
    let mayGo = Atomic(false)

    func handle(_ exchange: Exchange) {
      if exchange.path == "/hold" {
        isHolding.store(true, ordering: .sequentiallyConsistent)
        _ = eventually { mayGo.load(ordering: .sequentiallyConsistent) }
      }
      exchange.respond(Response(status: 200))
    }

    func response(to request: RefusedRequest, detail: String) -> Response {
      Response(status: request.status)
    }

    func log(_ message: String) {}
  }

  // The library takes 128 events at a time.
  @Test(
    "Requests that arrive while their thread is busy are all answered",
    arguments: [1, 127, 128, 129, 256])
  func batch(count: Int) throws {
    let handler = HoldingHandler()
    var configuration = ServerConfiguration(listen: ListenAddress("127.0.0.1:0")!)
    configuration.threadCount = 1
    configuration.headTimeout = .seconds(2)
    let server = try Server(configuration: configuration, handler: handler)
    let clients = (0...count).compactMap { _ in TestClient(port: server.port) }
    for client in clients { #expect(client.request("GET", "/")?.status == 200) }
    clients[0].send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n")
    try #require(eventually { handler.isHolding.load(ordering: .sequentiallyConsistent) })
    for client in clients.dropFirst() { client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
    handler.mayGo.store(true, ordering: .sequentiallyConsistent)
    let answered = clients.filter { $0.answer()?.status == 200 }
    #expect(answered.count == count + 1)
  }
}
