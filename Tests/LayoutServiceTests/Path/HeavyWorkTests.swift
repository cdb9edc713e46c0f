import ContentHash
import Dispatch
import HTTPServer
import LayoutCore
import Oracle
import Synchronization
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Heavy work does not delay other requests", .serialized)
struct HeavyWorkTests {
  /// A request with 200 000 items, sizes one by one.
  static let heavyPost: [UInt8] = {
    var body = Array(#"{"sections":[{"items":{"widths":[1"#.utf8)
    let (rows, count) = (Array(",2,3,4,5,6,7,8,9,1,1".utf8), 20_000)
    body.reserveCapacity(count * rows.count * 2 + 100)
    for _ in 1..<count { body += rows }
    body += Array(",2,3,4,5,6,7,8,9,1".utf8) + Array(#"],"heights":[1"#.utf8)
    for _ in 1..<count { body += rows }
    body += Array(",2,3,4,5,6,7,8,9,1".utf8) + Array(#"]}}]}"#.utf8)
    let head =
      "POST /v1/layouts?width=500 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + body
  }()

  /// Too much for a network thread to prepare: 120 000 sizes.
  private func variedRows(_ count: Int = 120_000) -> JSONValue {
    [
      "sections": [
        ["items": ["heights": .array((0..<count).map { .number(Double($0 * $0 % 9973)) })]]
      ]
    ]
  }

  /// One network thread and one compute thread.
  private func narrowService(queueLength: Int) throws -> TestService {
    try TestService(
      overSocket: true, threadCount: 1,
      limits: {
        $0.computeThreads = 1
        $0.computeQueueLength = queueLength
      })
  }

  /// A client whose heavy request has arrived.
  private func heavyClient(_ test: TestService) throws -> TestClient {
    let client = try test.connect()
    client.send(HeavyWorkTests.heavyPost)
    let count = HeavyWorkTests.heavyPost.count
    #expect(eventually { test.server.counters.bodyBytesInFlight > count - 200 })
    return client
  }

  @Test("One network thread answers scroll requests while a long list waits for the compute thread")
  func scrolling() throws {
    let test = try narrowService(queueLength: 8)
    let mixed = try test.path(of: Snapshots.mixed)
    #expect(try test.get("\(mixed)/special?bounds=0,0,390,844").status == 200)
    let gate = DispatchSemaphore(value: 0)
    test.service.pool.occupy(until: gate)
    let client = try heavyClient(test)
    for y in 0..<5 {
      #expect(try test.get("\(mixed)/special?bounds=0,\(y),390,844").status == 200)
    }
    #expect(client.isQuiet(milliseconds: 0))
    gate.signal()
    let answer = try #require(client.answer())
    #expect(answer.status == 201)
    let object = try answer.json()
    #expect(object["itemCount"] == 200_000)

    // A new width of what is known is as heavy.
    let id = try #require(object["id"]?.string)
    test.service.pool.occupy(until: gate)
    client.send("GET /v1/layouts/\(id)/sections?width=501 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(eventually { test.metric("layoutd_compute_jobs_waiting") == 1 })
    #expect(try test.get("\(mixed)/special?bounds=0,9,390,844").status == 200)
    #expect(client.isQuiet(milliseconds: 0))
    gate.signal()
    #expect(client.answer()?.status == 200)
  }

  @Test("One network thread changes a list that only a compute thread lays out as a whole")
  func changing() throws {
    let test = try narrowService(queueLength: 8)
    var rows = variedRows()
    rows["engine"] = "column"
    let path = try test.path(of: rows)
    #expect(try test.get("\(path)?width=390").status == 200)
    let gate = DispatchSemaphore(value: 0)
    test.service.pool.occupy(until: gate)
    let insertion = #"{"section":0,"item":60000,"items":{"count":1,"height":9}}"#
    let step = #"{"steps":[{"insert":[\#(insertion)]}]}"#
    let answer = try test.post(text: step, to: "\(path)/changes?width=390&bounds=0,5000,390,844")
    #expect(answer.status == 201, "\(answer.text)")
    gate.signal()
  }

  @Test("A change after which very much is laid out anew is answered as if little were")
  func changingMuch() throws {
    let test = try narrowService(queueLength: 8)
    let path = try test.path(of: variedRows())
    #expect(try test.get("\(path)?width=390").status == 200)
    // Every row of a waterfall behind the first item is another one.
    let steps: JSONValue = [
      "steps": [
        [
          "setSections": [
            ["section": 0, "engine": "waterfall", "metrics": ["numberOfColumns": 3]]
          ]
        ]
      ]
    ]
    let answer = try test.post(text: steps.text, to: "\(path)/changes?width=390")
    let id = try #require(try answer.json()["id"]?.string, "\(answer.text)")
    let step = #"{"steps":[{"insert":[{"section":0,"item":0,"items":{"count":1,"height":9}}]}]}"#
    let changed = try test.post(text: step, to: "/v1/layouts/\(id)/changes?width=390")
    #expect(changed.status == 201, "\(changed.text)")
    #expect(try changed.json()["itemCount"] == 120_001)
  }

  @Test("When too many computations wait, a further one is refused with 503, and others are not")
  func fullQueue() throws {
    let test = try narrowService(queueLength: 1)
    let path = try test.path(of: Snapshots.rows(5000))
    let gate = DispatchSemaphore(value: 0)
    test.service.pool.occupy(until: gate)
    // 2000 elements are more than a network thread writes.
    let target = "\(path)/elements?width=390&rect=0,0,390,1e9&limit=2000"
    let waiting = try test.connect()
    waiting.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(eventually { test.metric("layoutd_compute_jobs_waiting") == 1 })
    let refused = try test.get(target)
    try test.expect(refused, 503, "unavailable")
    #expect(refused.headers["retry-after"] == "1")
    #expect(try test.get("\(path)/items/0/0?width=390").status == 200)
    #expect(waiting.isQuiet(milliseconds: 0))
    gate.signal()
    #expect(waiting.answer()?.status == 200)
    #expect(try test.get(target).status == 200)
  }

  @Test("Simultaneous requests for one new width over many connections cost one engine call")
  func simultaneous() throws {
    let test = try TestService(overSocket: true)
    let path = try test.path(of: variedRows())
    #expect(test.metric("layoutd_engine_runs_total") == 0)
    let clients = try (0..<40).map { _ in try test.connect() }
    for client in clients {
      client.send("GET \(path)/elements?width=333&rect=0,9e4,333,100 HTTP/1.1\r\nHost: a\r\n\r\n")
    }
    var bodies: Set<[UInt8]> = []
    for client in clients {
      let answer = try #require(client.answer())
      #expect(answer.status == 200)
      bodies.insert(answer.body)
    }
    #expect(bodies.count == 1)
    #expect(test.metric("layoutd_engine_runs_total") == 1)
    let misses = test.metric("layoutd_memo_misses_total")
    #expect(misses >= 1)
    #expect(misses + test.metric("layoutd_memo_hits_total") == 40)
  }

  @Test("Nothing is held for a client that hangs up during its body")
  func hangingUpDuringTheBody() throws {
    let test = try TestService(overSocket: true)
    let client = try test.connect()
    client.send(HeavyWorkTests.heavyPost.prefix(100_000))
    #expect(eventually { test.server.counters.bodyBytesInFlight > 0 })
    #expect(test.server.counters.exchangesHeld == 1)
    client.reset()
    #expect(eventually { test.server.counters.exchangesHeld == 0 })
  }

  /// Hands requests to the service, and keeps the one for elements.
  private final class Witness: RequestHandler {
    private let service: Service
    private let exchange = Mutex<Exchange?>(nil)

    init(_ service: Service) { self.service = service }

    var isAbandoned: Bool { exchange.withLock { $0?.isAbandoned == true } }

    func admit(_ exchange: Exchange) { service.admit(exchange) }

    func handle(_ exchange: Exchange) {
      let isForElements = exchange.request.withPath { path in
        path.count == "/v1/layouts//elements".utf8.count + 64
      }
      if isForElements { self.exchange.withLock { $0 = exchange } }
      service.handle(exchange)
    }

    func response(to request: RefusedRequest, detail: String) -> Response {
      service.response(to: request, detail: detail)
    }

    func log(_ message: String) {}
  }

  @Test("All requests that wait for one computation are answered, even if one hangs up")
  func hangingUpAmongOthers() throws {
    // They have been admitted: the queue does not refuse them.
    let test = try TestService(
      overSocket: true, threadCount: 1,
      limits: {
        $0.computeThreads = 1
        $0.computeQueueLength = 1
      })
    let witness = Witness(test.service)
    test.server = try Server(configuration: test.configuration, handler: witness)
    let path = try test.path(of: Snapshots.mixed)
    let id = try #require(Digest(hexadecimal: String(path.suffix(64))))
    let snapshot = try #require(test.service.cache.snapshot(id))
    let key = LayoutKey(digest: id, containerWidth: 444)
    // The computation is under way until this test ends it.
    guard case .unprepared = test.service.memo.layout(key, claiming: { _ in true }) else {
      Issue.record("the layout was there before anybody asked")
      return
    }
    let clients = try (0..<29).map { _ in try test.connect() }
    for client in clients {
      client.send("GET \(path)/sections?width=444 HTTP/1.1\r\nHost: a\r\n\r\n")
    }
    var leaving: TestClient? = try test.connect()
    leaving?.send("GET \(path)/elements?width=444&rect=0,0,9,9 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(eventually { test.server.counters.requestsInFlight == 30 })
    #expect(try test.get("/healthz").status == 200)
    leaving = nil
    #expect(eventually { witness.isAbandoned })
    var meter = WorkMeter.unlimited
    _ = try test.service.memo.prepare(key, of: snapshot, on: .compute, meter: &meter)
    for client in clients {
      let answer = try #require(client.answer())
      #expect(answer.status == 200)
      #expect(answer.headers["cache-status"] == "layoutd; fwd=miss")
    }
    #expect(eventually { test.server.counters.requestsInFlight == 0 })
    #expect(eventually { test.server.counters.connectionsOpen == 30 })
    #expect(test.metric("layoutd_engine_runs_total") == 4)
    // Neither an answer nor a refusal.
    let samples = Exposition(test.service.metrics.exposition()).samples
    let labels = #"method="GET",route="/v1/layouts/{id}/elements""#
    #expect(samples["layoutd_requests_total{\(labels),status=\"499\"}"] == 1)
    #expect(test.metric("layoutd_requests_refused_total") == 0)
  }

  @Test("A client that hangs up during its computation disturbs nobody, and its body is freed")
  func hangingUp() throws {
    let test = try narrowService(queueLength: 8)
    let mixed = try test.path(of: Snapshots.mixed)
    var client: TestClient? = try heavyClient(test)
    client = nil
    #expect(client == nil)
    #expect(try test.get("\(mixed)/special?bounds=0,0,390,844").status == 200)
    #expect(eventually { test.server.counters.bodyBytesInFlight == 0 })
    #expect(eventually { test.server.counters.connectionsOpen == 1 })
    #expect(try test.post(variedRows(), "width=100").status == 201)
  }

  @Test("A computation beyond its deadline is refused with 503, and keeps nothing")
  func late() throws {
    let test = try TestService(limits: { $0.computeTimeout = .zero })
    let answer = try test.post(Snapshots.mixed, "width=390")
    try test.expect(answer, 503, "unavailable")
    #expect(answer.headers["retry-after"] == "1")
    #expect(test.service.cache.usage.snapshots == 0)
    #expect(test.service.memo.usage == (layouts: 0, bytes: 0))
  }
}
