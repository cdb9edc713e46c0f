import Glibc
import LayoutCore
import Oracle
import Synchronization
import TestClient
import Testing

@testable import LayoutStore

@Suite("Documents and their logs")
struct DocumentTests {
  private let folder = StoreFolder()

  private func open(
    _ kind: StoreKind, _ change: (inout DocumentLimits) -> Void = { _ in }
  ) throws -> any Store { try kind.open(in: folder, change) }

  private func name(_ text: String) throws -> DocumentName { try #require(DocumentName(text)) }

  private func change(
    _ name: DocumentName, _ revision: Int, to number: Int, on parent: Int, key: String? = nil,
    steps: Int? = nil, bytes: [UInt8]? = [7]
  ) -> DocumentChange {
    DocumentChange(
      name: name, revision: revision, key: key, stepsDigest: id(steps ?? number),
      steps: bytes.map { StoredBody($0) }, parent: id(parent),
      row: layout(number, on: parent, depth: parent == 1 ? 1 : 2))
  }

  @Test("Names are those of the rules")
  func names() {
    for text in ["a", "9", "feed", "a.b_c~d-e", String(repeating: "x", count: 128)] {
      #expect(DocumentName(text)?.text == text)
    }
    for text in [
      "", ".a", "-", "_a", "a b", "a/b", "é", "a\u{0}", String(repeating: "x", count: 129),
    ] {
      #expect(DocumentName(text) == nil, "\(text)")
    }
  }

  @Test(
    "A document is created, replaced and deleted where its condition is met",
    arguments: StoreKind.all)
  func conditions(_ kind: StoreKind) throws {
    let store = try open(kind)
    let feed = try name("feed")
    func write(_ condition: DocumentWrite.Condition, _ number: Int?) throws -> String {
      switch try store.written(feed, condition, number) {
      case .done(let head, _): return "\(head.revision)"
      case .deleted(let revision): return "deleted \(revision)"
      case .notMet(let head): return "not met \(head?.revision ?? 0)"
      case .layoutAbsent: return "no layout"
      case .tooMany: return "too many"
      }
    }
    #expect(try write(.present, 1) == "not met 0")
    #expect(try write(.revision(1), 1) == "not met 0")
    #expect(try write(.absent, 1) == "1")
    #expect(try write(.absent, 2) == "not met 1")
    #expect(try write(.revision(1), 2) == "2")
    #expect(try write(.revision(1), 3) == "not met 2")
    #expect(try write(.present, 2) == "3")
    #expect(try write(.revision(2), nil) == "not met 3")
    #expect(try write(.revision(3), nil) == "deleted 4")
    #expect(try write(.present, nil) == "not met 0")
    // No name has a revision twice: a new document begins above the newest deletion.
    #expect(try write(.absent, 1) == "5")
    let head = try #require(try store.head(of: feed))
    #expect(head.layout == id(1))
    #expect(head.time > 1_700_000_000_000)
    store.close(within: .seconds(60))
  }

  @Test(
    "Changes apply once, in order, and retries find what they did", arguments: StoreKind.all)
  func changes(_ kind: StoreKind) throws {
    let store = try open(kind)
    let feed = try name("feed")
    func apply(_ change: DocumentChange) throws -> String {
      switch try store.changed(change) {
      case .applied(let head, _): return "applied \(head.revision)"
      case .repeated(let revision, let layout): return "repeated \(revision) \(layout.words[0])"
      case .keyReused: return "reused"
      case .conflict(let head): return "conflict \(head.revision)"
      case .absent: return "absent"
      case .parentAbsent: return "no parent"
      }
    }
    #expect(try apply(change(feed, 1, to: 2, on: 1)) == "absent")
    try store.create(feed)
    #expect(try apply(change(feed, 1, to: 2, on: 1, key: "k")) == "applied 2")
    #expect(try apply(change(feed, 1, to: 2, on: 1, key: "k")) == "repeated 2 2")
    #expect(try apply(change(feed, 2, to: 2, on: 1, key: "k", steps: 9)) == "reused")
    #expect(try apply(change(feed, 1, to: 3, on: 2)) == "conflict 2")
    #expect(try apply(change(feed, 2, to: 3, on: 99)) == "no parent")
    #expect(try apply(change(feed, 2, to: 3, on: 2, bytes: nil)) == "applied 3")
    let log = try store.log(of: feed)
    guard case .page(let page) = log else { return #expect(Bool(false), "\(log)") }
    #expect(page.records.map(\.revision) == [1, 2, 3])
    #expect(page.records.map(\.kind) == [.replace, .change, .replace])
    #expect(page.records.map(\.layout) == [id(1), id(2), id(3)])
    #expect(page.records.map(\.parent) == [nil, id(1), nil])
    #expect(page.records.map { $0.steps?.kept } == [nil, [7], nil])
    #expect((page.revision, page.oldest) == (3, 1))
    // What the head and the log stand for is not deleted, and not collected.
    try store.forgotten(id(1))
    try store.forgotten(id(3))
    store.collect(usedBefore: Day(number: 30_000))
    #expect(try store.loaded(id(3))?.count == 3)
    store.close(within: .seconds(60))
  }

  @Test("A log keeps its newest records, and one in any case", arguments: StoreKind.all)
  func history(_ kind: StoreKind) throws {
    let store = try open(kind) {
      $0.recordsMax = 10
      $0.recordBytesMax = 5000
    }
    let feed = try name("feed")
    func page(after revision: Int = 0) throws -> LogPage? {
      let log = try store.log(of: feed, after: revision, limit: 1000)
      if case .page(let page) = log { return page }
      return nil
    }
    try store.create(feed)
    func apply(_ revision: Int, bytes: Int) throws {
      let change = change(
        feed, revision, to: revision + 1, on: 1, bytes: (0..<bytes).map { UInt8($0 % 251) })
      guard case .applied = try store.changed(change) else {
        return #expect(Bool(false), "\(revision)")
      }
    }
    for revision in 1...20 { try apply(revision, bytes: 10) }
    #expect(try page()?.oldest == 12)
    #expect(try page()?.records.map(\.revision) == Array(12...21))
    for revision in 21...23 { try apply(revision, bytes: 2000) }
    #expect(try page()?.oldest == 23)
    try apply(24, bytes: 9000)
    #expect(try page()?.records.map(\.revision) == [25])
    #expect(try page()?.oldest == 25)
    #expect(try page(after: 25)?.records.isEmpty == true)
    store.close(within: .seconds(60))
  }

  @Test("Who follows is told as directly after many changes as after one")
  func followingLong() throws {
    let store = try SQLiteStore(bytesMax: 64 << 20) { _, _ in }
    let count = Atomic(0)
    store.follow { _ in count.add(1, ordering: .relaxed) }
    let feed = try name("feed")
    // If each added to the way to the follower, the stack would be too small.
    for _ in 0..<300_000 { store.tell(feed) }
    #expect(count.load(ordering: .relaxed) == 300_000)
    store.close(within: .seconds(60))
  }

  @Test(
    "Who follows is told of every change; a deletion is found for a while",
    arguments: StoreKind.all)
  func following(_ kind: StoreKind) throws {
    let store = try open(kind)
    let told = Mutex<[String]>([])
    store.follow { name in told.withLock { $0 += name.map { [$0.text] } ?? [] } }
    let feed = try name("feed")
    func write(_ condition: DocumentWrite.Condition, _ number: Int?) throws {
      _ = try store.written(feed, condition, number)
    }
    /// How often "feed" has been told anew. A notice of the database may arrive late, and is then told again.
    func toldAnew() -> Int {
      told.withLock { told in
        defer { told = [] }
        #expect(told.allSatisfy { $0 == "feed" })
        return told.count
      }
    }
    try write(.absent, 1)
    #expect(toldAnew() >= 1)
    try write(.absent, 1)
    #expect(kind == .database || toldAnew() == 0)
    try write(.present, 2)
    #expect(toldAnew() >= 1)
    try write(.present, nil)
    #expect(toldAnew() >= 1)
    func records() throws -> LogAnswer {
      try store.log(of: feed, after: 2, limit: 9)
    }
    guard case .page(let deleted) = try records() else { return #expect(Bool(false)) }
    #expect(deleted.records.map(\.revision) == [3] && deleted.isDeleted)
    #expect(deleted.records.map(\.kind) == [.delete] && deleted.records.map(\.layout) == [nil])
    #expect((deleted.revision, deleted.oldest) == (3, 1))
    try write(.absent, 1)
    guard case .page(let page) = try records() else { return #expect(Bool(false)) }
    #expect((page.revision, page.oldest, page.isDeleted) == (4, 4, false))
    store.close(within: .seconds(60))
  }

  @Test(
    "The log of a deleted document is read to its end, until it is forgotten or a new one begins",
    arguments: StoreKind.all)
  func deletedLogs(_ kind: StoreKind) throws {
    let store = try open(kind) { $0.recordsMax = 5 }
    let feed = try name("feed")
    func write(_ condition: DocumentWrite.Condition, _ number: Int?) throws {
      _ = try store.written(feed, condition, number)
    }
    func log(after revision: Int, limit: Int = 100) throws -> LogAnswer {
      try store.log(of: feed, after: revision, limit: limit)
    }
    try write(.absent, 1)
    for revision in 1...6 {
      let change = change(feed, revision, to: revision + 1, on: 1, key: "k\(revision)")
      guard case .applied = try store.changed(change) else {
        return #expect(Bool(false), "\(revision)")
      }
    }
    try write(.present, nil)
    // The record of the deletion is one of those that are kept.
    guard case .page(let all) = try log(after: 0) else { return #expect(Bool(false)) }
    #expect(all.records.map(\.revision) == Array(4...8) && all.isDeleted)
    #expect(all.records.map(\.kind) == [.change, .change, .change, .change, .delete])
    #expect((all.revision, all.oldest) == (8, 4))
    guard case .page(let some) = try log(after: 5, limit: 2) else { return #expect(Bool(false)) }
    #expect(some.records.map(\.revision) == [6, 7] && some.isDeleted && some.revision == 8)
    // There is no document, whose keys were known.
    let again = change(feed, 6, to: 7, on: 1, key: "k6")
    guard case .absent = try store.changed(again) else { return #expect(Bool(false)) }
    #expect(try store.listed([""], after: nil, limit: 9).isEmpty)
    // What the log names stays as long as the log.
    store.collect(usedBefore: Day(number: 30_000))
    #expect(eventually { store.figures.collected == 2 })
    #expect(
      try [1, 2, 3, 4, 7].map { try store.loaded(id($0)) != nil } == [
        true, false, false, true, true,
      ])
    try store.collectAll { if case .absent = try log(after: 5) { true } else { false } }
    try store.collectAll { try store.loaded(id(1)) == nil }
    #expect(try store.loaded(id(7)) == nil)
    try write(.absent, 1)
    guard case .page(let new) = try log(after: 0) else { return #expect(Bool(false)) }
    #expect(new.records.map(\.revision) == [9] && new.oldest == 9 && !new.isDeleted)
    store.close(within: .seconds(60))
  }

  @Test("Documents are listed by the bytes of their names", arguments: StoreKind.all)
  func listing(_ kind: StoreKind) throws {
    let store = try open(kind) { $0.documentsMax = 7 }
    let names = ["a", "A", "b1", "b2", "b~", "c", "0"]
    for text in names {
      try store.create(DocumentName(text)!)
    }
    func list(_ prefixes: String..., after: String? = nil, limit: Int = 100) throws -> [String] {
      try store.listed(prefixes, after: after.flatMap { DocumentName($0) }, limit: limit).map(
        \.name.text)
    }
    #expect(try list("") == ["0", "A", "a", "b1", "b2", "b~", "c"])
    #expect(try list("b") == ["b1", "b2", "b~"])
    #expect(try list("b", after: "b1", limit: 1) == ["b2"])
    #expect(try list("A", "b1", "c") == ["A", "b1", "c"])
    #expect(try list("0", "b", after: "0", limit: 2) == ["b1", "b2"])
    #expect(try list("0", "b", "c", limit: 4) == ["0", "b1", "b2", "b~"])
    #expect(try list("", after: "b~") == ["c"])
    #expect(try list("x").isEmpty)
    let outcome = try store.written(
      DocumentWrite(name: DocumentName("z")!, condition: .absent, layout: id(1)))
    guard case .tooMany = outcome else { return #expect(Bool(false), "\(outcome)") }
    // That is one of the refusals of a store, and nothing that has been done.
    #expect(store.figures.calls[.write] == [nil: 7, .full: 1])
    store.close(within: .seconds(60))
  }

  @Test("A list of many prefixes is that of a naive list", arguments: StoreKind.all)
  func prefixes(_ kind: StoreKind) throws {
    var random = SplitMix64(seed: 64)
    let letters = Array("aAz0.~-_")
    func text(_ lengths: ClosedRange<Int>) -> String {
      let length = Int.random(in: lengths, using: &random)
      return String((0..<length).map { _ in letters.randomElement(using: &random)! })
    }
    let store = try open(kind)
    let names = Set((0..<150).compactMap { _ in DocumentName(text(1...4)) }).sorted()
    for name in names {
      try store.create(name)
    }
    for _ in 0..<300 {
      let most = [1, 4, 64].randomElement(using: &random)!
      let all = Set((0..<most).map { _ in text(0...3) })
      let prefixes = all.filter { one in !all.contains { $0 != one && one.hasPrefix($0) } }.sorted()
      let after = Bool.random(using: &random) ? DocumentName(text(1...4)) : nil
      let limit = Int.random(in: 1...20, using: &random)
      let expected = names.filter { name in
        prefixes.contains { name.text.hasPrefix($0) } && after.map { $0 < name } ?? true
      }.prefix(limit)
      let heads = try store.listed(prefixes, after: after, limit: limit)
      #expect(heads.map(\.name) == Array(expected), "\(prefixes) \(after?.text ?? "") \(limit)")
      #expect(heads.allSatisfy { $0.revision == 1 && $0.layout == id(1) && $0.time > 0 })
    }
    store.close(within: .seconds(60))
  }

  @Test("A file of the first version gets the tables that it lacks")
  func migration() throws {
    try folder.open().close(within: .seconds(60))
    let connection = try SQLiteConnection(folder.file, writes: true, rowBytesMax: 1 << 20)
    try connection.execute(
      """
      drop table document; drop table record; drop table state; pragma user_version = 1;
      """)
    let words = "has tables of version 1; the start brings them to version 2"
    #expect(try SQLiteStore.look(at: folder.file) == "\(folder.file) \(words)")
    let store = try folder.open()
    #expect(try SQLiteStore.look(at: folder.file) == nil)
    _ = try store.kept(layout(1))
    #expect(try store.head(of: DocumentName("a")!) == nil)
    store.close(within: .seconds(60))
  }
}
