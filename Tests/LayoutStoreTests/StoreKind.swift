import LayoutCore
import Testing

@testable import LayoutStore

/// The stores that all tests of what a store does run on.
enum StoreKind: String, CaseIterable, Sendable {
  case memory, file, database

  /// Those that are there.
  static var all: [StoreKind] { allCases.filter { $0 != .database || PostgreSQLServer.isThere } }

  /// Those that keep layouts.
  static var durable: [StoreKind] { all.filter { $0 != .memory } }

  /// Opens a new store of the kind.
  func open(
    in folder: StoreFolder, _ change: (inout DocumentLimits) -> Void = { _ in }
  ) throws -> any Store {
    var limits = DocumentLimits()
    change(&limits)
    switch self {
    case .memory:
      var all = SQLiteStore.Limits()
      all.documents = limits
      return try SQLiteStore(bytesMax: 64 << 20, all) { _, _ in }
    case .file: return try folder.open { $0.documents = limits }
    case .database:
      let server = try #require(PostgreSQLServer.shared)
      return server.open(server.makeDatabase()) { $0.documents = limits }
    }
  }
}
