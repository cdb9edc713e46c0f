import Dispatch
import Foundation
import HTTPServer
import LayoutStore
import Oracle
import Synchronization
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Events of documents")
struct DocumentEventTests {
  /// An event as a client reads it.
  private struct Event: Equatable {
    var id: Int?
    var name: String
    var data: JSONValue
  }

  /// A client that reads events.
  private final class Reader {
    let client: TestClient
    let head: (status: Int, headers: [String: String])
    private var text = ""
    /// The clock that is moved forward while it waits for events.
    var clock: TestClock?

    init?(_ client: TestClient, _ target: String, _ lines: String = "") {
      self.client = client
      client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\(lines)\r\n")
      guard let head = client.head() else { return nil }
      self.head = head
    }

    /// The next event; nil at the end.
    func next() throws -> Event? {
      while true {
        if let end = text.range(of: "\n\n") {
          let block = text[..<end.lowerBound]
          text.removeSubrange(..<end.upperBound)
          if block == "retry: 3000" { continue }
          var event = Event(name: "", data: .null)
          for line in block.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            let value = String(parts[1].dropFirst())
            switch parts[0] {
            case "id": event.id = Int(value)
            case "event": event.name = value
            case "data": event.data = try JSONValue(parsing: Array(value.utf8))
            default: Issue.record("\(line)")
            }
          }
          return event
        }
        _ = clock?.advance(by: .milliseconds(100)) { !client.isQuiet(milliseconds: 0) }
        guard let chunk = client.chunk(), !chunk.isEmpty else { return nil }
        text += String(decoding: chunk, as: UTF8.self)
      }
    }

