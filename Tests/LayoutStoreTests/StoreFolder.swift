import Dispatch
import Foundation
import LayoutCore
import Synchronization
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

/// Waits until something is so.
func eventually(_ isSo: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(60)
  while try !isSo() {
    if ContinuousClock.now > end { return false }
    usleep(5000)
  }
  return true
}

extension Store {
  func kept(_ layout: StoredLayout) throws(StoreError) -> KeepOutcome {
    try answer { keep(layout, replaces: false, until: .now + .seconds(60), $0) }.get()
  }

  func loaded(_ id: ContentDigest) throws(StoreError) -> [StoredLayout]? {
    try answer { load(id, until: .now + .seconds(60), $0) }.get()?.layouts
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
    let (day, end) = (Day(number: 30_000), ContinuousClock.now + .seconds(60))
    while try !isDone(), .now < end {
      (self as? SQLiteStore)?.collect(usedBefore: day, deletedFor: .zero)
      (self as? PostgreSQLStore)?.collect(usedBefore: day, deletedFor: .zero)
      usleep(5000)
    }
    #expect(try isDone())
  }
}
