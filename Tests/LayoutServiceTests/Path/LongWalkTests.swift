import Dispatch
import Glibc
import HTTPServer
import LayoutWire
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Queries that visit much and find little", .serialized)
struct LongWalkTests {
  /// More elements than a network thread visits, none of which is an answer.
  struct LongWalk: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Of `snapshot`, its layout id taken for granted.
    let call: String
    let answer: String
  }

  /// One line of many items without a width, a header, and many pinning headers at y = 100 that are so low that the
  /// sums of their places round them away: a search near there cannot tell them apart.
  static let snapshot: String = {
    let count = 110_000
    let heights = String(repeating: "1,2,3,4,", count: count / 4) + "5"
    let headers = String(repeating: #",{"height":1e-300,"pin":true}"#, count: count)
    return """
      {"metrics":{"itemSize":{"width":0,"height":1},"minimumInteritemSpacing":0,"lineAlignment":"leading"},
      "sections":[{"items":{"heights":[\(heights)]}},
      {"headers":[{"height":95}\(headers)]}]}
      """
  }()

  static let walks = [
    LongWalk(
      testDescription: "elements", call: "elements?width=390&rect=0,0,390,5",
      answer: #""elements":[]"#),
    LongWalk(testDescription: "hit", call: "hit?width=390&point=0,3", answer: #""element":null}"#),
    LongWalk(
      testDescription: "special", call: "special?bounds=0,100.0000000000001,390,5",
      answer: #""special":[]"#),
    LongWalk(
      testDescription: "elements, special ones among them",
      call: "elements?rect=0,100.0000000000001,9,5&bounds=0,100.0000000000001,390,5",
      answer: #""special":[]"#),
    LongWalk(
      testDescription: "a drawing", call: "elements?width=390&rect=0,0,390,5&format=svg",
      answer: "<desc>1 section</desc>"),
    LongWalk(
      testDescription: "a drawing of special elements",
      call: "elements?rect=0,100.0000000000001,390,5&width=390&format=svg",
      answer: "<desc>0 sections</desc>"),
  ]

  /// One network thread, one compute thread, and room for one request in the queue.
  private func narrowService() throws -> (test: TestService, path: String) {
    let test = try TestService(
      overSocket: true, threadCount: 1,
      limits: {
        $0.computeThreads = 1
        $0.computeQueueLength = 1
      })
    let posted = try test.post(text: LongWalkTests.snapshot, "width=390")
    try #require(posted.status == 201, "\(posted.text)")
    return (test, "/v1/layouts/" + (try #require(posted.json()["id"]?.string)))
  }

  /// A client whose request waits for a compute thread; nil when it has been answered.
  private func waitingClient(_ test: TestService, _ target: String) throws -> TestClient? {
    let client = try test.connect()
    let received = test.server.counters.requestsReceived
    client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(eventually { test.server.counters.requestsReceived > received })
    // The one network thread has handled that one before it answers this one.
    #expect(try test.get("/healthz").status == 200)
    return client.isQuiet(milliseconds: 0) ? client : nil
  }

  @Test("A long walk is continued on a compute thread")
  func place() throws {
    let (test, path) = try narrowService()
    for walk in LongWalkTests.walks {
      let gate = DispatchSemaphore(value: 0)
      test.service.pool.occupy(until: gate)
      defer { gate.signal() }
      let target = "\(path)/\(walk.call)"
      let client = try #require(try waitingClient(test, target), "\(walk.testDescription)")
      // Other requests are answered meanwhile, unless they walk as far.
      #expect(try test.get("\(path)/special?bounds=0,0,390,50").status == 200)
      let refused = try test.get(target)
      try test.expect(refused, 503, "unavailable")
      #expect(refused.headers["retry-after"] == "1")
      #expect(client.isQuiet(milliseconds: 0))
      gate.signal()
      let answer = try #require(client.answer())
      #expect(answer.status == 200)
      #expect(answer.text.contains(walk.answer), "\(walk.testDescription): \(answer.text)")
    }
  }

  @Test("A long walk that outlives its deadline is refused with 503", arguments: walks)
  func deadline(walk: LongWalk) throws {
    let (test, path) = try narrowService()
    func outcome(on thread: Allowance.Thread, secondsLeft: Int) -> Result<
      Response, RequestInterrupted
    > {
      test.outcome("\(path)/\(walk.call)", on: thread, secondsLeft: secondsLeft)
    }
    guard case .success = outcome(on: .compute, secondsLeft: 300) else {
      Issue.record("not answered in time")
      return
    }
    guard case .failure(.tooHeavy) = outcome(on: .network, secondsLeft: 300) else {
      Issue.record("answered on the network thread")
      return
    }
    guard case .failure(.problem(let problem)) = outcome(on: .compute, secondsLeft: -1) else {
      Issue.record("walked on when it was late")
      return
    }
    #expect(problem.status == 503)
    #expect(problem.retryAfterSeconds == 1)
  }

  @Test("A client that hangs up frees its place in the queue, and its request is freed")
  func hangingUp() throws {
    let (test, path) = try narrowService()
    let gate = DispatchSemaphore(value: 0)
    test.service.pool.occupy(until: gate)
    defer { gate.signal() }
    let target = "\(path)/\(LongWalkTests.walks[0].call)"
    var first = try waitingClient(test, target)
    #expect(first != nil)
    try test.expect(test.get(target), 503, "unavailable")
    first = nil
    // The server looks for hang-ups now and then.
    var second: TestClient?
    #expect(
      eventually {
        second = try? waitingClient(test, target)
        return second != nil
      })
    // The compute thread is busy still, and the first client's request is gone.
    #expect(eventually { test.server.counters.requestsInFlight == 1 })
    #expect(eventually { test.server.counters.connectionsOpen == 2 })
    try test.expect(test.get(target), 503, "unavailable")
    gate.signal()
    #expect(second?.answer()?.status == 200)
  }
}
