import ContentHash
import Dispatch
import LayoutStore
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("The limit of the compute queue holds for what has waited for the store")
struct ComputeQueueTests {
  private let store = FaultyStore()
  private let gate = DispatchSemaphore(value: 0)

  /// A service whose one compute thread is busy until the gate is opened.
  private func service(queueLength: Int) throws -> TestService {
    let service = try TestService(
      overSocket: true,
      limits: {
        $0.computeThreads = 1
        $0.computeQueueLength = queueLength
        $0.storeTimeout = .seconds(300)
      }, server: { $0.answerTimeout = .seconds(300) }, store: store)
    try service.create()
    service.service.pool.occupy(until: gate)
    return service
  }

  /// A change of the document that inserts so many items.
  private func change(_ count: Int, of revision: Int) -> [UInt8] {
    let heights = (0..<count).map { String($0 % 90 + 10) }.joined(separator: ",")
    let items = #"{"section":0,"item":0,"items":{"heights":[\#(heights)]}}"#
    return Array(#"{"revision":\#(revision),"steps":[{"insert":[\#(items)]}]}"#.utf8)
  }

  /// A client that has sent a change too large for a network thread.
  private func largeChange(_ service: TestService, number: Int) throws -> TestClient {
    let (client, body) = (try service.connect(), change(25_000 + number, of: 1))
    client.send(
      "POST /v1/documents/feed/changes HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.count)\r\n\r\n")
    client.send(body)
    return client
  }

  /// Opens the gate, and waits until the compute thread is free.
  private func free(_ service: TestService) {
    gate.signal()
    #expect(eventually { service.metric("layoutd_compute_jobs_running") == 0 })
  }

  /// Keeps the compute thread busy again, once it is free.
  private func occupy(_ service: TestService) {
    #expect(eventually { service.metric("layoutd_compute_jobs_running") == 0 })
    service.service.pool.occupy(until: gate)
  }

  private func waiting(_ service: TestService) -> Int {
    service.metric("layoutd_compute_jobs_waiting")
  }

  @Test("Large changes of documents beyond the limit are answered 503 at once, without an effect")
  func largeChanges() throws {
    let service = try service(queueLength: 2)
    let admitted = try (0..<2).map { number in
      let client = try largeChange(service, number: number)
      #expect(eventually { waiting(service) == number + 1 })
      return client
    }
    for number in 2..<12 {
      let answer = try #require(try largeChange(service, number: number).answer())
      #expect(answer.status == 503)
      #expect(answer.headers["retry-after"] == "1")
      #expect(try answer.json()["type"]?.string == "/problems/unavailable")
    }
    #expect(waiting(service) == 2)
    #expect(store.count(.change) == 0)
    gate.signal()
    // Both are meant for the same revision.
    #expect(Set(try admitted.map { try #require($0.answer()).status }) == [200, 409])
    #expect(try service.json("/v1/documents/feed")["revision"]?.int == 2)
  }

  @Test("Small changes of documents are answered while the compute threads are busy")
  func smallChanges() throws {
    let service = try service(queueLength: 0)
    for revision in 1...3 {
      let answer = try service.request(
        "POST", "/v1/documents/feed/changes?width=390&bounds=0,0,390,844",
        headers: [("Content-Type", "application/json")], body: change(1, of: revision))
      #expect(answer.status == 200, "\(answer.text)")
    }
    #expect(waiting(service) == 0)
    gate.signal()
  }

  @Test("A layout that the store has is read beside busy compute threads where it is small")
  func loading() throws {
    let service = try service(queueLength: 0)
    let small = try service.path(of: Snapshots.mixed)
    let text = change(25_000, of: 1)
    free(service)
    let answer = try service.request(
      "POST", "/v1/documents/feed/changes", headers: [("Content-Type", "application/json")],
      body: text)
    let id = try #require(try answer.json()["id"]?.string, "\(answer.text)")
    occupy(service)
    let ids = [String(small.suffix(64)), id].map { Digest(hexadecimal: $0) }
    for id in ids { service.service.forget(try #require(id)) }
    #expect(try service.get("\(small)?width=390").status == 200)
    let refused = try service.get("/v1/layouts/\(id)")
    try service.expect(refused, 503, "unavailable")
    #expect(refused.headers["retry-after"] == "1")
    gate.signal()
    #expect(eventually { (try? service.get("/v1/layouts/\(id)").status) == 200 })
  }

  @Test("A long log beyond the limit is answered 503")
  func longLog() throws {
    let service = try service(queueLength: 0)
    free(service)
    let answer = try service.request(
      "POST", "/v1/documents/feed/changes", headers: [("Content-Type", "application/json")],
      body: change(25_000, of: 1))
    #expect(answer.status == 200, "\(answer.text)")
    occupy(service)
    try service.expect(service.get("/v1/documents/feed/changes?after=0"), 503, "unavailable")
    #expect(try service.get("/v1/documents/feed/changes?after=2").status == 200)
    gate.signal()
    #expect(
      eventually { (try? service.get("/v1/documents/feed/changes?after=0").status) == 200 })
  }
}
