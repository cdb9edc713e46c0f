import Foundation
import Testing

@testable import LayoutClient

@Suite("Documents")
struct DocumentTests {
  private static let input = SnapshotInput(
    engine: .column, sections: [SectionInput(items: .equal(count: 4, height: 50))])
  private static let one = Step {
    $0.insert = [.init(section: 0, item: 0, items: .equal(count: 1, height: 20))]
  }

  @Test("A document is put, read, changed, listed and deleted")
  func life() async throws {
    let program = try Program()
    let service = try program.service()
    let document = try service.document("feed")
    let missing = try await #require(throws: Problem.self) { _ = try await document.get() }
    #expect(missing.name == "document-not-found")
    let head = try await document.put(DocumentTests.input, revision: .none)
    #expect(head.revision == 1)
    let taken = try await #require(throws: Problem.self) {
      _ = try await document.put(DocumentTests.input, revision: .none)
    }
    #expect(taken.name == "precondition-failed" && taken.revision == 1)
    let change = try await document.change([DocumentTests.one], revision: 1)
    #expect(change.revision == 2 && !change.isRepeated)
    let (revision, snapshot) = try await document.snapshot()
    #expect(revision == 2 && snapshot.id == change.layout && snapshot.itemCount == 5)
    #expect(try await document.put(snapshot, revision: 2).revision == 3)
    #expect(try await document.put(DocumentTests.input, revision: .any).revision == 4)
    #expect(try await service.document("news").put(snapshot, revision: .any).revision == 1)
    let page = try await service.documents(prefix: "", limit: 1)
    #expect(page.documents.map(\.name) == ["feed"])
    let rest = try await service.documents(prefix: "", limit: 1, cursor: page.next)
    #expect(rest.documents.map(\.name) == ["news"] && rest.next == nil)
    let log = try await document.log(after: 0)
    #expect(log.changes.map(\.kind) == [.replace, .change, .replace, .replace])
    #expect(log.changes[1].steps == [DocumentTests.one])
    try await document.delete(revision: 4)
    try await document.delete(revision: .any)
    await #expect(throws: Problem.self) { _ = try await document.get() }
  }

  @Test("A conflict is handed on, or the steps are carried over what came between")
  func conflict() async throws {
    let program = try Program()
    let document = try program.service().document("feed")
    _ = try await document.put(DocumentTests.input, revision: .none)
    _ = try await document.change([DocumentTests.one], revision: 1)
    let last = Step { $0.delete = [.init(section: 0, item: 3)] }
    let problem = try await #require(throws: Problem.self) {
      _ = try await document.change([last], revision: 1)
    }
    #expect(problem.name == "conflict" && problem.revision == 2)
    let change = try await document.change([last], revision: 1) { records, steps in
      #expect(records.map(\.revision) == [2] && steps == [last])
      return [Step { $0.delete = [.init(section: 0, item: 4)] }]
    }
    #expect(change.revision == 3 && change.steps?[0].delete?[0].item == 4)
    let bad = Step { $0.delete = [.init(section: 0, item: 99)] }
    let invalid = try await #require(throws: Problem.self) {
      _ = try await document.change([bad], revision: 3)
    }
    #expect(invalid.name == "invalid-change")
    #expect(invalid.issues.map(\.code) == ["item-out-of-range-before"])
  }

  @Test("However many answers are lost, each write is done once", arguments: [UInt64(1), 2, 3])
  func lossy(seed: UInt64) async throws {
    let program = try Program()
    let transport = LossyTransport(URLSessionTransport(program.url), seed: seed, percent: 20)
    let options = ClientOptions { $0.attempts = 40 }
    let service = try LayoutService(
      transport: transport, options: options, Pauses().surroundings())
    let document = try service.document("feed")
    #expect(try await document.put(DocumentTests.input, revision: .none).revision == 1)
    for revision in 1...30 {
      let change = try await document.change([DocumentTests.one], revision: revision)
      #expect(change.revision == revision + 1)
    }
    #expect(try await document.snapshot().snapshot.itemCount == 34)
    for revision in 31...40 {
      let head = try await document.put(DocumentTests.input, revision: .number(revision))
      #expect(head.revision == revision + 1)
    }
    let log = try await document.log(after: 0)
    #expect(log.revision == 41 && log.changes.map(\.revision) == Array(1...41))
    try await document.delete(revision: 41)
  }

  @Test("Who follows takes each record once and in order, until the document is deleted")
  func follows() async throws {
    let program = try Program()
    let document = try program.service().document("feed")
    _ = try await document.put(DocumentTests.input, revision: .none)
    let lossy = LossyTransport(URLSessionTransport(program.url), seed: 9, percent: 15)
    let follower = try LayoutService(
      transport: lossy, options: ClientOptions { $0.attempts = 2 }, Pauses().surroundings()
    ).document("feed")
    let (lastChange, told) = AsyncStream<Void>.makeStream()
    let following = Task {
      defer { told.finish() }
      var events: [DocumentEvent] = []
      do {
        for try await event in follower.events(after: 1) {
          events.append(event)
          if case .record(let record) = event, record.revision == 21 { told.finish() }
        }
      } catch let problem as Problem where problem.name == "document-not-found" {
        // A request that was lost comes again when the document and its log are gone.
        return (events, isGone: true)
      }
      return (events, isGone: false)
    }
    for revision in 1...20 {
      _ = try await document.change([DocumentTests.one], revision: revision)
    }
    for await _ in lastChange {}
    try await document.delete(revision: 21)
    let (events, isGone) = try await following.value
    let records = events.compactMap { event -> DocumentRecord? in
      if case .record(let record) = event { record } else { nil }
    }
    #expect(events.count == records.count)
    #expect(records.map(\.revision) == Array(2...(isGone ? 21 : 22)))
    #expect(records.prefix(20).allSatisfy { $0.steps == [DocumentTests.one] })
    #expect(isGone || records.last?.kind == .delete)
  }

  @Test("Who was away for too long reads the document anew, and nothing cuts a poll short for good")
  func reset() async throws {
    let program = try Program(["--history", "3"])
    let document = try program.service().document("feed")
    _ = try await document.put(DocumentTests.input, revision: .none)
    for revision in 1...9 {
      _ = try await document.change([DocumentTests.one], revision: revision)
    }
    var events = document.events(after: 2).makeAsyncIterator()
    guard case .reset(let head) = try await events.next() else {
      Issue.record("no reset")
      return
    }
    #expect(head.revision == 10)
    _ = try await document.change([DocumentTests.one], revision: 10)
    guard case .record(let record) = try await events.next() else {
      Issue.record("no record")
      return
    }
    #expect(record.revision == 11)
    var fresh = document.events().makeAsyncIterator()
    guard case .reset(let now) = try await fresh.next() else {
      Issue.record("no reset")
      return
    }
    #expect(now.revision == 11)
  }

  @Test(
    "A poll is told 429, 503 or sent home: it comes again after growing pauses, and skips what it has"
  )
  func polls() async throws {
    let pauses = Pauses()
    @Sendable func record(_ revision: Int) -> String {
      #"{"revision":\#(revision),"kind":"replace","layout":"x","time":"t"}"#
    }
    let transport = FakeTransport { _, number in
      switch number {
      case 0: .problem(429, "too-many-watchers", headers: ["Retry-After": "11"])
      case 1: Response(200, #"{"changes":[],"revision":4,"oldest":1}"#)
      case 2: .problem(503, "unavailable")
      // Known already, and one that is missing between.
      case 3: Response(200, #"{"changes":[\#(record(4)),\#(record(6))],"revision":6,"oldest":1}"#)
      case 4: Response(200, #"{"changes":[\#(record(5)),\#(record(6))],"revision":6,"oldest":1}"#)
      default: .problem(403, "forbidden")
      }
    }
    let document = try LayoutService(
      transport: transport, options: ClientOptions { $0.attempts = 1 }, pauses.surroundings()
    ).document("feed")
    var events = document.events(after: 4).makeAsyncIterator()
    var revisions: [Int] = []
    for _ in 0..<2 {
      if case .record(let record) = try await events.next() { revisions.append(record.revision) }
    }
    #expect(revisions == [5, 6])
    #expect(pauses.all == [14, 6, 12])
    let problem = try await #require(throws: Problem.self) { _ = try await events.next() }
    #expect(problem.name == "forbidden")
    #expect(transport.sent.allSatisfy { $0.target.contains("wait=25") })
    #expect(transport.sent.last?.target.contains("after=6&") == true)
  }
}
