import Dispatch
import Foundation
import LayoutCore
import Synchronization
import TestClient
import Testing

@testable import LayoutStore

/// A folder of its own with a store in it, which goes with it.
final class StoreFolder {
  let path: String
  let lines = CollectedLines()

  init() {
    path = NSTemporaryDirectory() + "layoutd-store-\(UUID().uuidString)"
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var file: String { path + "/layouts.db" }

  /// Opens the store.
  func open(_ change: (inout SQLiteStore.Limits) -> Void = { _ in }) throws -> SQLiteStore {
    var limits = SQLiteStore.Limits()
    change(&limits)
    return try SQLiteStore(file, limits) { [lines] _, message in lines.append(message) }
  }

  /// The names of the files in it.
  var names: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
  }
}

/// Lines of a log.
final class CollectedLines: Sendable {
  private let lines = Mutex<[String]>([])

  func append(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}

/// Waits for what a call of a store answers.
func answer<Value: Sendable>(
  _ call: (@escaping StoreAnswer<Value>) -> Void
) -> Result<Value, StoreError> {
  let result = Mutex<Result<Value, StoreError>?>(nil)
  let isThere = DispatchSemaphore(value: 0)
  call { answer in
    result.withLock { $0 = answer }
    isThere.signal()
  }
  isThere.wait()
  return result.withLock { $0! }
}

extension Store {
  func kept(_ layout: StoredLayout) throws(StoreError) -> KeepOutcome {
    try answer { keep(layout, replaces: false, until: .now + .seconds(60), $0) }.get()
  }

  func chain(of id: ContentDigest) throws(StoreError) -> StoredChain? {
    try answer { load(id, until: .now + .seconds(60), $0) }.get()
  }

  func loaded(_ id: ContentDigest) throws(StoreError) -> [StoredLayout]? {
    try chain(of: id)?.layouts
  }

  func written(_ write: DocumentWrite) throws(StoreError) -> WriteOutcome {
    try answer { self.write(write, until: .now + .seconds(60), $0) }.get()
  }

  /// Writes a document with the layout of a number, or deletes it.
  func written(
    _ name: DocumentName, _ condition: DocumentWrite.Condition, _ number: Int?
  ) throws(StoreError) -> WriteOutcome {
    try written(
      DocumentWrite(
        name: name, condition: condition, layout: number.map(id), row: number.map { layout($0) }))
  }

  /// Creates a document with layout 1.
  func create(_ name: DocumentName) throws(StoreError) { _ = try written(name, .absent, 1) }

  func changed(_ change: DocumentChange) throws(StoreError) -> ChangeOutcome {
    try answer { self.change(change, until: .now + .seconds(60), $0) }.get()
  }

  func head(of name: DocumentName) throws(StoreError) -> DocumentHead? {
    try answer { document(name, until: .now + .seconds(60), $0) }.get()
  }

  func log(
    of name: DocumentName, after revision: Int = 0, limit: Int = 100
  ) throws(StoreError) -> LogAnswer {
    try answer {
      records(of: name, after: revision, limit: limit, until: .now + .seconds(60), $0)
    }.get()
  }

  func listed(
    _ prefixes: [String], after name: DocumentName?, limit: Int
  ) throws(StoreError) -> [DocumentHead] {
    try answer {
      documents(prefixes: prefixes, after: name, limit: limit, until: .now + .seconds(60), $0)
    }.get()
  }

  func forgotten(_ id: ContentDigest) throws(StoreError) {
    try answer { forget(id, until: .now + .seconds(60), ended: {}, $0) }.get()
  }
}

/// The id of that number.
func id(_ number: Int) -> ContentDigest {
  ContentDigest { [UInt64(number), 2, 3, UInt64(number)][$0] }
}

/// A row of that number.
func layout(
  _ number: Int, on parent: Int? = nil, depth: Int = 0, day: Int = 20_000, bytes: [UInt8] = [1, 2]
) -> StoredLayout {
  StoredLayout(
    id: id(number), parent: parent.map(id), depth: depth, rules: Int(rulesVersions.lowerBound),
    used: Day(number: day), body: StoredBody(bytes))
}

extension Store {
  /// Collects all that nothing needs, and with it the logs of deleted documents, again and again until something is so.
  func collectAll(until isDone: () throws -> Bool) throws {
    let day = Day(number: 30_000)
    #expect(
      try eventually {
        if try isDone() { return true }
        (self as? SQLiteStore)?.collect(usedBefore: day, deletedFor: .zero)
        (self as? PostgreSQLStore)?.collect(usedBefore: day, deletedFor: .zero)
        return false
      })
  }
}
