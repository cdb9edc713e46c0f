import HTTPServer
import TestClient
import Testing

/// Goal: the next large body finds the memory of the last one, within the same budget and not for long.
@Suite struct SpareBufferTests {
  // Of 64 MiB, 4 are for small bodies, an address holds at most 30 of the rest, and spare buffers are at most 15.
  private func server() throws -> TestServer {
    try TestServer {
      $0.bodyBytesMax = 40 << 20
      $0.bodiesInFlightBytesMax = 64 << 20
      $0.bodyTimeout = .seconds(300)
      $0.bodySilence = .seconds(300)
    }
  }

  /// Posts a body of bytes that depend on the number, and says whether the handler got just them.
  private func post(_ count: Int, _ number: UInt8, _ test: TestServer, from source: UInt8 = 1)
    -> Bool
  {
    var body = [UInt8](repeating: number, count: count)
    for place in stride(from: 0, to: count, by: 4093) {
      body[place] = UInt8(truncatingIfNeeded: place / 4093) &+ number
    }
    return test.connect(from: source).request("POST", "/echo", body: body)?.body == body
  }

  /// A client that has sent some bytes of a body.
  private func beginning(
    _ sent: Int, of count: Int, _ test: TestServer, from source: UInt8, to path: String = "/echo"
  ) -> TestClient {
    let client = test.connect(from: source)
    client.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n")
    client.send([UInt8](repeating: 1, count: sent))
    return client
  }

  private func hasSpare(_ bytes: Int, _ test: TestServer) -> Bool {
    eventually {
      let counters = test.server.counters
      return counters.bodyBytesInFlight == 0 && counters.bodyBytesSpare == bytes
    }
  }

  @Test("A body has its own bytes in the buffer of another one, a shorter or a longer one")
  func reuse() throws {
    let test = try server()
    // The length of each body and what the spare buffers have then, in MiB: a buffer has room for a body and its slack,
    // in whole MiB, and is taken by those of half of it to all.
    let steps = [
      (8, 9), (8, 9), (6, 9), (5, 9), (4, 9 + 5), (8, 9 + 5), (12, 13), (7, 13), (5, 6), (3, 6),
    ]
    for (number, (body, spare)) in steps.enumerated() {
      #expect(post(body << 20, UInt8(number), test), "\(body)")
      #expect(hasSpare(spare << 20, test), "\(body)")
    }
  }

  @Test("A buffer counts for the body that has taken it, and for its address")
  func accounting() throws {
    let test = try server()
    #expect(post(12 << 20, 1, test))
    #expect(hasSpare(13 << 20, test))
    let client = beginning(5 << 20, of: 10 << 20, test, from: 2)
    #expect(
      eventually {
        let counters = test.server.counters
        return counters.bodyBytesInFlight == 13 << 20 && counters.bodyBytesSpare == 0
      })
    #expect(test.server.counters.bodiesInFlight == 1)
    // The address has 17 MiB left.
    #expect(post(16 << 20, 2, test, from: 2))
    #expect(
      test.connect(from: 2).request(
        "POST", "/echo", body: [UInt8](repeating: 2, count: 17 << 20 + 1000))?.status == 503)
    client.reset()
    #expect(eventually { test.server.counters.bodyBytesInFlight == 0 })
    #expect(test.server.counters.bodyBytesSpare <= 15 << 20)
    #expect(test.isSoonAtRest())
  }

  @Test("Bodies that need the room of spare buffers get it")
  func noRoomLost() throws {
    let test = try server()
    #expect(post(14 << 20, 1, test))
    #expect(hasSpare(15 << 20, test))
    // They are shorter than what a buffer is kept of, and take all 60 MiB but 4.
    var clients: [TestClient] = []
    let count = 4 << 20 - 4096
    for source in [2, 3] as [UInt8] {
      for _ in 0..<7 { clients.append(beginning(count - 1, of: count, test, from: source)) }
    }
    #expect(eventually { test.server.counters.bodyBytesInFlight == 14 * (count - 1) })
    #expect(test.server.counters.bodyBytesSpare == 0)
    for client in clients { client.reset() }
    #expect(test.isSoonAtRest())
  }

  @Test("Spare buffers are freed when no body comes")
  func idle() throws {
    let test = try server()
    for size in [5, 5, 6] { #expect(post(size << 20, 1, test)) }
    #expect(eventually { test.server.counters.bodyBytesSpare > 0 })
    #expect(test.passes { test.server.counters.bodyBytesSpare == 0 })
  }

  @Test("A server that has stopped has no spare buffers, and keeps none of later bodies")
  func stop() throws {
    let test = try server()
    #expect(post(6 << 20, 1, test))
    let client = beginning(5 << 20, of: 5 << 20, test, from: 2, to: "/later")
    var later = test.handler.takeSuspended(count: 1)
    #expect(later.count == 1)
    #expect(post(7 << 20, 2, test))
    #expect(test.server.counters.bodyBytesSpare > 0)
    test.server.stop(within: .zero)
    #expect(test.server.counters.bodyBytesSpare == 0)
    #expect(test.server.counters.bodyBytesInFlight > 0)
    later = []
    #expect(eventually { test.server.counters.bodyBytesInFlight == 0 })
    #expect(test.server.counters.bodyBytesSpare == 0)
    client.reset()
  }
}
