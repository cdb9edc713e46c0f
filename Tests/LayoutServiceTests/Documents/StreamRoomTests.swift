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

@Suite("Room for the events of documents")
struct StreamRoomTests {
  /// A document `feed` whose revisions from 2 on have long steps, of some 100 KB each.
  private func service(
    _ store: any Store, records: Int, _ server: @escaping (inout ServerConfiguration) -> Void
  ) throws -> TestService {
    let service = try TestService(
      overSocket: true,
      server: {
        $0.answerTimeout = .seconds(300)
        server(&$0)
      }, store: store)
    try service.create()
    for revision in 1..<records + 1 {
      try change(service, revision, count: 20_000)
    }
    return service
  }

  private func change(_ service: TestService, _ revision: Int, count: Int) throws {
    // Their bytes cannot be deflated to little.
    let heights = (0..<count).map { number in
      String(((number + 1) * (revision + 7) * 7919) % 9973 + 10)
    }
    let items = #"{"section":0,"item":0,"items":{"heights":[\#(heights.joined(separator: ","))]}}"#
    let answer = try service.post(
      text: #"{"revision":\#(revision),"steps":[{"insert":[\#(items)]}]}"#,
      to: "/v1/documents/feed/changes")
    #expect(answer.status == 200, "\(answer.text.prefix(300))")
  }

  private func open(_ service: TestService, after revision: Int) throws -> TestClient {
    let client = try service.connect()
    client.send("GET /v1/documents/feed/events?after=\(revision) HTTP/1.1\r\nHost: a\r\n\r\n")
    return client
  }

  /// The revisions and kinds of the events up to a revision.
  ///
  /// - Parameter clock: The clock that is moved forward until they are there.
  private func events(
    _ client: TestClient, upTo last: Int, _ clock: TestClock? = nil
  ) -> [String] {
    var (events, text): ([String], [UInt8]) = ([], [])
    var searched = 0
    let end = ContinuousClock.now + .seconds(60)
    while events.last?.hasPrefix("\(last) ") != true, clock == nil || .now < end {
      _ = clock?.advance(by: .milliseconds(100)) { !client.isQuiet(milliseconds: 0) }
      guard let chunk = client.chunk(), !chunk.isEmpty else { break }
      text += chunk
      // What has been searched for an end has none.
      while let end = (searched..<max(searched, text.count - 1)).first(where: {
        text[$0] == 10 && text[$0 + 1] == 10
      }) {
        let lines = String(decoding: text[..<end], as: UTF8.self).split(separator: "\n")
        text.removeSubrange(..<(end + 2))
        searched = 0
        guard lines.count == 3, lines[0].hasPrefix("id: ") else { continue }
        events.append("\(lines[0].dropFirst(4)) \(lines[1].dropFirst(7))")
      }
      searched = max(0, text.count - 1)
    }
    return events
  }

  /// Has each request to `/hold/N` take room for an answer of N bytes until it is let go.
  private final class Holder: RequestHandler {
    private let service: Service
    private let held = Mutex([Exchange]())

    init(_ service: Service) { self.service = service }

    var count: Int { held.withLock { $0.count } }

    /// Lets the one go that came first.
    func letGo() { held.withLock { $0.removeFirst() }.respond(Response(status: 204)) }

    func admit(_ exchange: Exchange) { service.admit(exchange) }

    func handle(_ exchange: Exchange) {
      let path = exchange.request.withPath { path in
        String(decoding: path.indices.map { path[$0] }, as: UTF8.self)
      }
      guard path.hasPrefix("/hold/"), let bytes = Int(path.dropFirst(6)) else {
        return service.handle(exchange)
      }
      guard exchange.reserveRoom(forBodyOf: bytes) else {
        exchange.respond(Response(status: 503))
        return
      }
      exchange.suspend()
      held.withLock { $0.append(exchange) }
    }

    func response(to request: RefusedRequest, detail: String) -> Response {
      service.response(to: request, detail: detail)
    }

    func log(_ message: String) {}
  }

