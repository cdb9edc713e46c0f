import Foundation
import TestClient
import Testing

@Suite("The program's end under load", .serialized)
struct DrainTests {
  /// A snapshot whose computation takes a while.
  static let heavy = Array(
    ("{\"sections\":[{\"engine\":\"waterfall\",\"items\":{\"heights\":["
      + String(repeating: "1,2,", count: 500_000) + "3]}}]}").utf8)

  @Test("On SIGTERM a computation under way is finished and answered, and connections are refused")
  func whileComputing() throws {
    let program = try Program([
      "serve", "--listen", "127.0.0.1:0", "--compute-timeout", "3600s", "--drain-timeout", "3600s",
      "--compute-threads", "1", "--body-timeout", "3600s", "--body-silence", "3600s",
    ])
    let port = try program.port()
    // One after the other: two are far from their turn when the signal comes. The last one lacks a byte, so that the
    // program still runs when it refuses connections.
    let clients = try (0..<3).map { number in
      let client = try #require(TestClient(port: port))
      post(client, width: 390 + number, leavingOut: number / 2)
      return client
    }
    program.send(SIGTERM)
    #expect(eventually { TestClient(port: port) == nil })
    clients[2].send("}")
    // Whichever arrived first is new.
    #expect(clients.compactMap { $0.answer()?.status }.sorted() == [200, 200, 201])
    #expect(clients[2].isClosedByServer())
    let end = program.end()
    #expect(end.status == 0, "\(end.errors)")
  }

  @Test(
    "Who follows a document asks twice in a drain at most, and is refused nothing before its end")
  func followers() throws {
    let program = try Program(["serve", "--listen", "127.0.0.1:0", "--drain-delay", "500ms"])
    let port = try program.port()
    let client = try #require(TestClient(port: port))
    let made = client.request(
      "PUT", "/v1/documents/a", headers: "If-None-Match: *\r\nContent-Type: application/json\r\n",
      body: Array(#"{"snapshot":{"sections":[]}}"#.utf8))
    #expect(made?.status == 201)
    func poll(_ client: TestClient) {
      client.send("GET /v1/documents/a/changes?after=1&wait=30 HTTP/1.1\r\nHost: a\r\n\r\n")
    }
    poll(client)
    let probe = try #require(TestClient(port: port))
    #expect(
      eventually {
        probe.request("GET", "/metrics")?.text.contains("\nlayoutd_watchers 1\n") == true
      })
    program.send(SIGTERM)
    #expect(client.answer()?.status == 200)
    // As often as it is answered, it asks again.
    var count = 0
    while let client = TestClient(port: port) {
      poll(client)
      guard let answer = client.answer() else { break }
      count += 1
      #expect(answer.status == 200 && answer.closes)
    }
    #expect(count == 1)
    #expect(program.end().status == 0)
  }

  @Test("A second SIGTERM ends the program at once, while it computes too")
  func secondSignal() throws {
    let program = try Program([
      "serve", "--listen", "127.0.0.1:0", "--compute-timeout", "3600s", "--drain-delay", "3600s",
    ])
    let client = try computing(program)
    program.send(SIGTERM)
    let port = try program.port()
    #expect(eventually { TestClient(port: port)?.request("GET", "/readyz")?.status == 503 })
    program.send(SIGTERM)
    // The second signal ends the program at once.
    #expect(program.end().status == 128 + SIGTERM)
    withExtendedLifetime(client) {}
  }

  @Test("A peer that resets while it is answered does not end the program")
  func resets() throws {
    let program = try Program(["serve", "--listen", "127.0.0.1:0"])
    let port = try program.port()
    let client = try #require(TestClient(port: port))
    let posted = try #require(
      client.request(
        "POST", "/v1/layouts", headers: "Content-Type: application/json\r\n",
        body: Array("{\"sections\":[{\"items\":10000}]}".utf8)))
    let path = try #require(posted.headers["location"])
    for _ in 0..<20 {
      let other = try #require(TestClient(port: port))
      other.send("GET \(path)/elements?width=390&rect=0,0,390,1e9 HTTP/1.1\r\nHost: test\r\n\r\n")
      #expect(other.head()?.status == 200)
      other.reset()
    }
    #expect(
      eventually {
        let text = client.request("GET", "/metrics")?.text ?? ""
        let open = text.matches(of: /\nlayoutd_connections\{[^}]*\} (\d+)/).map { Int($0.1)! }
        return open.reduce(0, +) == 1
      })
    program.send(SIGTERM)
    let end = program.end()
    #expect(end.status == 0, "\(end.errors)")
  }

  @Test("A log that nobody reads does not stop the program")
  func logWithoutReader() throws {
    let program = try Program(["serve", "--listen", "127.0.0.1:0"], logIsRead: false)
    let port = try program.port()
    #expect(TestClient(port: port)?.request("GET", "/healthz")?.status == 200)
    program.send(SIGTERM)
    let end = program.end()
    #expect(end.status == 0, "\(end.errors)")
  }

  @Test("Without descriptors it logs a few lines, refuses, and recovers when they return")
  func descriptors() throws {
    let program = try Program(["serve", "--listen", "127.0.0.1:0"], descriptors: 100)
    let port = try program.port()
    var clients: [TestClient?] = []
    for _ in 0..<200 { clients.append(TestClient(port: port)) }
    var served = 0
    var refused = 0
    for client in clients {
      guard let client else { continue }
      switch client.request("GET", "/healthz")?.status {
      case 200: served += 1
      case 503: refused += 1
      default: Issue.record("neither served nor refused")
      }
    }
    #expect(served > 0 && refused > 0)
    clients = []
    #expect(eventually { TestClient(port: port)?.request("GET", "/healthz")?.status == 200 })
    program.send(SIGTERM)
    let end = program.end()
    #expect(end.status == 0)
    #expect(end.errors.split(separator: "\n").count < 30)
  }

  @Test("The program ends normally while clients hold all descriptors", arguments: 0..<3)
  func endWithoutDescriptors(round: Int) throws {
    let program = try Program(
      ["serve", "--listen", "127.0.0.1:0", "--drain-delay", "100ms"], descriptors: 100)
    let port = try program.port()
    let clients = (0..<200).map { _ in TestClient(port: port) }
    for client in clients { client?.send("GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n") }
    #expect(eventually { clients[0]?.answer()?.status == 200 })
    program.send(SIGTERM)
    let end = program.end()
    #expect(end.status == 0, "\(end.errors)")
  }

  /// A client whose heavy body the program has and computes.
  private func computing(_ program: Program) throws -> TestClient {
    let port = try program.port()
    let client = try #require(TestClient(port: port))
    post(client, width: 390)
    let probe = try #require(TestClient(port: port))
    let received = "\nlayoutd_body_bytes_in_flight \(DrainTests.heavy.count)\n"
    #expect(eventually { probe.request("GET", "/metrics")?.text.contains(received) == true })
    return client
  }

  private func post(_ client: TestClient, width: Int, leavingOut count: Int = 0) {
    let body = DrainTests.heavy
    client.send(
      "POST /v1/layouts?width=\(width) HTTP/1.1\r\nHost: test\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n")
    client.send(body.dropLast(count))
  }
}