    /// The next event that is no heartbeat.
    func nextRecord() throws -> Event? {
      while let event = try next() {
        if event.name != "heartbeat" { return event }
      }
      return nil
    }
  }

  private func service(
    _ store: any Store, _ change: (inout ServiceLimits) -> Void = { _ in },
    keys: APIKeyRing? = nil
  ) throws -> TestService {
    // Tests run without optimization, many at a time.
    try TestService(
      overSocket: true, limits: change, server: { $0.answerTimeout = .seconds(300) }, keys: keys,
      store: store)
  }

  private func memory(_ change: (inout SQLiteStore.Limits) -> Void = { _ in }) throws -> SQLiteStore
  {
    var limits = SQLiteStore.Limits()
    change(&limits)
    return try SQLiteStore(bytesMax: 256 << 20, limits) { _, _ in }
  }

  private func change(_ service: TestService, _ revision: Int, height: Int = 7) throws {
    let steps = #"[{"insert":[{"section":0,"item":0,"items":{"count":1,"height":\#(height)}}]}]"#
    let answer = try service.post(
      text: #"{"revision":\#(revision),"steps":\#(steps)}"#, to: "/v1/documents/feed/changes")
    #expect(answer.status == 200, "\(answer.text)")
  }

  /// Makes the revisions 2 to 13, with steps of 20 000 heights each.
  private func makeLongRecords(_ service: TestService) throws {
    let heights = (0..<20_000).map { String($0 % 90 + 10) }.joined(separator: ",")
    for revision in 1...12 {
      let steps = #"[{"insert":[{"section":0,"item":0,"items":{"heights":[\#(heights)]}}]}]"#
      let answer = try service.post(
        text: #"{"revision":\#(revision),"steps":\#(steps)}"#, to: "/v1/documents/feed/changes")
      #expect(answer.status == 200, "\(answer.text.prefix(300))")
    }
  }

  private func reader(
    _ service: TestService, _ query: String = "", _ lines: String = ""
  ) throws -> Reader {
    try #require(Reader(service.connect(), "/v1/documents/feed/events\(query)", lines))
  }

  @Test("Events are the records of the log, from behind the head, a revision, or the last event")
  func events() throws {
    let service = try service(memory())
    try service.create()
    let new = try reader(service)
    #expect(new.head.status == 200)
    let headers = new.head.headers
    #expect(headers["content-type"] == "text/event-stream")
    #expect(headers["cache-control"] == "no-store")
    #expect(headers["x-accel-buffering"] == "no")
    #expect(headers["content-encoding"] == nil && headers["content-length"] == nil)
    let old = try reader(service, "?after=0")
    let resumed = try reader(service, "?after=0", "Last-Event-ID: 2\r\n")
    // There is no revision 2 yet.
    #expect(resumed.head.status == 410)
    for revision in 1...3 { try change(service, revision) }
    let log = try service.json("/v1/documents/feed/changes")["changes"]?.array ?? []
    let readers = [
      (1, new), (0, old), (2, try reader(service, "?after=0", "Last-Event-ID: 2\r\n")),
    ]
    for (place, reader) in readers {
      for record in log[place...] {
        let event = try #require(try reader.next())
        #expect(event.id == record["revision"]?.int)
        #expect(event.name == record["kind"]?.string)
        #expect(event.data == record)
      }
    }
    // They go with their readers.
    withExtendedLifetime(readers) {
      #expect(service.service.watchers.count == 3)
      #expect(service.metric("layoutd_watchers") == 3)
    }
    // A compressed stream would come late.
    let plain = try reader(service, "", "Accept-Encoding: gzip\r\n")
    #expect(plain.head.headers["content-encoding"] == nil)
  }

  @Test("What cannot be followed is refused before a stream opens")
  func refusals() throws {
    let service = try service(memory { $0.documents.recordsMax = 2 }) { $0.watchers = 1 }
    #expect(try reader(service).head.status == 404)
    #expect(try reader(service, "?after=1").head.status == 404)
    try service.create()
    for revision in 1...4 { try change(service, revision) }
    #expect(try reader(service, "?after=2").head.status == 410)
    #expect(try reader(service, "?after=9").head.status == 410)
    #expect(try reader(service, "?after=x").head.status == 400)
    #expect(try reader(service, "?wait=3").head.status == 400)
    for id in ["x", "-1", "1.5", "99999999999999999999", "+3"] {
      #expect(try reader(service, "", "Last-Event-ID: \(id)\r\n").head.status == 400)
    }
    let one = try reader(service, "", "Last-Event-ID:\r\n")
    #expect(one.head.status == 200)
    let many = try reader(service)
    #expect(many.head.status == 429)
    #expect(many.head.headers["retry-after"] == "1")
    one.client.reset()
    #expect(eventually { service.service.watchers.count == 0 })
    #expect(try reader(service).head.status == 200)
    #expect(eventually { service.service.watchers.count == 0 })
    #expect(try service.request("HEAD", "/v1/documents/feed/events").status == 200)
  }

  @Test("A stream ends when its document is deleted, its history has gone, and the program drains")
  func ends() throws {
    let store = FaultyStore()
    let service = try service(store)
    try service.create()
    let deleted = try reader(service)
    #expect(
      try service.request("DELETE", "/v1/documents/feed", headers: [("If-Match", "*")]).status
        == 204)
    let event = try #require(try deleted.next())
    #expect(event.id == 2 && event.name == "delete" && event.data["layout"] == nil)
    #expect(try deleted.next() == nil)
    try service.create()
    // It is created anew while its log cannot be read, so that what comes between is lost.
    let gone = try reader(service)
    #expect(eventually { service.service.watchers.count == 1 })
    store.meet(.records, .waits)
    try change(service, 3)
    #expect(eventually { store.waitingCount == 1 })
    _ = try service.request("DELETE", "/v1/documents/feed", headers: [("If-Match", "*")])
    try service.create()
    store.goOn()
    let last = try #require(try gone.next())
    #expect(last.name == "gone" && last.id == nil)
    #expect(last.data["oldest"]?.int == 6 && last.data["revision"]?.int == 6)
    #expect(try gone.next() == nil)
    let drained = try reader(service)
    #expect(eventually { service.service.watchers.count == 1 })
    service.service.beginDrain()
    #expect(try drained.next() == nil)
    // Who comes back follows until the end of the drain, so that it does not come again and again.
    let late = try reader(service, "?after=5")
    #expect(late.head.status == 200 && late.head.headers["connection"] == "close")
    #expect(try late.next()?.id == 6)
    try change(service, 6)
    #expect(try late.next()?.id == 7)
    service.service.endFollowing()
    #expect(try late.next() == nil)
    #expect(late.client.isClosedByServer())
    let tooLate = try reader(service)
    #expect(try tooLate.next() == nil)
    #expect(eventually { service.service.watchers.count == 0 })
  }

  @Test("A stream is opened with one read, and so is a poll that waits")
  func oneRead() throws {
    let store = FaultyStore()
    let service = try service(store)
    try service.create()
    try change(service, 1)
    func reads() -> Int { store.count(.records) + store.count(.document) }
    var before = reads()
    let new = try reader(service)
    #expect(new.head.status == 200)
    #expect(reads() == before + 1)
    let old = try reader(service, "?after=0")
    for revision in 1...2 { #expect(try old.next()?.id == revision) }
    #expect(reads() == before + 2)
    let client = try service.connect()
    client.send("GET /v1/documents/feed/changes?after=2&wait=30 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(eventually { service.service.watchers.count == 3 })
    #expect(reads() == before + 3)
    // All are told of what comes, after one read.
    before = store.count(.records)
    try change(service, 2)
    #expect(try new.next()?.id == 3)
    #expect(try old.next()?.id == 3)
    #expect(client.answer()?.status == 200)
    #expect(store.count(.records) == before + 1)
    // What is written while a stream opens is told, too.
    store.meet(.document, .answersLate)
    let late = try service.connect()
    late.send("GET /v1/documents/feed/events HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(eventually { store.waitingCount == 1 })
    try change(service, 3)
    store.goOn()
    #expect(late.head()?.status == 200)
    var text = ""
    while !text.contains("id: 4\n"), let chunk = late.chunk(), !chunk.isEmpty {
      text += String(decoding: chunk, as: UTF8.self)
    }
    #expect(text.contains("id: 4\n"), "\(text)")
  }

  @Test("A read that began before a client came tells it nothing")
  func earlierReads() throws {
    let store = FaultyStore()
    let service = try service(store)
    try service.create()
    let early = try reader(service)
    #expect(eventually { service.service.watchers.count == 1 })
    store.meet(.records, .answersLate)
    try change(service, 1)
    #expect(eventually { store.waitingCount == 1 })
    try change(service, 2)
    // It has a revision that the read of the log does not know.
    let late = try reader(service)
    #expect(late.head.status == 200)
    #expect(eventually { service.service.watchers.count == 2 })
    store.goOn()
    for revision in [2, 3] { #expect(try early.next()?.id == revision) }
    try change(service, 3)
    for reader in [early, late] {
      let event = try #require(try reader.next())
      #expect(event.id == 4 && event.name == "change")
    }
    // Nor does what was read of a document that is deleted by now.
    store.meet(.records, .answersLate)
    _ = try service.request("DELETE", "/v1/documents/feed", headers: [("If-Match", "*")])
    #expect(eventually { store.waitingCount == 1 })
    try service.create()
    let next = try reader(service)
    #expect(eventually { service.service.watchers.count == 3 })
    store.goOn()
    try change(service, 6)
    #expect(try next.next()?.id == 7)
    #expect(try early.next()?.name == "delete")
    #expect(try early.next() == nil)
  }

  @Test("A client that reads slowly gets every long record, and holds up nobody")
  func slowReader() throws {
    let service = try service(memory())
    try service.create()
    let slow = try reader(service)
    try makeLongRecords(service)
    let quick = try reader(service, "?after=13")
    try change(service, 13)
    #expect(try quick.next()?.id == 14)
    _ = try service.request("DELETE", "/v1/documents/feed", headers: [("If-Match", "*")])
    #expect(try quick.next()?.name == "delete")
    for revision in 2...13 {
      let event = try #require(try slow.next())
      #expect(event.id == revision)
      let inserted = event.data["steps"]?.array?.first?["insert"]?.array?.first
      #expect(inserted?["items"]?["heights"]?.array?.count == 20_000)
    }
    #expect(try slow.next()?.id == 14)
    #expect(try slow.next()?.name == "delete")
    #expect(try slow.next() == nil)
  }

  @Test("A stream that was held up has every record before the deletion")
  func deletion() throws {
    let store = FaultyStore()
    let service = try service(store)
    try service.create()
    let reader = try reader(service)
    reader.clock = service.clock
    #expect(eventually { service.service.watchers.count == 1 })
    store.meet(.records, .fails(.unavailable), .fails(.unavailable))
    for revision in 1...3 { try change(service, revision) }
    _ = try service.request("DELETE", "/v1/documents/feed", headers: [("If-Match", "*")])
    for revision in 2...5 {
      let event = try #require(try reader.nextRecord())
      #expect(event.id == revision && event.name == (revision == 5 ? "delete" : "change"))
    }
    #expect(try reader.nextRecord() == nil)
    #expect(eventually { service.service.watchers.count == 0 })
    // Who comes later is told that there is none.
    for query in ["?after=3", "?after=5", "?after=0", ""] {
      #expect(try self.reader(service, query).head.status == 404)
    }
  }

  @Test("A record that there is no room for leads to its layout")
  func noRoom() throws {
    let service = try TestService(
      overSocket: true, server: { $0.answersInFlightBytesMax = 100_000 }, store: memory())
    try service.create()
    let reader = try reader(service)
    reader.clock = service.clock
    let heights = (0..<40_000).map { String($0 % 90 + 10) }.joined(separator: ",")
    let steps = #"[{"insert":[{"section":0,"item":0,"items":{"heights":[\#(heights)]}}]}]"#
    let answer = try service.post(
      text: #"{"revision":1,"steps":\#(steps)}"#, to: "/v1/documents/feed/changes")
    #expect(answer.status == 200)
    try change(service, 2)
    let long = try #require(try reader.nextRecord())
    #expect(long.id == 2 && long.name == "replace" && long.data["steps"] == nil)
    #expect(long.data["layout"]?.string == (try answer.json()["id"]?.string))
    #expect(try reader.nextRecord()?.name == "change")
  }

  @Test("A stream without news has heartbeats, which have no id")
  func heartbeats() throws {
    let service = try service(memory())
    try service.create()
    let reader = try reader(service)
    // The upkeep of the store, and the heartbeat.
    #expect(eventually { service.clock.timerCount == 2 })
    for _ in 0..<3 {
      service.clock.advance(by: Subscribers.heartbeat)
      #expect(try reader.next() == Event(id: nil, name: "heartbeat", data: ["revision": 1]))
    }
    try change(service, 1)
    #expect(try reader.next()?.id == 2)
    service.clock.advance(by: Subscribers.heartbeat)
    #expect(try reader.next() == Event(id: nil, name: "heartbeat", data: ["revision": 2]))
  }

  @Test("Whoever follows gets every record once and in order, slow or not, coming back or not")
  func following() throws {
    let service = try service(memory())
    try service.create()
    let last = 400
    // A slow client reads when all has been written.
    let isWritten = DispatchSemaphore(value: 0)
    let readers = try (0..<8).map { number in
      let revisions = Revisions()
      let clients = try (0..<5).map { _ in Connection(try service.connect()) }
      Thread.detachNewThread {
        var after = 1
        // Some hang up now and then, and come back with the last id that they have.
        for (place, connection) in clients.enumerated() where after < last {
          let isLast = place == clients.count - 1
          guard
            let reader = Reader(
              connection.client, "/v1/documents/feed/events?after=1",
              after > 1 ? "Last-Event-ID: \(after)\r\n" : "")
          else { break }
          if number == 7, after == 1 { isWritten.wait() }
          while after < last, let event = try? reader.next() {
            guard let id = event.id else { continue }
            revisions.append(id)
            after = id
            if number % 2 == 1, !isLast, id % 80 == 0 { break }
          }
          connection.client.reset()
        }
        revisions.end()
      }
      return revisions
    }
    for revision in 1..<last { try change(service, revision, height: revision % 9 + 1) }
    isWritten.signal()
    for reader in readers { #expect(reader.all() == Array(2...last)) }
    #expect(eventually { service.service.watchers.count == 0 })
  }

  /// A client that one thread after the other uses.
  private final class Connection: @unchecked Sendable {
    let client: TestClient
    init(_ client: TestClient) { self.client = client }
  }

  private final class Revisions: Sendable {
    private let found = Mutex<[Int]>([])
    private let isDone = DispatchSemaphore(value: 0)

    func append(_ revision: Int) { found.withLock { $0.append(revision) } }

    func end() { isDone.signal() }

    /// All of them, once all are there.
    func all() -> [Int] {
      guard isDone.wait(timeout: .now() + 120) == .success else { return [] }
      return found.withLock { $0 }
    }
  }

  @Test("The access log and the metrics tell of a stream when it ends")
  func records() throws {
    let service = try service(memory())
    try service.create()
    let reader = try reader(service, "", "X-Request-Id: stream-1\r\n")
    try change(service, 1)
    _ = try reader.next()
    #expect(!service.hasRecord(of: "stream-1"))
    reader.client.reset()
    #expect(eventually { service.hasRecord(of: "stream-1") })
    let record = try service.record(of: "stream-1")
    #expect(record.status == 200 && record.bytesOut > 100)
    #expect(record.route.template == "/v1/documents/{name}/events")
  }
}