  @Test("A stream that has waited for room sends what fits, however long the log has become")
  func busyDocument() throws {
    let store = FaultyStore()
    let behind = try TestService(store: store)
    try behind.create()
    try change(behind, 1, count: 20_000)
    let holder = Holder(behind.service)
    var configuration = ServerConfiguration(listen: ListenAddress("127.0.0.1:0")!)
    configuration.answersInFlightBytesMax = 400_000
    configuration.answerTimeout = .seconds(300)
    let server = try Server(configuration: configuration, handler: holder)
    let clients = try (0..<3).map { _ in try #require(TestClient(port: server.port)) }
    for (number, bytes) in [100_000, 220_000].enumerated() {
      clients[number].send("GET /hold/\(bytes) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(eventually { holder.count == number + 1 })
    }
    // The stream waits for some 100 KB, of which 80 KB are there.
    let client = clients[2]
    client.send("GET /v1/documents/feed/events?after=1 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.head()?.status == 200)
    #expect(eventually { behind.service.watchers.room.count == 1 })
    // There will be room for the event that it waits for, but not for that and the next one together.
    try change(behind, 2, count: 20_000)
    holder.letGo()
    #expect(events(client, upTo: 2, behind.clock) == ["2 change"])
    #expect(events(client, upTo: 3, behind.clock) == ["3 change"])
    #expect(holder.count == 1)
    holder.letGo()
  }

  private final class Connection: @unchecked Sendable {
    let client: TestClient
    init(_ client: TestClient) { self.client = client }
  }

  @Test("An open stream holds nothing of the log that it began with")
  func heldPage() throws {
    let store = try SQLiteStore(bytesMax: 256 << 20) { _, _ in }
    let service = try service(store, records: 3) { _ in }
    let clients = try (0..<3).map { _ in try open(service, after: 1) }
    for client in clients {
      #expect(client.head()?.status == 200)
      #expect(events(client, upTo: 4) == ["2 change", "3 change", "4 change"])
    }
    #expect(service.service.watchers.count == 3)
    #expect(eventually { store.figures.waitingBytes == 0 })
    #expect(service.service.watchers.count == 3)
  }

  @Test("Nothing is read for streams that wait for room, and all get everything in the end")
  func fullRoom() throws {
    let store = FaultyStore()
    let room = 300_000
    let service = try service(store, records: 8) {
      $0.answersInFlightBytesMax = room
      $0.threadCount = 1
    }
    // They read nothing but what the sockets take, so that soon the texts of some take the room.
    var clients: [(after: Int, client: TestClient)] = []
    for number in 0..<40 {
      let after = 1 + number % 8
      clients.append((after, try open(service, after: after)))
    }
    #expect(eventually { service.service.watchers.count == 40 })
    #expect(eventually { service.service.watchers.room.count > 20 })
    #expect(service.server.counters.answerBytesInFlight <= room + 40 * (16 << 10))
    // Who can be told little is told at once, and what follows is short for all who have everything.
    let (late, revision) = (try open(service, after: 9), 9)
    #expect(late.head()?.status == 200)
    try change(service, revision, count: 1)
    #expect(events(late, upTo: 10) == ["10 change"])
    // All get everything when they read.
    let found = Mutex([Int: [String]]())
    let isDone = DispatchGroup()
    for (number, (_, client)) in clients.enumerated() {
      // A sanitizer makes all of this twenty times as slow, and the last stream waits for all others.
      client.timeoutMilliseconds = 300_000
      let connection = Connection(client)
      isDone.enter()
      Thread.detachNewThread {
        if connection.client.head()?.status == 200 {
          let events = self.events(connection.client, upTo: 10)
          found.withLock { $0[number] = events }
        }
        isDone.leave()
      }
    }
    // Streams that wait for room look for it now and then.
    let end = ContinuousClock.now + .seconds(300)
    while isDone.wait(timeout: .now() + .milliseconds(1)) == .timedOut, .now < end {
      service.clock.advance(by: .milliseconds(100))
    }
    // A stream needs a read for each record, and may twice wait for room or for its client.
    #expect(store.count(.records) < 3 * (40 * 9))
    for (number, (after, _)) in clients.enumerated() {
      #expect(found.withLock { $0[number] } == ((after + 1)...10).map { "\($0) change" })
    }
  }

  @Test("A stream that pauses is told of a change that was made while the log was read for it")
  func changeWhileReading() throws {
    let store = FaultyStore()
    let service = try service(store, records: 0) { _ in }
    let client = try open(service, after: 1)
    #expect(client.head()?.status == 200)
    #expect(eventually { service.service.watchers.count == 1 })
    // The read that has the long change lacks the next one, and the stream pauses until its client has taken the text.
    store.meet(.records, .answersLate)
    try change(service, 1, count: 20_000)
    #expect(eventually { store.waitingCount == 1 })
    try change(service, 2, count: 1)
    store.goOn()
    #expect(events(client, upTo: 3) == ["2 change", "3 change"])
  }

  @Test("A stream that is far behind does not keep those from their events who lack little")
  func farBehind() throws {
    let store = FaultyStore()
    let service = try service(store, records: 12) { _ in }
    let near = try open(service, after: 13)
    #expect(near.head()?.status == 200)
    #expect(eventually { service.service.watchers.count == 1 })
    // The read that tells of the next change is that of whoever is furthest behind.
    store.meet(.records, .waits)
    let far = try open(service, after: 1)
    #expect(eventually { store.waitingCount == 1 })
    try change(service, 13, count: 1)
    store.goOn()
    #expect(events(near, upTo: 14) == ["14 change"])
    #expect(far.head()?.status == 200)
    #expect(events(far, upTo: 14) == (2...14).map { "\($0) change" })
  }
}
