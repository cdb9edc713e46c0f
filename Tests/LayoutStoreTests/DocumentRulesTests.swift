import LayoutCore
import Oracle
import Testing

@testable import LayoutStore

@Suite("The rules of documents")
struct DocumentRulesTests {
  private let folder = StoreFolder()

  @Test("All stores decide alike, whatever is written in whatever order")
  func alike() throws {
    let stores = try StoreKind.durable.map { kind in
      try kind.open(in: folder) {
        ($0.documentsMax, $0.recordsMax, $0.recordBytesMax) = (2, 4, 60)
      }
    }
    // They stay, since others are derived from them. When others go is each store's own affair.
    for store in stores {
      for number in DocumentRulesTests.known {
        _ = try store.kept(layout(number))
        _ = try store.kept(layout(10 + number, on: number, depth: 1))
      }
    }
    var naive = NaiveDocuments(layouts: Set(DocumentRulesTests.known.map { id($0) }))
    var generator = SplitMix64(seed: 35)
    var outcomes: Set<Substring> = []
    for turn in 0..<500 {
      let name = DocumentName(["a", "b", "c", "d"].randomElement(using: &generator)!)!
      // Often the one that the document has.
      let other = Int.random(in: 1...9, using: &generator)
      let revision = Bool.random(using: &generator) ? naive.heads[name]?.revision ?? 1 : other
      let call = call(name, revision, &generator)
      let expected =
        switch call {
        case .change(let change): naive.change(change)
        case .write(let write): naive.write(write)
        }
      for store in stores {
        #expect(try outcome(of: call, in: store) == expected, "\(turn)")
        #expect(try log(name, in: store) == naive.log(name), "\(turn)")
      }
      outcomes.insert(expected.prefix { $0.isLetter })
    }
    #expect(
      outcomes == [
        "done", "deleted", "notMet", "layoutAbsent", "tooMany", "applied", "repeated", "keyReused",
        "conflict", "absent", "parentAbsent",
      ])
    for store in stores { store.close(within: .seconds(60)) }
  }

  /// The numbers of layouts that are there; those behind them are not.
  private static let known = 1...7

  private enum Request {
    case change(DocumentChange)
    case write(DocumentWrite)
  }

  private func call(
    _ name: DocumentName, _ revision: Int, _ generator: inout SplitMix64
  ) -> Request {
    let number = Int.random(in: 1...8, using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<5:
      let parent = Int.random(in: 1...8, using: &generator)
      let key = Int.random(in: 0..<8, using: &generator)
      let bytes = [UInt8](repeating: 7, count: max(0, .random(in: -10...40, using: &generator)))
      return .change(
        DocumentChange(
          name: name, revision: revision, key: key == 0 ? nil : "k\(key)",
          stepsDigest: id(.random(in: 0..<2, using: &generator)),
          steps: bytes.isEmpty ? nil : StoredBody(bytes), parent: id(parent),
          row: layout(10 * (10 + parent) + number, on: parent, depth: 1)))
    case let kind:
      let condition: DocumentWrite.Condition = [.absent, .present, .revision(revision)]
        .randomElement(using: &generator)!
      let hasRow = number < 8 && Bool.random(using: &generator)
      return .write(
        DocumentWrite(
          name: name, condition: condition, layout: kind < 7 ? nil : id(number),
          row: kind < 7 || !hasRow ? nil : layout(number), beginsLog: kind == 9))
    }
  }

  /// What became of a request, without times.
  private func outcome(of request: Request, in store: any Store) throws -> String {
    switch request {
    case .change(let change):
      switch try store.changed(change) {
      case .applied(let head, _): "applied \(head.revision) \(head.layout.words[0])"
      case .repeated(let revision, let layout): "repeated \(revision) \(layout.words[0])"
      case .keyReused: "keyReused"
      case .conflict(let head): "conflict \(head.revision) \(head.layout.words[0])"
      case .absent: "absent"
      case .parentAbsent: "parentAbsent"
      }
    case .write(let write):
      switch try store.written(write) {
      case .done(let head, _): "done \(head.revision) \(head.layout.words[0])"
      case .deleted(let revision): "deleted \(revision)"
      case .notMet(let head): "notMet \(head?.revision ?? 0)"
      case .layoutAbsent: "layoutAbsent"
      case .tooMany: "tooMany"
      }
    }
  }

  private func log(_ name: DocumentName, in store: any Store) throws -> String {
    let log = try store.log(of: name)
    guard case .page(let page) = log else { return "no log" }
    let records = page.records.map { record in
      "\(record.revision) \(record.kind) \(record.layout?.words[0] ?? 0) "
        + "\(record.parent?.words[0] ?? 0) \(record.steps?.byteCount ?? 0)"
    }
    return "\(page.revision) \(page.oldest) \(page.isDeleted) \(records)"
  }
}

