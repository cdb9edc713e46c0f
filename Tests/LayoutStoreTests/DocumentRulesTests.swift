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
    var generator = SplitMix64(seed: 35)
    var outcomes: Set<Substring> = []
    for turn in 0..<500 {
      let name = DocumentName(["a", "b", "c", "d"].randomElement(using: &generator)!)!
      let revision = try answer {
        stores[0].document(name, until: .now + .seconds(60), $0)
      }.get()?.revision
      // Often the one that the document has.
      let other = Int.random(in: 1...9, using: &generator)
      let given = Bool.random(using: &generator) ? revision ?? 1 : other
      let call = call(name, given, &generator)
      let told = try stores.map { store in try call(store) + "; " + log(name, in: store) }
      for said in told { #expect(said == told[0], "\(turn)") }
      outcomes.insert(told[0].prefix { $0.isLetter })
    }
    #expect(
      outcomes == [
        "done", "deleted", "notMet", "layoutAbsent", "tooMany", "applied", "repeated", "keyReused",
        "conflict", "absent", "parentAbsent",
      ])
    for store in stores { store.close(within: .seconds(10)) }
  }

  /// The numbers of layouts that are there; those behind them are not.
  private static let known = 1...7

  /// A write or a change, which says what became of it, without times.
  private func call(
    _ name: DocumentName, _ revision: Int, _ generator: inout SplitMix64
  ) -> (any Store) throws -> String {
    let number = Int.random(in: 1...8, using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<5:
      let parent = Int.random(in: 1...8, using: &generator)
      let key = Int.random(in: 0..<8, using: &generator)
      let bytes = [UInt8](repeating: 7, count: .random(in: 0...40, using: &generator))
      let change = DocumentChange(
        name: name, revision: revision, key: key == 0 ? nil : "k\(key)",
        stepsDigest: id(.random(in: 0..<2, using: &generator)),
        steps: bytes.isEmpty ? nil : StoredBody(bytes), parent: id(parent),
        row: layout(10 * (10 + parent) + number, on: parent, depth: 1))
      return { store in
        switch try answer({ store.change(change, until: .now + .seconds(60), $0) }).get() {
        case .applied(let head, _): "applied \(head.revision) \(head.layout.words[0])"
        case .repeated(let revision, let layout): "repeated \(revision) \(layout.words[0])"
        case .keyReused: "keyReused"
        case .conflict(let head): "conflict \(head.revision) \(head.layout.words[0])"
        case .absent: "absent"
        case .parentAbsent: "parentAbsent"
        }
      }
    case let kind:
      let condition: DocumentWrite.Condition = [.absent, .present, .revision(revision)]
        .randomElement(using: &generator)!
      let hasRow = number < 8 && Bool.random(using: &generator)
      let write = DocumentWrite(
        name: name, condition: condition, layout: kind < 7 ? nil : id(number),
        row: kind < 7 || !hasRow ? nil : layout(number), beginsLog: kind == 9)
      return { store in
        switch try answer({ store.write(write, until: .now + .seconds(60), $0) }).get() {
        case .done(let head, _): "done \(head.revision) \(head.layout.words[0])"
        case .deleted(let revision): "deleted \(revision)"
        case .notMet(let head): "notMet \(head?.revision ?? 0)"
        case .layoutAbsent: "layoutAbsent"
        case .tooMany: "tooMany"
        }
      }
    }
  }

  private func log(_ name: DocumentName, in store: any Store) throws -> String {
    let log = try answer {
      store.records(of: name, after: 0, limit: 100, until: .now + .seconds(60), $0)
    }.get()
    guard case .page(let page) = log else { return "no log" }
    let records = page.records.map { record in
      let layouts = [record.layout, record.parent].map { $0?.words[0] ?? 0 }
      return "\(record.revision) \(record.kind) \(layouts) \(record.steps?.byteCount ?? 0)"
    }
    return "\(page.revision) \(page.oldest) \(page.isDeleted) \(records)"
  }
}
