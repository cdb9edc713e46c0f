import Foundation
import Testing

@testable import LayoutClient

@Suite("Attempts")
struct RetryTests {
  private static let id = String(repeating: "a", count: 64)
  private static let known = Response(
    200,
    #"{"id":"\#(id)","sectionCount":1,"itemCount":2,"scrollDirection":"vertical"}"#)

  private func service(
    _ transport: FakeTransport, _ surroundings: Surroundings,
    _ options: ClientOptions = ClientOptions()
  ) throws -> LayoutService {
    try LayoutService(transport: transport, options: options, surroundings)
  }

  @Test("What fails in passing is sent again, with pauses that double")
  func pauses() async throws {
    let pauses = Pauses()
    let transport = FakeTransport { _, number in
      switch number {
      case 0: Response.problem(503, "unavailable")
      case 1: throw URLError(.networkConnectionLost)
      case 2: Response(status: 429)
      default: RetryTests.known
      }
    }
    let snapshot = try await service(transport, pauses.surroundings()).post(
      SnapshotInput(sections: []))
    #expect(snapshot.id == RetryTests.id)
    #expect(pauses.all == [0.25, 0.5, 1])
    #expect(transport.sent.count == 4)
    #expect(Set(transport.sent.map(\.body)).count == 1)
    #expect(transport.sent.allSatisfy { $0.headers["Content-Type"] == "application/json" })
  }

  @Test("Chance halves a pause at most")
  func chance() async throws {
    let pauses = Pauses()
    let transport = FakeTransport { _, number in
      number == 0 ? .problem(503, "unavailable") : RetryTests.known
    }
    _ = try await service(transport, pauses.surroundings(chance: 0)).snapshot(RetryTests.id)
    #expect(pauses.all == [0.125])
  }

  @Test("Retry-After is waited for, in seconds or as a date")
  func retryAfter() async throws {
    let pauses = Pauses()
    let transport = FakeTransport { _, number in
      switch number {
      case 0: return .problem(503, "unavailable", headers: ["Retry-After": "7"])
      case 1:
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let date = formatter.string(from: Date(timeIntervalSinceNow: 20))
        return .problem(503, "unavailable", headers: ["retry-after": date])
      default: return RetryTests.known
      }
    }
    _ = try await service(transport, pauses.surroundings()).snapshot(RetryTests.id)
    #expect(pauses.all.first == 7.25)
    #expect((5...20.5).contains(try #require(pauses.all.last)))
  }

  @Test("Who is told to wait too long fails at once")
  func tooLong() async throws {
    let pauses = Pauses()
    let transport = FakeTransport { _, _ in
      .problem(503, "unavailable", headers: ["Retry-After": "31"])
    }
    let service = try service(transport, pauses.surroundings())
    let problem = try await #require(throws: Problem.self) {
      _ = try await service.snapshot(RetryTests.id)
    }
    #expect(problem.retryAfterSeconds == 31 && problem.attempts == 1)
    #expect(transport.sent.count == 1 && pauses.all.isEmpty)
  }