/// A naive reading of the rules of documents (docs/rules.md#documents), with at most 2 documents, and logs of at most 4
/// records and 60 bytes of steps.
private struct NaiveDocuments {
  /// The layouts that are there.
  let layouts: Set<ContentDigest>
  private(set) var heads: [DocumentName: (revision: Int, layout: ContentDigest)] = [:]
  private var logs: [DocumentName: [Record]] = [:]
  private var newestDeletion = 0

  private struct Record {
    let revision: Int
    var kind = "replace"
    var key: String?
    var digest: ContentDigest?
    var layout: ContentDigest?
    var parent: ContentDigest?
    var bytes = 0
  }

  init(layouts: Set<ContentDigest>) { self.layouts = layouts }

  mutating func write(_ write: DocumentWrite) -> String {
    let head = heads[write.name]
    let isMet =
      switch write.condition {
      case .absent: head == nil
      case .present: head != nil
      case .revision(let revision): head?.revision == revision
      }
    guard isMet, head != nil || write.layout != nil else {
      return "notMet \(head?.revision ?? 0)"
    }
    guard let layout = write.layout else {
      newestDeletion = max(newestDeletion, head!.revision + 1)
      heads[write.name] = nil
      append(Record(revision: head!.revision + 1, kind: "delete"), to: write.name)
      return "deleted \(head!.revision + 1)"
    }
    if !layouts.contains(layout) { return "layoutAbsent" }
    if head == nil, heads.count == 2 { return "tooMany" }
    if head == nil || write.beginsLog { logs[write.name] = [] }
    let revision = (head?.revision ?? newestDeletion) + 1
    heads[write.name] = (revision, layout)
    append(Record(revision: revision, layout: layout), to: write.name)
    return "done \(revision) \(layout.words[0])"
  }

  mutating func change(_ change: DocumentChange) -> String {
    guard let head = heads[change.name] else { return "absent" }
    if let key = change.key, let record = logs[change.name]?.first(where: { $0.key == key }) {
      return record.digest == change.stepsDigest
        ? "repeated \(record.revision) \(record.layout!.words[0])" : "keyReused"
    }
    guard head.revision == change.revision else {
      return "conflict \(head.revision) \(head.layout.words[0])"
    }
    guard let parent = change.row.parent, layouts.contains(parent) else { return "parentAbsent" }
    let layout = change.row.id
    heads[change.name] = (head.revision + 1, layout)
    // Steps that are not in the log say nothing of what was before.
    let hasSteps = change.steps != nil
    append(
      Record(
        revision: head.revision + 1, kind: hasSteps ? "change" : "replace", key: change.key,
        digest: change.stepsDigest, layout: layout, parent: hasSteps ? change.parent : nil,
        bytes: change.steps?.byteCount ?? 0),
      to: change.name)
    return "applied \(head.revision + 1) \(layout.words[0])"
  }

  /// What a document's log says.
  func log(_ name: DocumentName) -> String {
    guard let log = logs[name], let last = log.last else { return "no log" }
    let records = log.map {
      "\($0.revision) \($0.kind) \($0.layout?.words[0] ?? 0) \($0.parent?.words[0] ?? 0) \($0.bytes)"
    }
    return "\(last.revision) \(log[0].revision) \(heads[name] == nil) \(records)"
  }

  private mutating func append(_ record: Record, to name: DocumentName) {
    var log = logs[name, default: []] + [record]
    while log.count > 4 || (log.count > 1 && log.reduce(0) { $0 + $1.bytes } > 60) {
      log.removeFirst()
    }
    logs[name] = log
  }
}
