import Foundation
import TestClient
import Testing

/// Goal: time in which the process stands still counts for no deadline.
@Suite("A process that stands still for a while", .timeLimit(.minutes(1)))
struct StandstillTests {
  private static let get = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let body = "{\"sections\": []}"
  private static let post =
    "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    + "Content-Length: \(body.utf8.count)\r\n\r\n"

  /// Stops a process until `work` is done, and at least for this time.
  private func standingStill(
    _ program: Program, milliseconds: UInt32 = 1_500, _ work: () throws -> Void
  ) throws {
    program.send(SIGSTOP)
    let stat = "/proc/\(program.processIdentifier)/stat"
    try #require(eventually { try String(contentsOfFile: stat, encoding: .utf8).contains(") T ") })
    defer { program.send(SIGCONT) }
    try work()
    usleep(milliseconds * 1_000)
  }

  @Test("Requests that arrive in a standstill, or have begun before, are answered")
  func requests() throws {
    let program = try Program([
      "serve", "--listen", "127.0.0.1:0", "--threads", "2", "--head-timeout", "4s",
      "--body-timeout", "4s", "--body-silence", "4s", "--idle-timeout", "4s",
    ])
    let port = try program.port()
    func clients(_ beginning: String = "") -> [TestClient] {
      (0..<20).compactMap { _ in
        let client = TestClient(port: port)
        client?.send(beginning)
        return client
      }
    }
    // On each of them the second text is sent while the process stands still.
    for (beginning, end) in [
      ("", Self.get), (String(Self.get.prefix(9)), String(Self.get.dropFirst(9))),
      (Self.post, Self.body), (Self.post + "{\"sec", String(Self.body.dropFirst(5))),
    ] {
      let early = clients(beginning)
      let idle = clients(Self.get)
      for client in idle { #expect(client.answer()?.status == 200) }
      var new: [TestClient] = []
      try standingStill(program, milliseconds: 4_500) {
        for client in early { client.send(end) }
        for client in idle { client.send(Self.get) }
        new = clients(Self.get)
      }
      let statuses = (early + idle + new).map { $0.answer()?.status }
      #expect(statuses.count == 60)
      #expect(statuses.allSatisfy { $0 == 200 || $0 == 201 }, "\(beginning): \(statuses)")
    }
  }

  @Test("A request that had time left before several standstills has it afterwards")
  func timeLeft() throws {
    let program = try Program([
      "serve", "--listen", "127.0.0.1:0", "--head-timeout", "4s", "--body-timeout", "4s",
      "--body-silence", "4s", "--idle-timeout", "4s",
    ])
    let port = try program.port()
    let requests = [("", Self.get), ("GET /heal", "thz HTTP/1.1\r\nHost: a\r\n\r\n")]
    let bodies = [(Self.post, Self.body), (Self.post + "{\"sec", String(Self.body.dropFirst(5)))]
    let clients = try (requests + bodies).map { beginning, end in
      let client = try #require(TestClient(port: port))
      client.send(beginning)
      return (client, end)
    }
    let idle = try #require(TestClient(port: port))
    #expect(idle.request("GET", "/healthz")?.status == 200)
    // Hardly any time is left between them.
    for _ in 0..<4 {
      try standingStill(program) {}
      usleep(30_000)
    }
    for (client, end) in clients + [(idle, Self.get)] {
      client.send(end)
      let status = client.answer()?.status
      #expect(status == 200 || status == 201, "\(end)")
    }
  }

  @Test("A request that is late without a standstill is refused")
  func late() throws {
    let program = try Program([
      "serve", "--listen", "127.0.0.1:0", "--head-timeout", "1s", "--body-timeout", "1s",
    ])
    let port = try program.port()
    let clients = ["GET /", Self.post].compactMap { beginning in
      let client = TestClient(port: port)
      client?.send(beginning)
      return client
    }
    try standingStill(program) {}
    for client in clients {
      #expect(client.answer()?.status == 408)
      #expect(client.isClosedByServer())
    }
  }
}
