import Glibc
import LayoutCore
import Oracle
import TestClient
import Testing

@testable import HTTPServer
@testable import LayoutService
@testable import LayoutServiceTestSupport
@testable import LayoutStore

/// A program whose rules are later than those that a store's layouts were named by.
@Suite("Later rules")
struct RulesTests {
  private let folder = StoreFolder()
  private static let today = DocumentLimits().rules
  private static let earlier = today.lowerBound - 1...today.lowerBound - 1

  /// Opens a store once more, with the rules of a program.
  final class ReopenedStore {
    private let folder: StoreFolder
    private let database: String?

    init(_ kind: StoreKind, _ folder: StoreFolder) {
      self.folder = folder
      database = kind == .database ? PostgreSQLServer.shared?.makeDatabase() : nil
    }

    func open(rules: ClosedRange<Int> = RulesTests.today) throws -> any Store {
      guard let database else { return try folder.open { $0.documents.rules = rules } }
      let server = try #require(PostgreSQLServer.shared)
      return server.open(database, lines: folder.lines) { $0.documents.rules = rules }
    }
  }

  private func service(_ store: any Store) -> Service {
    Service(limits: ServiceLimits(), metrics: ServiceMetrics(), store: store, log: { _ in })
  }

  private func name(_ text: String) throws -> DocumentName { try #require(DocumentName(text)) }

  private static func snapshot(_ number: Int) -> String {
    #"{"sections":[{"engine":"column","items":{"heights":[\#(number + 1),20,30]}}]}"#
  }

  private static let insertion =
    #"{"steps":[{"insert":[{"section":0,"item":0,"items":{"heights":[7]}}]}]}"#

  /// A row as a program of earlier rules has written it, whose id says nothing to this one.
  private static func row(
    _ number: Int, on parent: Int? = nil, depth: Int = 0, _ text: String
  ) -> StoredLayout {
    StoredLayout(
      id: id(number), parent: parent.map(id), depth: depth, rules: earlier.lowerBound, used: .today,
      body: StoredBody(Array(text.utf8)))
  }

  private func create(_ text: String, _ row: StoredLayout, in store: any Store) throws {
    let write = DocumentWrite(name: try name(text), condition: .absent, layout: row.id, row: row)
    guard case .done = try store.written(write) else { return #expect(Bool(false), "\(text)") }
  }

  private func head(_ text: String, in store: any Store) throws -> DocumentHead {
    let name = try name(text)
    return try #require(try store.head(of: name))
  }

  private func log(_ text: String, in store: any Store) throws -> LogPage? {
    let name = try name(text)
    let log = try store.log(of: name)
    if case .page(let page) = log { return page }
    return nil
  }

  /// The id that a text has when it is posted, and where it is changed.
  private func posted(_ text: String, steps: Int = 0, to service: Service) throws -> String {
    func id(_ body: String, _ path: String) throws -> String {
      let response = service.response(to: Request(posting: Array(body.utf8), to: path))
      #expect(response.status < 300, "\(String(decoding: response.body, as: UTF8.self))")
      return String(decoding: response.body.dropFirst(7).prefix(64), as: UTF8.self)
    }
    var last = try id(text, "/v1/layouts")
    for _ in 0..<steps { last = try id(RulesTests.insertion, "/v1/layouts/\(last)/changes") }
    return last
  }

  @Test(
    "Every head is named again from its content, its log begins anew, and old ids are unknown",
    arguments: StoreKind.durable)
  func naming(_ kind: StoreKind) throws {
    let place = ReopenedStore(kind, folder)
    var store = try place.open(rules: RulesTests.earlier)
    try create("whole", RulesTests.row(1, RulesTests.snapshot(1)), in: store)
    try create("changed", RulesTests.row(2, RulesTests.snapshot(2)), in: store)
    for revision in 1...2 {
      let change = DocumentChange(
        name: try name("changed"), revision: revision, key: "k\(revision)", stepsDigest: id(9),
        steps: StoredBody([7]), parent: id(1 + revision),
        row: RulesTests.row(
          2 + revision, on: 1 + revision, depth: revision, RulesTests.insertion))
      guard case .applied = try store.changed(change) else { return #expect(Bool(false)) }
    }
    try create("damaged", RulesTests.row(8, "{"), in: store)
    store.close(within: .seconds(60))

    store = try place.open()
    let service = service(store)
    #expect(eventually { service.isReady })
    for (text, number, steps, revision) in [("whole", 1, 0, 2), ("changed", 2, 2, 4)] {
      let head = try head(text, in: store)
      #expect(head.revision == revision)
      #expect(
        head.layout.hexadecimal
          == (try posted(RulesTests.snapshot(number), steps: steps, to: service)))
      let rows = try #require(try store.loaded(head.layout))
      #expect(rows.map(\.rules) == [RulesTests.today.lowerBound] && rows.first?.parent == nil)
      let log = try #require(try log(text, in: store))
      #expect(log.records.map(\.kind) == [.replace] && log.oldest == revision)
      #expect(log.records.map(\.layout) == [head.layout] && log.revision == revision)
      let answer = service.response(to: Request(.get, "/v1/layouts/\(head.layout.hexadecimal)"))
      #expect(answer.status == 200)
    }
    // What cannot be read holds nothing up.
    #expect(try head("damaged", in: store).revision == 1)
    #expect(try head("damaged", in: store).layout == id(8))
    for number in [1, 4, 8] {
      let old = id(number).hexadecimal
      #expect(service.response(to: Request(.get, "/v1/layouts/\(old)")).status == 404)
      let put = service.response(
        to: Request(
          .put, "/v1/documents/whole",
          headers: [("If-Match", "*"), ("Content-Type", "application/json")],
          body: Array(#"{"layout":"\#(old)"}"#.utf8)))
      #expect(put.status == 404)
    }
    // Nothing needs the old ones any more.
    try store.collectAll { try (1...4).allSatisfy { try store.loaded(id($0)) == nil } }
    #expect(try store.loaded(id(8)) != nil)
    store.close(within: .seconds(60))

    // A program of the rules before does not serve it.
    if kind == .file {
      #expect {
        _ = try place.open(rules: RulesTests.earlier)
      } throws: { error in
        "\(error)".contains("take the newer one")
      }
    } else {
      let server = try #require(PostgreSQLServer.shared)
      let lines = CollectedLines()
      let database = server.makeDatabase()
      server.open(database) { _ in }.close(within: .seconds(60))
      var limits = PostgreSQLStore.Limits()
      limits.documents.rules = RulesTests.earlier
      let old = PostgreSQLStore(
        server.address(database), passwordFile: server.passwordFile, limits
      ) { _, line in lines.append(line) }
      #expect(eventually { lines.all.contains { $0.contains("take the newer one") } })
      #expect(old.condition == .starting)
      old.close(within: .seconds(60))
    }
  }

  @Test(
    "A program that is ended while it names goes on at the next start, and is ready only then",
    arguments: StoreKind.durable)
  func resuming(_ kind: StoreKind) throws {
    let place = ReopenedStore(kind, folder)
    let names = (0..<7).map { "feed\($0)" }
    var store = try place.open(rules: RulesTests.earlier)
    for (number, text) in names.enumerated() {
      try create(text, RulesTests.row(number, RulesTests.snapshot(number)), in: store)
    }
    store.close(within: .seconds(60))

    store = try place.open()
    do {
      let stopping = FaultyStore(isShared: store.isShared, documents: store, writes: 3)
      let service = service(stopping)
      func revisions() throws -> [Int] { try names.map { try head($0, in: store).revision } }
      // Several are written at a time.
      #expect(try eventually { try revisions().count { $0 == 2 } == 3 })
      #expect(eventually { stopping.count(.write) > 7 })
      #expect(try revisions().sorted() == [1, 1, 1, 1, 2, 2, 2])
      #expect(!service.isReady)
    }
    store.close(within: .seconds(60))

    store = try place.open()
    let service = service(store)
    #expect(eventually { service.isReady })
    for text in names {
      let (head, log) = (try head(text, in: store), try log(text, in: store))
      #expect(head.revision == 2 && log?.records.map(\.layout) == [head.layout])
      #expect(try store.loaded(head.layout)?.map(\.rules) == [RulesTests.today.lowerBound])
    }
    store.close(within: .seconds(60))
  }

  @Test("A file with room for no more is named again: what earlier rules alone need goes first")
  func room() throws {
    func open(_ rules: ClosedRange<Int>) throws -> SQLiteStore {
      try folder.open {
        $0.fileBytesMax = 2 << 20
        $0.documents.rules = rules
      }
    }
    var generator = SplitMix64(seed: 7)
    func row(_ number: Int) -> StoredLayout {
      let heights = (0..<4000).map { _ in String(Int.random(in: 1...1_000_000, using: &generator)) }
      let list = heights.joined(separator: ",")
      return RulesTests.row(
        number, #"{"sections":[{"engine":"column","items":{"heights":[\#(list)]}}]}"#)
    }
    var store = try open(RulesTests.earlier)
    // No document needs these; they leave room for one.
    for number in 1000..<1003 { #expect(try store.kept(row(number)) == .new) }
    var count = 0
    while count < 1000 {
      let write = DocumentWrite(
        name: try name("feed\(count)"), condition: .absent, layout: id(count), row: row(count))
      let result = answer { store.write(write, until: .now + .seconds(60), $0) }
      guard case .success(.done) = result else { break }
      count += 1
    }
    #expect((20..<1000).contains(count))
    store.close(within: .seconds(60))

    store = try open(RulesTests.today)
    let service = service(store)
    #expect(eventually { service.isReady })
    for number in 0..<count {
      let head = try head("feed\(number)", in: store)
      #expect(head.revision == 2)
      #expect(try store.loaded(head.layout)?.map(\.rules) == [RulesTests.today.lowerBound])
      #expect(try store.loaded(id(number)) == nil)
    }
    store.close(within: .seconds(60))
  }

  @Test(
    "Of replicas that start together one names each document; those of before write none any more",
    .enabled(if: PostgreSQLServer.isThere))
  func replicas() throws {
    let place = ReopenedStore(.database, folder)
    let old = try place.open(rules: RulesTests.earlier)
    let names = (0..<40).map { "feed\($0)" }
    for (number, text) in names.enumerated() {
      try create(text, RulesTests.row(number, RulesTests.snapshot(number)), in: old)
    }
    let stores = try (0..<3).map { _ in try place.open() }
    let services = stores.map { service($0) }
    #expect(eventually { services.allSatisfy(\.isReady) })
    for text in names {
      #expect(try head(text, in: stores[0]).revision == 2)
      #expect(try log(text, in: stores[0])?.records.map(\.kind) == [.replace])
    }
    // It reads with the connections that it has, and its writes fail.
    let found = try head("feed0", in: old)
    #expect(found.revision == 2)
    let late = RulesTests.row(100, RulesTests.snapshot(100))
    let writes = [
      DocumentWrite(name: try name("feed0"), condition: .revision(2), layout: late.id, row: late),
      DocumentWrite(name: try name("new"), condition: .absent, layout: late.id, row: late),
      DocumentWrite(name: try name("feed1"), condition: .present, layout: nil),
    ]
    for write in writes {
      #expect(throws: StoreError.self) {
        try answer { old.write(write, until: .now + .seconds(2), $0) }.get()
      }
    }
    // It still reads.
    for text in names { #expect(try head(text, in: old).revision == 2) }
    #expect(old.condition == .working)
    #expect(try head("feed0", in: stores[0]).layout == found.layout)
    #expect(try head("feed1", in: stores[0]).revision == 2)
    #expect(try log("new", in: stores[0]) == nil)
    for store in stores + [old] { store.close(within: .seconds(60)) }
  }
}