  @Test("Nothing is sent more often than allowed")
  func attempts() async throws {
    for attempts in [1, 2, 7] {
      let pauses = Pauses()
      let transport = FakeTransport { _, _ in .problem(504, "unavailable") }
      let options = ClientOptions { $0.attempts = attempts }
      let service = try service(transport, pauses.surroundings(), options)
      let problem = try await #require(throws: Problem.self) {
        _ = try await service.snapshot(RetryTests.id)
      }
      #expect(problem.attempts == attempts && transport.sent.count == attempts)
    }
  }

  @Test("What cannot pass is not sent again", arguments: [400, 401, 409, 412, 422, 500, 507])
  func lasting(status: Int) async throws {
    let pauses = Pauses()
    let transport = FakeTransport { _, _ in
      .problem(
        status, "some",
        #","errors":[{"pointer":"/a","code":"missing","detail":"d"}],"requestId":"r""#)
    }
    let service = try service(transport, pauses.surroundings())
    let problem = try await #require(throws: Problem.self) {
      _ = try await service.snapshot(RetryTests.id)
    }
    #expect(problem.status == status && problem.name == "some" && problem.requestId == "r")
    #expect(problem.issues == [.init(pointer: "/a", code: "missing", detail: "d")])
    #expect(transport.sent.count == 1 && pauses.all.isEmpty)
  }

  @Test("An answer that is not JSON is a fault that stays")
  func noJSON() async throws {
    let transport = FakeTransport { _, _ in Response(200, "<html>") }
    let service = try service(transport, Pauses().surroundings())
    await #expect(throws: DecodingError.self) { _ = try await service.snapshot(RetryTests.id) }
    #expect(transport.sent.count == 1)
  }

  @Test("An attempt that takes too long ends, and another one follows")
  func late() async throws {
    let transport = FakeTransport { _, _ in
      try await untilCancelled()
      return RetryTests.known
    }
    let service = try service(transport, Pauses().surroundings(isLate: true))
    await #expect(throws: TimedOut.self) { _ = try await service.snapshot(RetryTests.id) }
    #expect(transport.sent.count == 4)
  }

  @Test("Who is cancelled sends nothing more")
  func cancelled() async throws {
    let (started, go) = AsyncStream.makeStream(of: Void.self)
    let transport = FakeTransport { _, _ in
      go.yield()
      try await untilCancelled()
      return RetryTests.known
    }
    let service = try service(transport, Pauses().surroundings())
    let task = Task { _ = try await service.snapshot(RetryTests.id) }
    for await _ in started { break }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(transport.sent.count == 1)
  }

  @Test("The name of a lineage is sent back, and headers go with every request")
  func headers() async throws {
    let transport = FakeTransport { _, _ in
      Response(
        200, #"{"id":"\#(RetryTests.id)","scrollDirection":"vertical"}"#,
        ["LAYOUTD-NEAR": "0123456789abcdef"])
    }
    let options = ClientOptions { $0.headers = ["Authorization": "Bearer k"] }
    let snapshot = try await service(transport, Pauses().surroundings(), options)
      .post(SnapshotInput(sections: []))
    _ = try await snapshot.layout(390)
    #expect(transport.sent.map { $0.headers["Layoutd-Near"] } == [nil, "0123456789abcdef"])
    #expect(transport.sent.allSatisfy { $0.headers["Authorization"] == "Bearer k" })
  }

  @Test("Options are checked, and what makes no request is refused")
  func options() async throws {
    let transport = FakeTransport { _, _ in RetryTests.known }
    for set: @Sendable (inout ClientOptions) -> Void in [
      { $0.attempts = 0 }, { $0.attempts = 101 }, { $0.timeoutSeconds = .nan },
      { $0.maximumPauseSeconds = -1 }, { $0.postTimeoutSeconds = 3601 },
      { $0.maximumElements = 0 },
    ] {
      #expect(throws: Refusal.self) {
        _ = try LayoutService(transport: transport, options: ClientOptions(set))
      }
    }
    for text in [
      "file:///etc", "localhost:8080", "/path", "http:///v1", "http://a?b=c", "http://a/b#c",
      "ftp://a",
    ] {
      let url = try #require(URL(string: text))
      let refusal = try #require(throws: Refusal.self, "\(text)") { _ = try LayoutService(url) }
      #expect(refusal.detail.contains(text))
    }
    for text in ["http://[::1]:8080", "HTTPS://a.example/prefix/"] {
      let url = try #require(URL(string: text))
      #expect(throws: Never.self, "\(text)") { _ = try LayoutService(url) }
    }
    let service = try service(transport, Pauses().surroundings())
    for id in ["", "A", String(repeating: "G", count: 64), RetryTests.id + "/"] {
      await #expect(throws: Refusal.self) { _ = try await service.snapshot(id) }
    }
    for name in ["", ".a", "a/b", "ä", String(repeating: "a", count: 129), "a?b"] {
      #expect(throws: Refusal.self) { _ = try service.document(name) }
    }
    let snapshot = try await service.snapshot(RetryTests.id)
    let refusal = try await #require(throws: Refusal.self) { _ = try await snapshot.layout(.nan) }
    #expect(refusal.detail == "The parameter \"width\" must be finite, not nan.")
    let layout = try await snapshot.layout(390)
    let rect = LayoutRect(x: .infinity, y: 0, width: 1, height: 1)
    await #expect(throws: Refusal.self) { _ = try await layout.elements(in: rect) }
    await #expect(throws: Refusal.self) { _ = try await layout.special(bounds: rect) }
    await #expect(throws: Refusal.self) { _ = try await layout.hit(LayoutPoint(x: .nan, y: 0)) }
    await #expect(throws: Refusal.self) { _ = try await layout.change([], transition: true) }
    #expect(transport.sent.count == 2)
  }

  @Test(
    "A poll waits for records no longer than an attempt may take",
    arguments: [(30.0, 60, "&wait=25"), (30, 7, "&wait=7"), (6.5, 30, "&wait=1"), (5, 30, "")])
  func polls(timeout: Double, waitSeconds: Int, query: String) async throws {
    let transport = FakeTransport { _, _ in
      Response(200, #"{"changes":[],"revision":1,"oldest":1}"#)
    }
    let service = try service(
      transport, Pauses().surroundings(), ClientOptions { $0.timeoutSeconds = timeout })
    _ = try await service.document("feed").log(after: 1, waitSeconds: waitSeconds)
    #expect(
      transport.sent.map(\.target)
        == ["/v1/documents/feed/changes?after=1&limit=1000" + query])
  }
}
