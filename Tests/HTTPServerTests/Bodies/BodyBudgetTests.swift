import HTTPServer
import TestClient
import Testing

/// Goal: no client can use up the room for others' bodies.
@Suite struct BodyBudgetTests {
  // Of 1 MiB, 64 KiB are for small bodies, and an address holds at most 480 KiB of the rest.
  private func small() throws -> TestServer {
    try TestServer {
      $0.bodiesInFlightBytesMax = 1 << 20
      $0.bodyTimeout = .seconds(300)
      $0.bodySilence = .seconds(300)
    }
  }

  /// A client that has sent all but the last byte of a body.
  private func withholding(
    _ count: Int, _ test: TestServer, from source: UInt8 = 1
  ) -> TestClient {
    let client = test.connect(from: source)
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n")
    client.send([UInt8](repeating: 1, count: count - 1))
    return client
  }

  private func status(of count: Int, _ test: TestServer, from source: UInt8 = 1) -> Int? {
    test.connect(from: source)
      .request("POST", "/echo", body: [UInt8](repeating: 2, count: count))?.status
  }

  @Test(
    "Large bodies that are never finished leave room for small ones, from any address",
    arguments: [[2, 2, 2, 2, 2], [2, 3, 4, 5, 6]] as [[UInt8]])
  func withheldBodies(sources: [UInt8]) throws {
    let test = try small()
    // Four of them take all room but that of small bodies; the last one takes as much as that room has.
    let sizes = [240 << 10, 240 << 10, 240 << 10, 240 << 10, 64 << 10 + 1]
    // The others are refused.
    let held = sources == [2, 2, 2, 2, 2] ? 2 : 4
    var clients: [TestClient] = []
    for (size, source) in zip(sizes, sources) {
      clients.append(withholding(size, test, from: source))
      #expect(
        eventually {
          let counters = test.server.counters
          return counters.requestsReceived == clients.count
            && counters.bodyBytesInFlight == min(clients.count, held) * (240 << 10 - 1)
        })
    }
    for source in [1, 2] as [UInt8] {
      for _ in 0..<10 { #expect(status(of: 40, test, from: source) == 200) }
    }
    #expect(status(of: 100_000, test) == (held == 4 ? 503 : 200))
    for client in clients { client.reset() }
    #expect(test.isSoonAtRest())
    #expect(status(of: 100_000, test) == 200)
  }

  @Test("One address holds at most half of the room for large bodies, and gets it back")
  func address() throws {
    let test = try small()
    var clients = [withholding(300_000, test, from: 2)]
    #expect(eventually { test.server.counters.bodyBytesInFlight == 299_999 })
    #expect(status(of: 200_000, test, from: 2) == 503)
    #expect(status(of: 190_000, test, from: 2) == 200)
    #expect(status(of: 480 << 10, test, from: 3) == 200)
    #expect(status(of: (480 << 10) + 1, test, from: 3) == 503)
    clients.removeAll()
    #expect(eventually { test.server.counters.bodyBytesInFlight == 0 })
    #expect(status(of: 480 << 10, test, from: 2) == 200)
    #expect(test.isSoonAtRest())
  }

  @Test("A client is known by its IPv4 address, whatever the server listens on")
  func mappedAddress() throws {
    let test = try TestServer {
      $0.listen = ListenAddress("[::]:0")!
      $0.bodiesInFlightBytesMax = 1 << 20
    }
    let client = withholding(480 << 10, test, from: 2)
    #expect(eventually { test.server.counters.bodyBytesInFlight == 480 << 10 - 1 })
    #expect(status(of: 100_000, test, from: 2) == 503)
    #expect(status(of: 100_000, test, from: 3) == 200)
    client.reset()
    #expect(eventually { test.server.counters.bodyBytesInFlight == 0 })
  }

  @Test("Small bodies that are never finished leave room for those of other addresses")
  func withheldSmallBodies() throws {
    let test = try small()
    // The share of small bodies, and half of the rest.
    let clients = (0..<40).map { _ in withholding(64 << 10, test, from: 2) }
    let share = 64 << 10
    let half = 480 << 10
    #expect(
      eventually {
        let counters = test.server.counters
        return counters.requestsReceived == 40 && counters.bodiesInFlight == 8
      })
    #expect(test.server.counters.bodyBytesInFlight <= share + half)
    for _ in 0..<10 { #expect(status(of: 64 << 10, test, from: 3) == 200) }
    #expect(status(of: 300_000, test, from: 3) == 200)
    for client in clients { client.reset() }
    #expect(test.isSoonAtRest())
  }

  @Test("Small and large bodies at once, from many addresses, all give their room back")
  func all() throws {
    let test = try small()
    var generator = SeededGenerator(seed: 5)
    var clients: [TestClient] = []
    for _ in 0..<300 {
      let count = Int.random(in: 1...150_000, using: &generator)
      let source = UInt8.random(in: 1...20, using: &generator)
      clients.append(withholding(count, test, from: source))
      #expect(test.server.counters.bodyBytesInFlight <= 1 << 20)
      if clients.count > 20 {
        clients.remove(at: Int.random(in: 0..<20, using: &generator)).reset()
      }
    }
    for client in clients { client.reset() }
    #expect(test.isSoonAtRest())
    for source in 1...20 as ClosedRange<UInt8> {
      #expect(status(of: 400_000, test, from: source) == 200)
    }
  }
}
